//===- CheckAllocations.cpp - reports that end functions ------------------===//
//
// Reports allocations that fail. After these reports, and those of sizes of a
// model's operands, which have been made before, nothing is executed.
//
// Works on the LLVM dialect, where every loop and branch is one of blocks and
// only regions of OpenMP are left: what cannot go on branches to the end of its
// region, which is that of an iteration or a function. A thread that left the
// loop or the parallel region instead would miss barriers of its team.
//
//===----------------------------------------------------------------------===//

#include "RuntimeCalls.h"
#include "scatter/Conversion/Passes.h"
#include "scatter/Runtime/Runtime.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTERCHECKALLOCATIONSPASS
#include "scatter/Conversion/Passes.h.inc"
} // namespace scatter

using namespace scatter;

/// The bytes that `call` allocates, null if it calls something else.
static Value getAllocatedBytes(LLVM::CallOp call) {
  StringRef callee = call.getCallee().value_or("");
  OperandRange operands = call.getCalleeOperands();
  if (callee == "malloc" && operands.size() == 1)
    return operands[0];
  if (callee == "aligned_alloc" && operands.size() == 2)
    return operands[1];
  return {};
}

/// Whether `function` calls another one and stores what it returns, which is to
/// happen with the zeros of one that failed as well.
static bool isForwarder(LLVM::LLVMFuncOp function) {
  return function.getSymName().starts_with("_mlir_ciface_");
}

/// The value of operand `i` of `call` if it is constant.
static std::optional<int64_t> getConstantOperand(LLVM::CallOp call,
                                                 unsigned i) {
  auto constant = call.getCalleeOperands()[i].getDefiningOp<LLVM::ConstantOp>();
  auto value =
      constant ? dyn_cast<IntegerAttr>(constant.getValue()) : IntegerAttr();
  return value ? std::optional(value.getInt()) : std::nullopt;
}

/// Whether `call` reports what no op goes on after: a size of an operand of a
/// model. One whose operands are unknown is not made by the importers.
static bool isFinalReport(LLVM::CallOp call) {
  return call.getCallee() == kReport &&
         getConstantOperand(call, 0) == SCATTER_ERROR_SHAPE &&
         getConstantOperand(call, 2).value_or(0) >= SCATTER_OPERAND_EQUAL;
}

/// Whether `function` has the checks of this pass.
static bool isChecked(LLVM::LLVMFuncOp function) {
  return containsCall(function, [](LLVM::CallOp call) {
    if (call.getCallee() == kCountFailures)
      return true;
    return call.getCallee() == kReport &&
           getConstantOperand(call, 0) == SCATTER_ERROR_MEMORY;
  });
}

namespace {

/// Adds the checks to one function.
class AllocationChecker {
public:
  /// `mayFail` tells the calls of functions that may fail to allocate.
  AllocationChecker(LLVM::LLVMFuncOp function,
                    function_ref<bool(LLVM::CallOp)> mayFail)
      : function(function), module(function->getParentOfType<ModuleOp>()),
        mayFail(mayFail) {}

  LogicalResult check() { return checkRegion(function.getBody()); }

private:
  LogicalResult checkRegion(Region &region);
  LogicalResult checkAllocation(LLVM::CallOp call, Value bytes, Region &region,
                                Block *&report);
  LogicalResult checkFailures(Operation *op, Region &region);
  void leaveAfter(LLVM::CallOp report, Region &region);
  LogicalResult makeReport(Region &region, Block *&report);
  Block *getExit(Region &region);

  LLVM::LLVMFuncOp function;
  ModuleOp module;
  function_ref<bool(LLVM::CallOp)> mayFail;
  /// The number of failures at the begin of the function, and what returns it.
  Value failuresBefore;
  LLVM::LLVMFuncOp countFailures;
};

} // namespace

