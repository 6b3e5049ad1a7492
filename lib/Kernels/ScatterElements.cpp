//===- ScatterElements.cpp - scatter_elements on arrays -------------------===//

#include "CopyElements.h"
#include "ElementChunks.h"
#include "RunUpdate.h"
#include "scatter/ExecutionEngine/Errors.h"
#include "scatter/Plan/KernelThresholds.h"

#include "llvm/ADT/STLExtras.h"
#include <cstring>
#include <optional>

using namespace llvm;
using namespace scatter;
using namespace scatter::kernels;

namespace {

class ElementsUpdate final : public Update {
public:
  /// Sets the arguments. Fails with ArgumentError if they are invalid.
  Error set(const ArrayView &newData, const ArrayView &newIndices,
            const ArrayView &newUpdates, const ElementsOptions &newOptions);

  /// Whether arguments differ from those of this update in addresses only.
  bool isFor(const ArrayView &newData, const ArrayView &newIndices,
             const ArrayView &newUpdates,
             const ElementsOptions &newOptions) const;

  /// Sets the addresses of such arguments.
  Error move(const ArrayView &newData, const ArrayView &newIndices,
             const ArrayView &newUpdates, const ElementsOptions &newOptions);

protected:
  Error updateInPlace(const Operand &target) override;
  Error updateCopy(const Operand &target, bool keepsTarget) override;
  void forgetKernels() override {
    kernel = {};
    chunks.reset();
    checks = {};
  }

private:
  Error checkArguments();
  Operand getFullIndices() const;
  bool hasLongRuns() const;
  size_t countWork() const;
  void makeKernel(const Operand &target);
  ElementChunks &getChunks(const Operand &target);
  bool isChecked() const { return options.outOfBounds == OutOfBounds::error; }
  Error checkAll();
  Error update(const Operand &target, bool keepsTarget);
  Error updateSlices(const Operand &target, const ArrayView *from);
  Error updateByTuples(const Operand &target);
  Error updateTuples(const ArrayView &source, const ArrayView &tuples,
                     const ArrayView &tupleUpdates, const ArrayView &target);
  Error reportInvalid(Error error);
  Error finish(Expected<bool> isValid);

  int64_t axis = 0;
  ElementsOptions options;

  /// The kernel for targets with `strides`.
  ElementsKernel kernel;
  /// The chunks of a copy of data to such a target, once one has been asked
  /// for.
  std::optional<ElementChunks> chunks;
  SmallVector<int64_t, 4> strides;
  /// Those of all indices of the caller.
  TupleChecks checks;
  /// Whether scatter_nd_update writes the slices: the index is the same along
  /// all other axes, and the axis is the outermost loop.
  bool areSlices = false;
  /// Whether updates have the sizes of data on all other axes.
  bool areWhole = true;
};

} // namespace

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// The indices with the shape of updates.
Operand ElementsUpdate::getFullIndices() const {
  if (indices.getRank() == data.getRank())
    return indices;
  Operand full = indices;
  full.shape = updates.shape;
  full.strides.assign(full.shape.size(), 0);
  full.strides[axis] = indices.strides[0];
  full.numElements = updates.numElements;
  return full;
}

/// The bytes of work of an update without a copy.
size_t ElementsUpdate::countWork() const {
  return std::max({indices.countBytes(), updates.countBytes(),
                   size_t(updates.numElements) * size_t(kChunkedTupleBytes)});
}

void ElementsUpdate::makeKernel(const Operand &target) {
  if (kernel.isSet() && areEqual(strides, target.strides))
    return;
  strides = target.strides;
  SmallVector<ElementLoop, 4> loops =
      getElementLoops(target, getFullIndices(), updates, axis);
  unsigned number = getThreadsFor(countWork());
  // Its kernels write rows of updates. One thread updates single elements
  // faster by loops, and one value is written to rows faster by this kernel.
  areSlices = loops.front().isAxis && (loops.size() > 1 || number > 1) &&
              all_of(drop_begin(loops), [](const ElementLoop &loop) {
                return loop.indicesStride == 0 && loop.updatesStride != 0;
              });
  kernel = ElementsKernel(loops, target, indices, target.shape[axis], options,
                          number);
  chunks.reset();
}

/// Returns the chunks of a copy of data, which are not set if it is not made in
/// chunks. The kernel for `target` has been made.
ElementChunks &ElementsUpdate::getChunks(const Operand &target) {
  if (chunks)
    return *chunks;
  chunks.emplace();
  if (areWhole && target.isContiguous && data.isContiguous &&
      hasElementsKernel(options.reduction, data.type) && kernel.isAvailable())
    chunks.emplace(getElementLoops(target, getFullIndices(), updates, axis),
                   target, indices, target.shape[axis], options,
                   getThreadsFor(std::max(countWork(), data.countBytes())));
  return *chunks;
}

