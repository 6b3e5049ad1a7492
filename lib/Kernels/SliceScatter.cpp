//===- SliceScatter.cpp - slice_scatter on arrays -------------------------===//

#include "Background.h"
#include "CompileKernel.h"
#include "ResolveSlices.h"
#include "RunUpdate.h"
#include "SliceCopyKernel.h"
#include "SliceKernel.h"
#include "scatter/ExecutionEngine/Errors.h"
#include "scatter/Plan/KernelThresholds.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace scatter;
using namespace scatter::kernels;

namespace {

class SliceUpdate final : public Update {
public:
  /// Sets the arguments. Fails if they are invalid.
  Error set(const ArrayView &newData, const ArrayView &updatesView,
            const SliceBounds &bounds, const SliceScatterOptions &options);

  /// Whether arguments differ from those of this update in addresses, starts
  /// and stops only.
  bool isFor(const ArrayView &newData, const ArrayView &newUpdates,
             const SliceBounds &bounds,
             const SliceScatterOptions &options) const;

  /// Sets the addresses, starts and stops of such arguments.
  Error move(const ArrayView &newData, const ArrayView &newUpdates,
             const SliceBounds &bounds, const SliceScatterOptions &options);

protected:
  Error updateInPlace(const Operand &target) override;
  Error updateCopy(const Operand &target, bool keepsTarget) override;
  void forgetKernels() override {
    inPlace = {};
    copying = {};
    copyingLater = {};
    sliceAlone = {};
  }

private:
  Error resolveBounds(const SliceBounds &bounds);
  Error moveBounds(const SliceBounds &bounds);
  size_t countWork(const Operand &target) const;
  Expected<bool> makeCopyingKernel(const Operand &target);

  /// The number of bounds of the caller, and the steps and axes if given.
  size_t numBounds = 0;
  SmallVector<int64_t, 4> steps, axes;
  /// The slice along each dimension of data.
  SmallVector<SliceRange, 4> ranges;
  /// The dimension of each entry of `bounds`.
  SmallVector<size_t, 4> boundDims;
  /// The kernel for targets with the strides `inPlaceStrides`.
  SliceKernel inPlace;
  SmallVector<int64_t, 4> inPlaceStrides;
  /// The kernel for contiguous targets that are written out of place.
  SliceCopyKernel copying;
  /// The kernel that `copying` becomes. Until then, built-in kernels are used
  /// in two steps.
  SpecialKernel copyingLater;
  /// A kernel for contiguous targets that already hold a copy. Never run, only
  /// queried.
  SliceKernel sliceAlone;
  bool compilesAhead = false;
};

} // namespace

/// Returns the number of bytes that predicts the time of the update.
size_t SliceUpdate::countWork(const Operand &target) const {
  for (size_t dim = ranges.size(); dim-- > 0;)
    if (ranges[dim].length > 1) {
      bool isRow = std::abs(target.strides[dim] * ranges[dim].step) == 1;
      size_t minBytes = isRow ? 0 : size_t(kStridedElementBytes);
      return std::max(updates.countBytes(), updates.numElements * minBytes);
    }
  return updates.countBytes();
}

Error SliceUpdate::updateInPlace(const Operand &target) {
  if (updates.numElements == 0)
    return Error::success();
  if (!inPlace.isSet() || !areEqual(inPlaceStrides, target.strides)) {
    inPlace =
        SliceKernel(target, updates, ranges, getThreadsFor(countWork(target)));
    inPlaceStrides = target.strides;
  }
  return inPlace.run(target, updates, ranges, compilesAhead);
}

Error SliceUpdate::updateCopy(const Operand &target, bool /*keepsTarget*/) {
  // The slice covers all of data.
  if (updates.numElements == data.numElements)
    return updateInPlace(target);
  if (!data.isContiguous || !target.isContiguous || updates.numElements == 0 ||
      data.countBytes() < kMinSourceBytes)
    return copyAndUpdate(target);
  if (LLVM_UNLIKELY(!copying.isSet())) {
    Expected<bool> isMade = makeCopyingKernel(target);
    if (!isMade)
      return isMade.takeError();
    if (!*isMade)
      return copyAndUpdate(target);
  }
  return copying.run(data, target, updates, ranges);
}

