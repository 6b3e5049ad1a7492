//===- ScatterNDUpdate.cpp - scatter_nd_update on arrays ------------------===//

#include "CompileKernel.h"
#include "NDKernel.h"
#include "RunUpdate.h"
#include "Specialization.h"
#include "scatter/ExecutionEngine/Errors.h"

#include "llvm/ADT/STLExtras.h"
#include <optional>
#include <utility>

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
    isBuiltinAlone.reset();
  }

private:
  /// A kernel for targets with `strides`.
  struct CachedKernel {
    NDKernel kernel;
    SmallVector<int64_t, 4> strides;
    unsigned runs = 0;
  };

  Error runKernel(CachedKernel &cached, const Operand &target,
                  const Operand *source);
  Error copyAndRun(const Operand &target, bool keepsTarget);
  template <typename Function>
  Error expectValidIndices(Function update);
  Error checkTuples();
  Error checkTypes() const;
  Error checkShapes();
  size_t countWork() const;
  bool prefersTwoSteps(const Operand &target);

  int64_t numTuples = 1;
  int64_t depth = 0;
  /// The options of the caller, and those of the kernels.
  NDUpdateOptions given, options;
  /// What the caller wants for indices out of bounds. Set only if that is not
  /// an error and no such index has been seen. Until then options.outOfBounds
  /// is `error`. Kernels that report such indices check all indices before the
  /// first write. This takes less time than a decision for each tuple, and more
  /// of these kernels are built in.
  std::optional<OutOfBounds> wanted;
  CachedKernel inPlace, copying;
  /// Whether a contiguous target that already holds a copy has a built-in
  /// kernel, if that is known.
  std::optional<bool> isBuiltinAlone;
  /// The number of calls that could have used a kernel with a source.
  unsigned numCopies = 0;
};

} // namespace

/// Returns the number of bytes that predicts the time of the update.
size_t NDUpdate::countWork() const {
  return std::max({indices.countBytes(), updates.countBytes(),
                   size_t(numTuples) * kMinTupleBytes});
}

Error NDUpdate::runKernel(CachedKernel &cached, const Operand &target,
                          const Operand *source) {
  if (!cached.kernel.isSet() || !areEqual(cached.strides, target.strides)) {
    size_t bytes =
        source ? std::max(countWork(), data.countBytes()) : countWork();
    unsigned kernelThreads = getThreadsFor(bytes);
    cached = {NDKernel(target, indices, updates, options, kernelThreads,
                       /*hasSource=*/source != nullptr),
              target.strides, 0};
  }
  if (cached.runs < kHotCalls && ++cached.runs == kHotCalls)
    cached.kernel.specialize(/*forSizes=*/countWork() >= kMinHotBytes);
  return cached.kernel.run(target, indices, updates, source);
}

/// Runs `update`. If it reports the first index out of bounds, runs it again
/// with the kernels for the behavior that the caller wants.
template <typename Function>
Error NDUpdate::expectValidIndices(Function update) {
  Error error = update();
  if (LLVM_LIKELY(!error) || !wanted)
    return error;
  return handleErrors(
      std::move(error), [&](std::unique_ptr<RuntimeError> report) -> Error {
        int32_t kind = report->getRecord().kind;
        if (kind != SCATTER_ERROR_INDEX && kind != SCATTER_ERROR_INDEX_REJECT &&
            kind != SCATTER_ERROR_INDEX_UNSIGNED)
          return Error(std::move(report));
        options.outOfBounds = *wanted;
        wanted.reset();
        forgetKernels();
        return update();
      });
}

Error NDUpdate::updateInPlace(const Operand &target) {
  if (numTuples == 0)
    return Error::success();
  return expectValidIndices(
      [&] { return runKernel(inPlace, target, /*source=*/nullptr); });
}

Error NDUpdate::updateCopy(const Operand &target, bool keepsTarget) {
  return expectValidIndices([&] { return copyAndRun(target, keepsTarget); });
}

Error NDUpdate::copyAndRun(const Operand &target, bool keepsTarget) {
  bool isChecked =
      keepsTarget && options.outOfBounds == OutOfBounds::error && depth > 0;
  bool isContiguous = data.isContiguous && target.isContiguous;
  if (isContiguous && numTuples != 0 &&
      (isChecked || data.countBytes() >= kMinSourceBytes) &&
      !prefersTwoSteps(target))
    return runKernel(copying, target, &data);
  if (isChecked)
    if (Error error = checkTuples())
      return error;
  return copyAndUpdate(target);
}

/// Whether a copy followed by a built-in kernel is preferred to a kernel with a
/// source. With a compiler this holds for the first kHotCalls - 1 calls only,
/// then the kernel with a source is compiled.
bool NDUpdate::prefersTwoSteps(const Operand &target) {
  if (copying.kernel.isSet() || (hasCompiler() && ++numCopies >= kHotCalls))
    return false;
  if (!isBuiltinAlone)
    isBuiltinAlone = NDKernel(target, indices, updates, options, /*threads=*/1,
                              /*hasSource=*/false)
                         .isBuiltin();
  return *isBuiltinAlone;
}

/// Only checks the indices: runs an update of the same slots with empty slices.
Error NDUpdate::checkTuples() {
  SmallVector<int64_t, 4> dataShape(ArrayRef(data.shape).take_front(depth));
  SmallVector<int64_t, 4> updatesShape(ArrayRef(indices.shape).drop_back());
  dataShape.push_back(0);
  updatesShape.push_back(0);
  Operand slots = Operand::makeEmpty(dataShape);
  Operand nothing = Operand::makeEmpty(updatesShape);
  NDUpdateOptions checkOptions;
  checkOptions.negativeIndices = options.negativeIndices;
  return NDKernel(slots, indices, nothing, checkOptions,
                  getThreadsFor(indices.countBytes()), /*hasSource=*/false)
      .run(slots, indices, nothing, /*source=*/nullptr);
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// Whether the ops support `reduction` for elements of `type`.
static bool isSupported(Reduction reduction, ElementType type) {
  switch (type.kind) {
  case ElementKind::Opaque:
    return false;
  case ElementKind::Pointer:
    return reduction == Reduction::none;
  case ElementKind::Complex:
    return reduction != Reduction::min && reduction != Reduction::max;
  default:
    return true;
  }
}

Error NDUpdate::checkTypes() const {
  ElementType indexType = indices.type;
  if (Error error = checkType("updates", updates, data))
    return error;
  bool isInteger = indexType.kind == ElementKind::Signless ||
                   indexType.kind == ElementKind::Unsigned ||
                   indexType.kind == ElementKind::Index;
  if (!isInteger || (indexType.bitWidth != 32 && indexType.bitWidth != 64))
    return makeTypeError(
        "'indices': expected integers of 32 or 64 bits, found " +
        indexType.str());
  if (!isSupported(options.reduction, data.type))
    return makeTypeError("'reduction': expected one that elements of type " +
                         data.type.str() + " have, found " +
                         stringifyReduction(options.reduction));
  return Error::success();
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
    wanted = std::exchange(options.outOfBounds, OutOfBounds::error);
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

/// Whether options other than the number of threads are the same.
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
                     const NDUpdateOptions & /*newOptions*/) {
  if (Error error = data.move("data", newData.data))
    return error;
  if (Error error = indices.move("indices", newIndices.data))
    return error;
  return updates.move("updates", newUpdates.data);
}

Error scatter::scatterNDUpdate(const ArrayView &data, const ArrayView &indices,
                               const ArrayView &updates,
                               const Destination &destination,
                               const NDUpdateOptions &options) {
  return runUpdate<NDUpdate>(destination, data, indices, updates, options);
}