/// Whether samples of the indices of rank 1 are in long runs of equal ones,
/// which kernels of scatter_nd_update combine in registers.
bool ElementsUpdate::hasLongRuns() const {
  if (data.getRank() != 1 || options.reduction == Reduction::none ||
      updates.numElements < kMinRunTuples)
    return false;
  auto isEqual = [&](int64_t first, int64_t second) {
    int64_t size = indices.itemSize, stride = size * indices.strides[0];
    return std::memcmp(indices.data + first * stride,
                       indices.data + second * stride, size_t(size)) == 0;
  };
  int64_t distance = (updates.numElements - kLongRun) / kRunSamples, found = 0;
  for (int64_t first = 0; first < kRunSamples * distance; first += distance)
    found += isEqual(first, first + kLongRun / 4 - 1) &&
             isEqual(first, first + kLongRun / 2 - 1) &&
             isEqual(first, first + kLongRun - 1);
  return 2 * found >= kRunSamples;
}

/// Fails with the report of the first index out of bounds of the arguments.
Error ElementsUpdate::checkAll() {
  if (!checks.isSet()) {
    Operand tuples = indices;
    tuples.shape.push_back(1);
    tuples.strides.push_back(1);
    checks = TupleChecks(data.shape[axis], std::move(tuples),
                         options.negativeIndices,
                         getThreadsFor(indices.countBytes()));
  }
  return checks.run(indices.data);
}

/// Returns `error`, with the position of the index among those of the caller if
/// an index is out of bounds.
Error ElementsUpdate::reportInvalid(Error error) {
  return handleErrors(std::move(error),
                      [&](std::unique_ptr<RuntimeError> report) -> Error {
                        if (Error found = checkAll())
                          return found;
                        return Error(std::move(report));
                      });
}

/// Runs scatter_nd_update with the options of this update.
Error ElementsUpdate::updateTuples(const ArrayView &source,
                                   const ArrayView &tuples,
                                   const ArrayView &tupleUpdates,
                                   const ArrayView &target) {
  NDUpdateOptions update;
  update.reduction = options.reduction;
  update.outOfBounds = options.outOfBounds;
  update.negativeIndices = options.negativeIndices;
  update.threads = threads;
  update.compilesAhead = options.compilesAhead;
  return reportInvalid(scatterNDUpdate(source, tuples, tupleUpdates,
                                       Destination(target), update));
}

/// Updates slices of `target` by scatter_nd_update. If `from` is not null, they
/// become those of a copy of it.
Error ElementsUpdate::updateSlices(const Operand &target,
                                   const ArrayView *from) {
  auto move = [&](ArrayRef<int64_t> list) {
    SmallVector<int64_t, 4> moved(list);
    moved.erase(moved.begin() + axis);
    moved.insert(moved.begin(), list[axis]);
    return moved;
  };
  SmallVector<int64_t, 4> updatesShape = move(updates.shape);
  SmallVector<int64_t, 4> updatesStrides = move(updates.strides);
  SmallVector<int64_t, 4> shape = updatesShape;
  shape[0] = target.shape[axis];
  SmallVector<int64_t, 4> targetStrides = move(target.strides);
  SmallVector<int64_t, 4> fromStrides;
  int64_t tuplesShape[] = {updatesShape[0], 1};
  int64_t tuplesStrides[] = {getFullIndices().strides[axis], 1};
  ArrayView out(target.data, target.type, shape, targetStrides), source = out;
  if (from) {
    fromStrides = move(from->strides);
    source = ArrayView(from->data, from->type, shape, fromStrides);
  }
  return updateTuples(
      source, ArrayView(indices.data, indices.type, tuplesShape, tuplesStrides),
      ArrayView(updates.data, updates.type, updatesShape, updatesStrides), out);
}

/// Updates elements by a table of tuples, for elements whose combination has no
/// kernel, and without a compiler.
Error ElementsUpdate::updateByTuples(const Operand &target) {
  Operand full = getFullIndices();
  int64_t rank = target.getRank();
  bool isNarrow = indices.itemSize == 4;
  for (int64_t extent : target.shape)
    isNarrow &= extent <= INT32_MAX;
  int64_t width = isNarrow ? 4 : 8;
  size_t bytes = size_t(updates.numElements * rank * width);
  Expected<ScratchMemory> memory = ScratchMemory::allocate(bytes);
  if (!memory)
    return memory.takeError();
  writeElementTuples(full, axis, width, static_cast<char *>(memory->get()));
  SmallVector<int64_t, 4> tuplesShape(updates.shape);
  tuplesShape.push_back(rank);
  ArrayView view(target.data, target.type, target.shape, target.strides);
  ElementType type{indices.type.kind, uint16_t(8 * width)};
  return updateTuples(
      view, ArrayView(memory->get(), type, tuplesShape),
      ArrayView(updates.data, updates.type, updates.shape, updates.strides),
      view);
}

/// Returns the error of an update that says whether all indices were valid.
Error ElementsUpdate::finish(Expected<bool> isValid) {
  if (!isValid)
    return isValid.takeError();
  // The check finds none if another thread has changed the indices meanwhile.
  return *isValid ? Error::success() : checkAll();
}

