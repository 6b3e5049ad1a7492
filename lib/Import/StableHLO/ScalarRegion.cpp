//===- ScalarRegion.cpp - regions of elementwise ops on scalars -----------===//

#include "ScalarRegion.h"

#include "StableHLOScalars.h"
#include "scatter/Import/Utils/Tensors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace scatter;

/// Returns the ops before the `stablehlo.return` at the end of the block. That
/// op is not registered, so it is not known to be a terminator.
static auto getOps(Block &body) {
  return llvm::make_range(body.begin(), std::prev(body.end()));
}

static LogicalResult checkConstant(const OpConversion &c, StringRef name,
                                   Operation &op) {
  OpConversion inner(&op);
  auto value = dyn_cast_or_null<DenseElementsAttr>(op.getAttr("value"));
  if (failed(inner.checkTensors(0, 1)))
    return failure();
  if (!value || value.getType() != inner.resultType() ||
      inner.resultType().getRank() != 0)
    return c.error() << name << ": expected scalar constants, found '" << op
                     << "'";
  return success();
}

/// Whether `op` gives its operand, a scalar, as it is.
static bool isScalarIdentity(Operation &op) {
  StringRef name = op.getName().getStringRef();
  return (name == "stablehlo.broadcast_in_dim" || name == "stablehlo.reshape" ||
          name == "stablehlo.optimization_barrier") &&
         op.getNumOperands() == 1 && op.getNumResults() == 1 &&
         op.getOperand(0).getType() == op.getResult(0).getType();
}

/// Checks that `op` is elementwise, on scalars of one type.
static LogicalResult checkElementwise(const OpConversion &c, StringRef name,
                                      Operation &op) {
  OpConversion inner(&op);
  if (isScalarIdentity(op) && succeeded(inner.checkTensors(1, 1)) &&
      inner.operandType(0).getRank() == 0)
    return success();
  const ElementwiseOp *elementwise = getElementwise(&op);
  if (!elementwise)
    return c.error() << name << ": expected elementwise ops, found '"
                     << op.getName() << "'";
  if (failed(inner.checkTensors(elementwise->operands, 1)))
    return failure();
  unsigned first = op.getName().getStringRef() == "stablehlo.select" ? 1 : 0;
  for (unsigned i = 0; i < op.getNumOperands(); ++i)
    if (inner.operandType(i).getRank() != 0 ||
        (i >= first &&
         op.getOperand(i).getType() != op.getOperand(first).getType()))
      return inner.error() << "operand " << i
                           << ": expected scalars of one type, found "
                           << inner.operandType(i);
  return success();
}

LogicalResult scatter::checkScalarRegion(const OpConversion &c, Region &region,
                                         StringRef name, TypeRange arguments,
                                         TypeRange results) {
  if (!region.hasOneBlock())
    return c.error() << name << ": expected one block";
  Block &body = region.front();
  if (body.empty() || !isReturn(body.back()) ||
      body.getNumArguments() != arguments.size() ||
      body.back().getNumOperands() != results.size())
    return c.error() << name << ": expected " << arguments.size()
                     << " arguments and a 'stablehlo.return' of "
                     << results.size() << " values";
  for (auto [i, type] : llvm::enumerate(arguments))
    if (body.getArgument(i).getType() != type)
      return c.error() << name << ": expected argument " << i
                       << " to have the type " << type << ", found "
                       << body.getArgument(i).getType();
  for (auto [i, type] : llvm::enumerate(results))
    if (body.back().getOperand(i).getType() != type)
      return c.error() << name << ": expected result " << i
                       << " to have the type " << type << ", found "
                       << body.back().getOperand(i).getType();
  for (Operation &op : body)
    for (Value operand : op.getOperands())
      if (auto type = dyn_cast<RankedTensorType>(operand.getType());
          operand.getParentBlock() != &body && (!type || type.getRank() != 0))
        return c.error() << name << ": expected operands from the region "
                         << "itself or scalars, found " << operand.getType();
  for (Operation &op : getOps(body)) {
    bool isConstant = op.getName().getStringRef() == "stablehlo.constant";
    if (failed(isConstant ? checkConstant(c, name, op)
                          : checkElementwise(c, name, op)))
      return failure();
  }
  return success();
}

/// The ops of `body` and the values in it that `values` depend on.
static llvm::SmallPtrSet<void *, 16> findDependencies(ValueRange values,
                                                      Block &body) {
  llvm::SmallPtrSet<void *, 16> found;
  SmallVector<Value> pending(values);
  while (!pending.empty()) {
    Value next = pending.pop_back_val();
    if (!found.insert(next.getAsOpaquePointer()).second)
      continue;
    if (Operation *op = next.getDefiningOp(); op && op->getBlock() == &body) {
      found.insert(op);
      llvm::append_range(pending, op->getOperands());
    }
  }
  return found;
}

bool scatter::dependsOnArguments(Value value, Block &body, unsigned begin,
                                 unsigned end) {
  llvm::SmallPtrSet<void *, 16> found = findDependencies(value, body);
  return llvm::any_of(body.getArguments().slice(begin, end - begin),
                      [&](Value argument) {
                        return found.contains(argument.getAsOpaquePointer());
                      });
}

LogicalResult scatter::emitScalarValues(ImplicitLocOpBuilder &b, Region &region,
                                        ArrayRef<Value> args, ValueRange values,
                                        SmallVectorImpl<Value> &results) {
  Block &body = region.front();
  llvm::SmallPtrSet<void *, 16> needed = findDependencies(values, body);
  IRMapping scalars;
  for (auto [argument, scalar] : llvm::zip_equal(body.getArguments(), args))
    if (scalar)
      scalars.map(argument, scalar);
  auto lookup = [&](Value value) {
    if (value.getParentBlock() != &body && !scalars.contains(value)) {
      // A scalar from outside is read before the loops.
      ImplicitLocOpBuilder outside(b.getLoc(), region.getParentOp());
      scalars.map(value, readElement(outside, value, 0));
    }
    return scalars.lookup(value);
  };
  for (Operation &op : getOps(body)) {
    if (!needed.contains(&op))
      continue;
    if (op.getName().getStringRef() == "stablehlo.constant") {
      auto value = cast<DenseElementsAttr>(op.getAttr("value"));
      scalars.map(op.getResult(0), emitConstantElement(b, value, 0));
      continue;
    }
    SmallVector<Value> operands;
    for (Value operand : op.getOperands())
      operands.push_back(lookup(operand));
    Value result =
        isScalarIdentity(op) ? operands.front() : emitScalar(b, &op, operands);
    if (!result)
      return failure();
    scalars.map(op.getResult(0), result);
  }
  for (Value value : values)
    results.push_back(lookup(value));
  return success();
}

LogicalResult scatter::emitScalarRegion(ImplicitLocOpBuilder &b, Region &region,
                                        ValueRange args,
                                        SmallVectorImpl<Value> &results) {
  return emitScalarValues(b, region, llvm::to_vector(args),
                          region.front().back().getOperands(), results);
}