/// Makes the kernel that copies. Returns false if a copy followed by a kernel
/// for the slice is preferred. This holds if a kernel for the row length is
/// faster. It also holds for built-in kernels, without a compiler always, and
/// otherwise until the kernel that copies is in memory.
Expected<bool> SliceUpdate::makeCopyingKernel(const Operand &target) {
  if (!sliceAlone.isSet()) {
    sliceAlone = SliceKernel(target, updates, ranges, /*threads=*/1);
    if (hasCompiler() && sliceAlone.isBuiltin())
      copyingLater =
          SpecialKernel(SliceCopyKernel(data, updates, ranges,
                                        getThreadsFor(data.countBytes()))
                            .getKey());
  }
  if (hasCompiler() && isFasterInTwoSteps(sliceAlone.getShortRowLength()))
    return false;
  KernelRef kernel;
  if (copyingLater.isOpen()) {
    if (!compilesAhead) {
      kernel = copyingLater.countCall(data.countBytes());
    } else {
      if (Error error = copyAndUpdate(target))
        return error;
      if (Error error = copyingLater.compile().moveInto(kernel))
        return error;
    }
  }
  if (sliceAlone.isBuiltin() && !kernel)
    return false;
  copying =
      SliceCopyKernel(data, updates, ranges, getThreadsFor(data.countBytes()));
  if (kernel)
    copying.use(std::move(kernel));
  return true;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// Resolves the bounds along each dimension and checks that the slice has the
/// shape of updates.
Error SliceUpdate::resolveBounds(const SliceBounds &bounds) {
  if (Error error = resolveSlices(data.shape, bounds, ranges, boundDims))
    return error;
  SmallVector<int64_t, 8> shape;
  for (const SliceRange &range : ranges)
    shape.push_back(range.length);
  return checkShape("updates", updates.shape, shape);
}

/// Resolves bounds with the same axes and steps as before.
Error SliceUpdate::moveBounds(const SliceBounds &bounds) {
  for (auto [start, stop, dim] :
       zip_equal(bounds.start, bounds.stop, boundDims)) {
    SliceRange range =
        resolveGivenSlice(start, stop, ranges[dim].step, data.shape[dim]);
    if (LLVM_UNLIKELY(range.length != ranges[dim].length))
      return resolveBounds(bounds);
    ranges[dim] = range;
  }
  return Error::success();
}

Error SliceUpdate::set(const ArrayView &newData, const ArrayView &newUpdates,
                       const SliceBounds &bounds,
                       const SliceScatterOptions &options) {
  compilesAhead = options.compilesAhead;
  numBounds = bounds.start.size();
  steps.assign(bounds.step.begin(), bounds.step.end());
  axes.assign(bounds.axes.begin(), bounds.axes.end());
  if (Error error = setThreads(options.threads))
    return error;
  if (Error error = data.set("data", newData))
    return error;
  if (Error error = updates.set("updates", newUpdates))
    return error;
  if (Error error = checkType("updates", updates, data))
    return error;
  return resolveBounds(bounds);
}

bool SliceUpdate::isFor(const ArrayView &newData, const ArrayView &newUpdates,
                        const SliceBounds &bounds,
                        const SliceScatterOptions &options) const {
  return updates.hasLayout(newUpdates) && data.hasLayout(newData) &&
         bounds.start.size() == numBounds && bounds.stop.size() == numBounds &&
         areEqual(steps, bounds.step) && areEqual(axes, bounds.axes) &&
         hasThreads(options.threads);
}

Error SliceUpdate::move(const ArrayView &newData, const ArrayView &newUpdates,
                        const SliceBounds &bounds,
                        const SliceScatterOptions &options) {
  compilesAhead = options.compilesAhead;
  if (Error error = data.move("data", newData.data))
    return error;
  if (Error error = updates.move("updates", newUpdates.data))
    return error;
  return moveBounds(bounds);
}

Error scatter::sliceScatter(const ArrayView &data, const ArrayView &updates,
                            const SliceBounds &bounds,
                            const Destination &destination,
                            const SliceScatterOptions &options) {
  return runUpdate<SliceUpdate>(destination, data, updates, bounds, options);
}
