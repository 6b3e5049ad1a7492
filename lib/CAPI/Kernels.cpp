//===- Kernels.cpp - the ops as functions for C ---------------------------===//

#include "scatter-c/Kernels.h"

#include "scatter-c/Context.h"

#include "Guard.h"
#include "ReadArguments.h"
#include "ReadOptions.h"
#include "scatter/ExecutionEngine/Environment.h"
#include "scatter/Kernels/Kernels.h"

using namespace llvm;
using namespace scatter;

// C has the first reductions of the dialect.
static_assert(int(SCATTER_REDUCTION_MAX) == int(Reduction::max));
static_assert(int(SCATTER_OUT_OF_BOUNDS_UNDEFINED) ==
                  int(OutOfBounds::undefined) &&
              int(SCATTER_OUT_OF_BOUNDS_UNDEFINED) ==
                  getMaxEnumValForOutOfBounds());
static_assert(int(SCATTER_NEGATIVE_INDICES_REJECT) ==
                  int(NegativeIndices::reject) &&
              int(SCATTER_NEGATIVE_INDICES_REJECT) ==
                  getMaxEnumValForNegativeIndices());

/// Checks the options that the functions with indices share.
template <typename Options>
static ScatterStatus *checkPolicies(const Options &options) {
  ScatterStatus *status = checkEnum("out_of_bounds", options.out_of_bounds,
                                    SCATTER_OUT_OF_BOUNDS_UNDEFINED);
  if (!status)
    status = checkEnum("negative_indices", options.negative_indices,
                       SCATTER_NEGATIVE_INDICES_REJECT);
  return status ? status : checkThreads(options.threads);
}

/// Checks the options that the functions with a reduction share.
template <typename Options>
static ScatterStatus *checkOptions(const Options &options) {
  ScatterStatus *status =
      checkEnum("reduction", options.reduction, SCATTER_REDUCTION_MAX);
  return status ? status : checkPolicies(options);
}

/// Copies the options that the functions with indices share.
template <typename Options, typename KernelOptions>
static void copyPolicies(const Options &from, KernelOptions &to) {
  to.outOfBounds = OutOfBounds(from.out_of_bounds);
  to.negativeIndices = NegativeIndices(from.negative_indices);
  to.threads = from.threads;
  to.compilesAhead = from.compile_ahead != 0;
}

static ScatterStatus *updateND(const DLTensor *data, const DLTensor *indices,
                               const DLTensor *updates, const DLTensor *out,
                               const ScatterNDUpdateOptions *options) {
  ScatterNDUpdateOptions copy;
  const ScatterNDUpdateOptions *read;
  ArrayView d, i, u;
  if (ScatterStatus *status = readOptions(options, copy, read); failed(status))
    return status;
  if (ScatterStatus *status = checkOptions(*read); failed(status))
    return status;
  if (ScatterStatus *status = readTensor("data", data, d); failed(status))
    return status;
  if (const PreparedIndices *prepared = unwrap(read->prepared);
      LLVM_UNLIKELY(prepared != nullptr)) {
    if (indices)
      return makeStatus(SCATTER_STATUS_USAGE,
                        "'indices': expected NULL, because the options have "
                        "prepared indices, found a tensor");
  } else if (ScatterStatus *status = readTensor("indices", indices, i);
             failed(status)) {
    return status;
  }
  if (ScatterStatus *status = readTensor("updates", updates, u); failed(status))
    return status;
  NDUpdateOptions updateOptions;
  copyPolicies(*read, updateOptions);
  updateOptions.reduction = Reduction(read->reduction);
  updateOptions.uniqueIndices = read->unique_indices != 0;
  updateOptions.indicesAreSorted = read->indices_are_sorted != 0;
  return runInto(out, data, d, *read, [&](const Destination &destination) {
    if (const PreparedIndices *prepared = unwrap(read->prepared);
        LLVM_UNLIKELY(prepared != nullptr))
      return scatterNDUpdate(d, *prepared, u, destination, updateOptions);
    return scatterNDUpdate(d, i, u, destination, updateOptions);
  });
}

