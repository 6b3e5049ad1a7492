//===- ShareRecord.cpp - error records of the threads of a call -----------===//

#include "RuntimeCalls.h"
#include "scatter/Conversion/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTERSHARERECORDPASS
#include "scatter/Conversion/Passes.h.inc"
} // namespace scatter

using namespace scatter;

/// Whether this pass has already rewritten `op`: its region begins by
/// installing a record.
static bool isShared(omp::OutlineableOpenMPOpInterface op) {
  auto call = dyn_cast<LLVM::CallOp>(op->getRegion(0).front().front());
  return call && call.getCallee() == kInstallRecord;
}

/// Makes the threads that run the region of `op` report to the error record of
/// the thread that reaches `op`.
static LogicalResult shareRecord(omp::OutlineableOpenMPOpInterface op,
                                 ModuleOp module) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  auto getRecord = getRuntimeFunction(b, module, kGetRecord);
  auto installRecord = getRuntimeFunction(b, module, kInstallRecord);
  if (failed(getRecord) || failed(installRecord))
    return failure();
  Value record = LLVM::CallOp::create(b, *getRecord, ValueRange()).getResult();
  Region &region = op->getRegion(0);
  b.setInsertionPointToStart(&region.front());
  Value former = LLVM::CallOp::create(b, *installRecord, record).getResult();
  for (Block &block : region)
    if (auto end = dyn_cast<omp::TerminatorOp>(block.getTerminator())) {
      b.setInsertionPoint(end);
      LLVM::CallOp::create(b, *installRecord, former);
    }
  return success();
}

namespace {
struct ScatterShareRecordPass
    : scatter::impl::ScatterShareRecordPassBase<ScatterShareRecordPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    // Functions that other modules define may report, except for those of the C
    // library.
    auto isReport = [&](LLVM::CallOp call) {
      std::optional<StringRef> callee = call.getCallee();
      if (!callee)
        return true;
      auto function = symbols.lookup<LLVM::LLVMFuncOp>(*callee);
      return function && function.isExternal() && *callee != "malloc" &&
             *callee != "aligned_alloc" && *callee != "free";
    };
    llvm::DenseSet<LLVM::LLVMFuncOp> functions =
        collectCallers(module, isReport);
    auto mayReport = [&](LLVM::CallOp call) {
      return isReport(call) ||
             functions.contains(
                 symbols.lookup<LLVM::LLVMFuncOp>(*call.getCallee()));
    };
    SmallVector<omp::OutlineableOpenMPOpInterface> ops;
    module.walk([&](omp::OutlineableOpenMPOpInterface op) {
      // The region of a composite op may hold only the nested op.
      auto composable = dyn_cast<omp::ComposableOpInterface>(*op);
      if (!(composable && composable.isComposite()) && !isShared(op) &&
          containsCall(op, mayReport))
        ops.push_back(op);
    });
    for (auto op : ops)
      if (failed(shareRecord(op, module)))
        return signalPassFailure();
  }
};
} // namespace
