//===- InlineAllocaScopes.cpp - stack memory in parallel loops ------------===//

#include "scatter/Conversion/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTERINLINEALLOCASCOPESPASS
#include "scatter/Conversion/Passes.h.inc"
} // namespace scatter

/// Moves the ops in `scope` in front of it and erases it. If they allocate
/// stack memory, it is freed where the scope ended.
static void inlineScope(memref::AllocaScopeOp scope) {
  bool hasAllocation = scope
                           ->walk([](Operation *op) {
                             return isa<memref::AllocaOp, LLVM::AllocaOp>(op)
                                        ? WalkResult::interrupt()
                                        : WalkResult::advance();
                           })
                           .wasInterrupted();
  Block &body = scope.getBodyRegion().front();
  Operation *end = body.getTerminator();
  ImplicitLocOpBuilder b(scope.getLoc(), scope);
  if (hasAllocation) {
    Value stack = LLVM::StackSaveOp::create(
        b, LLVM::LLVMPointerType::get(b.getContext()));
    b.setInsertionPoint(end);
    LLVM::StackRestoreOp::create(b, stack);
  }
  scope->replaceAllUsesWith(end->getOperands());
  end->erase();
  scope->getBlock()->getOperations().splice(scope->getIterator(),
                                            body.getOperations());
  scope->erase();
}

namespace {
struct ScatterInlineAllocaScopesPass
    : scatter::impl::ScatterInlineAllocaScopesPassBase<
          ScatterInlineAllocaScopesPass> {
  void runOnOperation() override { getOperation()->walk(inlineScope); }
};
} // namespace