ScatterStatus *scatter_nd_update(const DLTensor *data, const DLTensor *indices,
                                 const DLTensor *updates, const DLTensor *out,
                                 const ScatterNDUpdateOptions *options) {
  return guard([&] { return updateND(data, indices, updates, out, options); });
}

static ScatterStatus *updateElements(const DLTensor *data,
                                     const DLTensor *indices,
                                     const DLTensor *updates,
                                     const DLTensor *out,
                                     const ScatterElementsOptions *options) {
  ScatterElementsOptions copy;
  const ScatterElementsOptions *read;
  ArrayView d, i, u;
  if (ScatterStatus *status = readOptions(options, copy, read); failed(status))
    return status;
  if (ScatterStatus *status = checkOptions(*read); failed(status))
    return status;
  if (ScatterStatus *status = readTensor("data", data, d); failed(status))
    return status;
  if (ScatterStatus *status = readTensor("indices", indices, i); failed(status))
    return status;
  if (ScatterStatus *status = readTensor("updates", updates, u); failed(status))
    return status;
  ElementsOptions elementsOptions;
  copyPolicies(*read, elementsOptions);
  elementsOptions.axis = read->axis;
  elementsOptions.reduction = Reduction(read->reduction);
  return runInto(out, data, d, *read, [&](const Destination &destination) {
    return scatterElements(d, i, u, destination, elementsOptions);
  });
}

ScatterStatus *scatter_elements(const DLTensor *data, const DLTensor *indices,
                                const DLTensor *updates, const DLTensor *out,
                                const ScatterElementsOptions *options) {
  return guard(
      [&] { return updateElements(data, indices, updates, out, options); });
}

static ScatterStatus *gather(const DLTensor *data, const DLTensor *indices,
                             const DLTensor *out,
                             const ScatterGatherNDOptions *options) {
  ScatterGatherNDOptions copy;
  const ScatterGatherNDOptions *read;
  ArrayView d, i;
  if (ScatterStatus *status = readOptions(options, copy, read); failed(status))
    return status;
  if (ScatterStatus *status = checkPolicies(*read); failed(status))
    return status;
  if (ScatterStatus *status = readTensor("data", data, d); failed(status))
    return status;
  if (ScatterStatus *status = readTensor("indices", indices, i); failed(status))
    return status;
  GatherNDOptions gatherOptions;
  copyPolicies(*read, gatherOptions);
  gatherOptions.batchDims = read->batch_dims;
  gatherOptions.fill = read->fill;
  return runInto(out, data, d, *read, [&](const Destination &destination) {
    return gatherND(d, i, destination, gatherOptions);
  });
}

ScatterStatus *scatter_gather_nd(const DLTensor *data, const DLTensor *indices,
                                 const DLTensor *out,
                                 const ScatterGatherNDOptions *options) {
  return guard([&] { return gather(data, indices, out, options); });
}

namespace {
/// The bounds that a caller gives. A pointer that is null stands for bounds
/// that are not given.
struct Bounds : SliceBounds {
  Bounds(const int64_t *start, const int64_t *stop, const int64_t *step,
         const int64_t *axes, size_t count) {
    if (LLVM_UNLIKELY(!start || !stop))
      notGiven.assign(count, kNotGiven);
    this->start = start ? ArrayRef(start, count) : ArrayRef(notGiven);
    this->stop = stop ? ArrayRef(stop, count) : ArrayRef(notGiven);
    if (step)
      this->step = ArrayRef(step, count);
    if (axes)
      this->axes = ArrayRef(axes, count);
  }

private:
  SmallVector<int64_t, 4> notGiven;
};
} // namespace

static_assert(SCATTER_NOT_GIVEN == kNotGiven);

