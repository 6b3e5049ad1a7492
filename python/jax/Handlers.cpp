//===- Handlers.cpp - handlers of XLA custom calls ------------------------===//
//
// Handlers of XLA's FFI. XLA keeps the ABI of the FFI stable for at least a
// year. A handler passes XLA's buffers, which are row-major, to the library as
// DLPack tensors, and converts its status to XLA's.
//
//===----------------------------------------------------------------------===//

#include "scatter-c/Kernels.h"
#include "xla/ffi/api/ffi.h"

#include <algorithm>
#include <cfenv>
#include <memory>
#include <mutex>
#include <new>
#include <unordered_map>

namespace ffi = xla::ffi;

/// Returns the type of DLPack. `bits` is 0 for types that the library lacks.
static DLDataType getType(ffi::DataType type) {
  switch (type) {
  case ffi::PRED:
    return {SCATTER_TYPE_BOOL, 8, 1};
  case ffi::S8:
    return {kDLInt, 8, 1};
  case ffi::S16:
    return {kDLInt, 16, 1};
  case ffi::S32:
    return {kDLInt, 32, 1};
  case ffi::S64:
    return {kDLInt, 64, 1};
  case ffi::U8:
    return {kDLUInt, 8, 1};
  case ffi::U16:
    return {kDLUInt, 16, 1};
  case ffi::U32:
    return {kDLUInt, 32, 1};
  case ffi::U64:
    return {kDLUInt, 64, 1};
  case ffi::F16:
    return {kDLFloat, 16, 1};
  case ffi::F32:
    return {kDLFloat, 32, 1};
  case ffi::F64:
    return {kDLFloat, 64, 1};
  case ffi::BF16:
    return {kDLBfloat, 16, 1};
  case ffi::C64:
    return {kDLComplex, 64, 1};
  case ffi::C128:
    return {kDLComplex, 128, 1};
  case ffi::F8E3M4:
    return {SCATTER_TYPE_FLOAT8_E3M4, 8, 1};
  case ffi::F8E4M3:
    return {SCATTER_TYPE_FLOAT8_E4M3, 8, 1};
  case ffi::F8E4M3B11FNUZ:
    return {SCATTER_TYPE_FLOAT8_E4M3B11FNUZ, 8, 1};
  case ffi::F8E4M3FN:
    return {SCATTER_TYPE_FLOAT8_E4M3FN, 8, 1};
  case ffi::F8E4M3FNUZ:
    return {SCATTER_TYPE_FLOAT8_E4M3FNUZ, 8, 1};
  case ffi::F8E5M2:
    return {SCATTER_TYPE_FLOAT8_E5M2, 8, 1};
  case ffi::F8E5M2FNUZ:
    return {SCATTER_TYPE_FLOAT8_E5M2FNUZ, 8, 1};
  case ffi::F8E8M0FNU:
    return {SCATTER_TYPE_FLOAT8_E8M0FNU, 8, 1};
  default:
    return {0, 0, 1};
  }
}

/// Makes a view of `buffer`, which must outlive it.
static DLTensor view(const ffi::AnyBuffer &buffer) {
  ffi::AnyBuffer::Dimensions dimensions = buffer.dimensions();
  return {buffer.untyped_data(),
          {kDLCPU, 0},
          int32_t(dimensions.size()),
          getType(buffer.element_type()),
          const_cast<int64_t *>(dimensions.begin()),
          nullptr,
          0};
}

static ffi::ErrorCode getCode(ScatterStatusCode code) {
  switch (code) {
  case SCATTER_STATUS_INDEX:
    return ffi::ErrorCode::kOutOfRange;
  case SCATTER_STATUS_MEMORY:
    return ffi::ErrorCode::kResourceExhausted;
  case SCATTER_STATUS_COMPILE:
    return ffi::ErrorCode::kInternal;
  default:
    return ffi::ErrorCode::kInvalidArgument;
  }
}

/// Converts `status` to an error and frees it.
static ffi::Error toError(ScatterStatus *status) {
  if (!status)
    return ffi::Error::Success();
  ffi::Error error(getCode(scatter_status_code(status)),
                   scatter_status_message(status));
  scatter_status_destroy(status);
  return error;
}

