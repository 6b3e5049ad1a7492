//===- PrefixSum.cpp - sums of the elements up to each position -----------===//

#include "PrefixSum.h"

#include "Reduction.h"
#include "scatter/Import/Utils/SizedShapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace scatter;

/// Returns the sums of a short static dimension: sums over all elements, in
/// which those that do not belong to the position count as 0. Such ops can be
/// evaluated at import.
static Value sumMasked(NodeConversionBase &c, Value input, int64_t axis,
                       PrefixSumKind kind) {
  auto type = cast<RankedTensorType>(input.getType());
  int64_t rank = type.getRank();
  Type element = type.getElementType();
  // An additional dimension, along which the sum is taken.
  Sizes sizes = getSizes(c.b, input);
  sizes.push_back(sizes[axis]);
  SmallVector<AffineExpr> exprs;
  for (int64_t i = 0; i < rank; ++i)
    exprs.push_back(c.b.getAffineDimExpr(i == axis ? rank : i));
  Value zero = makeZeros(c.b, RankedTensorType::get({}, element));
  Value terms = mapElements(
      c.b, makeTensorType(sizes, element), {input, zero},
      {AffineMap::get(rank + 1, 0, exprs, c.b.getContext()),
       AffineMap::get(rank + 1, 0, c.b.getContext())},
      [&](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
        using Predicate = arith::CmpIPredicate;
        Predicate predicate =
            kind.isReversed
                ? (kind.isExclusive ? Predicate::sgt : Predicate::sge)
                : (kind.isExclusive ? Predicate::slt : Predicate::sle);
        Value isTerm = arith::CmpIOp::create(
            b, predicate, getLoopIndex(b, rank), getLoopIndex(b, axis));
        return arith::SelectOp::create(b, isTerm, args[0], args[1]);
      },
      sizes);
  return reduceBy(c, terms, rank, getNumberAttr(element, 0), emitAdd);
}

/// Returns the sums of the middle dimension of `input`, of rank 3: each is the
/// sum before it and one more element. The innermost loop is contiguous.
static Value sumInOrder(ImplicitLocOpBuilder &b, Value input,
                        PrefixSumKind kind) {
  Type element = getElementTypeOrSelf(input.getType());
  Sizes sizes = getSizes(b, input);
  Value zero = getIndex(b, 0), one = getIndex(b, 1);
  SmallVector<Value> ends = llvm::map_to_vector(
      sizes, [&](OpFoldResult size) { return toValue(b, size); });
  Value last = arith::SubIOp::create(b, ends[1], one);
  Value result =
      fillTo(b, sizes, makeZeros(b, RankedTensorType::get({}, element)));
  auto toPlace = [&](ImplicitLocOpBuilder &inner, Value step) -> Value {
    return kind.isReversed ? Value(arith::SubIOp::create(inner, last, step))
                           : step;
  };
  // The sum before the first position is the 0 that is there already.
  Value first = kind.isExclusive ? one : zero;
  scf::LoopNest nest = scf::buildLoopNest(
      b, b.getLoc(), {zero, first, zero}, ends, {one, one, one}, result,
      [&](OpBuilder &builder, Location loc, ValueRange ivs,
          ValueRange state) -> scf::ValueVector {
        ImplicitLocOpBuilder inner(loc, builder);
        Value before = arith::MaxSIOp::create(
            inner, zero, arith::SubIOp::create(inner, ivs[1], one));
        Value place = toPlace(inner, ivs[1]);
        Value former = toPlace(inner, before);
        Value sum = tensor::ExtractOp::create(inner, state[0],
                                              {ivs[0], former, ivs[2]});
        Value term = tensor::ExtractOp::create(
            inner, input, {ivs[0], kind.isExclusive ? former : place, ivs[2]});
        SmallVector<Value> args = {toSignless(inner, sum),
                                   toSignless(inner, term)};
        Value next = fromSignless(
            inner, emitAdd(ScalarOp(inner, args, element, element)), element);
        return {tensor::InsertOp::create(inner, next, state[0],
                                         {ivs[0], place, ivs[2]})};
      });
  return nest.results.front();
}

LogicalResult scatter::replaceByPrefixSum(NodeConversionBase &c, int64_t axis,
                                          PrefixSumKind kind) {
  Value input = widen(c, c.operand(0));
  constexpr int64_t maxMaskedSize = 16;
  int64_t length = c.shape(0)[axis];
  if (!ShapedType::isDynamic(length) && length <= maxMaskedSize)
    return c.replace(
        convertElements(c, sumMasked(c, input, axis, kind), c.element(0)));
  Sizes sizes = c.sizes(0);
  auto multiply = [&](ArrayRef<OpFoldResult> factors) {
    OpFoldResult product = c.b.getIndexAttr(1);
    for (OpFoldResult factor : factors)
      product = multiplySizes(c.b, product, factor);
    return product;
  };
  Sizes blocks = {multiply(ArrayRef(sizes).take_front(axis)), sizes[axis],
                  multiply(ArrayRef(sizes).drop_front(axis + 1))};
  Value sums = sumInOrder(c.b, reshapeTo(c.b, input, blocks), kind);
  return c.replace(
      convertElements(c, reshapeTo(c.b, sums, sizes), c.element(0)));
}
