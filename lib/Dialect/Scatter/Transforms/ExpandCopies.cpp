//===- ExpandCopies.cpp - strided copies to slice_scatter -----------------===//

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/IR/SizeLimits.h"
#include "scatter/Dialect/Scatter/Transforms/Passes.h"
#include "scatter/Plan/Machine.h"

#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/IR/PatternMatch.h"

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

/// Whether the copy has at least `bytes` bytes. True if its size is not known.
static bool mayHaveBytes(memref::CopyOp copy, int64_t bytes) {
  auto type = cast<MemRefType>(copy.getTarget().getType());
  std::optional<int64_t> bits = getElementBits(type.getElementType());
  if (!type.hasStaticShape() || !bits)
    return true;
  return countBytes(countElements(type.getShape()), *bits) / 8 >= bytes;
}

namespace {

struct ScatterExpandCopiesPass
    : scatter::impl::ScatterExpandCopiesPassBase<ScatterExpandCopiesPass> {
  using ScatterExpandCopiesPassBase::ScatterExpandCopiesPassBase;

  void runOnOperation() override {
    FailureOr<Machine> machine = getMachine(getOperation());
    if (failed(machine))
      return signalPassFailure();
    int64_t largeBytes = machine->nontemporalBytes;
    SmallVector<memref::CopyOp> copies;
    getOperation()->walk([&](memref::CopyOp copy) {
      BaseMemRefType target = copy.getTarget().getType();
      if (isSupportedMemRef(copy.getSource().getType()) &&
          isSupportedMemRef(target) && target.getRank() > 0 &&
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
