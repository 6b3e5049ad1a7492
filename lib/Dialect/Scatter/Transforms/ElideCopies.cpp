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

/// An op that writes only into a box of a buffer: all of it, or a slice that
/// leaves gaps by some of its bounds.
struct Overwrite {
  Operation *op;
  Box box;
  /// Their numbers.
  SmallVector<unsigned> boundsWithGaps;
};

} // namespace

/// What a static slice overwrites. A size that a cast asserts is compared at
/// run time, so that the slice may not be written.
static FailureOr<Overwrite> matchSlice(SliceScatterOp op) {
  if (!op.getStart().empty() || !op.getStop().empty() ||
      !op.getStep().empty() || !op.getDataType().hasStaticShape() ||
      !op.getUpdatesType().hasStaticShape() ||
      op.getUpdates().getDefiningOp<memref::CastOp>())
    return failure();
  Overwrite result{op,
                   {SmallVector<int64_t>(op.getDataRank(), 0),
                    llvm::to_vector(op.getDataType().getShape())},
                   {}};
  Box &box = result.box;
  bool isReversed = false;
  for (auto [i, axis] : llvm::enumerate(op.getNormalizedAxes())) {
    SliceRange range =
        resolveSlice(op.getStaticStart()[i], op.getStaticStop()[i],
                     op.getStaticStep()[i], box.sizes[axis]);
    if (range.length == 0)
      return failure();
    bool hasGaps = range.length > 1 && range.step != 1 && range.step != -1;
    if (hasGaps) {
      result.boundsWithGaps.push_back(i);
      continue;
    }
    bool isBackwards = range.length > 1 && range.step < 0;
    isReversed |= isBackwards;
    box.offsets[axis] =
        isBackwards ? range.start - (range.length - 1) : range.start;
    box.sizes[axis] = range.length;
  }
  // A slice with gaps keeps no other bounds, see elideOverwritten.
  if (isReversed && !result.boundsWithGaps.empty())
    return failure();
  return result;
}

/// What a copy into `op` overwrites, a static subview without steps.
static FailureOr<Box> matchBox(memref::SubViewOp op) {
  auto isUnit = [](int64_t stride) { return stride == 1; };
  if (!op.getOffsets().empty() || !op.getSizes().empty() ||
      !llvm::all_of(op.getStaticStrides(), isUnit) ||
      llvm::is_contained(op.getStaticSizes(), 0))
    return failure();
  return Box{llvm::to_vector(op.getStaticOffsets()),
             llvm::to_vector(op.getStaticSizes())};
}

/// The op that overwrites the target of `copy` before anything else can see
/// that buffer.
static FailureOr<Overwrite> findOverwrite(memref::CopyOp copy) {
  Value buffer = copy.getTarget();
  for (Operation *next = copy->getNextNode(); next;
       next = next->getNextNode()) {
    if (auto slice = dyn_cast<SliceScatterOp>(next))
      if (slice.getData() == buffer && slice.getUpdates() != buffer)
        return matchSlice(slice);
    if (auto overwrite = dyn_cast<memref::CopyOp>(next)) {
      auto view = overwrite.getTarget().getDefiningOp<memref::SubViewOp>();
      if (view && view.getSource() == buffer && !readsFrom(overwrite, buffer)) {
        FailureOr<Box> box = matchBox(view);
        if (failed(box))
          return failure();
        return Overwrite{overwrite, *box, {}};
      }
    }
    if (!isMemoryEffectFree(next))
      return failure();
  }
  return failure();
}

/// The part of `buffer` in `box`.
static Value viewBox(OpBuilder &b, Location loc, Value buffer, const Box &box) {
  SmallVector<int64_t> strides(box.sizes.size(), 1);
  return memref::SubViewOp::create(b, loc, buffer, box.offsets, box.sizes,
                                   strides);
}

/// Copies the box of `source` to that of the target, which it returns.
static Value copyBox(OpBuilder &b, memref::CopyOp copy, const Box &box) {
  Location loc = copy.getLoc();
  Value source = viewBox(b, loc, copy.getSource(), box);
  Value target = viewBox(b, loc, copy.getTarget(), box);
  memref::CopyOp::create(b, loc, source, target);
  return target;
}

/// Copies what the box leaves: for each dimension the parts before and after
/// it, within the box in the dimensions before.
static void copyAround(OpBuilder &b, memref::CopyOp copy, const Box &box) {
  ArrayRef<int64_t> shape =
      cast<MemRefType>(copy.getTarget().getType()).getShape();
  Box part{SmallVector<int64_t>(shape.size(), 0), llvm::to_vector(shape)};
  for (auto [dim, size] : llvm::enumerate(shape)) {
    auto copyPart = [&](int64_t offset, int64_t size) {
      part.offsets[dim] = offset;
      part.sizes[dim] = size;
      if (!llvm::is_contained(part.sizes, 0))
        copyBox(b, copy, part);
    };
    int64_t end = box.offsets[dim] + box.sizes[dim];
    copyPart(0, box.offsets[dim]);
    copyPart(end, size - end);
    part.offsets[dim] = box.offsets[dim];
    part.sizes[dim] = box.sizes[dim];
  }
}

/// Leaves out of `copy` what `overwrite` writes. The gaps of a slice are copied
/// by an op of their own.
static void elideOverwritten(RewriterBase &rewriter, memref::CopyOp copy,
                             const Overwrite &overwrite) {
  const auto &[op, box, boundsWithGaps] = overwrite;
  auto type = cast<MemRefType>(copy.getTarget().getType());
  if (!boundsWithGaps.empty() && ArrayRef(box.sizes) == type.getShape())
    return;
  rewriter.setInsertionPoint(copy);
  copyAround(rewriter, copy, box);
  if (!boundsWithGaps.empty()) {
    // The others select all of the box.
    Value target = copyBox(rewriter, copy, box);
    rewriter.setInsertionPoint(op);
    cast<SliceScatterOp>(op).cloneWithBounds(rewriter, target, boundsWithGaps);
    rewriter.eraseOp(op);
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
      FailureOr<Overwrite> overwrite = findOverwrite(copy);
      if (succeeded(overwrite))
        elideOverwritten(rewriter, copy, *overwrite);
    }
  }
};

} // namespace
