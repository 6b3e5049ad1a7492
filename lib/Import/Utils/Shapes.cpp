//===- Shapes.cpp - ops on tensors that move and combine elements ---------===//

#include "scatter/Import/Utils/Shapes.h"

#include "scatter/Dialect/Scatter/IR/StaticSizes.h"
#include "scatter/Import/Utils/SizedShapes.h"
#include "scatter/Import/Utils/Sizes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace scatter;

static RankedTensorType getType(Value tensor) {
  return cast<RankedTensorType>(tensor.getType());
}

//===----------------------------------------------------------------------===//
// Broadcasting
//===----------------------------------------------------------------------===//

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
  // If a dimension has a negative stride, its elements are read in reverse.
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

Value scatter::concatenate(ImplicitLocOpBuilder &b, ValueRange operands,
                           int64_t axis) {
  SmallVector<Value> tensors =
      llvm::filter_to_vector(operands, [&](Value operand) {
        return getType(operand).getDimSize(axis) != 0;
      });
  if (tensors.empty())
    return operands.front();
  if (tensors.size() == 1)
    return tensors.front();
  Sizes sizes = getSizes(b, tensors.front());
  sizes[axis] = b.getIndexAttr(0);
  for (Value tensor : tensors)
    sizes[axis] = addSizes(b, sizes[axis], getSize(b, tensor, axis));
  RankedTensorType to =
      makeTensorType(sizes, getType(tensors.front()).getElementType());
  if (isStaticallyEmpty(to))
    return tensor::EmptyOp::create(b, sizes, to.getElementType());
  // A few columns, as when index tuples are assembled, are concatenated by a
  // single op, which can be fused with others.
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
        b, to, tensors, maps,
        [&](ImplicitLocOpBuilder &b, ValueRange args) {
          Value result = args.back();
          for (unsigned i = args.size() - 1; i-- > 0;) {
            Value isColumn =
                arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                      getLoopIndex(b, axis), getIndex(b, i));
            result = arith::SelectOp::create(b, isColumn, args[i], result);
          }
          return result;
        },
        sizes);
  }
  Value result = tensor::EmptyOp::create(b, sizes, to.getElementType());
  Sizes offsets(to.getRank(), b.getIndexAttr(0));
  Sizes strides(to.getRank(), b.getIndexAttr(1));
  for (Value tensor : tensors) {
    result = tensor::InsertSliceOp::create(b, tensor, result, offsets,
                                           getSizes(b, tensor), strides);
    offsets[axis] = addSizes(b, offsets[axis], getSize(b, tensor, axis));
  }
  return result;
}