/// Whether the region ends right after `op` and gives no values.
static bool isBeforeEnd(Operation *op) {
  Operation *last = &op->getBlock()->back();
  return op == last ||
         (op->getNextNode() == last && last->getNumSuccessors() == 0 &&
          last->getNumOperands() == 0);
}

/// The block that ends `region` and holds only a terminator, whose operands are
/// its arguments. Null if the region never ends.
Block *AllocationChecker::getExit(Region &region) {
  for (Block &block : region) {
    Operation *end = block.getTerminator();
    if (end->getNumSuccessors() != 0 || isa<LLVM::UnreachableOp>(end))
      continue;
    if (&block.front() == end && !block.isEntryBlock() &&
        llvm::equal(block.getArguments(), end->getOperands()))
      return &block;
    Block *exit = block.splitBlock(end);
    SmallVector<Value> values = end->getOperands();
    SmallVector<Location> locations(values.size(), end->getLoc());
    exit->addArguments(end->getOperandTypes(), locations);
    end->setOperands(exit->getArguments());
    auto b = ImplicitLocOpBuilder::atBlockEnd(end->getLoc(), &block);
    LLVM::BrOp::create(b, values, exit);
    return exit;
  }
  return nullptr;
}

/// A zero for each argument of `block`.
static SmallVector<Value> makeZeros(ImplicitLocOpBuilder &b, Block *block) {
  return llvm::map_to_vector(block->getArgumentTypes(), [&](Type type) {
    return Value(LLVM::ZeroOp::create(b, type));
  });
}

/// Makes the block that reports its arguments, a number of bytes and a
/// location, and leaves `region`. It stays null where that is not possible.
LogicalResult AllocationChecker::makeReport(Region &region, Block *&report) {
  Block *exit = getExit(region);
  if (!exit)
    return success();
  ImplicitLocOpBuilder b(exit->getTerminator()->getLoc(),
                         function.getContext());
  report = b.createBlock(exit);
  Value bytes = report->addArgument(b.getI64Type(), b.getLoc());
  Value location = report->addArgument(
      LLVM::LLVMPointerType::get(b.getContext()), b.getLoc());
  auto runtimeReport = getRuntimeFunction(b, module, kReport);
  if (failed(runtimeReport))
    return failure();
  Value kind = LLVM::ConstantOp::create(b, b.getI32Type(),
                                        int32_t(SCATTER_ERROR_MEMORY));
  Value zero = LLVM::ConstantOp::create(b, b.getI64Type(), 0);
  LLVM::CallOp::create(b, *runtimeReport,
                       ValueRange{kind, location, zero, zero, bytes, zero});
  LLVM::BrOp::create(b, makeZeros(b, exit), exit);
  return success();
}

/// A null pointer to more than no bytes is reported.
LogicalResult AllocationChecker::checkAllocation(LLVM::CallOp call, Value bytes,
                                                 Region &region,
                                                 Block *&report) {
  if (!report && failed(makeReport(region, report)))
    return failure();
  if (!report)
    return success();
  Block *block = call->getBlock();
  Block *rest = block->splitBlock(call->getNextNode());
  auto b = ImplicitLocOpBuilder::atBlockEnd(call.getLoc(), block);
  Value location = getLocationString(b, module, call.getLoc());
  Value null = LLVM::ZeroOp::create(b, call.getResult().getType());
  Value zero = LLVM::ZeroOp::create(b, bytes.getType());
  Value isNull =
      LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::eq, call.getResult(), null);
  Value isNeeded =
      LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::ne, bytes, zero);
  Value fails = LLVM::AndOp::create(b, isNull, isNeeded);
  if (bytes.getType() != b.getI64Type())
    bytes = LLVM::ZExtOp::create(b, b.getI64Type(), bytes);
  LLVM::CondBrOp::create(b, fails, report, ValueRange{bytes, location}, rest,
                         ValueRange(), std::make_pair(1u, 1u << 20));
  return success();
}