/// Checks the number of bounds before `Bounds` makes as many.
static ScatterStatus *checkCount(const int64_t *start, const int64_t *stop,
                                 size_t count, size_t rank) {
  if (LLVM_LIKELY((start && stop) || count <= rank))
    return nullptr;
  return makeStatus(SCATTER_STATUS_SHAPE, "'start': expected at most " +
                                              Twine(rank) +
                                              " entries, the rank of 'data', "
                                              "found " +
                                              Twine(count));
}

static ScatterStatus *updateSlice(const DLTensor *data, const DLTensor *updates,
                                  const int64_t *start, const int64_t *stop,
                                  const int64_t *step, const int64_t *axes,
                                  size_t count, const DLTensor *out,
                                  const ScatterSliceScatterOptions *options) {
  ScatterSliceScatterOptions copy;
  const ScatterSliceScatterOptions *read;
  ArrayView d, u;
  if (ScatterStatus *status = readOptions(options, copy, read); failed(status))
    return status;
  if (ScatterStatus *status = checkThreads(read->threads); failed(status))
    return status;
  if (ScatterStatus *status = readTensor("data", data, d); failed(status))
    return status;
  if (ScatterStatus *status = readTensor("updates", updates, u); failed(status))
    return status;
  if (ScatterStatus *status = checkCount(start, stop, count, d.shape.size());
      failed(status))
    return status;
  Bounds bounds(start, stop, step, axes, count);
  SliceScatterOptions sliceOptions;
  sliceOptions.threads = read->threads;
  sliceOptions.compilesAhead = read->compile_ahead != 0;
  return runInto(out, data, d, *read, [&](const Destination &destination) {
    return sliceScatter(d, u, bounds, destination, sliceOptions);
  });
}

ScatterStatus *scatter_slice_scatter(
    const DLTensor *data, const DLTensor *updates, const int64_t *start,
    const int64_t *stop, const int64_t *step, const int64_t *axes, size_t count,
    const DLTensor *out, const ScatterSliceScatterOptions *options) {
  return guard([&] {
    return updateSlice(data, updates, start, stop, step, axes, count, out,
                       options);
  });
}

ScatterStatus *scatter_slice_sizes(const int64_t *shape, size_t rank,
                                   const int64_t *start, const int64_t *stop,
                                   const int64_t *step, const int64_t *axes,
                                   size_t count, int64_t *sizes) {
  return guard([&]() -> ScatterStatus * {
    if (rank > 0 && (!shape || !sizes))
      return makeNullStatus(shape ? "'sizes'" : "'shape'");
    if (ScatterStatus *status = checkCount(start, stop, count, rank))
      return status;
    Bounds bounds(start, stop, step, axes, count);
    return makeStatus(getSliceSizes(ArrayRef(shape, rank), bounds,
                                    MutableArrayRef(sizes, rank)));
  });
}

ScatterStatus *scatter_check_destination(const DLTensor *out) {
  return guard([&] {
    ArrayView view;
    ScatterStatus *status = readTensor("out", out, view);
    return status ? status : makeStatus(checkDestination(view));
  });
}

ScatterKernelCounts scatter_kernels_count(void) {
  return guard(ScatterKernelCounts{}, [] {
    KernelCounts counts = getKernelCounts();
    return ScatterKernelCounts{counts.inMemory, counts.compiled, counts.loaded};
  });
}

size_t scatter_kernels_wait(void) {
  return guard(size_t(0), [] {
    waitForKernels();
    return getKernelCounts().inBackground;
  });
}

void scatter_kernels_set_wait_callback(ScatterWaitCallback callback) {
  setWaitCallback(callback);
}

unsigned scatter_set_num_threads(unsigned threads) {
  return setDefaultThreads(threads);
}

unsigned scatter_all_threads(void) { return getAllThreads(); }

ScatterStatus *scatter_get_num_threads(unsigned *threads) {
  return guard([&] {
    if (!threads)
      return makeNullStatus("a number to set");
    return makeStatus(getDefaultThreads().moveInto(*threads));
  });
}

size_t scatter_kernels_set_limit(size_t count) {
  return guard(size_t(0), [&] { return setMaxKernels(count); });
}
