//===- Scatter.cpp - scatters by tuples or along an axis ------------------===//

#include "Scatter.h"

#include "SizeChecks.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Import/Utils/SizedShapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace scatter;

LogicalResult scatter::replaceByScatterND(NodeConversionBase &c,
                                          Reduction reduction,
                                          NegativeIndices negative,
                                          OutOfBounds outOfBounds) {
  if (failed(c.checkIndexElement(1)) || failed(c.checkElement(2, c.element(0))))
    return failure();
  ArrayRef<int64_t> data = c.shape(0), indices = c.shape(1);
  if (data.empty() || indices.empty())
    return c.error("expected data and indices of rank 1 or more, found " +
                   str(c.type(0)) + " and " + str(c.type(1)));
  // The number of indices of a tuple follows from the ranks. The op compares it
  // with a size that is known at run time.
  int64_t depth = indices.back();
  if (ShapedType::isDynamic(depth))
    depth = int64_t(data.size() + indices.size()) - 1 - c.rank(2);
  if (depth < 0 || depth > int64_t(data.size()))
    return c.error(c.describeInput(1) + ": expected tuples of at most " +
                   Twine(data.size()) + " indices, found " + str(c.type(1)));
  SmallVector<int64_t> expected(indices.drop_back());
  llvm::append_range(expected, data.drop_front(depth));
  Value updates = c.operand(2);
  bool fits = c.rank(2) == int64_t(expected.size());
  for (auto [found, size] : llvm::zip(c.shape(2), expected))
    fits = fits && (found == size || ShapedType::isDynamic(found) ||
                    ShapedType::isDynamic(size));
  if (!fits && expected.empty() &&
      succeeded(requireSizes(c, 2, Sizes(c.rank(2), c.b.getIndexAttr(1))))) {
    // A tensor of a higher rank with one element is accepted as a scalar.
    updates = reshapeTo(c.b, updates, {});
    fits = true;
  }
  if (!fits)
    return c.error(c.describeInput(2) + ": expected shape " + str(expected) +
                   ", found " + str(c.type(2)));
  auto op = ScatterNDUpdateOp::create(c.b, c.operand(1), updates, c.operand(0),
                                      reduction, outOfBounds, negative);
  return c.replace(op.getResult());
}

//===----------------------------------------------------------------------===//
// Scatters along an axis
//===----------------------------------------------------------------------===//

/// Returns how many trailing dimensions of `indices` repeat the same index and
/// are as long as those of the data. A tuple then names a slice of these
/// dimensions.
static int64_t countSliceDims(NodeConversionBase &c, int64_t axis,
                              Value &indices) {
  Value repeated = c.imported(1).repeated;
  DenseElementsAttr constant = c.imported(1).constant;
  Sizes data = c.sizes(0), shape = c.sizes(1);
  int64_t rank = data.size(), count = 0;
  auto coversLast = [&] {
    int64_t dim = rank - count - 1;
    return dim > axis && isSameSize(shape[dim], data[dim]);
  };
  if (constant && constant.isSplat() && !shape.empty()) {
    while (coversLast())
      ++count;
    return count;
  }
  if (!repeated)
    return 0;
  ArrayRef<int64_t> source =
      cast<RankedTensorType>(repeated.getType()).getShape();
  while (coversLast() && source[rank - count - 1] == 1)
    ++count;
  if (count)
    indices = repeated;
  return count;
}

Value scatter::makeTuples(NodeConversionBase &c, Value indices,
                          ArrayRef<OpFoldResult> shape, int64_t axis) {
  int64_t depth = shape.size();
  Sizes sizes = llvm::to_vector(shape);
  sizes.push_back(c.b.getIndexAttr(depth));
  // If a size is 1 only at run time, the static map below cannot be built.
  bool isMapped =
      depth > 1 && llvm::all_of(llvm::zip_equal(getSizes(c.b, indices), shape),
                                [](auto pair) {
                                  auto [size, target] = pair;
                                  return isKnown(size, 1) ||
                                         isSameSize(size, target);
                                });
  if (!isMapped)
    indices = broadcastTo(c.b, indices, shape);
  if (depth == 1)
    return reshapeTo(c.b, indices, sizes);
  auto from = cast<RankedTensorType>(indices.getType());
  Type element = from.getElementType();
  SmallVector<AffineExpr> exprs;
  for (auto [i, size] : llvm::enumerate(from.getShape()))
    exprs.push_back(size == 1 ? c.b.getAffineConstantExpr(0)
                              : c.b.getAffineDimExpr(i));
  return mapElements(
      c.b, makeTensorType(sizes, element), indices,
      AffineMap::get(depth + 1, 0, exprs, c.b.getContext()),
      [&](ImplicitLocOpBuilder &b, ValueRange args) {
        Value component = getLoopIndex(b, depth);
        Value result = args.front();
        for (int64_t i = 0; i < depth; ++i) {
          if (i == axis)
            continue;
          Value isComponent = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                                    component, getIndex(b, i));
          Value place =
              arith::IndexCastOp::create(b, element, getLoopIndex(b, i));
          result = arith::SelectOp::create(b, isComponent, place, result);
        }
        return result;
      },
      sizes);
}

FailureOr<ElementsUpdate> scatter::makeElementsUpdate(NodeConversionBase &c,
                                                      int64_t axis) {
  if (failed(c.checkIndexElement(1)) || failed(c.checkElement(2, c.element(0))))
    return failure();
  int64_t rank = c.rank(0);
  Sizes shape = c.sizes(1);
  if (c.rank(1) != rank || c.rank(2) != rank ||
      failed(requireSizes(c, 2, shape)))
    return c.error("expected indices and updates of one shape of rank " +
                   Twine(rank) + ", found " + str(c.type(1)) + " and " +
                   str(c.type(2)));
  for (int64_t i = 0; i < rank; ++i) {
    OpFoldResult size = c.size(0, i);
    if (i == axis)
      continue;
    if (getKnown(size) && getKnown(shape[i]) &&
        *getKnown(shape[i]) > *getKnown(size))
      return c.error(c.describeInput(1) + ": expected at most the sizes of " +
                     str(c.type(0)) + " beside the axis, found " +
                     str(c.type(1)));
    requireAtMost(c, 1, i, shape[i], size);
  }
  Value indices = c.operand(1);
  int64_t slices = countSliceDims(c, axis, indices);
  int64_t depth = rank - slices;
  if (slices) {
    // One index per slice, without the dimensions of the slice.
    Sizes sizes = getSizes(c.b, indices), zeros(rank, c.b.getIndexAttr(0));
    SmallVector<int64_t> ones(rank, 1);
    for (int64_t i = depth; i < rank; ++i)
      sizes[i] = c.b.getIndexAttr(1);
    indices = sliceTo(c.b, indices, zeros, sizes, ones);
    indices = reshapeTo(c.b, indices, ArrayRef(sizes).take_front(depth));
  }
  Value tuples =
      makeTuples(c, indices, ArrayRef(shape).take_front(depth), axis);
  return ElementsUpdate{tuples, c.operand(2)};
}

LogicalResult scatter::replaceByScatterElements(NodeConversionBase &c,
                                                int64_t axis,
                                                Reduction reduction) {
  FailureOr<ElementsUpdate> update = makeElementsUpdate(c, axis);
  if (failed(update))
    return failure();
  if (c.isStatic(2) && c.type(2).getNumElements() == 0)
    return c.replace(c.imported(0));
  auto op = ScatterNDUpdateOp::create(c.b, update->tuples, update->updates,
                                      c.operand(0), reduction);
  return c.replace(op.getResult());
}
