//===- ScatterNDUpdate.cpp - scatter_nd_update on arrays ------------------===//

#include "Background.h"
#include "CompileKernel.h"
#include "NDKernel.h"
#include "RunUpdate.h"
#include "scatter/ExecutionEngine/Errors.h"
#include "scatter/Plan/KernelThresholds.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include <optional>

using namespace llvm;
using namespace scatter;
using namespace scatter::kernels;

namespace {

class NDUpdate final : public Update {
public:
  /// Sets the arguments. Fails with ArgumentError if they are invalid.
  Error set(const ArrayView &newData, const ArrayView &newIndices,
            const ArrayView &newUpdates, const NDUpdateOptions &newOptions);

  /// Whether arguments differ from those of this update in addresses only.
  bool isFor(const ArrayView &newData, const ArrayView &newIndices,
             const ArrayView &newUpdates,
             const NDUpdateOptions &newOptions) const;

  /// Sets the addresses of such arguments.
  Error move(const ArrayView &newData, const ArrayView &newIndices,
             const ArrayView &newUpdates, const NDUpdateOptions &newOptions);

protected:
  Error updateInPlace(const Operand &target) override;
  Error updateCopy(const Operand &target, bool keepsTarget) override;
  void forgetKernels() override {
    inPlace = {};
    copying = {};
    copyingLater = {};
    checks = {};
    isBuiltinAlone.reset();
  }

private:
  /// A kernel for targets with `strides`.
  struct CachedKernel {
    NDKernel kernel;
    SmallVector<int64_t, 4> strides;
    /// The kernel for these sizes.
    SpecialKernel special = {};
  };

  CachedKernel makeKernel(const Operand &target,
                          const NDUpdateOptions &kernelOptions,
                          bool hasSource) const;
  Error specialize(CachedKernel &cached, size_t bytes);
  Error runKernel(CachedKernel &cached, const Operand &target,
                  const Operand *source);
  Error runTwoSteps(const Operand &target, bool isChecked);
  Error copyAndRun(const Operand &target, bool keepsTarget);
  bool canTakeSource(const Operand &target) const {
    return data.isContiguous && target.isContiguous && numTuples != 0;
  }
  template <typename Function>
  Error expectValidIndices(const Operand &target, bool isCopy, Function update);
  Error prepareForBadIndices(const Operand &target, bool isCopy) const;
  Error checkTuples();
  Error checkTypes() const;
  Error checkShapes();
  /// Returns the number of bytes that predicts the time of the update.
  size_t countWork() const;
  size_t countWork(bool hasSource) const {
    return hasSource ? std::max(countWork(), data.countBytes()) : countWork();
  }
  Expected<bool> makeCopyingKernel(const Operand &target, bool isChecked);

  int64_t numTuples = 1;
  int64_t depth = 0;
  /// The options of the caller, and those of the kernels.
  NDUpdateOptions given, options;
  /// Drop or clamp, not yet needed: kernels report errors until an index is out
  /// of bounds. Those that check all indices before the first write are faster,
  /// and more of them are built in.
  std::optional<OutOfBounds> deferredPolicy;
  /// The number of calls since `deferredPolicy` was set.
  unsigned numGoodCalls = 0;
  /// Whether an update in place is a step of updateCopy.
  bool isCopying = false;
  CachedKernel inPlace, copying;
  /// Whether a contiguous target that already holds a copy has a built-in
  /// kernel, if that is known.
  std::optional<bool> isBuiltinAlone;
  /// The kernel that `copying` becomes. Until then, built-in kernels are used
  /// in two steps.
  SpecialKernel copyingLater;
  TupleChecks checks;
};

} // namespace

size_t NDUpdate::countWork() const {
  return std::max({indices.countBytes(), updates.countBytes(),
                   size_t(numTuples) * size_t(kBucketedTupleBytes)});
}

NDUpdate::CachedKernel
NDUpdate::makeKernel(const Operand &target,
                     const NDUpdateOptions &kernelOptions,
                     bool hasSource) const {
  NDKernel kernel(target, indices, updates, kernelOptions,
                  getThreadsFor(countWork(hasSource)), hasSource);
  auto key = kernel.getSpecialKey(/*forSizes=*/countWork() >= kMinHotBytes);
  return {std::move(kernel), target.strides, SpecialKernel(key)};
}

/// Switches to the special kernel if it is in memory, or if the caller waits
/// for it.
Error NDUpdate::specialize(CachedKernel &cached, size_t bytes) {
  KernelRef kernel;
  if (given.compilesAhead) {
    if (Error error = cached.kernel.compile())
      return error;
    if (Error error = cached.special.compile().moveInto(kernel))
      return error;
  } else {
    kernel = cached.special.countCall(bytes);
  }
  if (kernel)
    cached.kernel.use(cached.special.getKey(), std::move(kernel));
  return Error::success();
}

