//===- CopiedSlices.cpp - slices of data that was copied before -----------===//

#include "LoopNest.h"
#include "Lowerings.h"

#include "scatter/Dialect/Scatter/Transforms/CopyAndSlice.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace scatter;

void scatter::lowerCopiedSlices(Operation *root) {
  SmallVector<std::pair<memref::CopyOp, SliceScatterOp>> pairs;
  root->walk([&](SliceScatterOp op) {
    if (memref::CopyOp copy = findCopyBefore(op))
      pairs.push_back({copy, op});
  });
  IRRewriter rewriter(root->getContext());
  for (auto [copy, op] : pairs) {
    rewriter.setInsertionPoint(op);
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Operation *before = op->getPrevNode();
    lowerCopyAndSlice(b, copy.getSource(), op);
    keepRolled(before, op);
    rewriter.eraseOp(op);
    rewriter.eraseOp(copy);
  }
}
