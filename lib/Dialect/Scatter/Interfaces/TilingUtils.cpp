//===- TilingUtils.cpp - tiles of iteration spaces and operands -----------===//

#include "TilingUtils.h"

#include "scatter/Dialect/Scatter/Utils/IndexBuilder.h"
#include "scatter/Dialect/Scatter/Utils/SizeConditions.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace scatter;

/// Returns the loop that `value` is a result or an argument of if that loop is
/// being made or replaced. Such a loop has no terminator, which the bounds of
/// these values would read.
static LoopLikeOpInterface getUnfinishedLoop(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto loop = dyn_cast_or_null<LoopLikeOpInterface>(
      argument ? argument.getOwner()->getParentOp() : value.getDefiningOp());
  if (!loop || llvm::all_of(loop->getRegions(), [](Region &region) {
        return !region.empty() && region.front().mightHaveTerminator();
      }))
    return nullptr;
  return loop;
}

namespace {
/// The relations of sizes while tiles are made.
struct SizeConstraints : ValueBoundsConstraintSet {
  explicit SizeConstraints(MLIRContext *context)
      : ValueBoundsConstraintSet(context, replacesBounds) {}

  /// Whether the bounds of `value` are those that this function adds: loops
  /// over tiles insert slices into the values that they carry, and so keep the
  /// sizes.
  static bool replacesBounds(Value value, std::optional<int64_t> dim,
                             ValueBoundsConstraintSet &set) {
    LoopLikeOpInterface loop = getUnfinishedLoop(value);
    if (!loop)
      return false;
    auto argument = dyn_cast<BlockArgument>(value);
    OpOperand *init = argument ? loop.getTiedLoopInit(argument)
                               : loop.getTiedLoopInit(cast<OpResult>(value));
    if (init && dim)
      set.bound(value)[*dim] == set.getExpr(init->get(), dim);
    return true;
  }
};
} // namespace

bool scatter::mayHaveElements(ArrayRef<OpFoldResult> sizes) {
  return llvm::none_of(
      sizes, [](OpFoldResult size) { return isConstantIntValue(size, 0); });
}

bool scatter::isWholeDim(OpFoldResult size, Value value, int64_t dim) {
  auto type = cast<ShapedType>(value.getType());
  if (!type.isDynamicDim(dim))
    return getConstantIntValue(size) == type.getDimSize(dim);
  auto sizeValue = dyn_cast<Value>(size);
  if (!sizeValue)
    return false;
  Operation *query = sizeValue.getDefiningOp();
  if (isa_and_nonnull<tensor::DimOp, memref::DimOp>(query) &&
      query->getOperand(0) == value &&
      getConstantIntValue(query->getOperand(1)) == dim)
    return true;
  // The size of a slice is folded to an operand of the slice.
  return SizeConstraints(value.getContext())
      .populateAndCompare(ValueBoundsConstraintSet::Variable(sizeValue),
                          ValueBoundsConstraintSet::EQ,
                          ValueBoundsConstraintSet::Variable(value, dim));
}

bool Tile::isWholeIn(Value value, int64_t dim) const {
  return isConstantIntValue(offsets[dim], 0) &&
         isWholeDim(sizes[dim], value, dim);
}

bool Tile::isEqual(const Tile &other) const {
  return llvm::equal(offsets, other.offsets, isEqualConstantIntOrValue) &&
         llvm::equal(sizes, other.sizes, isEqualConstantIntOrValue);
}

bool scatter::isDividedByForall(OpBuilder &b, const Tile &tile, int64_t dim,
                                Value value, int64_t valueDim) {
  auto forall =
      dyn_cast_or_null<scf::ForallOp>(b.getInsertionBlock()->getParentOp());
  if (!forall)
    return false;
  if (!isConstantIntValue(tile.offsets[dim], 0))
    return true;
  // The tiles of all iterations are the whole iteration space together, so that
  // a range that all have is the whole dimension.
  auto size = dyn_cast<Value>(tile.sizes[dim]);
  return !(size && forall.isDefinedOutsideOfLoop(size)) &&
         !isWholeDim(tile.sizes[dim], value, valueDim);
}

SmallVector<OpFoldResult> scatter::getSizesOf(OpBuilder &b, Location loc,
                                              Value value) {
  return isa<TensorType>(value.getType())
             ? tensor::getMixedSizes(b, loc, value)
             : memref::getMixedSizes(b, loc, value);
}

