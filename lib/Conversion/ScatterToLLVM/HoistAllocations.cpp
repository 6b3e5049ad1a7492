//===- HoistAllocations.cpp - small buffers of loops on the stack ---------===//

#include "scatter/Conversion/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTERHOISTALLOCATIONSPASS
#include "scatter/Conversion/Passes.h.inc"
} // namespace scatter

using namespace scatter;

/// The maximum bytes of a buffer on the stack, and of all those of a frame.
static constexpr int64_t kMaxStackBytes = 16 << 10;
static constexpr int64_t kMaxFrameBytes = 128 << 10;

/// Returns the bytes of a static memref whose elements are numbers, else none.
static std::optional<int64_t> getStaticBytes(MemRefType type) {
  if (!type.hasStaticShape() || !type.getLayout().isIdentity() ||
      !type.getElementType().isIntOrFloat())
    return std::nullopt;
  int64_t bytes = llvm::divideCeil(type.getElementTypeBitWidth(), 8);
  for (int64_t size : type.getShape())
    if (llvm::MulOverflow(bytes, size, bytes))
      return std::nullopt;
  return bytes;
}

/// Returns the block that is executed once for all iterations of the loops
/// around `op`, in one thread, or null if `op` is in no loop.
static Block *findFrame(Operation *op) {
  bool isInLoop = false;
  while (Operation *parent = op->getParentOp()) {
    if (isa<FunctionOpInterface, memref::AllocaScopeOp, omp::LoopNestOp,
            omp::ParallelOp>(parent))
      return isInLoop ? op->getBlock() : nullptr;
    // It may become a loop in this frame.
    if (isa<scf::ParallelOp, scf::ForallOp>(parent))
      return nullptr;
    if (!isa<scf::ForOp, scf::WhileOp, scf::IfOp, scf::IndexSwitchOp>(parent))
      return nullptr;
    isInLoop |= isa<scf::ForOp, scf::WhileOp>(parent);
    op = parent;
  }
  return nullptr;
}

namespace {
struct ScatterHoistAllocationsPass
    : scatter::impl::ScatterHoistAllocationsPassBase<
          ScatterHoistAllocationsPass> {
  void runOnOperation() override {
    DenseMap<Block *, int64_t> usedBytes;
    getOperation()->walk([&](memref::AllocOp alloc) {
      std::optional<int64_t> bytes = getStaticBytes(alloc.getType());
      // The op that frees it at the end of each iteration.
      Operation *dealloc = memref::findDealloc(alloc).value_or(nullptr);
      if (!bytes || *bytes > kMaxStackBytes || !dealloc ||
          dealloc->getBlock() != alloc->getBlock())
        return;
      Block *frame = findFrame(alloc);
      if (!frame || usedBytes[frame] + *bytes > kMaxFrameBytes)
        return;
      usedBytes[frame] += *bytes;
      dealloc->erase();
      auto builder = OpBuilder::atBlockBegin(frame);
      auto onStack = memref::AllocaOp::create(
          builder, alloc.getLoc(), alloc.getType(), alloc.getAlignmentAttr());
      alloc.replaceAllUsesWith(onStack.getMemref());
      alloc.erase();
    });
  }
};
} // namespace
