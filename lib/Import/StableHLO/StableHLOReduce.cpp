//===- StableHLOReduce.cpp - stablehlo.reduce, stablehlo.reduce_window
//-------------===//

#include "Conversion.h"
#include "ScalarRegion.h"
#include "Windows.h"
#include "scatter/Import/Utils/SizedShapes.h"

using namespace mlir;
using namespace scatter;

/// Checks the operands of a reduction: `count` inputs of one shape, then as
/// many scalars, the initial values of the accumulators. Sets `inputs` to the
/// inputs with types of the same sizes.
static LogicalResult alignInputs(OpConversion &c, unsigned count,
                                 SmallVectorImpl<Value> &inputs) {
  RankedTensorType from = c.operandType(0);
  for (unsigned i = 0; i < count; ++i) {
    auto scalar = RankedTensorType::get({}, c.operandType(i).getElementType());
    if (failed(verifyCompatibleShape(c.operandType(i).getShape(),
                                     from.getShape())))
      return c.error() << "operand " << i << ": expected the shape of " << from
                       << ", found " << c.operandType(i);
    if (c.operandType(count + i) != scalar)
      return c.error() << "operand " << count + i
                       << ": expected a scalar of the type of "
                       << c.operandType(i) << ", found "
                       << c.operandType(count + i);
  }
  return success(
      succeeded(c.alignSizes(llvm::to_vector(llvm::seq(count)), inputs)));
}

/// Returns tensors of `sizes` that are filled with the initial values, or
/// nothing after a diagnostic.
static SmallVector<Value> makeInits(OpConversion &c, unsigned count,
                                    ArrayRef<OpFoldResult> sizes) {
  SmallVector<Value> inits;
  for (unsigned i = 0; i < count; ++i) {
    Type type = makeTensorType(sizes, c.operandType(i).getElementType());
    if (failed(c.checkResult(type, i)))
      return {};
    inits.push_back(fillTo(c.b, sizes, c.operand(count + i)));
  }
  return inits;
}

/// Checks the numbers of operands, results and regions, and the body.
static LogicalResult checkReduction(const OpConversion &c) {
  unsigned count = c.op->getNumResults();
  if (failed(c.checkRanked(2 * count, count)))
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
  SmallVector<Value> inputs;
  if (failed(alignInputs(c, count, inputs)))
    return failure();
  Sizes sizes;
  for (auto [i, size] : llvm::enumerate(getSizes(c.b, inputs.front())))
    if (!llvm::is_contained(*dims, i))
      sizes.push_back(size);
  SmallVector<Value> inits = makeInits(c, count, sizes);
  if (inits.empty())
    return failure();
  SmallVector<Value> results =
      reduceElements(c.b, inputs, inits, *dims, getEmitter(c));
  return results.empty() ? failure() : c.replace(results);
}

LogicalResult scatter::convertReduceWindow(OpConversion &c) {
  if (failed(checkReduction(c)))
    return failure();
  unsigned count = c.op->getNumResults();
  SmallVector<Value> inputs;
  FailureOr<Windows> windows = Windows::get(c);
  if (failed(windows) || failed(alignInputs(c, count, inputs)))
    return failure();
  SmallVector<Value> inits = makeInits(c, count, windows->counts);
  if (inits.empty())
    return failure();
  if (llvm::any_of(windows->counts,
                   [](OpFoldResult size) { return isKnown(size, 0); }))
    return c.replace(inits);
  // The elements of the padding are reduced as well.
  for (auto [i, input] : llvm::enumerate(inputs))
    input = windows->padOperand(c.b, input, c.operand(count + i));
  SmallVector<Value> results =
      reduceWindows(c.b, inputs, inits, windows->dims, getEmitter(c));
  return results.empty() ? failure() : c.replace(results);
}
