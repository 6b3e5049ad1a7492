//===- CopiedSlices.cpp - slices of data that was copied before -----------===//

#include "LoopNest.h"
#include "Lowerings.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace scatter;

/// The source and the target of an op that copies a whole memref.
static std::pair<Value, Value> matchCopy(Operation *op) {
  if (auto copy = dyn_cast<memref::CopyOp>(op))
    return {copy.getSource(), copy.getTarget()};
  if (auto slice = dyn_cast<SliceScatterOp>(op))
    if (slice.hasPureBufferSemantics() && slice.getAxes().empty())
      return {slice.getUpdates(), slice.getData()};
  return {};
}

/// The copy to the `data` of `op` that nothing else can see the result of.
static Operation *findCopy(SliceScatterOp op) {
  for (Operation *before = op->getPrevNode(); before;
       before = before->getPrevNode()) {
    auto [source, target] = matchCopy(before);
    if (target == op.getData() && source != target)
      return before;
    if (!isMemoryEffectFree(before))
      return nullptr;
  }
  return nullptr;
}

/// Whether `op` is the slice of the last axis only, with a literal step other
/// than 1 and -1.
static bool hasRowsWithGaps(SliceScatterOp op) {
  SmallVector<int64_t> axes = op.getNormalizedAxes();
  if (axes.size() != 1 || axes[0] != op.getDataRank() - 1)
    return false;
  std::optional<int64_t> step = getConstantIntValue(op.getMixedStep()[0]);
  return step && *step != 1 && *step != -1 && *step != 0;
}

/// Whether elements of the two have the same offset from the start of each.
static bool haveOneLayout(Value first, Value second) {
  auto isContiguous = [](Value value) {
    auto type = dyn_cast<MemRefType>(value.getType());
    return type && type.getLayout().isIdentity();
  };
  return isContiguous(first) && isContiguous(second);
}

void scatter::lowerCopiedSlices(Operation *root,
                                const ScatterToLoopsOptions &options) {
  SmallVector<SliceScatterOp> ops;
  root->walk([&](SliceScatterOp op) {
    if (op.hasPureBufferSemantics() && hasRowsWithGaps(op))
      ops.push_back(op);
  });
  IRRewriter rewriter(root->getContext());
  for (SliceScatterOp op : ops) {
    Operation *copy = findCopy(op);
    if (!copy)
      continue;
    Value source = matchCopy(copy).first;
    if (!haveOneLayout(source, op.getData()))
      continue;
    rewriter.setInsertionPoint(op);
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Operation *before = op->getPrevNode();
    lowerCopyAndSlice(b, source, op, options);
    keepRolled(before, op);
    rewriter.eraseOp(op);
    rewriter.eraseOp(copy);
  }
}
