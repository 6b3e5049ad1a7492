//===- AliasResults.cpp - results in the memory of donated arguments ------===//

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTERALIASRESULTSPASS
#include "scatter/Dialect/Scatter/Transforms/Passes.h.inc"
} // namespace scatter

using namespace scatter;

namespace {
struct ScatterAliasResultsPass
    : scatter::impl::ScatterAliasResultsPassBase<ScatterAliasResultsPass> {
  void runOnOperation() override;
};
} // namespace

static Value getMemory(Value value);

/// Returns the init of `loop` that is the memory of its result `result`, or
/// null if an iteration yields other memory.
static Value getMemory(scf::ForOp loop, unsigned result) {
  Value yielded = getMemory(loop.getYieldedValues()[result]);
  return yielded == loop.getRegionIterArg(result) ? loop.getInits()[result]
                                                  : Value();
}

static Value getMemory(scf::WhileOp loop, unsigned result) {
  OperandRange passed = loop.getConditionOp().getArgs();
  auto before = dyn_cast<BlockArgument>(getMemory(passed[result]));
  if (!before || before.getOwner() != loop.getBeforeBody())
    return {};
  Value yielded = loop.getYieldOp().getOperand(before.getArgNumber());
  auto after = dyn_cast<BlockArgument>(getMemory(yielded));
  if (!after || after.getOwner() != loop.getAfterBody() ||
      getMemory(passed[after.getArgNumber()]) != before)
    return {};
  return loop.getInits()[before.getArgNumber()];
}

static Value getMemory(scf::IfOp branch, unsigned result) {
  Value inThen = getMemory(branch.thenYield().getOperand(result));
  Value inElse = getMemory(branch.elseYield().getOperand(result));
  return inThen == inElse ? inThen : Value();
}

static Value getMemory(scf::IndexSwitchOp branch, unsigned result) {
  Value memory;
  for (Region &region : branch->getRegions()) {
    Value found = getMemory(region.front().getTerminator()->getOperand(result));
    if (memory && found != memory)
      return {};
    memory = found;
  }
  return memory;
}

/// Returns the value that `value` is, through casts, loops that yield what they
/// got, and branches that yield the same.
static Value getMemory(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    unsigned result = cast<OpResult>(value).getResultNumber();
    Value source;
    if (auto cast = dyn_cast<memref::CastOp>(op))
      source = cast.getSource();
    else if (auto loop = dyn_cast<scf::ForOp>(op))
      source = getMemory(loop, result);
    else if (auto loop = dyn_cast<scf::WhileOp>(op))
      source = getMemory(loop, result);
    else if (auto branch = dyn_cast<scf::IfOp>(op))
      source = getMemory(branch, result);
    else if (auto branch = dyn_cast<scf::IndexSwitchOp>(op))
      source = getMemory(branch, result);
    if (!source)
      break;
    value = source;
  }
  return value;
}

/// Returns the only return op of `func`, or null.
static func::ReturnOp getReturn(func::FuncOp func) {
  func::ReturnOp found;
  for (Block &block : func.getBody())
    if (auto op = dyn_cast<func::ReturnOp>(block.getTerminator())) {
      if (found)
        return {};
      found = op;
    }
  return found;
}

/// Returns what a diagnostic calls argument or result `position`.
static std::string describe(StringRef kind, unsigned position, Attribute name) {
  std::string text = (kind + " " + Twine(position)).str();
  if (auto given = dyn_cast_or_null<StringAttr>(name))
    text += (" '" + given.getValue() + "'").str();
  return text;
}

static InFlightDiagnostic emitMissing(func::FuncOp func, unsigned argument,
                                      unsigned result) {
  StringRef name = ScatterDialect::getNameAttrName();
  return func.emitError("function '")
         << func.getSymName() << "', "
         << describe("argument", argument, func.getArgAttr(argument, name))
         << ": expected "
         << describe("result", result, func.getResultAttr(result, name))
         << " in its memory, to which it is donated, found one that the "
            "program computes elsewhere";
}

/// Finds the results that are in the memory of a donated argument. Returns the
/// number of the argument for each result, or -1.
static SmallVector<int64_t> findDonors(func::FuncOp func, ValueRange returned) {
  SmallVector<int64_t> donors(returned.size(), -1);
  auto match = [&](unsigned result, BlockArgument argument) {
    if (donors[result] < 0 &&
        !llvm::is_contained(donors, argument.getArgNumber()) &&
        getMemory(returned[result]) == argument &&
        returned[result].getType() == argument.getType())
      donors[result] = argument.getArgNumber();
  };
  StringRef donated = ScatterDialect::getDonatedAttrName();
  // Two results may be in the same memory. The one that was asked for comes
  // first.
  for (BlockArgument argument : func.getArguments())
    if (auto result = func.getArgAttrOfType<IntegerAttr>(
            argument.getArgNumber(), donated))
      match(result.getInt(), argument);
  for (BlockArgument argument : func.getArguments())
    if (isa_and_nonnull<UnitAttr>(
            func.getArgAttr(argument.getArgNumber(), donated)))
      for (unsigned result = 0; result < returned.size(); ++result)
        match(result, argument);
  return donors;
}

/// Removes the names and donations that later passes do not need.
static void removeAttributes(func::FuncOp func) {
  MLIRContext *context = func.getContext();
  auto name = StringAttr::get(context, ScatterDialect::getNameAttrName());
  auto donated = StringAttr::get(context, ScatterDialect::getDonatedAttrName());
  for (unsigned i = 0, e = func.getNumArguments(); i != e; ++i) {
    func.removeArgAttr(i, name);
    func.removeArgAttr(i, donated);
  }
  for (unsigned i = 0, e = func.getNumResults(); i != e; ++i)
    func.removeResultAttr(i, name);
}

static LogicalResult aliasResults(func::FuncOp func, bool hasCallers) {
  StringRef donated = ScatterDialect::getDonatedAttrName();
  bool hasDonated = false;
  for (unsigned i = 0, e = func.getNumArguments(); i != e; ++i)
    hasDonated |= bool(func.getArgAttr(i, donated));
  if (!hasDonated)
    return success();
  SmallVector<int64_t> donors(func.getNumResults(), -1);
  // The signature of a function with callers is theirs as well.
  func::ReturnOp end = hasCallers ? nullptr : getReturn(func);
  if (end)
    donors = findDonors(func, end.getOperands());
  for (unsigned i = 0, e = func.getNumArguments(); i != e; ++i)
    if (auto result = func.getArgAttrOfType<IntegerAttr>(i, donated);
        result && donors[result.getInt()] != i)
      return emitMissing(func, i, result.getInt());
  removeAttributes(func);
  if (!end)
    return success();
  BitVector erased(donors.size());
  for (auto [result, donor] : llvm::enumerate(donors))
    if (donor >= 0)
      erased.set(result);
  end->eraseOperands(erased);
  if (failed(func.eraseResults(erased)))
    return failure();
  func->setAttr(ScatterDialect::getDonorsAttrName(),
                DenseI64ArrayAttr::get(func.getContext(), donors));
  return success();
}

void ScatterAliasResultsPass::runOnOperation() {
  ModuleOp module = getOperation();
  for (auto func : module.getOps<func::FuncOp>()) {
    if (func.isDeclaration())
      continue;
    bool hasCallers = !SymbolTable::symbolKnownUseEmpty(func, module);
    if (failed(aliasResults(func, hasCallers)))
      return signalPassFailure();
  }
}
