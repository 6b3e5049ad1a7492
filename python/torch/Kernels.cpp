//===- Kernels.cpp - PyTorch ops and their kernels ------------------------===//
//
// The ops below autograd and their CPU kernels. The ops of scatter_mlir.torch,
// which support gradients, call them. The kernels convert arguments and call
// the library without Python and the GIL. Errors are C++ exceptions, which
// PyTorch converts to Python exceptions: std::out_of_range becomes an
// IndexError, all others become a RuntimeError.
//
//===----------------------------------------------------------------------===//

#include "Values.h"
#include "scatter-c/Context.h"

#include <stdexcept>
#include <string>

using namespace scatter_torch;

/// Frees `status`. Throws the exception for it if it is an error.
static void check(ScatterStatus *status) {
  if (!status)
    return;
  ScatterStatusCode code = scatter_status_code(status);
  std::string message = scatter_status_text(status);
  scatter_status_destroy(status);
  if (code == SCATTER_STATUS_INDEX)
    throw std::out_of_range(message);
  throw std::runtime_error(message);
}

/// Sets `value` to the enumerator that `text` names.
template <typename Enum>
static void choose(const String &text, Enum &value,
                   ScatterStatus *(*parse)(const char *, Enum *)) {
  check(parse(std::string(text.read()).c_str(), &value));
}

static unsigned readThreads(const OptionalInteger &threads) {
  int64_t count = threads.value.value_or(1);
  if (count < 1 || count > SCATTER_MAX_THREADS)
    throw std::runtime_error("'threads': expected 1 to " +
                             std::to_string(SCATTER_MAX_THREADS) + ", found " +
                             std::to_string(count));
  return threads.value ? unsigned(count) : 0;
}

static bool readFlag(StableIValue value) { return value & 0xff; }

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Calls `update(data, out)` for the in-place or the out-of-place op.
template <typename Function>
static void run(StableIValue *stack, const Tensor &data, bool isInPlace,
                Function update) {
  if (isInPlace) {
    DLTensor view = data.write();
    check(update(view, view));
    return;
  }
  Tensor result;
  DLTensor view = data.read();
  result.makeLike(data, view);
  check(update(view, result.write()));
  stack[0] = result.take();
}

/// Options are positional and have no defaults. Otherwise Inductor passes them
/// by name, which is slower.
#define SCATTER_TORCH_ND                                                       \
  "Tensor indices, Tensor updates, str reduction, str out_of_bounds, "         \
  "str negative_indices, bool unique_indices, bool indices_are_sorted, "       \
  "int? threads"

template <bool IsInPlace>
static void updateND(StableIValue *stack, uint64_t, uint64_t) {
  Tensor data(stack[0]), indices(stack[1]), updates(stack[2]);
  String reduction(stack[3]), bounds(stack[4]), negative(stack[5]);
  OptionalInteger threads(stack[8]);
  ScatterNDUpdateOptions options = {};
  options.struct_size = sizeof(options);
  choose(reduction, options.reduction, scatter_parse_reduction);
  choose(bounds, options.out_of_bounds, scatter_parse_out_of_bounds);
  choose(negative, options.negative_indices, scatter_parse_negative_indices);
  options.unique_indices = readFlag(stack[6]);
  options.indices_are_sorted = readFlag(stack[7]);
  options.threads = readThreads(threads);
  DLTensor i = indices.read(), u = updates.read();
  run(stack, data, IsInPlace, [&](const DLTensor &from, const DLTensor &to) {
    return scatter_nd_update(&from, &i, &u, &to, &options);
  });
}

#define SCATTER_TORCH_SLICE                                                    \
  "Tensor updates, SymInt[] start, SymInt[] stop, SymInt[] step, int[] axes, " \
  "int? threads"

template <bool IsInPlace>
static void updateSlice(StableIValue *stack, uint64_t, uint64_t) {
  Tensor data(stack[0]), updates(stack[1]);
  IntegerList starts(stack[2]), stops(stack[3]), steps(stack[4]),
      positions(stack[5]);
  OptionalInteger threads(stack[6]);
  ScatterSliceScatterOptions options = {};
  options.struct_size = sizeof(options);
  options.threads = readThreads(threads);
  std::vector<int64_t> start = starts.read(), stop = stops.read(),
                       step = steps.read(), axes = positions.read();
  if (stop.size() != start.size() || step.size() != start.size() ||
      axes.size() != start.size())
    throw std::runtime_error(
        "'start', 'stop', 'step', 'axes': expected equal lengths");
  DLTensor u = updates.read();
  run(stack, data, IsInPlace, [&](const DLTensor &from, const DLTensor &to) {
    return scatter_slice_scatter(&from, &u, start.data(), stop.data(),
                                 step.data(), axes.data(), start.size(), &to,
                                 &options);
  });
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

namespace {
struct Op {
  const char *name, *schema;
  Kernel kernel;
};
} // namespace

static constexpr Op ops[] = {
#define SCATTER_TORCH_OP(name, arguments, kernel)                              \
  {name, name "(Tensor data, " arguments ") -> Tensor", kernel<false>},        \
      {name "_", name "_(Tensor(a!) data, " arguments ") -> ()",               \
       kernel<true>},
    SCATTER_TORCH_OP("_scatter_nd_update", SCATTER_TORCH_ND, updateND)
        SCATTER_TORCH_OP("_slice_scatter", SCATTER_TORCH_SLICE, updateSlice)
#undef SCATTER_TORCH_OP
};

static const char *registerOps() {
  if (const char *problem = loadTorch())
    return problem;
  // The registrations must exist as long as the process.
  LibraryHandle definitions, kernels;
  int error = torch.aoti_torch_library_init_fragment("scatter_mlir", __FILE__,
                                                     __LINE__, &definitions);
  if (!error)
    error = torch.aoti_torch_library_init_impl("scatter_mlir", "CPU", __FILE__,
                                               __LINE__, &kernels);
  for (const Op &op : ops) {
    if (!error)
      error = torch.aoti_torch_library_def(definitions, op.schema);
    if (!error)
      error =
          torch.torch_library_impl(kernels, op.name, op.kernel, kTorchVersion);
  }
  return error ? "registering the ops failed; PyTorch has printed the cause"
               : nullptr;
}

/// Registers the ops with the PyTorch of the process. Returns an error message,
/// or null.
extern "C" __attribute__((visibility("default"))) const char *
scatter_torch_register() {
  static const char *const problem = registerOps();
  return problem;
}
