//===- GenericUpdate.h - a scatter.generic to be lowered --------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_GENERIC_GENERICUPDATE_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_GENERIC_GENERICUPDATE_H

#include "Addressing/IndexTuples.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/Utils/SizeConditions.h"

namespace scatter {

/// What the dimensions and the components of a tuple are in an iteration.
/// Dimensions of the slice have no position before the loops over the slice.
struct GenericPosition {
  SmallVector<Value> dims, components;
};

/// A scatter.generic on memrefs: its operands and its sizes.
struct GenericUpdate {
  /// The sizes of the operands, which `getSize` returns, must be checked.
  GenericUpdate(IndexBuilder &b, GenericOp op, GetSizeFn getSize);

  /// A handle, whose accessors are not const.
  mutable GenericOp op;
  Plan plan;
  /// The inputs and outs, in the order of the maps.
  SmallVector<Value> operands;
  /// The same memory with elements that memory holds: LLVM defines a load of
  /// i3 only where the upper bits of the byte are 0, and small floats are held
  /// as their bits.
  SmallVector<Value> storage;
  /// The index operands. The strides of the dimensions are those of its buffer.
  SmallVector<IndexTuples, 2> tuples;
  /// The sizes of the dimensions of the tuples and of the slice, and where the
  /// iteration begins in each. Static sizes are constants.
  SmallVector<Value> dimSizes, dimBegins;
  int64_t batchRank;
  /// The dimension of the slice that is innermost in memory, or -1 for a slice
  /// of one element. The loop over it is innermost. `lanes` is the number of
  /// elements of a vector along it, 1 if there are no vectors.
  int64_t rowDim;
  int64_t lanes;

  /// Applies the positions of `range` of dimension `dim`.
  GenericUpdate onRange(IndexBuilder &b, int64_t dim, const Chunk &range) const;

  int64_t getNumDims() const { return dimSizes.size(); }
  int64_t getNumInputs() const { return op.getInputs().size(); }
  /// The dimensions of the slice other than rowDim.
  SmallVector<int64_t> getOuterSliceDims() const;

  /// The bytes of the elements that a tuple names in all operands with a
  /// symbol in their maps.
  Value emitSliceBytes(IndexBuilder &b) const;
  /// The number of tuples times these bytes.
  Value emitTotalBytes(IndexBuilder &b) const;

  /// Emits the components of the tuple at `dims`. Returns an i1 that says
  /// whether the tuple is not dropped.
  Value emitComponents(IndexBuilder &b, GenericPosition &position) const;

  /// Returns the results of the map of `operand` at `position`. A dimension
  /// without a position is 0.
  SmallVector<Value> getPlace(IndexBuilder &b, int64_t operand,
                              const GenericPosition &position) const;

  /// Emits a loop over each of `dims`, the first one outermost, and calls
  /// `emit` with `position` and the positions of these dimensions.
  void emitNest(IndexBuilder &b, ArrayRef<int64_t> dims,
                GenericPosition position,
                function_ref<void(const GenericPosition &)> emit) const;

  /// Emits the elements of the slice of one tuple.
  void emitSlice(IndexBuilder &b, const GenericPosition &position) const;

  /// Whether the operands that tuples name have enough bytes for prefetches.
  Value emitIsFar(IndexBuilder &b) const;
  /// Emits a prefetch of the rows that the tuple at `position` names.
  void emitPrefetch(IndexBuilder &b, const GenericPosition &position) const;

private:
  /// Whether the map of `operand` has a component of the tuples.
  bool isIndexed(int64_t operand) const;
  /// Whether the map of `operand` has rowDim.
  bool hasRow(int64_t operand) const;
  /// Emits a load of one element of `operand`, or of `width` adjacent ones.
  Value emitLoad(IndexBuilder &b, int64_t operand, ArrayRef<Value> place,
                 int64_t width) const;
  void emitStore(IndexBuilder &b, Value value, int64_t operand,
                 ArrayRef<Value> place, int64_t width) const;
  /// `uniform` holds the elements of the inputs that are the same for a row.
  void emitElements(IndexBuilder &b, const GenericPosition &position,
                    ArrayRef<Value> uniform, int64_t width) const;
  void emitRow(IndexBuilder &b, const GenericPosition &position) const;
};

/// Emits all writes of `update`, divided among threads as its plan says.
void emitGenericWrites(IndexBuilder &b, const GenericUpdate &update);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_GENERIC_GENERICUPDATE_H
