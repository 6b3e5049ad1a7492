//===- ReshapeToLLVM.cpp - memref.reshape to dynamic sizes ----------------===//

#include "ReshapeToLLVM.h"

#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace scatter;

namespace {

/// Lowers memref.reshape to dynamic sizes. Upstream's finalize-memref-to-llvm
/// does that as well, but convert-to-llvm does not.
struct ReshapeOpLowering : ConvertOpToLLVMPattern<memref::ReshapeOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(memref::ReshapeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto sourceType = dyn_cast<MemRefType>(op.getSource().getType());
    auto type = dyn_cast<MemRefType>(op.getType());
    auto shapeType = cast<MemRefType>(op.getShape().getType());
    if (!sourceType || !type || !sourceType.getLayout().isIdentity() ||
        !type.getLayout().isIdentity())
      return rewriter.notifyMatchFailure(op, "expected identity layouts");
    Location loc = op.getLoc();
    Type indexType = getIndexType();
    auto getSize = [&](int64_t dim) -> Value {
      if (!type.isDynamicDim(dim))
        return createIndexAttrConstant(rewriter, loc, indexType,
                                       type.getDimSize(dim));
      Value place = createIndexAttrConstant(rewriter, loc, indexType, dim);
      Value pointer = getStridedElementPtr(rewriter, loc, shapeType,
                                           adaptor.getShape(), place);
      Type element =
          getTypeConverter()->convertType(shapeType.getElementType());
      Value size = LLVM::LoadOp::create(rewriter, loc, element, pointer);
      if (element == indexType)
        return size;
      return LLVM::SExtOp::create(rewriter, loc, indexType, size);
    };
    MemRefDescriptor source(adaptor.getSource());
    auto result = MemRefDescriptor::poison(
        rewriter, loc, getTypeConverter()->convertType(type));
    result.setAllocatedPtr(rewriter, loc, source.allocatedPtr(rewriter, loc));
    result.setAlignedPtr(rewriter, loc, source.alignedPtr(rewriter, loc));
    result.setConstantOffset(rewriter, loc, 0);
    Value stride = createIndexAttrConstant(rewriter, loc, indexType, 1);
    for (int64_t dim = type.getRank(); dim-- > 0;) {
      Value size = getSize(dim);
      result.setSize(rewriter, loc, dim, size);
      result.setStride(rewriter, loc, dim, stride);
      if (dim > 0)
        stride = LLVM::MulOp::create(rewriter, loc, stride, size);
    }
    rewriter.replaceOp(op, Value(result));
    return success();
  }
};

} // namespace

void scatter::populateReshapeToLLVMPatterns(LLVMTypeConverter &converter,
                                            RewritePatternSet &patterns) {
  patterns.add<ReshapeOpLowering>(converter, /*benefit=*/10);
}