Value scatter::pad(ImplicitLocOpBuilder &b, Value tensor, ArrayRef<int64_t> low,
                   ArrayRef<int64_t> shape, Value element,
                   ArrayRef<int64_t> interior) {
  RankedTensorType from = getType(tensor);
  auto to = RankedTensorType::get(shape, from.getElementType());
  // Only elements whose position is within the result are kept.
  SmallVector<int64_t> first, sizes, offsets, strides;
  for (auto [i, size] : llvm::enumerate(from.getShape())) {
    int64_t step = interior.empty() ? 1 : interior[i] + 1;
    int64_t begin = low[i] < 0 ? llvm::divideCeil(-low[i], step) : 0;
    int64_t end = low[i] < shape[i]
                      ? std::min(size, (shape[i] - 1 - low[i]) / step + 1)
                      : 0;
    first.push_back(begin);
    sizes.push_back(std::max<int64_t>(end - begin, 0));
    offsets.push_back(low[i] + begin * step);
    strides.push_back(sizes.back() > 1 ? step : 1);
  }
  if (llvm::is_contained(sizes, 0))
    return makeFilled(b, to, element);
  SmallVector<int64_t> ones(shape.size(), 1);
  Value kept = extractSlice(b, tensor, first, sizes, ones);
  if (kept.getType() == to)
    return kept;
  return insertSlice(b, kept, makeFilled(b, to, element), offsets, strides);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Emits a reduction by `body`. The loops read `inputs` and update `inits` by
/// `maps`. Without a loop that reduces, `inits` are inputs as well: fused with
/// an op that has more loops, the op would update them several times.
static SmallVector<Value> emitReduction(ImplicitLocOpBuilder &b,
                                        ValueRange inputs, ValueRange inits,
                                        ArrayRef<AffineMap> maps,
                                        ArrayRef<utils::IteratorType> iterators,
                                        ReductionBody body) {
  bool isValid = true;
  SmallVector<Value> operands(inputs), outs(inits);
  SmallVector<AffineMap> allMaps(maps);
  if (!llvm::is_contained(iterators, utils::IteratorType::reduction)) {
    llvm::append_range(operands, inits);
    llvm::append_range(allMaps, maps.take_back(inits.size()));
    for (Value &out : outs)
      out = makeEmptyOf(b, getSizes(b, out), getType(out).getElementType());
  }
  auto generic = linalg::GenericOp::create(
      b, inits.getTypes(), operands, outs, allMaps, iterators,
      [&](OpBuilder &nested, Location loc, ValueRange args) {
        ImplicitLocOpBuilder inner(loc, nested);
        SmallVector<Value> elements, accumulators, results;
        for (Value arg : args.take_front(inputs.size()))
          elements.push_back(toSignless(inner, arg));
        for (Value arg : args.slice(inputs.size(), inits.size()))
          accumulators.push_back(toSignless(inner, arg));
        isValid = succeeded(body(inner, accumulators, elements, results));
        if (!isValid) {
          results.clear();
          llvm::append_range(results, args.take_back(inits.size()));
        }
        for (auto [value, init] : llvm::zip_equal(results, inits))
          value = fromSignless(inner, value, getType(init).getElementType());
        linalg::YieldOp::create(inner, results);
      });
  return isValid ? SmallVector<Value>(generic.getResults())
                 : SmallVector<Value>();
}

/// Emits the reduction of scalars, without a loop.
static SmallVector<Value> emitScalarReduction(ImplicitLocOpBuilder &b,
                                              ValueRange inputs,
                                              ValueRange inits,
                                              ReductionBody body) {
  SmallVector<Value> elements, accumulators, results;
  for (Value init : inits)
    accumulators.push_back(extractElement(b, init));
  for (Value input : inputs)
    elements.push_back(extractElement(b, input));
  if (failed(body(b, accumulators, elements, results)))
    return {};
  for (auto [value, init] : llvm::zip_equal(results, inits))
    value = makeScalar(b, value, getType(init));
  return results;
}

SmallVector<Value> scatter::reduceElements(ImplicitLocOpBuilder &b,
                                           ValueRange inputs, ValueRange inits,
                                           ArrayRef<int64_t> dims,
                                           ReductionBody body) {
  int64_t rank = getType(inputs.front()).getRank();
  if (rank == 0)
    return emitScalarReduction(b, inputs, inits, body);
  SmallVector<AffineExpr> exprs;
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  for (int64_t i = 0; i < rank; ++i) {
    if (llvm::is_contained(dims, i))
      iterators[i] = utils::IteratorType::reduction;
    else
      exprs.push_back(b.getAffineDimExpr(i));
  }
  SmallVector<AffineMap> maps(inputs.size(), b.getMultiDimIdentityMap(rank));
  maps.append(inits.size(), AffineMap::get(rank, 0, exprs, b.getContext()));
  return emitReduction(b, inputs, inits, maps, iterators, body);
}

SmallVector<Value> scatter::reduceWindows(ImplicitLocOpBuilder &b,
                                          ValueRange inputs, ValueRange inits,
                                          const WindowDims &windows,
                                          ReductionBody body) {
  int64_t rank = getType(inputs.front()).getRank();
  if (rank == 0)
    return emitScalarReduction(b, inputs, inits, body);
  SmallVector<AffineExpr> read, inWindow, ofWindow;
  for (int64_t i = 0; i < rank; ++i) {
    ofWindow.push_back(b.getAffineDimExpr(i));
    inWindow.push_back(b.getAffineDimExpr(rank + i));
    read.push_back(ofWindow.back() * windows.strides[i] +
                   inWindow.back() * windows.dilations[i]);
  }
  auto getMap = [&](ArrayRef<AffineExpr> exprs) {
    return AffineMap::get(2 * rank, 0, exprs, b.getContext());
  };
  SmallVector<AffineMap> maps(inputs.size(), getMap(read));
  // linalg derives the bounds of the loops over a window from the shape of this
  // operand.
  SmallVector<Value> operands(inputs);
  operands.push_back(
      makeEmpty(b, RankedTensorType::get(windows.sizes, b.getI8Type())));
  maps.push_back(getMap(inWindow));
  maps.append(inits.size(), getMap(ofWindow));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  iterators.append(rank, utils::IteratorType::reduction);
  return emitReduction(
      b, operands, inits, maps, iterators,
      [&](ImplicitLocOpBuilder &inner, ValueRange accumulators,
          ValueRange elements, SmallVectorImpl<Value> &results) {
        return body(inner, accumulators, elements.drop_back(), results);
      });
}