namespace {
/// XLA replaces subnormal numbers by zero on its threads. While an object of
/// this class exists, this thread and those that it starts keep them, as the
/// ops are defined.
class DefaultFloatEnvironment {
public:
  DefaultFloatEnvironment() {
    std::fegetenv(&former);
    std::fesetenv(FE_DFL_ENV);
  }
  DefaultFloatEnvironment(const DefaultFloatEnvironment &) = delete;
  ~DefaultFloatEnvironment() { std::fesetenv(&former); }

private:
  std::fenv_t former;
};
} // namespace

static ffi::Error updateND(ffi::AnyBuffer data, ffi::AnyBuffer indices,
                           ffi::AnyBuffer updates,
                           ffi::Result<ffi::AnyBuffer> result,
                           int32_t reduction, int32_t outOfBounds,
                           int32_t negativeIndices, int32_t uniqueIndices,
                           int32_t indicesAreSorted, int32_t threads) {
  ScatterNDUpdateOptions options = {};
  options.struct_size = sizeof(options);
  options.reduction = ScatterReduction(reduction);
  options.out_of_bounds = ScatterOutOfBounds(outOfBounds);
  options.negative_indices = ScatterNegativeIndices(negativeIndices);
  options.unique_indices = uniqueIndices;
  options.indices_are_sorted = indicesAreSorted;
  options.threads = unsigned(threads);
  DLTensor d = view(data), i = view(indices), u = view(updates);
  DLTensor out = view(*result);
  DefaultFloatEnvironment environment;
  return toError(scatter_nd_update(&d, &i, &u, &out, &options));
}

static ffi::Error updateSlice(ffi::AnyBuffer data, ffi::AnyBuffer updates,
                              ffi::Result<ffi::AnyBuffer> result,
                              ffi::Span<const int64_t> start,
                              ffi::Span<const int64_t> stop,
                              ffi::Span<const int64_t> step,
                              ffi::Span<const int64_t> axes, int32_t threads) {
  if (stop.size() != start.size() || step.size() != start.size() ||
      axes.size() != start.size())
    return ffi::Error::InvalidArgument(
        "'start', 'stop', 'step', 'axes': expected equal lengths");
  ScatterSliceScatterOptions options = {};
  options.struct_size = sizeof(options);
  options.threads = unsigned(threads);
  DLTensor d = view(data), u = view(updates), out = view(*result);
  return toError(scatter_slice_scatter(&d, &u, start.begin(), stop.begin(),
                                       step.begin(), axes.begin(), start.size(),
                                       &out, &options));
}

static ffi::Error gatherND(ffi::AnyBuffer data, ffi::AnyBuffer indices,
                           ffi::AnyBuffer fill,
                           ffi::Result<ffi::AnyBuffer> result,
                           int32_t batchDims, int32_t outOfBounds,
                           int32_t negativeIndices, int32_t threads) {
  ScatterGatherNDOptions options = {};
  options.struct_size = sizeof(options);
  options.out_of_bounds = ScatterOutOfBounds(outOfBounds);
  options.negative_indices = ScatterNegativeIndices(negativeIndices);
  options.batch_dims = batchDims;
  options.fill = fill.untyped_data();
  options.threads = unsigned(threads);
  DLTensor d = view(data), i = view(indices), out = view(*result);
  return toError(scatter_gather_nd(&d, &i, &out, &options));
}

namespace {
/// The prepared indices of this process, by a number that compiled functions
/// hold. A function may outlive them; it then sorts its indices itself.
class PreparedTable {
public:
  using Ref = std::shared_ptr<ScatterPrepared>;

