//===- CheckAllocations.cpp - reports of failed allocations ---------------===//
//
// Reports allocations that fail. After such a report, or after the report of an
// operand of a model that does not fit, nothing more is executed.
//
// The pass works on the LLVM dialect, where loops and branches are blocks, and
// the only nested regions are those of OpenMP. To stop, control branches to the
// end of the innermost region, which is the body of a parallel loop or of a
// function. A thread that left the loop or the parallel region itself would
// miss barriers of its team.
//
//===----------------------------------------------------------------------===//

#include "LiveAllocations.h"
#include "RuntimeCalls.h"
#include "scatter/Conversion/Passes.h"
#include "scatter/Runtime/Runtime.h"

#include "mlir/Dialect/LLVMIR/FunctionCallUtils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTERCHECKALLOCATIONSPASS
#include "scatter/Conversion/Passes.h.inc"
} // namespace scatter

using namespace scatter;

/// Whether `function` is a C interface wrapper, which calls another function
/// and stores the result. It must store the zeros that a failed function
/// returns as well, so it gets no checks.
static bool isForwarder(LLVM::LLVMFuncOp function) {
  return function.getSymName().starts_with("_mlir_ciface_");
}

/// Whether `call` is a final report, after which no op is executed: it reports
/// an operand of a model that does not fit. The kind of a report is a constant.
static bool isFinalReport(LLVM::CallOp call) {
  return call.getCallee() == kReport &&
         getConstantIntValue(call.getCalleeOperands()[0]) ==
             SCATTER_ERROR_OPERAND;
}

/// Whether this pass has already added its checks to `function`.
static bool isChecked(LLVM::LLVMFuncOp function) {
  return containsCall(function, [](LLVM::CallOp call) {
    if (call.getCallee() == kCountFailures)
      return true;
    return call.getCallee() == kReport &&
           getConstantIntValue(call.getCalleeOperands()[0]) ==
               SCATTER_ERROR_MEMORY;
  });
}

namespace {

/// Adds checks to one function.
class AllocationChecker {
public:
  /// `mayFail` says whether a call is of a function that may fail to allocate
  /// or make a final report, `mayReport` whether it may make a final report.
  AllocationChecker(LLVM::LLVMFuncOp function,
                    function_ref<bool(LLVM::CallOp)> mayFail,
                    function_ref<bool(LLVM::CallOp)> mayReport)
      : function(function), module(function->getParentOfType<ModuleOp>()),
        mayFail(mayFail), mayReport(mayReport) {}

  LogicalResult check() { return checkRegion(function.getBody()); }

private:
  LogicalResult checkRegion(Region &region);
  LogicalResult checkAllocation(LLVM::CallOp call, Value bytes, Region &region,
                                Block *&report);
  LogicalResult checkFailures(Operation *op, Region &region,
                              ArrayRef<LLVM::CallOp> live);
  LogicalResult leaveAfter(LLVM::CallOp report, Region &region,
                           ArrayRef<LLVM::CallOp> live);
  LogicalResult makeReport(Region &region, Block *&report);
  FailureOr<Block *> getCleanup(Block *exit, ArrayRef<LLVM::CallOp> live);
  Block *getExit(Region &region);

  LLVM::LLVMFuncOp function;
  ModuleOp module;
  function_ref<bool(LLVM::CallOp)> mayFail, mayReport;
  /// Maps a block and an allocation to the block that frees the allocation and
  /// then branches to the other block.
  DenseMap<std::pair<Block *, Operation *>, Block *> cleanups;
  /// The number of failures at the beginning of the function, and the runtime
  /// function that returns the current number.
  Value failuresBefore;
  LLVM::LLVMFuncOp countFailures;
};

} // namespace

/// Whether the region ends right after `op` and returns no values.
static bool isBeforeEnd(Operation *op) {
  Operation *last = &op->getBlock()->back();
  return op == last ||
         (op->getNextNode() == last && last->getNumSuccessors() == 0 &&
          last->getNumOperands() == 0);
}

/// Returns the block that ends `region`. It holds only a terminator, whose
/// operands are the arguments of the block. Creates the block if it is missing.
/// Returns null if the region never ends.
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

/// Returns a zero for each argument of `block`.
static SmallVector<Value> makeZeros(ImplicitLocOpBuilder &b, Block *block) {
  return llvm::map_to_vector(block->getArgumentTypes(), [&](Type type) {
    return Value(LLVM::ZeroOp::create(b, type));
  });
}

