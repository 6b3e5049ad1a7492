//===- Shapes.cpp - ops on tensors that move and combine elements ---------===//

#include "scatter/Conversion/ImportUtils/Shapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace scatter;

static RankedTensorType getType(Value tensor) {
  return cast<RankedTensorType>(tensor.getType());
}

static Value takeFirst(ImplicitLocOpBuilder &, ValueRange args) {
  return args.front();
}

//===----------------------------------------------------------------------===//
// Broadcasting
//===----------------------------------------------------------------------===//

std::optional<SmallVector<int64_t>>
scatter::broadcastShapes(ArrayRef<ArrayRef<int64_t>> shapes) {
  size_t rank = 0;
  for (ArrayRef<int64_t> shape : shapes)
    rank = std::max(rank, shape.size());
  SmallVector<int64_t> result(rank, 1);
  for (ArrayRef<int64_t> shape : shapes)
    for (auto [i, size] : llvm::enumerate(shape)) {
      int64_t &target = result[rank - shape.size() + i];
      if (target == 1)
        target = size;
      else if (size != 1 && size != target)
        return std::nullopt;
    }
  return result;
}

AffineMap scatter::getBroadcastMap(MLIRContext *context,
                                   ArrayRef<int64_t> shape,
                                   ArrayRef<int64_t> to) {
  SmallVector<AffineExpr> exprs;
  size_t offset = to.size() - shape.size();
  for (auto [i, size] : llvm::enumerate(shape))
    exprs.push_back(size == to[offset + i]
                        ? getAffineDimExpr(offset + i, context)
                        : getAffineConstantExpr(0, context));
  return AffineMap::get(to.size(), /*symbolCount=*/0, exprs, context);
}

Value scatter::broadcast(ImplicitLocOpBuilder &b, Value tensor,
                         ArrayRef<int64_t> shape) {
  RankedTensorType from = getType(tensor);
  auto to = RankedTensorType::get(shape, from.getElementType());
  if (from == to)
    return tensor;
  if (from.getNumElements() == 1)
    return makeFilled(b, to, reshape(b, tensor, {}));
  if (from.getNumElements() == to.getNumElements())
    return reshape(b, tensor, shape);
  return mapElements(b, to, tensor,
                     getBroadcastMap(b.getContext(), from.getShape(), shape),
                     takeFirst);
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

Value scatter::extractSlice(ImplicitLocOpBuilder &b, Value tensor,
                            ArrayRef<int64_t> offsets, ArrayRef<int64_t> sizes,
                            ArrayRef<int64_t> strides) {
  RankedTensorType from = getType(tensor);
  auto type = RankedTensorType::get(sizes, from.getElementType());
  bool isWhole = from == type;
  for (auto [i, size] : llvm::enumerate(sizes))
    isWhole &= offsets[i] == 0 && (strides[i] == 1 || size <= 1);
  if (isWhole)
    return tensor;
  if (llvm::is_contained(sizes, 0))
    return makeEmpty(b, type);
  // Along a dimension with a negative stride the elements are taken in reverse.
  SmallVector<int64_t> first(offsets), step(strides);
  SmallVector<AffineExpr> exprs;
  bool isReversed = false;
  for (auto [i, size] : llvm::enumerate(sizes)) {
    AffineExpr expr = b.getAffineDimExpr(i);
    if (size == 1) {
      step[i] = 1;
    } else if (step[i] < 0) {
      first[i] += (size - 1) * step[i];
      step[i] = -step[i];
      expr = size - 1 - expr;
      isReversed = true;
    }
    exprs.push_back(expr);
  }
  MLIRContext *context = b.getContext();
  Value slice = tensor;
  bool isCut = from != type || llvm::any_of(first, [](int64_t i) { return i; });
  if (isCut)
    slice = tensor::ExtractSliceOp::create(
        b, type, tensor, getAsIndexOpFoldResult(context, first),
        getAsIndexOpFoldResult(context, sizes),
        getAsIndexOpFoldResult(context, step));
  if (!isReversed)
    return slice;
  return mapElements(b, type, slice,
                     AffineMap::get(sizes.size(), 0, exprs, context),
                     takeFirst);
}

Value scatter::insertSlice(ImplicitLocOpBuilder &b, Value updates, Value data,
                           ArrayRef<int64_t> offsets,
                           ArrayRef<int64_t> strides) {
  MLIRContext *context = b.getContext();
  return tensor::InsertSliceOp::create(
      b, updates, data, getAsIndexOpFoldResult(context, offsets),
      getAsIndexOpFoldResult(context, getType(updates).getShape()),
      getAsIndexOpFoldResult(context, strides));
}

Value scatter::concatenate(ImplicitLocOpBuilder &b, ValueRange tensors,
                           int64_t axis) {
  if (tensors.size() == 1)
    return tensors.front();
  RankedTensorType first = getType(tensors.front());
  SmallVector<int64_t> shape(first.getShape());
  shape[axis] = 0;
  for (Value tensor : tensors)
    shape[axis] += getType(tensor).getDimSize(axis);
  auto to = RankedTensorType::get(shape, first.getElementType());
  // Columns side by side, as tuples of indices are put together, are one op
  // that others can be fused with.
  constexpr unsigned maxColumns = 8;
  bool areColumns =
      tensors.size() <= maxColumns && llvm::all_of(tensors, [&](Value tensor) {
        return getType(tensor).getDimSize(axis) == 1;
      });
  if (areColumns) {
    SmallVector<AffineExpr> exprs;
    for (int64_t i = 0; i < to.getRank(); ++i)
      exprs.push_back(i == axis ? b.getAffineConstantExpr(0)
                                : b.getAffineDimExpr(i));
    SmallVector<AffineMap> maps(
        tensors.size(), AffineMap::get(to.getRank(), 0, exprs, b.getContext()));
    return mapElements(
        b, to, tensors, maps, [&](ImplicitLocOpBuilder &b, ValueRange args) {
          Value result = args.back();
          for (unsigned i = args.size() - 1; i-- > 0;) {
            Value isColumn =
                arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                      getLoopIndex(b, axis), getIndex(b, i));
            result = arith::SelectOp::create(b, isColumn, args[i], result);
          }
          return result;
        });
  }
  Value result = makeEmpty(b, to);
  SmallVector<int64_t> offsets(to.getRank(), 0), strides(to.getRank(), 1);
  for (Value tensor : tensors) {
    result = insertSlice(b, tensor, result, offsets, strides);
    offsets[axis] += getType(tensor).getDimSize(axis);
  }
  return result;
}