Error NDUpdate::runKernel(CachedKernel &cached, const Operand &target,
                          const Operand *source) {
  bool hasSource = source != nullptr;
  if (!cached.kernel.isSet() || !areEqual(cached.strides, target.strides))
    cached = makeKernel(target, options, hasSource);
  if (LLVM_UNLIKELY(cached.special.isOpen()))
    if (Error error = specialize(cached, countWork(hasSource)))
      return error;
  return cached.kernel.run(target, indices, updates, source);
}

/// Compiles the kernel for indices out of bounds that are not an error. Unless
/// the caller wants to wait for it, only starts the compilation.
Error NDUpdate::prepareForBadIndices(const Operand &target, bool isCopy) const {
  NDUpdateOptions otherOptions = options;
  otherOptions.outOfBounds = *deferredPolicy;
  bool hasSource =
      isCopy && canTakeSource(target) && data.countBytes() >= kMinSourceBytes;
  CachedKernel cached = makeKernel(target, otherOptions, hasSource);
  if (!given.compilesAhead) {
    requestKernel(cached.kernel.getKey());
    return Error::success();
  }
  if (Error error = cached.kernel.compile())
    return error;
  return cached.special.isOpen() ? cached.special.compile().takeError()
                                 : Error::success();
}

/// Runs `update`, which writes to `target`. If it reports the first index out
/// of bounds, runs it again with the kernels for the behavior that the caller
/// wants.
template <typename Function>
Error NDUpdate::expectValidIndices(const Operand &target, bool isCopy,
                                   Function update) {
  Error error = update();
  if (LLVM_LIKELY(!deferredPolicy))
    return error;
  if (LLVM_LIKELY(!error)) {
    if (numTuples != 0 &&
        (given.compilesAhead ||
         (numGoodCalls < kHotCalls && ++numGoodCalls == kHotCalls)))
      return prepareForBadIndices(target, isCopy);
    return error;
  }
  return handleErrors(
      std::move(error), [&](std::unique_ptr<RuntimeError> report) -> Error {
        int32_t kind = report->getRecord().kind;
        if (kind != SCATTER_ERROR_INDEX && kind != SCATTER_ERROR_INDEX_REJECT &&
            kind != SCATTER_ERROR_INDEX_UNSIGNED)
          return Error(std::move(report));
        options.outOfBounds = *deferredPolicy;
        deferredPolicy.reset();
        forgetKernels();
        return update();
      });
}

Error NDUpdate::updateInPlace(const Operand &target) {
  if (numTuples == 0)
    return Error::success();
  auto update = [&] { return runKernel(inPlace, target, /*source=*/nullptr); };
  return isCopying ? update()
                   : expectValidIndices(target, /*isCopy=*/false, update);
}

Error NDUpdate::updateCopy(const Operand &target, bool keepsTarget) {
  isCopying = true;
  scope_exit reset([&] { isCopying = false; });
  return expectValidIndices(target, /*isCopy=*/true,
                            [&] { return copyAndRun(target, keepsTarget); });
}

Error NDUpdate::copyAndRun(const Operand &target, bool keepsTarget) {
  bool isChecked =
      keepsTarget && options.outOfBounds == OutOfBounds::error && depth > 0;
  if (!canTakeSource(target) ||
      (!isChecked && data.countBytes() < kMinSourceBytes))
    return runTwoSteps(target, isChecked);
  if (LLVM_UNLIKELY(!copying.kernel.isSet())) {
    Expected<bool> isMade = makeCopyingKernel(target, isChecked);
    if (!isMade)
      return isMade.takeError();
    if (!*isMade)
      return runTwoSteps(target, isChecked);
  }
  return runKernel(copying, target, &data);
}

/// Copies data, then updates the copy.
Error NDUpdate::runTwoSteps(const Operand &target, bool isChecked) {
  if (isChecked)
    if (Error error = checkTuples())
      return error;
  return copyAndUpdate(target);
}

/// Makes the kernel with a source. Returns false if two steps with built-in
/// kernels are preferred: without a compiler always, and otherwise until the
/// kernel with the source is in memory.
Expected<bool> NDUpdate::makeCopyingKernel(const Operand &target,
                                           bool isChecked) {
  if (!isBuiltinAlone) {
    isBuiltinAlone = NDKernel(target, indices, updates, options, /*threads=*/1,
                              /*hasSource=*/false)
                         .isBuiltin();
    if (*isBuiltinAlone && hasCompiler())
      copyingLater = SpecialKernel(
          makeKernel(target, options, /*hasSource=*/true).kernel.getKey());
  }
  KernelRef kernel;
  if (*isBuiltinAlone && copyingLater.isOpen()) {
    if (!given.compilesAhead) {
      kernel = copyingLater.countCall(countWork(/*hasSource=*/true));
    } else {
      if (Error error = runTwoSteps(target, isChecked))
        return error;
      if (Error error = copyingLater.compile().moveInto(kernel))
        return error;
    }
  }
  if (*isBuiltinAlone && !kernel)
    return false;
  copying = makeKernel(target, options, /*hasSource=*/true);
  if (kernel)
    copying.kernel.use(copyingLater.getKey(), std::move(kernel));
  return true;
}

