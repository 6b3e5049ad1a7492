//===- StableHLOReduce.cpp - stablehlo.reduce, stablehlo.reduce_window
//-------------===//

#include "Conversion.h"
#include "ScalarRegion.h"
#include "Windows.h"
#include "scatter/Import/Utils/Shapes.h"

using namespace mlir;
using namespace scatter;

/// Checks the operands of a reduction: `count` inputs of one shape, then as
/// many scalars, the initial values of the accumulators. Sets `inits` to
/// tensors of `shape` that are filled with these scalars.
static LogicalResult makeInits(OpConversion &c, unsigned count,
                               ArrayRef<int64_t> shape,
                               SmallVectorImpl<Value> &inits) {
  RankedTensorType from = c.operandType(0);
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
  return success();
}

/// Checks the numbers of operands, results and regions, and the body.
static LogicalResult checkReduction(const OpConversion &c) {
  unsigned count = c.op->getNumResults();
  if (failed(c.checkTensors(2 * count, count)))
    return failure();
  if (count == 0 || c.op->getNumRegions() != 1)
    return c.error() << "expected results and one region";
  SmallVector<Type> scalars;
  for (unsigned i = 0; i < 2 * count; ++i)
    scalars.push_back(
        RankedTensorType::get({}, c.operandType(i % count).getElementType()));
  return checkScalarRegion(c, c.op->getRegion(0), "body", scalars,
                           ArrayRef(scalars).take_front(count));
}

/// Returns the body of a reduction for reduceElements and reduceWindows.
static auto getEmitter(OpConversion &c) {
  return [&c](ImplicitLocOpBuilder &b, ValueRange accumulators,
              ValueRange elements, SmallVectorImpl<Value> &values) {
    SmallVector<Value> args(accumulators);
    llvm::append_range(args, elements);
    return emitScalarRegion(b, c.op->getRegion(0), args, values);
  };
}

LogicalResult scatter::convertReduce(OpConversion &c) {
  if (failed(checkReduction(c)))
    return failure();
  unsigned count = c.op->getNumResults();
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
  if (failed(makeInits(c, count, shape, inits)))
    return failure();
  SmallVector<Value> results = reduceElements(
      c.b, c.op->getOperands().take_front(count), inits, *dims, getEmitter(c));
  return results.empty() ? failure() : c.replace(results);
}

LogicalResult scatter::convertReduceWindow(OpConversion &c) {
  if (failed(checkReduction(c)))
    return failure();
  unsigned count = c.op->getNumResults();
  FailureOr<Windows> windows = Windows::get(c);
  SmallVector<Value> inits, inputs;
  if (failed(windows) || failed(makeInits(c, count, windows->counts, inits)))
    return failure();
  if (llvm::is_contained(windows->counts, 0))
    return c.replace(inits);
  // The elements of the padding are reduced as well.
  for (unsigned i = 0; i < count; ++i)
    inputs.push_back(
        windows->padOperand(c.b, c.operand(i), c.operand(count + i)));
  SmallVector<Value> results =
      reduceWindows(c.b, inputs, inits, windows->dims, getEmitter(c));
  return results.empty() ? failure() : c.replace(results);
}