Value scatter::pad(ImplicitLocOpBuilder &b, Value tensor, ArrayRef<int64_t> low,
                   ArrayRef<int64_t> shape, Value element) {
  RankedTensorType from = getType(tensor);
  auto to = RankedTensorType::get(shape, from.getElementType());
  SmallVector<int64_t> first, sizes, offsets, ones(shape.size(), 1);
  for (auto [i, size] : llvm::enumerate(from.getShape())) {
    first.push_back(std::max<int64_t>(-low[i], 0));
    offsets.push_back(std::max<int64_t>(low[i], 0));
    sizes.push_back(std::max<int64_t>(
        std::min(size - first.back(), shape[i] - offsets.back()), 0));
  }
  if (llvm::is_contained(sizes, 0))
    return makeFilled(b, to, element);
  Value kept = extractSlice(b, tensor, first, sizes, ones);
  if (kept.getType() == to)
    return kept;
  return insertSlice(b, kept, makeFilled(b, to, element), offsets, ones);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

SmallVector<Value> scatter::reduceElements(
    ImplicitLocOpBuilder &b, ValueRange inputs, ValueRange inits,
    ArrayRef<int64_t> dims,
    llvm::function_ref<LogicalResult(ImplicitLocOpBuilder &, ValueRange,
                                     ValueRange, SmallVectorImpl<Value> &)>
        body) {
  unsigned count = inputs.size();
  int64_t rank = getType(inputs.front()).getRank();
  SmallVector<Value> scalars;
  if (rank == 0) {
    SmallVector<Value> accumulators, results;
    for (Value init : inits)
      accumulators.push_back(extractElement(b, init));
    for (Value input : inputs)
      scalars.push_back(extractElement(b, input));
    if (failed(body(b, accumulators, scalars, results)))
      return {};
    for (auto [value, init] : llvm::zip_equal(results, inits))
      value = makeScalar(b, value, getType(init));
    return results;
  }
  SmallVector<AffineExpr> exprs;
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  for (int64_t i = 0; i < rank; ++i) {
    if (llvm::is_contained(dims, i))
      iterators[i] = utils::IteratorType::reduction;
    else
      exprs.push_back(b.getAffineDimExpr(i));
  }
  SmallVector<AffineMap> maps(count, b.getMultiDimIdentityMap(rank));
  maps.append(count, AffineMap::get(rank, 0, exprs, b.getContext()));
  bool isValid = true;
  auto generic = linalg::GenericOp::create(
      b, inits.getTypes(), inputs, inits, maps, iterators,
      [&](OpBuilder &nested, Location loc, ValueRange args) {
        ImplicitLocOpBuilder inner(loc, nested);
        SmallVector<Value> elements, accumulators, results;
        for (Value arg : args.take_front(count))
          elements.push_back(toSignless(inner, arg));
        for (Value arg : args.take_back(count))
          accumulators.push_back(toSignless(inner, arg));
        isValid = succeeded(body(inner, accumulators, elements, results));
        if (!isValid) {
          results.clear();
          llvm::append_range(results, args.take_back(count));
        }
        for (auto [value, init] : llvm::zip_equal(results, inits))
          value = fromSignless(inner, value, getType(init).getElementType());
        linalg::YieldOp::create(inner, results);
      });
  return isValid ? SmallVector<Value>(generic.getResults())
                 : SmallVector<Value>();
}
