//===- ElideCopies.cpp - do not copy what is overwritten ------------------===//

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/IR/SliceArithmetic.h"
#include "scatter/Dialect/Scatter/Transforms/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTERELIDECOPIESPASS
#include "scatter/Dialect/Scatter/Transforms/Passes.h.inc"
} // namespace scatter

using namespace scatter;

/// The first op after `copy` in its block that may touch memory, if that is the
/// slice_scatter into the target of `copy`. Between the two nothing can see
/// the target.
static SliceScatterOp findOverwrite(memref::CopyOp copy) {
  for (Operation *next = copy->getNextNode(); next;
       next = next->getNextNode()) {
    auto slice = dyn_cast<SliceScatterOp>(next);
    if (slice && slice.getData() == copy.getTarget())
      return slice;
    if (!isMemoryEffectFree(next))
      return nullptr;
  }
  return nullptr;
}

/// The box [offsets, offsets + sizes) that a static slice with unit steps
/// overwrites.
static LogicalResult matchBox(SliceScatterOp op, SmallVector<int64_t> &offsets,
                              SmallVector<int64_t> &sizes) {
  if (!op.getStart().empty() || !op.getStop().empty() ||
      !op.getStep().empty() || !op.getDataType().hasStaticShape() ||
      !op.getUpdatesType().hasStaticShape())
    return failure();
  offsets.assign(op.getDataRank(), 0);
  llvm::append_range(sizes, op.getDataType().getShape());
  for (auto [i, axis] : llvm::enumerate(op.getNormalizedAxes())) {
    SliceRange range =
        resolveSlice(op.getStaticStart()[i], op.getStaticStop()[i],
                     op.getStaticStep()[i], sizes[axis]);
    // A box may be written backwards as well.
    if (range.length == 0 ||
        (range.length > 1 && range.step != 1 && range.step != -1))
      return failure();
    offsets[axis] = range.length > 1 && range.step < 0
                        ? range.start - (range.length - 1)
                        : range.start;
    sizes[axis] = range.length;
  }
  return success();
}

/// Copies the box of `source` to that of `target`.
static void copyBox(OpBuilder &b, memref::CopyOp copy,
                    ArrayRef<int64_t> offsets, ArrayRef<int64_t> sizes) {
  SmallVector<int64_t> strides(offsets.size(), 1);
  Location loc = copy.getLoc();
  Value source = memref::SubViewOp::create(b, loc, copy.getSource(), offsets,
                                           sizes, strides);
  Value target = memref::SubViewOp::create(b, loc, copy.getTarget(), offsets,
                                           sizes, strides);
  memref::CopyOp::create(b, loc, source, target);
}

/// Replaces `copy` by copies of what the box leaves: for each dimension the
/// parts before and after it, within the box in the dimensions before.
static void copyAround(RewriterBase &rewriter, memref::CopyOp copy,
                       ArrayRef<int64_t> offsets, ArrayRef<int64_t> sizes) {
  ArrayRef<int64_t> shape =
      cast<MemRefType>(copy.getTarget().getType()).getShape();
  SmallVector<int64_t> from(shape.size(), 0), extent(shape);
  rewriter.setInsertionPoint(copy);
  for (auto [dim, size] : llvm::enumerate(shape)) {
    int64_t end = offsets[dim] + sizes[dim];
    if (offsets[dim] > 0) {
      extent[dim] = offsets[dim];
      copyBox(rewriter, copy, from, extent);
    }
    if (end < size) {
      from[dim] = end;
      extent[dim] = size - end;
      copyBox(rewriter, copy, from, extent);
    }
    from[dim] = offsets[dim];
    extent[dim] = sizes[dim];
  }
  rewriter.eraseOp(copy);
}

namespace {

struct ScatterElideCopiesPass
    : scatter::impl::ScatterElideCopiesPassBase<ScatterElideCopiesPass> {
  void runOnOperation() override {
    SmallVector<memref::CopyOp> copies;
    getOperation()->walk([&](memref::CopyOp copy) { copies.push_back(copy); });
    IRRewriter rewriter(&getContext());
    for (memref::CopyOp copy : copies) {
      auto source = dyn_cast<MemRefType>(copy.getSource().getType());
      auto target = dyn_cast<MemRefType>(copy.getTarget().getType());
      SliceScatterOp slice = findOverwrite(copy);
      SmallVector<int64_t> offsets, sizes;
      if (source && target && source.hasStaticShape() && slice &&
          slice.getUpdates() != copy.getTarget() &&
          succeeded(matchBox(slice, offsets, sizes)))
        copyAround(rewriter, copy, offsets, sizes);
    }
  }
};

} // namespace
