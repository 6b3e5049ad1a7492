//===- Kernels.cpp - compiled kernels by type, rank and options -----------===//

#include "Kernels.h"

#include "Errors.h"

#include <string_view>
#include <unordered_map>

using namespace scatter::python;

static constexpr const char *reductions[] = {"none", "sum", "sub",
                                             "prod", "min", "max"};
static constexpr const char *policies[] = {"error", "drop", "clamp",
                                           "undefined"};

static std::string memref(int rank, const char *element, int lastSize = -1) {
  std::string type = "memref<";
  for (int i = 0; i < rank; ++i)
    type += (i == rank - 1 && lastSize >= 0 ? std::to_string(lastSize) : "?") +
            std::string("x");
  return type + element + ">";
}

static std::string writeNDUpdate(const KernelKey &key) {
  const char *element = getElement(key.element).mlirName;
  std::string data = memref(key.rank, element);
  std::string indices =
      memref(key.indicesRank, key.isWide ? "i64" : "i32", key.depth);
  std::string updates =
      memref(key.indicesRank - 1 + key.rank - key.depth, element);
  std::string text = "func.func @kernel(%data: " + data +
                     ", %indices: " + indices + ", %updates: " + updates +
                     ") {\n  scatter.scatter_nd_update ins(%indices, "
                     "%updates : " +
                     indices + ", " + updates + ") outs(%data : " + data + ")";
  text += std::string(" reduction(") + reductions[key.reduction] +
          ") out_of_bounds(" + policies[key.outOfBounds] +
          ") negative_indices(" + (key.negative ? "reject" : "wrap") + ")";
  std::string attributes;
  if (key.isUnique)
    attributes += "unique_indices";
  if (key.isSorted)
    attributes +=
        attributes.empty() ? "indices_are_sorted" : ", indices_are_sorted";
  if (!attributes.empty())
    text += " {" + attributes + "}";
  return text + "\n  return\n}\n";
}

static std::string writeSliceScatter(const KernelKey &key) {
  std::string type = memref(key.rank, getElement(key.element).mlirName);
  std::string arguments, lists[3], axes;
  constexpr const char *names[] = {"start", "stop", "step"};
  for (int list = 0; list < 3; ++list)
    for (int i = 0; i < key.depth; ++i) {
      std::string name = std::string("%") + names[list] + std::to_string(i);
      arguments.append(", ").append(name).append(": index");
      lists[list].append(i ? ", " : "").append(name);
    }
  for (int i = 0; i < key.depth; ++i)
    axes += (i ? ", " : "") + std::to_string(key.axes[i]);
  return "func.func @kernel(%data: " + type + ", %updates: " + type +
         arguments + ") {\n  scatter.slice_scatter ins(%updates : " + type +
         ") outs(%data : " + type + ") from [" + lists[0] + "] to [" +
         lists[1] + "] step [" + lists[2] + "] axes [" + axes +
         "]\n  return\n}\n";
}

namespace {
struct HashKey {
  size_t operator()(const KernelKey &key) const {
    return std::hash<std::string_view>()(
        {reinterpret_cast<const char *>(&key), sizeof(key)});
  }
};
} // namespace

/// Never destroyed: threads may still run kernels while the process ends.
static std::unordered_map<KernelKey, Kernel, HashKey> &getKernels() {
  static auto *kernels = new std::unordered_map<KernelKey, Kernel, HashKey>;
  return *kernels;
}

size_t scatter::python::countKernels() { return getKernels().size(); }

