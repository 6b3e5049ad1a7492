//===- ExpandDynamicShapes.cpp - strides of expanded memrefs --------------===//

#include "scatter/Conversion/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTEREXPANDDYNAMICSHAPESPASS
#include "scatter/Conversion/Passes.h.inc"
} // namespace scatter

/// Whether two sizes of one group are dynamic.
static bool hasDynamicGroup(memref::ExpandShapeOp op) {
  return llvm::any_of(op.getReassociationIndices(),
                      [&](ArrayRef<int64_t> dims) {
                        return llvm::count_if(dims, [&](int64_t dim) {
                                 return op.getResultType().isDynamicDim(dim);
                               }) > 1;
                      });
}

static OpFoldResult multiply(ImplicitLocOpBuilder &b, OpFoldResult lhs,
                             OpFoldResult rhs) {
  return affine::makeComposedFoldedAffineApply(
      b, b.getLoc(), b.getAffineSymbolExpr(0) * b.getAffineSymbolExpr(1),
      {lhs, rhs});
}

static void replaceByCast(memref::ExpandShapeOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  auto source = memref::ExtractStridedMetadataOp::create(b, op.getSrc());
  SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
  SmallVector<OpFoldResult> strides(sizes.size());
  for (auto [dims, stride] : llvm::zip_equal(
           op.getReassociationIndices(), source.getConstifiedMixedStrides())) {
    OpFoldResult next = stride;
    for (int64_t dim : llvm::reverse(dims)) {
      strides[dim] = next;
      next = multiply(b, next, sizes[dim]);
    }
  }
  op.replaceAllUsesWith(memref::ReinterpretCastOp::create(
                            b, op.getResultType(), source.getBaseBuffer(),
                            source.getConstifiedMixedOffset(), sizes, strides)
                            .getResult());
  op.erase();
}

namespace {
struct ScatterExpandDynamicShapesPass
    : scatter::impl::ScatterExpandDynamicShapesPassBase<
          ScatterExpandDynamicShapesPass> {
  void runOnOperation() override {
    getOperation()->walk([](memref::ExpandShapeOp op) {
      if (hasDynamicGroup(op))
        replaceByCast(op);
    });
  }
};
} // namespace
