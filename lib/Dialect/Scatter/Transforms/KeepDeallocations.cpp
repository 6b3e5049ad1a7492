//===- KeepDeallocations.cpp - deallocations that a program has -----------===//

#include "scatter/Dialect/Scatter/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTERKEEPDEALLOCATIONSPASS
#include "scatter/Dialect/Scatter/Transforms/Passes.h.inc"
} // namespace scatter

using namespace scatter;

/// Returns the allocation of the memory that `op` frees, or null.
static memref::AllocOp findAllocation(memref::DeallocOp op) {
  Value memory = op.getMemref();
  while (auto cast = memory.getDefiningOp<memref::CastOp>())
    memory = cast.getSource();
  return memory.getDefiningOp<memref::AllocOp>();
}

namespace {
struct ScatterKeepDeallocationsPass
    : scatter::impl::ScatterKeepDeallocationsPassBase<
          ScatterKeepDeallocationsPass> {
  void runOnOperation() override {
    auto unit = UnitAttr::get(&getContext());
    WalkResult result = getOperation()->walk([&](memref::DeallocOp op) {
      constexpr StringLiteral manual =
          bufferization::BufferizationDialect::kManualDeallocation;
      memref::AllocOp alloc = findAllocation(op);
      if (!alloc) {
        op.emitError("expected the memory of a memref.alloc of the same "
                     "function, which nothing else frees");
        return WalkResult::interrupt();
      }
      op->setAttr(manual, unit);
      alloc->setAttr(manual, unit);
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
