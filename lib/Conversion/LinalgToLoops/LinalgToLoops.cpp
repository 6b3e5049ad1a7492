//===- LinalgToLoops.cpp - linalg ops to loops for threads and vectors ----===//

#include "scatter/Conversion/Passes.h"
#include "scatter/Dialect/Scatter/IR/ElementStorage.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/Utils/IndexBuilder.h"
#include "scatter/Dialect/Scatter/Utils/LoopTransforms.h"
#include "scatter/Plan/Machine.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/TilingInterface.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTERCONVERTLINALGTOLOOPSPASS
#include "scatter/Conversion/Passes.h.inc"
} // namespace scatter

using namespace scatter;

/// Returns the outermost loop with several iterations, if these are
/// independent, else none.
static std::optional<unsigned> findDividedLoop(linalg::LinalgOp op) {
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  for (auto [loop, type] : llvm::enumerate(op.getIteratorTypesArray())) {
    if (sizes[loop] == 1)
      continue;
    if (type == utils::IteratorType::parallel)
      return loop;
    return std::nullopt;
  }
  return std::nullopt;
}

/// Returns the bytes of an iteration: the elements of the results.
static int64_t getIterationBytes(linalg::LinalgOp op) {
  int64_t bytes = 0;
  for (Value init : op.getDpsInits())
    bytes += ElementStorage::get(getElementTypeOrSelf(init)).getBytes();
  return std::max<int64_t>(bytes, 1);
}

/// Emits the number of threads that share `op`, or returns null if one thread
/// is known to be enough.
static Value emitThreads(IndexBuilder &b, ArrayRef<Value> sizes, int64_t bytes,
                         const Machine &machine) {
  Value total = b.index(bytes);
  std::optional<int64_t> known = bytes;
  for (Value size : sizes) {
    total = b.mul(total, size);
    std::optional<int64_t> factor = getConstantIntValue(size);
    if (!factor || (known && llvm::MulOverflow(*known, *factor, *known)))
      known.reset();
  }
  bool isKnown = llvm::all_of(
      sizes, [](Value size) { return getConstantIntValue(size).has_value(); });
  if (isKnown && known)
    return *known >= machine.parallelBytes ? b.index(machine.threads) : Value();
  return b.select(b.uge(total, machine.parallelBytes), machine.threads, 1);
}

/// Returns whether `value` is known to have no elements, from its type or from
/// where it is allocated.
static bool isKnownEmpty(Value value) {
  auto type = dyn_cast<MemRefType>(value.getType());
  if (!type)
    return false;
  if (llvm::is_contained(type.getShape(), 0))
    return true;
  if (auto cast = value.getDefiningOp<memref::CastOp>())
    return isKnownEmpty(cast.getSource());
  auto alloc = value.getDefiningOp<memref::AllocOp>();
  return alloc && llvm::any_of(alloc.getDynamicSizes(),
                               [](Value size) { return isZeroInteger(size); });
}

/// Divides the iterations of `op` among threads. Returns the op of a chunk, or
/// `op` itself if it is not divided.
static linalg::LinalgOp divide(RewriterBase &rewriter, linalg::LinalgOp op,
                               const Machine &machine) {
  std::optional<unsigned> loop = findDividedLoop(op);
  auto tiled = dyn_cast<TilingInterface>(op.getOperation());
  if (!loop || !tiled || op->getParentOfType<scf::ParallelOp>())
    return op;
  // Upstream takes a tile of size 0 for a loop that is not tiled, and rejects
  // subviews of memory without elements.
  if (llvm::any_of(op->getOperands(), isKnownEmpty))
    return op;
  IndexBuilder b(op.getLoc(), op);
  SmallVector<OpFoldResult> offsets, sizes;
  SmallVector<Value> sizeValues;
  for (const Range &range : tiled.getIterationDomain(b)) {
    offsets.push_back(range.offset);
    sizes.push_back(range.size);
    sizeValues.push_back(
        getValueOrCreateConstantIndexOp(b, b.getLoc(), range.size));
  }
  Value threads = emitThreads(b, sizeValues, getIterationBytes(op), machine);
  if (!threads)
    return op;
  auto chunks = scf::ParallelOp::create(
      b, ValueRange(b.index(0)), ValueRange(threads), ValueRange(b.index(1)));
  chunks->setAttr(ScatterDialect::getThreadLoopAttrName(), b.getUnitAttr());
  b.setInsertionPoint(chunks.getBody()->getTerminator());
  Value all = sizeValues[*loop], length = b.ceildivu(all, threads);
  Value begin = b.minu(b.mul(chunks.getInductionVars().front(), length), all);
  offsets[*loop] = begin;
  sizes[*loop] = b.minu(length, b.sub(all, begin));
  rewriter.setInsertionPoint(chunks.getBody()->getTerminator());
  FailureOr<TilingResult> chunk =
      tiled.getTiledImplementation(rewriter, offsets, sizes);
  if (failed(chunk)) {
    rewriter.eraseOp(chunks);
    return op;
  }
  rewriter.eraseOp(op);
  return cast<linalg::LinalgOp>(chunk->tiledOps.front());
}

namespace {
struct ScatterConvertLinalgToLoopsPass
    : scatter::impl::ScatterConvertLinalgToLoopsPassBase<
          ScatterConvertLinalgToLoopsPass> {
  void runOnOperation() override {
    FailureOr<Machine> machine = getMachine(getOperation());
    if (failed(machine))
      return signalPassFailure();
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (op.hasPureBufferSemantics())
        ops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : ops) {
      if (machine->threads > 1)
        op = divide(rewriter, op, *machine);
      rewriter.setInsertionPoint(op);
      FailureOr<linalg::LinalgLoops> loops =
          linalg::linalgOpToLoops(rewriter, op);
      if (failed(loops))
        continue;
      if (loops->size() > 1)
        if (auto innermost = dyn_cast<scf::ForOp>(loops->back()))
          disableUnrolling(innermost);
      rewriter.eraseOp(op);
    }
  }
};
} // namespace
