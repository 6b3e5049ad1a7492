//===- ElideCopies.cpp - do not copy what is overwritten ------------------===//

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/IR/SliceArithmetic.h"
#include "scatter/Dialect/Scatter/Transforms/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTERELIDECOPIESPASS
#include "scatter/Dialect/Scatter/Transforms/Passes.h.inc"
} // namespace scatter

using namespace scatter;

/// Whether the source of `copy` is a view of `buffer`.
static bool readsFrom(memref::CopyOp copy, Value buffer) {
  Value source = copy.getSource();
  while (auto view = source.getDefiningOp<ViewLikeOpInterface>())
    source = view.getViewSource();
  return source == buffer;
}

namespace {

/// The elements [offsets, offsets + sizes) of a buffer.
struct Box {
  SmallVector<int64_t> offsets, sizes;
};

} // namespace

/// What a static slice with steps of 1 or -1 overwrites. A size that a cast
/// asserts is compared at run time, so that the slice may not be written.
static FailureOr<Box> matchBox(SliceScatterOp op) {
  if (!op.getStart().empty() || !op.getStop().empty() ||
      !op.getStep().empty() || !op.getDataType().hasStaticShape() ||
      !op.getUpdatesType().hasStaticShape() ||
      op.getUpdates().getDefiningOp<memref::CastOp>())
    return failure();
  Box box{SmallVector<int64_t>(op.getDataRank(), 0),
          llvm::to_vector(op.getDataType().getShape())};
  for (auto [i, axis] : llvm::enumerate(op.getNormalizedAxes())) {
    SliceRange range =
        resolveSlice(op.getStaticStart()[i], op.getStaticStop()[i],
                     op.getStaticStep()[i], box.sizes[axis]);
    bool isBackwards = range.length > 1 && range.step < 0;
    if (range.length == 0 ||
        (range.length > 1 && range.step != 1 && range.step != -1))
      return failure();
    box.offsets[axis] =
        isBackwards ? range.start - (range.length - 1) : range.start;
    box.sizes[axis] = range.length;
  }
  return box;
}

/// The box of a static subview without steps.
static FailureOr<Box> matchBox(memref::SubViewOp op) {
  auto isUnit = [](int64_t stride) { return stride == 1; };
  if (!op.getOffsets().empty() || !op.getSizes().empty() ||
      !llvm::all_of(op.getStaticStrides(), isUnit) ||
      llvm::is_contained(op.getStaticSizes(), 0))
    return failure();
  return Box{llvm::to_vector(op.getStaticOffsets()),
             llvm::to_vector(op.getStaticSizes())};
}

/// The box of the target of `copy` that is overwritten before anything else
/// can see that buffer.
static FailureOr<Box> findOverwrittenBox(memref::CopyOp copy) {
  Value buffer = copy.getTarget();
  for (Operation *next = copy->getNextNode(); next;
       next = next->getNextNode()) {
    if (auto slice = dyn_cast<SliceScatterOp>(next))
      if (slice.getData() == buffer && slice.getUpdates() != buffer)
        return matchBox(slice);
    if (auto overwrite = dyn_cast<memref::CopyOp>(next)) {
      auto view = overwrite.getTarget().getDefiningOp<memref::SubViewOp>();
      if (view && view.getSource() == buffer && !readsFrom(overwrite, buffer))
        return matchBox(view);
    }
    if (!isMemoryEffectFree(next))
      return failure();
  }
  return failure();
}

/// Copies the box of `source` to that of `target`.
static void copyBox(OpBuilder &b, memref::CopyOp copy,
                    ArrayRef<int64_t> offsets, ArrayRef<int64_t> sizes) {
  if (llvm::is_contained(sizes, 0))
    return;
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
                       const Box &box) {
  const auto &[offsets, sizes] = box;
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
      if (!source || !target || !target.hasStaticShape())
        continue;
      FailureOr<Box> box = findOverwrittenBox(copy);
      if (succeeded(box))
        copyAround(rewriter, copy, *box);
    }
  }
};

} // namespace