  static PreparedTable &get() {
    // Never destroyed: threads may run functions while the process ends.
    static auto &table = *new PreparedTable;
    return table;
  }
  void add(int64_t number, ScatterPrepared *prepared) {
    Ref owned(prepared, scatter_prepared_destroy);
    std::lock_guard lock(mutex);
    objects.emplace(number, std::move(owned));
  }
  void remove(int64_t number) {
    Ref removed;
    std::lock_guard lock(mutex);
    if (auto it = objects.find(number); it != objects.end()) {
      removed = std::move(it->second);
      objects.erase(it);
    }
  }
  Ref find(int64_t number) {
    std::lock_guard lock(mutex);
    auto it = objects.find(number);
    return it == objects.end() ? nullptr : it->second;
  }

private:
  std::mutex mutex;
  std::unordered_map<int64_t, Ref> objects;
};
} // namespace

static ffi::Error passMessages(ffi::AnyBuffer x, ffi::AnyBuffer src,
                               ffi::AnyBuffer dst, ffi::AnyBuffer weight,
                               ffi::Result<ffi::AnyBuffer> result,
                               const DLTensor *args, int32_t reduction,
                               int32_t weighted, int64_t prepared,
                               int32_t threads) {
  ScatterGatherScatterOptions options = {};
  options.struct_size = sizeof(options);
  options.reduction = ScatterMessageReduction(reduction);
  options.overwrite = 1;
  options.threads = unsigned(threads);
  options.args = args;
  DLTensor t = view(x), s = view(src), d = view(dst), w = view(weight);
  DLTensor out = view(*result);
  PreparedTable::Ref order = PreparedTable::get().find(prepared);
  options.prepared = order.get();
  DefaultFloatEnvironment environment;
  return toError(scatter_gather_scatter(
      &t, &s, order ? nullptr : &d, weighted ? &w : nullptr, &out, &options));
}

static ffi::Error gatherScatter(ffi::AnyBuffer x, ffi::AnyBuffer src,
                                ffi::AnyBuffer dst, ffi::AnyBuffer weight,
                                ffi::Result<ffi::AnyBuffer> result,
                                int32_t reduction, int32_t weighted,
                                int64_t prepared, int32_t threads) {
  return passMessages(x, src, dst, weight, result, nullptr, reduction, weighted,
                      prepared, threads);
}

/// Programs without integers of 64 bits hold the numbers of edges in 32 bits.
static ffi::Error gatherScatterArgs(ffi::AnyBuffer x, ffi::AnyBuffer src,
                                    ffi::AnyBuffer dst, ffi::AnyBuffer weight,
                                    ffi::Result<ffi::AnyBuffer> result,
                                    ffi::Result<ffi::AnyBuffer> args,
                                    int32_t reduction, int32_t weighted,
                                    int64_t prepared, int32_t threads) {
  DLTensor edges = view(*args);
  std::unique_ptr<int64_t[]> wide;
  size_t count = args->element_count();
  bool isNarrow = args->element_type() == ffi::S32;
  if (isNarrow) {
    wide.reset(new (std::nothrow) int64_t[count]);
    if (!wide)
      return ffi::Error(ffi::ErrorCode::kResourceExhausted,
                        "'return_args': no memory for the edges");
    edges.data = wide.get();
    edges.dtype.bits = 64;
  }
  ffi::Error error = passMessages(x, src, dst, weight, result, &edges,
                                  reduction, weighted, prepared, threads);
  if (isNarrow && error.success())
    std::copy_n(wide.get(), count,
                static_cast<int32_t *>(args->untyped_data()));
  return error;
}

extern "C" {
/// Sorts `count` indices of 32 or 64 bits and keeps them under `number`.
/// Returns a status that the caller frees.
__attribute__((visibility("default"))) ScatterStatus *
scatter_jax_prepare(int64_t number, void *indices, int64_t count, int bits,
                    int isUnsigned, int64_t size) {
  DLTensor dst = {
      indices, {kDLCPU, 0},
      1,       {uint8_t(isUnsigned ? kDLUInt : kDLInt), uint8_t(bits), 1},
      &count,  nullptr,
      0};
  ScatterPrepared *prepared = nullptr;
  ScatterStatus *status = scatter_prepare(&dst, size, &prepared);
  if (!status)
    PreparedTable::get().add(number, prepared);
  return status;
}

/// Frees the indices `number` once no call uses them.
__attribute__((visibility("default"))) void scatter_jax_forget(int64_t number) {
  PreparedTable::get().remove(number);
}

__attribute__((visibility("default"))) XLA_FFI_Error *
scatter_jax_gather_scatter(XLA_FFI_CallFrame *frame);
__attribute__((visibility("default"))) XLA_FFI_Error *
scatter_jax_gather_scatter_args(XLA_FFI_CallFrame *frame);
__attribute__((visibility("default"))) XLA_FFI_Error *
scatter_jax_nd_update(XLA_FFI_CallFrame *frame);
__attribute__((visibility("default"))) XLA_FFI_Error *
scatter_jax_slice_update(XLA_FFI_CallFrame *frame);
__attribute__((visibility("default"))) XLA_FFI_Error *
scatter_jax_gather_nd(XLA_FFI_CallFrame *frame);
}

