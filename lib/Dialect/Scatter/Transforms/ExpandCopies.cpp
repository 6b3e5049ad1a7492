//===- ExpandCopies.cpp - strided copies to slice_scatter -----------------===//

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/Transforms/CopyAndSlice.h"
#include "scatter/Dialect/Scatter/Transforms/Passes.h"

#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTEREXPANDCOPIESPASS
#include "scatter/Dialect/Scatter/Transforms/Passes.h.inc"
} // namespace scatter

using namespace scatter;

/// Whether both sides are contiguous.
static bool isContiguousCopy(memref::CopyOp copy) {
  auto isContiguous = [](Value value) {
    auto type = cast<MemRefType>(value.getType());
    return type.getLayout().isIdentity() ||
           memref::isStaticShapeAndContiguousRowMajor(type);
  };
  return isContiguous(copy.getSource()) && isContiguous(copy.getTarget());
}

/// Whether the copy has `bytes` or more, or an unknown number of them.
static bool mayHaveBytes(memref::CopyOp copy, int64_t bytes) {
  auto type = cast<MemRefType>(copy.getTarget().getType());
  Type element = type.getElementType();
  if (!type.hasStaticShape() || !element.isIntOrFloat())
    return true;
  // Integers of no bits exist.
  int64_t width = std::max(element.getIntOrFloatBitWidth(), 1u);
  return type.getNumElements() >= llvm::divideCeilSigned(bytes * 8, width);
}

namespace {

struct ScatterExpandCopiesPass
    : scatter::impl::ScatterExpandCopiesPassBase<ScatterExpandCopiesPass> {
  using ScatterExpandCopiesPassBase::ScatterExpandCopiesPassBase;

  void runOnOperation() override {
    SmallPtrSet<Operation *, 8> ofSlices;
    getOperation()->walk([&](SliceScatterOp op) {
      if (memref::CopyOp copy = findCopyBefore(op))
        ofSlices.insert(copy);
    });
    SmallVector<memref::CopyOp> copies;
    getOperation()->walk([&](memref::CopyOp copy) {
      if (ofSlices.contains(copy))
        return;
      auto source = dyn_cast<MemRefType>(copy.getSource().getType());
      auto target = dyn_cast<MemRefType>(copy.getTarget().getType());
      if (source && target && target.getRank() > 0 && source.isStrided() &&
          target.isStrided() &&
          (!isContiguousCopy(copy) ||
           (largeBytes > 0 && mayHaveBytes(copy, largeBytes))))
        copies.push_back(copy);
    });
    IRRewriter rewriter(&getContext());
    for (memref::CopyOp copy : copies) {
      rewriter.setInsertionPoint(copy);
      rewriter.replaceOpWithNewOp<SliceScatterOp>(
          copy, copy.getSource(), copy.getTarget(), ArrayRef<OpFoldResult>{},
          ArrayRef<OpFoldResult>{});
    }
  }
};

} // namespace
