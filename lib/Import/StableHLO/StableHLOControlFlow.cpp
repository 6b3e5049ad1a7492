//===- StableHLOControlFlow.cpp - while, if, case, composite --------------===//

#include "Conversion.h"
#include "scatter/Import/Utils/Reports.h"
#include "scatter/Import/Utils/Tensors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace scatter;

/// Checks that region `index` has one block with arguments of types
/// `arguments`, which returns values of types `results`.
static LogicalResult checkRegion(const OpConversion &c, unsigned index,
                                 TypeRange arguments, TypeRange results) {
  Region &region = c.op->getRegion(index);
  if (!region.hasOneBlock() || region.front().getArgumentTypes() != arguments ||
      region.front().empty() || !isReturn(region.front().back()) ||
      region.front().back().getOperandTypes() != results)
    return c.error() << "region " << index
                     << ": expected one block of the op's types that ends "
                     << "in 'stablehlo.return'";
  return success();
}

/// Erases the terminator and returns its operands.
static SmallVector<Value> takeReturn(Block &block) {
  Operation *terminator = &block.back();
  SmallVector<Value> values(terminator->getOperands());
  terminator->erase();
  return values;
}

/// Moves the block of region `index` to `region`, replacing what is there.
static Block &moveBlock(OpConversion &c, unsigned index, Region &region) {
  region.takeBody(c.op->getRegion(index));
  return region.front();
}

/// Makes `yield` yield what it does in the memory of `carried`: bufferization
/// needs loops whose tensors stay in the same buffers. The program reports a
/// value of another size.
static void keepBuffers(ImplicitLocOpBuilder &b, scf::YieldOp yield,
                        ValueRange carried) {
  for (auto [i, operand, target] :
       llvm::enumerate(yield->getOpOperands(), carried)) {
    Value value = operand.get();
    for (auto [dim, found, expected] :
         llvm::enumerate(getSizes(b, value), getSizes(b, target)))
      if (!isSameSize(found, expected))
        reportUnless(b,
                     "'stablehlo.while': result " + Twine(i) + " of region 1",
                     emitIsEqual(b, found, expected), SCATTER_OPERAND_EQUAL,
                     dim, found, expected);
    operand.set(bufferization::MaterializeInDestinationOp::create(
                    b, value.getType(), value, target)
                    .getResult());
  }
}

LogicalResult scatter::convertWhile(OpConversion &c) {
  TypeRange types = c.op->getOperandTypes();
  if (failed(c.checkRanked()))
    return failure();
  if (c.op->getNumRegions() != 2 || c.op->getResultTypes() != types)
    return c.error() << "expected two regions and results of the types of the "
                     << "operands";
  auto condition = RankedTensorType::get({}, c.b.getI1Type());
  if (failed(checkRegion(c, 0, types, condition)) ||
      failed(checkRegion(c, 1, types, types)))
    return failure();
  auto loop = scf::WhileOp::create(c.b, types, c.op->getOperands());
  loop->setAttr(kKeepsSizesAttr, c.b.getUnitAttr());
  Block &before = moveBlock(c, 0, loop.getBefore());
  Block &after = moveBlock(c, 1, loop.getAfter());
  ImplicitLocOpBuilder b(c.op->getLoc(), c.b.getContext());
  b.setInsertionPointToEnd(&before);
  SmallVector<Value> values = takeReturn(before);
  b.setInsertionPointToEnd(&before);
  scf::ConditionOp::create(b, extractElement(b, values.front()),
                           before.getArguments());
  values = takeReturn(after);
  b.setInsertionPointToEnd(&after);
  auto yield = scf::YieldOp::create(b, values);
  if (failed(convertBlock(before)) || failed(convertBlock(after)))
    return failure();
  b.setInsertionPoint(yield);
  keepBuffers(b, yield, after.getArguments());
  return c.replace(loop.getResults());
}

/// Moves region `index` to `region`, which yields the results of the op.
static LogicalResult convertBranch(OpConversion &c, unsigned index,
                                   Region &region) {
  Block &block = moveBlock(c, index, region);
  SmallVector<Value> values = takeReturn(block);
  OpBuilder b = OpBuilder::atBlockEnd(&block);
  scf::YieldOp::create(b, c.op->getLoc(), values);
  return convertBlock(block);
}

LogicalResult scatter::convertIf(OpConversion &c) {
  unsigned results = c.op->getNumResults();
  if (failed(c.checkRanked(1, results)))
    return failure();
  if (c.op->getNumRegions() != 2 ||
      c.operandType(0) != RankedTensorType::get({}, c.b.getI1Type()))
    return c.error() << "expected a predicate of type tensor<i1> and two "
                     << "regions, found " << c.operandType(0);
  for (unsigned i : {0, 1})
    if (failed(checkRegion(c, i, {}, c.op->getResultTypes())))
      return failure();
  auto branch = scf::IfOp::create(c.b, c.op->getResultTypes(),
                                  extractElement(c.b, c.operand(0)),
                                  /*withElseRegion=*/true);
  if (failed(convertBranch(c, 0, branch.getThenRegion())) ||
      failed(convertBranch(c, 1, branch.getElseRegion())))
    return failure();
  return c.replace(branch.getResults());
}

LogicalResult scatter::convertCase(OpConversion &c) {
  unsigned results = c.op->getNumResults(), regions = c.op->getNumRegions();
  if (failed(c.checkRanked(1, results)))
    return failure();
  if (regions == 0 ||
      c.operandType(0) != RankedTensorType::get({}, c.b.getI32Type()))
    return c.error() << "expected an index of type tensor<i32> and regions, "
                     << "found " << c.operandType(0);
  for (unsigned i = 0; i < regions; ++i)
    if (failed(checkRegion(c, i, {}, c.op->getResultTypes())))
      return failure();
  Value index = toIndex(c.b, extractElement(c.b, c.operand(0)),
                        /*isUnsigned=*/false);
  // An index that is out of range selects the last region, which is the
  // default.
  SmallVector<int64_t> cases =
      llvm::to_vector(llvm::seq<int64_t>(0, regions - 1));
  auto branch = scf::IndexSwitchOp::create(c.b, c.op->getResultTypes(), index,
                                           cases, cases.size());
  for (unsigned i = 0; i < regions; ++i)
    if (failed(convertBranch(c, i,
                             i + 1 < regions ? branch.getCaseRegions()[i]
                                             : branch.getDefaultRegion())))
      return failure();
  return c.replace(branch.getResults());
}

LogicalResult scatter::convertComposite(OpConversion &c) {
  auto name = dyn_cast_or_null<FlatSymbolRefAttr>(c.attribute("decomposition"));
  if (!name)
    return c.error() << "attribute 'decomposition': expected the name of a "
                     << "function, found " << c.attribute("decomposition");
  auto function =
      SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(c.op, name);
  Type type = FunctionType::get(c.b.getContext(), c.op->getOperandTypes(),
                                c.op->getResultTypes());
  if (!function || function.getFunctionType() != type)
    return c.error() << "attribute 'decomposition': expected the name of a "
                     << "function of type " << type << ", found " << name;
  return c.replace(
      func::CallOp::create(c.b, function, c.op->getOperands()).getResults());
}

LogicalResult scatter::convertIdentity(OpConversion &c) {
  if (c.op->getResultTypes() != c.op->getOperandTypes())
    return c.error() << "expected results of the types of the operands";
  return c.replace(c.op->getOperands());
}
