//===- NonZero.cpp - positions of nonzero elements ------------------------===//

#include "NonZero.h"

#include "Reduction.h"
#include "scatter/Import/Utils/SizedShapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace scatter;

static bool isZero(Attribute value) {
  if (auto integer = dyn_cast<IntegerAttr>(value))
    return integer.getValue().isZero();
  auto number = dyn_cast<FloatAttr>(value);
  return number && number.getValue().isZero();
}

/// Replaces the node by a constant, the positions in `input`.
static LogicalResult replaceByConstant(NodeConversionBase &c,
                                       DenseElementsAttr input,
                                       IntegerType element) {
  ArrayRef<int64_t> shape = input.getType().getShape();
  int64_t rank = shape.size();
  SmallVector<SmallVector<int64_t>> places(rank);
  int64_t found = 0;
  for (auto [i, value] : llvm::enumerate(input.getValues<Attribute>())) {
    if (isZero(value))
      continue;
    ++found;
    int64_t rest = i;
    for (int64_t dim = rank; dim-- > 0; rest /= shape[dim])
      places[dim].push_back(rest % shape[dim]);
  }
  SmallVector<int64_t> all;
  for (ArrayRef<int64_t> each : places)
    llvm::append_range(all, each);
  auto type = RankedTensorType::get({rank, found}, element);
  if (element.getWidth() == 64)
    return c.replace(DenseElementsAttr::get(type, ArrayRef(all)));
  SmallVector<int32_t> narrow(all.begin(), all.end());
  return c.replace(DenseElementsAttr::get(type, ArrayRef(narrow)));
}

/// Emits the test whether an element of type `element` is not zero.
static Value emitIsNonZero(ImplicitLocOpBuilder &b, Value value, Type element) {
  value = toSignless(b, value);
  SmallVector<Value> args = {value, getNumber(b, value.getType(), 0)};
  return emitCompare(ScalarOp(b, args, element, b.getI1Type()),
                     Comparison::NotEqual);
}

/// Writes the position `ivs` to column `state[0]` of `state[1]`. Returns the
/// next column and the tensor.
static SmallVector<Value> writePlace(ImplicitLocOpBuilder &b, ValueRange ivs,
                                     ValueRange state, Type element) {
  Value places = state[1];
  for (auto [dim, iv] : llvm::enumerate(ivs))
    places = tensor::InsertOp::create(
        b, arith::IndexCastOp::create(b, element, iv), places,
        ValueRange{getIndex(b, dim), state[0]});
  return {arith::AddIOp::create(b, state[0], getIndex(b, 1)), places};
}

LogicalResult scatter::replaceByNonZero(NodeConversionBase &c,
                                        IntegerType element) {
  constexpr int64_t maxConstantElements = 1 << 20;
  DenseElementsAttr constant = c.imported(0).constant;
  if (constant && constant.getNumElements() <= maxConstantElements)
    return replaceByConstant(c, constant, element);
  ImplicitLocOpBuilder &b = c.b;
  Value input = c.operand(0);
  Type from = c.element(0), index = b.getIndexType();
  Sizes sizes = c.sizes(0);
  int64_t rank = c.rank(0);
  Value flags = mapElements(
      b, c.type(0).clone(index), input, b.getMultiDimIdentityMap(rank),
      [&](ImplicitLocOpBuilder &inner, ValueRange args) -> Value {
        return arith::IndexCastUIOp::create(
            inner, index, emitIsNonZero(inner, args[0], from));
      },
      sizes);
  Value zero = getIndex(b, 0), one = getIndex(b, 1);
  Value sum = reduceBy(c, flags, llvm::to_vector(llvm::seq(rank)),
                       b.getIndexAttr(0), [](const ScalarOp &s) -> Value {
                         return arith::AddIOp::create(s.b, s.lhs(), s.rhs());
                       });
  Value count = extractElement(b, sum);
  Value places = makeEmptyOf(b, {b.getIndexAttr(rank), count}, element);
  SmallVector<Value> ends = llvm::map_to_vector(
      sizes, [&](OpFoldResult size) { return toValue(b, size); });
  auto visit = [&](OpBuilder &builder, Location loc, ValueRange ivs,
                   ValueRange state) -> scf::ValueVector {
    ImplicitLocOpBuilder inner(loc, builder);
    Value value = tensor::ExtractOp::create(inner, input, ivs);
    auto branch = scf::IfOp::create(
        inner, emitIsNonZero(inner, value, from),
        [&](OpBuilder &builder, Location loc) {
          ImplicitLocOpBuilder then(loc, builder);
          scf::YieldOp::create(then, writePlace(then, ivs, state, element));
        },
        [&](OpBuilder &builder, Location loc) {
          scf::YieldOp::create(builder, loc, state);
        });
    return {branch.getResult(0), branch.getResult(1)};
  };
  scf::LoopNest nest = scf::buildLoopNest(
      b, b.getLoc(), SmallVector<Value>(rank, zero), ends,
      SmallVector<Value>(rank, one), ValueRange{zero, places}, visit);
  return c.replace(rank == 0 ? places : nest.results[1]);
}