XLA_FFI_DEFINE_HANDLER_SYMBOL(scatter_jax_gather_nd, gatherND,
                              ffi::Ffi::Bind()
                                  .Arg<ffi::AnyBuffer>()
                                  .Arg<ffi::AnyBuffer>()
                                  .Arg<ffi::AnyBuffer>()
                                  .Ret<ffi::AnyBuffer>()
                                  .Attr<int32_t>("batch_dims")
                                  .Attr<int32_t>("out_of_bounds")
                                  .Attr<int32_t>("negative_indices")
                                  .Attr<int32_t>("threads"));

XLA_FFI_DEFINE_HANDLER_SYMBOL(scatter_jax_nd_update, updateND,
                              ffi::Ffi::Bind()
                                  .Arg<ffi::AnyBuffer>()
                                  .Arg<ffi::AnyBuffer>()
                                  .Arg<ffi::AnyBuffer>()
                                  .Ret<ffi::AnyBuffer>()
                                  .Attr<int32_t>("reduction")
                                  .Attr<int32_t>("out_of_bounds")
                                  .Attr<int32_t>("negative_indices")
                                  .Attr<int32_t>("unique_indices")
                                  .Attr<int32_t>("indices_are_sorted")
                                  .Attr<int32_t>("threads"));

XLA_FFI_DEFINE_HANDLER_SYMBOL(scatter_jax_slice_update, updateSlice,
                              ffi::Ffi::Bind()
                                  .Arg<ffi::AnyBuffer>()
                                  .Arg<ffi::AnyBuffer>()
                                  .Ret<ffi::AnyBuffer>()
                                  .Attr<ffi::Span<const int64_t>>("start")
                                  .Attr<ffi::Span<const int64_t>>("stop")
                                  .Attr<ffi::Span<const int64_t>>("step")
                                  .Attr<ffi::Span<const int64_t>>("axes")
                                  .Attr<int32_t>("threads"));

XLA_FFI_DEFINE_HANDLER_SYMBOL(scatter_jax_gather_scatter, gatherScatter,
                              ffi::Ffi::Bind()
                                  .Arg<ffi::AnyBuffer>()
                                  .Arg<ffi::AnyBuffer>()
                                  .Arg<ffi::AnyBuffer>()
                                  .Arg<ffi::AnyBuffer>()
                                  .Ret<ffi::AnyBuffer>()
                                  .Attr<int32_t>("reduction")
                                  .Attr<int32_t>("weighted")
                                  .Attr<int64_t>("prepared")
                                  .Attr<int32_t>("threads"));

XLA_FFI_DEFINE_HANDLER_SYMBOL(scatter_jax_gather_scatter_args,
                              gatherScatterArgs,
                              ffi::Ffi::Bind()
                                  .Arg<ffi::AnyBuffer>()
                                  .Arg<ffi::AnyBuffer>()
                                  .Arg<ffi::AnyBuffer>()
                                  .Arg<ffi::AnyBuffer>()
                                  .Ret<ffi::AnyBuffer>()
                                  .Ret<ffi::AnyBuffer>()
                                  .Attr<int32_t>("reduction")
                                  .Attr<int32_t>("weighted")
                                  .Attr<int64_t>("prepared")
                                  .Attr<int32_t>("threads"));
