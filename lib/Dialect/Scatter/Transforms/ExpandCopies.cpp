//===- ExpandCopies.cpp - strided copies to slice_scatter -----------------===//

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/Transforms/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTEREXPANDCOPIESPASS
#include "scatter/Dialect/Scatter/Transforms/Passes.h.inc"
} // namespace scatter

using namespace scatter;

/// Whether memcpy does the copy: both sides are ranked and contiguous.
static bool isContiguousCopy(memref::CopyOp copy) {
  auto isContiguous = [](Value value) {
    auto type = cast<MemRefType>(value.getType());
    return type.getLayout().isIdentity() ||
           memref::isStaticShapeAndContiguousRowMajor(type);
  };
  return isContiguous(copy.getSource()) && isContiguous(copy.getTarget());
}

namespace {

struct ScatterExpandCopiesPass
    : scatter::impl::ScatterExpandCopiesPassBase<ScatterExpandCopiesPass> {
  void runOnOperation() override {
    SmallVector<memref::CopyOp> copies;
    getOperation()->walk([&](memref::CopyOp copy) {
      auto source = dyn_cast<MemRefType>(copy.getSource().getType());
      auto target = dyn_cast<MemRefType>(copy.getTarget().getType());
      if (source && target && target.getRank() > 0 && source.isStrided() &&
          target.isStrided() && !isContiguousCopy(copy))
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
