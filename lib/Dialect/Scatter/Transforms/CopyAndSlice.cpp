//===- CopyAndSlice.cpp - a copy and a slice that follows it --------------===//

#include "scatter/Dialect/Scatter/Transforms/CopyAndSlice.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace scatter;

/// Whether `op` slices the last axis only, and leaves gaps there.
static bool hasRowsWithGaps(SliceScatterOp op) {
  SmallVector<int64_t> axes = op.getNormalizedAxes();
  if (axes.size() != 1 || axes[0] != op.getDataRank() - 1)
    return false;
  std::optional<int64_t> step = getConstantIntValue(op.getMixedStep()[0]);
  return step && *step != 1 && *step != -1 && *step != 0;
}

/// Whether elements of the two have the same offset from the start of each.
static bool haveOneLayout(Value first, Value second) {
  auto firstType = dyn_cast<MemRefType>(first.getType());
  auto secondType = dyn_cast<MemRefType>(second.getType());
  if (!firstType || !secondType)
    return false;
  if (firstType.getLayout().isIdentity() && secondType.getLayout().isIdentity())
    return true;
  SmallVector<int64_t> firstStrides, secondStrides;
  int64_t offset;
  return succeeded(firstType.getStridesAndOffset(firstStrides, offset)) &&
         succeeded(secondType.getStridesAndOffset(secondStrides, offset)) &&
         firstStrides == secondStrides &&
         !llvm::is_contained(firstStrides, ShapedType::kDynamic);
}

memref::CopyOp scatter::findCopyBefore(SliceScatterOp op) {
  if (!op.hasPureBufferSemantics() || !hasRowsWithGaps(op))
    return nullptr;
  for (Operation *before = op->getPrevNode(); before;
       before = before->getPrevNode()) {
    auto copy = dyn_cast<memref::CopyOp>(before);
    if (copy && copy.getTarget() == op.getData())
      return copy.getSource() != op.getData() &&
                     haveOneLayout(copy.getSource(), op.getData())
                 ? copy
                 : nullptr;
    if (!isMemoryEffectFree(before))
      return nullptr;
  }
  return nullptr;
}
