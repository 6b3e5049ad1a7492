//===- ONNXContraction.cpp - Gemm and MatMul
//----------------------------------===//

#include "Common/Broadcasting.h"
#include "Common/MatMul.h"
#include "Common/SizeChecks.h"
#include "ONNXConverters.h"
#include "scatter/Import/Utils/Scalars.h"
#include "scatter/Import/Utils/SizedShapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::onnx;

LogicalResult onnx::convertMatMul(NodeConversion &c) {
  return replaceByMatMul(c);
}

LogicalResult onnx::convertGemm(NodeConversion &c) {
  if (failed(c.checkElement(1, c.element(0))))
    return failure();
  if (c.rank(0) != 2 || c.rank(1) != 2)
    return c.error("expected matrices, found " + str(c.type(0)) + " and " +
                   str(c.type(1)));
  int64_t left = c.integer("transA", 0) ? 0 : 1;
  int64_t right = c.integer("transB", 0) ? 1 : 0;
  Value lhs = c.operand(0), rhs = c.operand(1);
  if (failed(requireInnerSize(c, lhs, left, rhs, right)))
    return c.error("expected matrices that can be multiplied, found " +
                   str(c.type(0)) + " and " + str(c.type(1)));
  Type element = c.element(0);
  ContractionDims dims;
  dims.lhsContracted = {left};
  dims.rhsContracted = {right};
  Sizes sizes = {c.size(0, 1 - left), c.size(1, 1 - right)};
  auto type = c.makeSizedType(sizes, element);
  if (failed(type))
    return failure();
  float alpha = c.number("alpha", 1), beta = c.number("beta", 1);
  Value product = contractNumbers(c.b, lhs, rhs, dims, element);
  SmallVector<Value> inputs = {product};
  if (c.hasOperand(2)) {
    if (failed(c.checkElement(2, element)))
      return failure();
    if (failed(requireBroadcast(c, 2, sizes)))
      return c.error("input 2: expected a shape that can be broadcast to " +
                     str(sizes) + ", found " + str(c.type(2)));
    inputs.push_back(broadcastTo(c.b, c.operand(2), sizes));
  }
  if (inputs.size() == 1 && alpha == 1)
    return c.replace(product);
  auto scale = [&](ImplicitLocOpBuilder &b, Value value, float factor) {
    if (factor == 1)
      return value;
    Type wide = isa<FloatType>(element) ? element : Type(b.getF64Type());
    Value number = emitConvert(ScalarOp(b, value, element, wide));
    Value scaled = arith::MulFOp::create(b, number, getNumber(b, wide, factor));
    return emitConvert(ScalarOp(b, scaled, wide, element));
  };
  return c.replace(mapBroadcast(
      c.b, *type, inputs, [&](ImplicitLocOpBuilder &b, ValueRange args) {
        Value result = scale(b, args[0], alpha);
        if (args.size() == 1)
          return result;
        Value added = scale(b, args[1], beta);
        return emitAdd(
            ScalarOp(b, ValueRange{result, added}, element, element));
      }));
}