Kernel *scatter::python::getKernel(const KernelKey &key) {
  auto &kernels = getKernels();
  // Most calls are like the one before.
  static const std::pair<const KernelKey, Kernel> *last = nullptr;
  if (last && last->first == key)
    return const_cast<Kernel *>(&last->second);
  if (auto it = kernels.find(key); it != kernels.end()) {
    last = &*it;
    return &it->second;
  }
  bool isSlice = key.op == KernelKey::SliceScatter;
  std::string source = isSlice ? writeSliceScatter(key) : writeNDUpdate(key);
  Kernel kernel;
  ScatterStatus *status;
  Py_BEGIN_ALLOW_THREADS;
  ScatterContext *context = scatter_context_create();
  scatter_context_set_threads(context, unsigned(key.threads));
  status = scatter_compile(context, source.data(), source.size(),
                           isSlice ? "slice_scatter" : "scatter_nd_update",
                           &kernel.program);
  scatter_context_destroy(context);
  Py_END_ALLOW_THREADS;
  if (!status)
    status = scatter_program_lookup(kernel.program, nullptr, &kernel.entry);
  if (status) {
    setException(status, /*isKernel=*/true);
    return nullptr;
  }
  kernel.numScalars = isSlice ? 3 * size_t(key.depth) : 0;
  // Another thread may have compiled the same; its kernel may be in use.
  auto [it, isNew] = kernels.try_emplace(key, std::move(kernel));
  if (!isNew)
    scatter_program_destroy(kernel.program);
  return &it->second;
}

ScatterStatus *KernelCall::setArray(size_t index, const DLTensor &tensor) {
  std::vector<int64_t> &now = arrays[index];
  auto address = reinterpret_cast<intptr_t>(tensor.data);
  size_t bytes = tensor.ndim * sizeof(int64_t);
  // Loops often pass the same arrays; the element type and the rank belong to
  // the kernel.
  if (now[0] == address && std::memcmp(&now[1], tensor.shape, bytes) == 0)
    return nullptr;
  now[0] = 0;
  if (ScatterStatus *status = scatter_call_set_argument(call, index, &tensor))
    return status;
  now[0] = address;
  std::memcpy(&now[1], tensor.shape, bytes);
  return nullptr;
}

static ScatterStatus *prepare(Kernel &kernel, KernelCall &call,
                              const DLTensor *arrays, size_t numArrays) {
  if (call.call) {
    for (size_t i = 0; i < numArrays; ++i)
      if (ScatterStatus *status = call.setArray(i, arrays[i]))
        return status;
    return nullptr;
  }
  for (size_t i = 0; i < numArrays; ++i)
    call.arrays.emplace_back(arrays[i].ndim + 2);
  call.scalars = std::make_unique<int64_t[]>(kernel.numScalars);
  std::vector<DLTensor> scalars;
  for (size_t i = 0; i < kernel.numScalars; ++i)
    scalars.push_back({&call.scalars[i],
                       {kDLCPU, 0},
                       0,
                       {kDLInt, 64, 1},
                       nullptr,
                       nullptr,
                       0});
  std::vector<const DLTensor *> arguments;
  for (size_t i = 0; i < numArrays; ++i)
    arguments.push_back(&arrays[i]);
  for (const DLTensor &scalar : scalars)
    arguments.push_back(&scalar);
  return scatter_call_create(kernel.program, kernel.entry, arguments.data(),
                             arguments.size(), &call.call);
}

bool Kernel::run(const DLTensor *arrays, size_t numArrays,
                 const int64_t *scalars) {
  std::unique_ptr<KernelCall> call;
  if (idle.empty()) {
    call = std::make_unique<KernelCall>();
  } else {
    call = std::move(idle.back());
    idle.pop_back();
  }
  ScatterStatus *status = prepare(*this, *call, arrays, numArrays);
  if (!status) {
    if (numScalars)
      std::memcpy(call->scalars.get(), scalars, numScalars * sizeof(int64_t));
    Py_BEGIN_ALLOW_THREADS;
    status = scatter_call_run(call->call);
    Py_END_ALLOW_THREADS;
  }
  if (call->call)
    idle.push_back(std::move(call));
  if (!status)
    return true;
  setException(status, /*isKernel=*/true);
  return false;
}