Tile scatter::getWhole(OpBuilder &b, Location loc, Value value) {
  SmallVector<OpFoldResult> sizes = getSizesOf(b, loc, value);
  SmallVector<OpFoldResult> offsets(sizes.size(), b.getIndexAttr(0));
  return Tile(offsets, sizes);
}

SmallVector<Range> scatter::getDomain(OpBuilder &b,
                                      ArrayRef<OpFoldResult> sizes) {
  return llvm::map_to_vector(sizes, [&](OpFoldResult size) {
    return Range{b.getIndexAttr(0), size, b.getIndexAttr(1)};
  });
}

FailureOr<Tile> scatter::getTileOfOperands(
    ArrayRef<unsigned> numbers, ArrayRef<SmallVector<OpFoldResult>> allOffsets,
    ArrayRef<SmallVector<OpFoldResult>> allSizes,
    function_ref<FailureOr<Tile>(unsigned, const Tile &)> getTileOf) {
  std::optional<Tile> domain;
  for (auto [number, offsets, sizes] :
       llvm::zip_equal(numbers, allOffsets, allSizes)) {
    FailureOr<Tile> tile = getTileOf(number, Tile(offsets, sizes));
    if (failed(tile) || (domain && !domain->isEqual(*tile)))
      return failure();
    domain = *tile;
  }
  if (!domain)
    return failure();
  return *domain;
}

/// Emits the position that the index at `place` of `indices` names in a
/// dimension of size `size`. Clears `isWritten` if it names none.
static Value emitPosition(IndexBuilder &b, Value indices, ArrayRef<Value> place,
                          Value size, OutOfBounds policy,
                          NegativeIndices negativeIndices, Value &isWritten) {
  Value index;
  if (isa<TensorType>(indices.getType()))
    index = tensor::ExtractOp::create(b, indices, place);
  else
    index = memref::LoadOp::create(b, indices, place);
  index = b.createOrFold<arith::IndexCastOp>(b.getIndexType(), index);
  if (negativeIndices == NegativeIndices::wrap)
    index = b.select(b.slt(index, 0), b.add(index, size), index);
  if (policy == OutOfBounds::clamp) {
    isWritten = b.bitAnd(isWritten, b.ne(size, 0));
    return b.maxs(b.mins(index, b.sub(size, 1)), 0);
  }
  if (policy == OutOfBounds::drop || policy == OutOfBounds::error)
    isWritten = b.bitAnd(isWritten, b.ult(index, size));
  return index;
}

SmallVector<Value>
scatter::emitPositions(IndexBuilder &b, Value indices, ValueRange tuple,
                       ArrayRef<Value> sizes, OutOfBounds policy,
                       NegativeIndices negativeIndices, Value &isWritten) {
  SmallVector<Value> positions;
  for (auto [component, size] : llvm::enumerate(sizes)) {
    SmallVector<Value> place(tuple);
    place.push_back(b.index(component));
    positions.push_back(emitPosition(b, indices, place, size, policy,
                                     negativeIndices, isWritten));
  }
  return positions;
}

SmallVector<Value> scatter::emitComponents(IndexBuilder &b, GenericOp op,
                                           ValueRange tuple, Value &isWritten) {
  SmallVector<Value> components;
  for (auto [i, indices] : llvm::enumerate(op.getIndices())) {
    SmallVector<Value> sizes;
    for (auto [operand, dim] : getIndexedDims(op, i))
      sizes.push_back(getSize(b, operand, dim));
    llvm::append_range(components,
                       emitPositions(b, indices, tuple, sizes, op.getPolicy(i),
                                     op.getNegativePolicy(i), isWritten));
  }
  return components;
}

Operation *scatter::createSlice(OpBuilder &b, Location loc, Value value,
                                ArrayRef<OpFoldResult> offsets,
                                ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> steps(offsets.size(), b.getIndexAttr(1));
  if (isa<TensorType>(value.getType()))
    return tensor::ExtractSliceOp::create(b, loc, value, offsets, sizes, steps);
  return memref::SubViewOp::create(b, loc, value, offsets, sizes, steps);
}

Operation *scatter::createPartSlice(OpBuilder &b, Location loc, Value value,
                                    const Tile &part, size_t numDropped) {
  SmallVector<int64_t> shape =
      decomposeMixedValues(
          llvm::to_vector(ArrayRef(part.sizes).drop_front(numDropped)))
          .first;
  SmallVector<OpFoldResult> steps(part.offsets.size(), b.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(
      b, loc, cast<RankedTensorType>(value.getType()).clone(shape), value,
      part.offsets, part.sizes, steps);
}