/// Returns the block that frees `live`, in reverse order, and branches to
/// `exit`. Such blocks are shared: the block that frees an allocation branches
/// to the one that frees the allocations before it.
FailureOr<Block *> AllocationChecker::getCleanup(Block *exit,
                                                 ArrayRef<LLVM::CallOp> live) {
  Block *next = exit;
  for (LLVM::CallOp allocation : live) {
    Block *&block = cleanups[{next, allocation}];
    if (!block) {
      ImplicitLocOpBuilder b(allocation.getLoc(), function.getContext());
      block = b.createBlock(exit);
      auto freeFunction = LLVM::lookupOrCreateFreeFn(b, module);
      if (failed(freeFunction))
        return failure();
      LLVM::CallOp::create(b, *freeFunction, allocation.getResult());
      LLVM::BrOp::create(b, makeZeros(b, next), next);
    }
    next = block;
  }
  return next;
}

/// Creates the block that reports its arguments, a number of bytes and a
/// location, and leaves `region`. `report` stays null if the region has no end.
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

/// Reports a failure if `call` returns null for more than zero bytes.
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

/// Frees `live` and leaves `region` if an allocation failed in `op` or a final
/// report was made there. `op` is a call or has regions.
LogicalResult AllocationChecker::checkFailures(Operation *op, Region &region,
                                               ArrayRef<LLVM::CallOp> live) {
  Block *exit = isBeforeEnd(op) ? nullptr : getExit(region);
  if (!exit)
    return success();
  FailureOr<Block *> cleanup = getCleanup(exit, live);
  if (failed(cleanup))
    return failure();
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
  LLVM::CondBrOp::create(b, fails, *cleanup, makeZeros(b, *cleanup), rest,
                         ValueRange(), std::make_pair(1u, 1u << 20));
  return success();
}

/// Frees `live` and leaves `region` after `report`, unless the region ends
/// there anyway.
LogicalResult AllocationChecker::leaveAfter(LLVM::CallOp report, Region &region,
                                            ArrayRef<LLVM::CallOp> live) {
  Block *exit = getExit(region);
  auto branch = dyn_cast<LLVM::BrOp>(report->getNextNode());
  if (!exit || (branch && branch.getDest() == exit))
    return success();
  FailureOr<Block *> cleanup = getCleanup(exit, live);
  if (failed(cleanup))
    return failure();
  Block *block = report->getBlock();
  block->splitBlock(report->getNextNode());
  auto b = ImplicitLocOpBuilder::atBlockEnd(report.getLoc(), block);
  LLVM::BrOp::create(b, makeZeros(b, *cleanup), *cleanup);
  return success();
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
  // Memory is not freed after a failed allocation, see docs/Rationale.md.
  LiveAllocations allocations(region, [&](Operation &op) {
    auto call = dyn_cast<LLVM::CallOp>(op);
    return call && (isFinalReport(call) || mayReport(call));
  });
  Block *report = nullptr;
  // Visit the ops in reverse: splitting a block moves all ops that follow.
  for (Operation *op : llvm::reverse(ops)) {
    for (Region &nested : op->getRegions())
      if (failed(checkRegion(nested)))
        return failure();
    auto call = dyn_cast<LLVM::CallOp>(op);
    SmallVector<LLVM::CallOp> live = allocations.get(op);
    Value bytes = call ? getAllocatedBytes(call) : Value();
    bool isFinal = call && isFinalReport(call);
    if (failed(isFinal ? leaveAfter(call, region, live)
               : bytes ? checkAllocation(call, bytes, region, report)
                       : checkFailures(op, region, live)))
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
    llvm::DenseSet<LLVM::LLVMFuncOp> reporters =
        collectCallers(module, isFinalReport);
    SymbolTable symbols(module);
    auto calls = [&](LLVM::CallOp call,
                     const llvm::DenseSet<LLVM::LLVMFuncOp> &callees) {
      std::optional<StringRef> callee = call.getCallee();
      auto function =
          callee ? symbols.lookup<LLVM::LLVMFuncOp>(*callee) : nullptr;
      return function && callees.contains(function);
    };
    auto mayFail = [&](LLVM::CallOp call) { return calls(call, functions); };
    auto mayReport = [&](LLVM::CallOp call) { return calls(call, reporters); };
    for (auto function : module.getOps<LLVM::LLVMFuncOp>())
      if (functions.contains(function) && !isForwarder(function) &&
          !isChecked(function) &&
          failed(AllocationChecker(function, mayFail, mayReport).check()))
        return signalPassFailure();
  }
};
} // namespace