/// Leaves `region` if an allocation failed in `op`, a call or an op with
/// regions.
LogicalResult AllocationChecker::checkFailures(Operation *op, Region &region) {
  Block *exit = isBeforeEnd(op) ? nullptr : getExit(region);
  if (!exit)
    return success();
  if (!failuresBefore) {
    auto begin = ImplicitLocOpBuilder::atBlockBegin(
        function.getLoc(), &function.getBody().front());
    auto runtimeFunction = getRuntimeFunction(begin, module, kCountFailures);
    if (failed(runtimeFunction))
      return failure();
    countFailures = *runtimeFunction;
    failuresBefore =
        LLVM::CallOp::create(begin, countFailures, ValueRange()).getResult();
  }
  Block *block = op->getBlock();
  Block *rest = block->splitBlock(op->getNextNode());
  auto b = ImplicitLocOpBuilder::atBlockEnd(op->getLoc(), block);
  Value failures =
      LLVM::CallOp::create(b, countFailures, ValueRange()).getResult();
  Value fails = LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::ne, failures,
                                     failuresBefore);
  LLVM::CondBrOp::create(b, fails, exit, makeZeros(b, exit), rest, ValueRange(),
                         std::make_pair(1u, 1u << 20));
  return success();
}

/// Leaves `region` after `report`, unless that comes next.
void AllocationChecker::leaveAfter(LLVM::CallOp report, Region &region) {
  Block *exit = getExit(region);
  auto branch = dyn_cast<LLVM::BrOp>(report->getNextNode());
  if (!exit || (branch && branch.getDest() == exit))
    return;
  Block *block = report->getBlock();
  block->splitBlock(report->getNextNode());
  auto b = ImplicitLocOpBuilder::atBlockEnd(report.getLoc(), block);
  LLVM::BrOp::create(b, makeZeros(b, exit), exit);
}

LogicalResult AllocationChecker::checkRegion(Region &region) {
  auto isRelevant = [&](LLVM::CallOp call) {
    return getAllocatedBytes(call) || isFinalReport(call) || mayFail(call);
  };
  SmallVector<Operation *> ops;
  for (Operation &op : region.getOps()) {
    auto call = dyn_cast<LLVM::CallOp>(op);
    if (call ? isRelevant(call)
             : op.getNumRegions() != 0 && containsCall(&op, isRelevant))
      ops.push_back(&op);
  }
  Block *report = nullptr;
  // From the last to the first: each split of a block moves what follows.
  for (Operation *op : llvm::reverse(ops)) {
    for (Region &nested : op->getRegions())
      if (failed(checkRegion(nested)))
        return failure();
    auto call = dyn_cast<LLVM::CallOp>(op);
    if (call && isFinalReport(call)) {
      leaveAfter(call, region);
      continue;
    }
    Value bytes = call ? getAllocatedBytes(call) : Value();
    if (failed(bytes ? checkAllocation(call, bytes, region, report)
                     : checkFailures(op, region)))
      return failure();
  }
  return success();
}

namespace {
struct ScatterCheckAllocationsPass
    : scatter::impl::ScatterCheckAllocationsPassBase<
          ScatterCheckAllocationsPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    llvm::DenseSet<LLVM::LLVMFuncOp> functions =
        collectCallers(module, [](LLVM::CallOp call) {
          return getAllocatedBytes(call) != nullptr || isFinalReport(call);
        });
    if (functions.empty())
      return;
    SymbolTable symbols(module);
    auto mayFail = [&](LLVM::CallOp call) {
      std::optional<StringRef> callee = call.getCallee();
      auto function =
          callee ? symbols.lookup<LLVM::LLVMFuncOp>(*callee) : nullptr;
      return function && functions.contains(function);
    };
    for (auto function : module.getOps<LLVM::LLVMFuncOp>())
      if (functions.contains(function) && !isForwarder(function) &&
          !isChecked(function) &&
          failed(AllocationChecker(function, mayFail).check()))
        return signalPassFailure();
  }
};
} // namespace