/// Only checks the indices.
Error NDUpdate::checkTuples() {
  if (!checks.isSet())
    checks = TupleChecks(ArrayRef(data.shape).take_front(depth), indices,
                         options.negativeIndices,
                         getThreadsFor(indices.countBytes()));
  return checks.run(indices.data);
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

Error NDUpdate::checkTypes() const {
  if (Error error = checkType("updates", updates, data))
    return error;
  if (Error error = checkIndexType(indices))
    return error;
  return checkReduction(options.reduction, data.type);
}

/// Checks the shapes. Where updates of rank 0 are expected, accepts one element
/// of any rank and reshapes it.
Error NDUpdate::checkShapes() {
  if (data.shape.empty())
    return makeShapeError("'data': expected a rank of at least 1, found 0");
  if (indices.shape.empty())
    return makeShapeError("'indices': expected a rank of at least 1, found 0");
  depth = indices.shape.back();
  if (depth > data.getRank())
    return makeShapeError(
        "'indices': expected at most " + Twine(data.getRank()) +
        " components, the rank of 'data', found " + Twine(depth));
  SmallVector<int64_t, 8> expected(ArrayRef(indices.shape).drop_back());
  for (int64_t size : expected)
    numTuples *= size;
  llvm::append_range(expected, ArrayRef(data.shape).drop_front(depth));
  if (expected.empty() && updates.numElements == 1) {
    updates.shape.clear();
    updates.strides.clear();
  }
  return checkShape("updates", updates.shape, expected);
}

Error NDUpdate::set(const ArrayView &newData, const ArrayView &newIndices,
                    const ArrayView &newUpdates,
                    const NDUpdateOptions &newOptions) {
  given = options = newOptions;
  bool isNoError = options.outOfBounds == OutOfBounds::drop ||
                   options.outOfBounds == OutOfBounds::clamp;
  // Without a compiler, whether a call has a kernel must not depend on the
  // values of the indices.
  if (isNoError && hasCompiler())
    deferredPolicy = std::exchange(options.outOfBounds, OutOfBounds::error);
  if (Error error = setThreads(options.threads))
    return error;
  if (Error error = data.set("data", newData))
    return error;
  if (Error error = indices.set("indices", newIndices))
    return error;
  if (Error error = updates.set("updates", newUpdates))
    return error;
  if (Error error = checkTypes())
    return error;
  return checkShapes();
}

/// Whether options that affect results are the same.
static bool areSame(const NDUpdateOptions &a, const NDUpdateOptions &b) {
  return a.reduction == b.reduction && a.outOfBounds == b.outOfBounds &&
         a.negativeIndices == b.negativeIndices &&
         a.uniqueIndices == b.uniqueIndices &&
         a.indicesAreSorted == b.indicesAreSorted;
}

/// Whether `view` becomes updates of rank 0, see checkShapes.
static bool isOneElement(const ArrayView &view) {
  return view.shape.size() <= kMaxRank &&
         (view.strides.empty() || view.strides.size() == view.shape.size()) &&
         all_of(view.shape, [](int64_t size) { return size == 1; });
}

bool NDUpdate::isFor(const ArrayView &newData, const ArrayView &newIndices,
                     const ArrayView &newUpdates,
                     const NDUpdateOptions &newOptions) const {
  bool isScalar = updates.shape.empty() && updates.hasType(newUpdates) &&
                  isOneElement(newUpdates);
  return (isScalar || updates.hasLayout(newUpdates)) &&
         data.hasLayout(newData) && indices.hasLayout(newIndices) &&
         areSame(given, newOptions) && hasThreads(newOptions.threads);
}

Error NDUpdate::move(const ArrayView &newData, const ArrayView &newIndices,
                     const ArrayView &newUpdates,
                     const NDUpdateOptions &newOptions) {
  if (Error error = data.move("data", newData.data))
    return error;
  if (Error error = indices.move("indices", newIndices.data))
    return error;
  given.compilesAhead = newOptions.compilesAhead;
  return updates.move("updates", newUpdates.data);
}

Error scatter::scatterNDUpdate(const ArrayView &data, const ArrayView &indices,
                               const ArrayView &updates,
                               const Destination &destination,
                               const NDUpdateOptions &options) {
  return runUpdate<NDUpdate>(destination, data, indices, updates, options);
}
