//===- Kernels.cpp - compiled kernels by type, rank and options -----------===//

#include "Kernels.h"

#include "Errors.h"

#include <mutex>
#include <string_view>
#include <unordered_map>

using namespace scatter::python;

namespace {
struct HashKey {
  size_t operator()(const KernelKey &key) const {
    return std::hash<std::string_view>()(
        {reinterpret_cast<const char *>(&key), sizeof(key)});
  }
};

using KernelMap = std::unordered_map<KernelKey, Kernel, HashKey>;
} // namespace

/// Never destroyed: threads may still run kernels while the process ends.
static KernelMap &getKernels() {
  static auto *kernels = new KernelMap;
  return *kernels;
}

size_t scatter::python::countKernels() { return getKernels().size(); }

static ScatterStatus *compileKernel(const KernelKey &key,
                                    ScatterProgram **program) {
  std::string source = writeKernel(key);
  ScatterContext *context = scatter_context_create();
  scatter_context_set_threads(context, unsigned(key.threads));
  const char *name =
      key.op == KernelKey::SliceScatter ? "slice_scatter" : "scatter_nd_update";
  ScatterStatus *status =
      scatter_compile(context, source.data(), source.size(), name, program);
  scatter_context_destroy(context);
  return status;
}

/// Compiles the kernel for `key` unless another thread has done so meanwhile;
/// null with an exception.
static KernelMap::value_type *addKernel(const KernelKey &key) {
  // One compilation at a time, so that threads that begin with the same call
  // wait for one kernel. Who waits for the mutex does not hold the GIL.
  static auto *compiling = new std::mutex;
  std::unique_lock lock(*compiling, std::defer_lock);
  Py_BEGIN_ALLOW_THREADS;
  lock.lock();
  Py_END_ALLOW_THREADS;
  KernelMap &kernels = getKernels();
  if (auto it = kernels.find(key); it != kernels.end())
    return &*it;
  Kernel kernel;
  ScatterStatus *status;
  Py_BEGIN_ALLOW_THREADS;
  status = compileKernel(key, &kernel.program);
  Py_END_ALLOW_THREADS;
  if (!status)
    status = scatter_program_lookup(kernel.program, nullptr, &kernel.entry);
  if (status) {
    scatter_program_destroy(kernel.program);
    setException(status, {/*isKernel=*/true, /*isUnsigned=*/false});
    return nullptr;
  }
  bool isSlice = key.op == KernelKey::SliceScatter;
  kernel.numScalars = isSlice ? 3 * size_t(key.depth) : 0;
  kernel.hasUnsignedIndices =
      !isSlice && getElement(key.indexElement).code == kDLUInt;
  return &*kernels.emplace(key, std::move(kernel)).first;
}

Kernel *scatter::python::getKernel(const KernelKey &key) {
  // Most calls are like the one before.
  static KernelMap::value_type *last = nullptr;
  if (last && last->first == key)
    return &last->second;
  KernelMap &kernels = getKernels();
  auto it = kernels.find(key);
  KernelMap::value_type *found = it != kernels.end() ? &*it : addKernel(key);
  if (!found)
    return nullptr;
  last = found;
  return &found->second;
}

/// Whether an update takes less time than to release the GIL and take it again.
/// Its time depends on the arrays after data.
static bool isSmall(const DLTensor *const *arrays, size_t numArrays) {
  constexpr int64_t limit = 512;
  int64_t elements = 0;
  for (size_t i = 1; i < numArrays; ++i) {
    int64_t count = 1;
    for (int j = 0; j < arrays[i]->ndim; ++j)
      count *= arrays[i]->shape[j];
    elements += count;
  }
  return elements <= limit;
}

Outcome Kernel::run(const DLTensor *const *arrays, size_t numArrays,
                    const int64_t *scalars) {
  std::unique_ptr<PreparedCall> call = takeCall(idle);
  ScatterStatus *status =
      call->prepare(program, entry, arrays, numArrays, numScalars);
  if (!status) {
    if (numScalars)
      std::memcpy(call->scalars.get(), scalars, numScalars * sizeof(int64_t));
    if (isSmall(arrays, numArrays)) {
      status = scatter_call_run(call->call);
    } else {
      Py_BEGIN_ALLOW_THREADS;
      status = scatter_call_run(call->call);
      Py_END_ALLOW_THREADS;
    }
  }
  if (call->call)
    idle.push_back(std::move(call));
  if (!status)
    return Outcome::Done;
  ScatterStatusCode code = scatter_status_code(status);
  if (code == SCATTER_STATUS_OPERAND_SHAPE ||
      code == SCATTER_STATUS_ZERO_STEP) {
    scatter_status_destroy(status);
    return Outcome::Declined;
  }
  setException(status, {/*isKernel=*/true, hasUnsignedIndices});
  return Outcome::Failed;
}