/// Updates `target`. Unless `keepsTarget`, elements of it may have been written
/// if it fails.
Error ElementsUpdate::update(const Operand &target, bool keepsTarget) {
  if (updates.numElements == 0)
    return isChecked() && indices.numElements != 0 ? checkAll()
                                                   : Error::success();
  makeKernel(target);
  if (areSlices || hasLongRuns())
    return updateSlices(target, /*from=*/nullptr);
  if (!hasElementsKernel(options.reduction, data.type) || !kernel.isAvailable())
    return updateByTuples(target);
  if (options.compilesAhead)
    if (Error error = kernel.compile())
      return error;
  if (isChecked() && (keepsTarget || !kernel.checksWhileWriting()))
    if (Error error = kernel.check(indices.data))
      return reportInvalid(std::move(error));
  return finish(kernel.update(target.data, indices.data, updates.data));
}

Error ElementsUpdate::updateInPlace(const Operand &target) {
  return update(target, /*keepsTarget=*/true);
}

Error ElementsUpdate::updateCopy(const Operand &target, bool keepsTarget) {
  if (updates.numElements != 0)
    makeKernel(target);
  if (keepsTarget && kernel.isSet() && areSlices && areWhole) {
    ArrayView from(data.data, data.type, data.shape, data.strides);
    return updateSlices(target, &from);
  }
  if (!keepsTarget && updates.numElements != 0)
    if (ElementChunks &parts = getChunks(target); parts.isSet()) {
      if (options.compilesAhead)
        if (Error error = parts.compile())
          return error;
      return finish(parts.copyAndUpdate(data.data, target.data, indices.data,
                                        updates.data));
    }
  if (keepsTarget && isChecked() && indices.numElements != 0)
    if (Error error = checkAll())
      return error;
  if (Error error =
          copyElements(data, target, getThreadsFor(data.countBytes())))
    return error;
  return update(target, /*keepsTarget=*/false);
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

Error ElementsUpdate::checkArguments() {
  if (Error error = checkType("updates", updates, data))
    return error;
  if (Error error = checkIndexType(indices))
    return error;
  if (Error error = checkReduction(options.reduction, data.type))
    return error;
  int64_t rank = data.getRank();
  if (rank == 0)
    return makeShapeError("'data': expected a rank of at least 1, found 0");
  if (options.axis < -rank || options.axis >= rank)
    return makeShapeError("'axis': expected " + Twine(-rank) + " to " +
                          Twine(rank - 1) + ", found " + Twine(options.axis));
  axis = options.axis < 0 ? options.axis + rank : options.axis;
  if (indices.getRank() == 1 && rank > 1) {
    SmallVector<int64_t, 4> expected(data.shape);
    expected[axis] = indices.shape[0];
    return checkShape("updates", updates.shape, expected);
  }
  if (indices.getRank() != rank)
    return makeShapeError("'indices': expected a rank of " +
                          Twine(rank > 1 ? "1 or " : "") + Twine(rank) +
                          ", found " + Twine(indices.getRank()));
  for (int64_t dim = 0; dim < rank; ++dim) {
    areWhole &= dim == axis || indices.shape[dim] == data.shape[dim];
    if (dim != axis && indices.shape[dim] > data.shape[dim])
      return makeShapeError(
          "'indices' dimension " + Twine(dim) +
          ": expected a size of at most " + Twine(data.shape[dim]) +
          ", that of 'data', found " + Twine(indices.shape[dim]));
  }
  return checkShape("updates", updates.shape, indices.shape);
}

Error ElementsUpdate::set(const ArrayView &newData, const ArrayView &newIndices,
                          const ArrayView &newUpdates,
                          const ElementsOptions &newOptions) {
  options = newOptions;
  if (Error error = setThreads(options.threads))
    return error;
  if (Error error = data.set("data", newData))
    return error;
  if (Error error = indices.set("indices", newIndices))
    return error;
  if (Error error = updates.set("updates", newUpdates))
    return error;
  return checkArguments();
}

bool ElementsUpdate::isFor(const ArrayView &newData,
                           const ArrayView &newIndices,
                           const ArrayView &newUpdates,
                           const ElementsOptions &newOptions) const {
  return updates.hasLayout(newUpdates) && data.hasLayout(newData) &&
         indices.hasLayout(newIndices) && options.axis == newOptions.axis &&
         options.reduction == newOptions.reduction &&
         options.outOfBounds == newOptions.outOfBounds &&
         options.negativeIndices == newOptions.negativeIndices &&
         hasThreads(newOptions.threads);
}

Error ElementsUpdate::move(const ArrayView &newData,
                           const ArrayView &newIndices,
                           const ArrayView &newUpdates,
                           const ElementsOptions &newOptions) {
  options.compilesAhead = newOptions.compilesAhead;
  if (Error error = data.move("data", newData.data))
    return error;
  if (Error error = indices.move("indices", newIndices.data))
    return error;
  return updates.move("updates", newUpdates.data);
}

Error scatter::scatterElements(const ArrayView &data, const ArrayView &indices,
                               const ArrayView &updates,
                               const Destination &destination,
                               const ElementsOptions &options) {
  return runUpdate<ElementsUpdate>(destination, data, indices, updates,
                                   options);
}
