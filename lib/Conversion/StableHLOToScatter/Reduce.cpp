//===- Reduce.cpp - stablehlo.reduce --------------------------------------===//

#include "Conversion.h"
#include "Scalars.h"
#include "scatter/Conversion/ImportUtils/Shapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace scatter;

/// The ops before the last one, which is a `stablehlo.return`. It is not known
/// to be a terminator.
static auto getOps(Block &body) {
  return llvm::make_range(body.begin(), std::prev(body.end()));
}

/// Checks what emitBody relies on: scalars of tensors, elementwise ops of as
/// many operands as they have, of one type.
static LogicalResult checkBody(const OpConversion &c, Block &body) {
  unsigned count = c.op->getNumResults();
  if (body.empty() || !isReturn(body.back()) ||
      body.getNumArguments() != 2 * count ||
      body.back().getNumOperands() != count)
    return c.error() << "body: expected " << 2 * count << " arguments and a "
                     << "'stablehlo.return' of " << count << " values";
  for (unsigned i = 0; i < 2 * count; ++i)
    if (body.getArgument(i).getType() !=
        RankedTensorType::get({}, c.operandType(i % count).getElementType()))
      return c.error() << "body: expected argument " << i
                       << " to be a scalar of the type of "
                       << c.operandType(i % count) << ", found "
                       << body.getArgument(i).getType();
  for (unsigned i = 0; i < count; ++i)
    if (body.back().getOperand(i).getType() != body.getArgument(i).getType())
      return c.error() << "body: expected result " << i << " to have the type "
                       << body.getArgument(i).getType();
  for (Operation &op : body)
    for (Value operand : op.getOperands())
      if (operand.getParentBlock() != &body)
        return c.error() << "body: expected operands from the body itself";
  for (Operation &op : getOps(body)) {
    OpConversion inner(&op);
    if (op.getName().getStringRef() == "stablehlo.constant") {
      auto value = dyn_cast_or_null<DenseElementsAttr>(op.getAttr("value"));
      if (failed(inner.checkTensors(0, 1)) || !value ||
          value.getType() != inner.resultType() ||
          inner.resultType().getRank() != 0)
        return c.error() << "body: expected scalar constants, found '" << op
                         << "'";
      continue;
    }
    const ElementwiseOp *elementwise = getElementwise(&op);
    if (!elementwise)
      return c.error() << "body: expected elementwise ops, found '"
                       << op.getName() << "'";
    if (failed(inner.checkTensors(elementwise->operands, 1)))
      return failure();
    unsigned first = op.getName().getStringRef() == "stablehlo.select" ? 1 : 0;
    for (unsigned i = 0; i < op.getNumOperands(); ++i)
      if (inner.operandType(i).getRank() != 0 ||
          (i >= first &&
           op.getOperand(i).getType() != op.getOperand(first).getType()))
        return inner.error()
               << "operand " << i << ": expected scalars of one type, found "
               << inner.operandType(i);
  }
  return success();
}

/// Emits the scalar form of `body` for signless arguments.
static LogicalResult emitBody(ImplicitLocOpBuilder &b, Block &body,
                              ValueRange args,
                              SmallVectorImpl<Value> &results) {
  IRMapping scalars;
  scalars.map(body.getArguments(), args);
  for (Operation &op : getOps(body)) {
    if (op.getName().getStringRef() == "stablehlo.constant") {
      auto value = cast<DenseElementsAttr>(op.getAttr("value"));
      Value tensor = arith::ConstantOp::create(b, value);
      scalars.map(op.getResult(0), extractElement(b, tensor));
      continue;
    }
    SmallVector<Value> operands;
    for (Value operand : op.getOperands())
      operands.push_back(scalars.lookup(operand));
    Value result = emitScalar(b, &op, operands);
    if (!result)
      return failure();
    scalars.map(op.getResult(0), result);
  }
  for (Value value : body.back().getOperands())
    results.push_back(scalars.lookup(value));
  return success();
}

LogicalResult scatter::convertReduce(OpConversion &c) {
  unsigned count = c.op->getNumResults();
  if (failed(c.checkTensors(2 * count, count)))
    return failure();
  if (count == 0 || c.op->getNumRegions() != 1 ||
      !c.op->getRegion(0).hasOneBlock())
    return c.error() << "expected results and one region of one block";
  RankedTensorType from = c.operandType(0);
  auto dims = c.integers("dimensions");
  if (failed(dims))
    return failure();
  for (int64_t dim : *dims)
    if (dim < 0 || dim >= from.getRank() || llvm::count(*dims, dim) != 1)
      return c.error() << "attribute 'dimensions': expected distinct "
                       << "dimensions of " << from << ", found " << dim;
  SmallVector<int64_t> shape;
  for (auto [i, size] : llvm::enumerate(from.getShape()))
    if (!llvm::is_contained(*dims, i))
      shape.push_back(size);
  SmallVector<Value> inits;
  for (unsigned i = 0; i < count; ++i) {
    Type element = c.operandType(i).getElementType();
    auto type = RankedTensorType::get(shape, element);
    if (c.operandType(i).getShape() != from.getShape())
      return c.error() << "operand " << i << ": expected the shape of " << from
                       << ", found " << c.operandType(i);
    if (c.operandType(count + i) != RankedTensorType::get({}, element))
      return c.error() << "operand " << count + i
                       << ": expected a scalar of the type of "
                       << c.operandType(i) << ", found "
                       << c.operandType(count + i);
    if (failed(c.checkResult(type, i)))
      return failure();
    inits.push_back(makeFilled(c.b, type, c.operand(count + i)));
  }
  Block &body = c.op->getRegion(0).front();
  if (failed(checkBody(c, body)))
    return failure();
  auto emit = [&](ImplicitLocOpBuilder &b, ValueRange accumulators,
                  ValueRange elements, SmallVectorImpl<Value> &values) {
    SmallVector<Value> args(accumulators);
    llvm::append_range(args, elements);
    return emitBody(b, body, args, values);
  };
  SmallVector<Value> results = reduceElements(
      c.b, c.op->getOperands().take_front(count), inits, *dims, emit);
  return results.empty() ? failure() : c.replace(results);
}
