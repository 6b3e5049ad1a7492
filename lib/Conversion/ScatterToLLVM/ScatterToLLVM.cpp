//===- ScatterToLLVM.cpp - internal ops to the LLVM dialect ---------------===//

#include "ReshapeToLLVM.h"
#include "RuntimeCalls.h"
#include "scatter/Conversion/Passes.h"
#include "scatter/Conversion/Patterns.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/Conversion/ConvertToLLVM/ToLLVMInterface.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_CONVERTSCATTERTOLLVMPASS
#include "scatter/Conversion/Passes.h.inc"
} // namespace scatter

using namespace scatter;

/// Replaces `op` by a call of the runtime function `name`. The operands of the
/// call are the kind, the location and `arguments`.
static LogicalResult replaceByReport(Operation *op, StringRef name,
                                     ViolationKind kind,
                                     ArrayRef<Value> arguments,
                                     ConversionPatternRewriter &rewriter) {
  // If the symbol table is not a builtin.module, as in a GPU module, there is
  // no runtime to report to.
  auto module =
      dyn_cast_or_null<ModuleOp>(SymbolTable::getNearestSymbolTable(op));
  if (!module)
    return rewriter.notifyMatchFailure(op, "expected to be in a module");
  Location loc = op->getLoc();
  FailureOr<LLVM::LLVMFuncOp> function =
      getRuntimeFunction(rewriter, module, name);
  if (failed(function))
    return failure();
  Value location = getLocationString(rewriter, module, loc);
  Value kindValue = LLVM::ConstantOp::create(
      rewriter, loc, rewriter.getI32Type(), static_cast<int32_t>(kind));
  SmallVector<Value> operands = {kindValue, location};
  llvm::append_range(operands, arguments);
  rewriter.replaceOpWithNewOp<LLVM::CallOp>(op, *function, operands);
  return success();
}

namespace {

struct ReportOpLowering : ConvertOpToLLVMPattern<ReportOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(ReportOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replaceByReport(op, kReport, op.getKind(),
                           {adaptor.getTuple(), adaptor.getComponent(),
                            adaptor.getValue(), adaptor.getSize()},
                           rewriter);
  }
};

struct ReportInvalidIndexOpLowering
    : ConvertOpToLLVMPattern<ReportInvalidIndexOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(ReportInvalidIndexOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    MemRefType type = op.getIndices().getType();
    Value address = getStridedElementPtr(
        rewriter, loc, type, adaptor.getIndices(), adaptor.getOffset());
    auto pointer = LLVM::LLVMPointerType::get(op.getContext());
    if (address.getType() != pointer)
      address = LLVM::AddrSpaceCastOp::create(rewriter, loc, pointer, address);
    auto makeConstant = [&](Type type, int64_t value) -> Value {
      return LLVM::ConstantOp::create(rewriter, loc, type, value);
    };
    unsigned bits = getTypeConverter()
                        ->convertType(type.getElementType())
                        .getIntOrFloatBitWidth();
    Type i64 = rewriter.getI64Type();
    SmallVector<Value> arguments = {
        address, makeConstant(rewriter.getI32Type(), bits / 8),
        makeConstant(i64, op.getBatchSizes().size()),
        makeConstant(i64, op.getDims().size()), adaptor.getComponentStride()};
    for (auto [size, stride] :
         llvm::zip_equal(adaptor.getBatchSizes(), adaptor.getBatchStrides()))
      arguments.append({size, stride});
    llvm::append_range(arguments, adaptor.getDims());
    return replaceByReport(op, kReportInvalidIndex, op.getKind(), arguments,
                           rewriter);
  }
};

struct NontemporalFenceOpLowering : ConvertOpToLLVMPattern<NontemporalFenceOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(NontemporalFenceOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::FenceOp>(
        op, LLVM::AtomicOrdering::seq_cst, StringRef());
    return success();
  }
};

struct CopyRowOpLowering : ConvertOpToLLVMPattern<CopyRowOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(CopyRowOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    MemRefType sourceType = op.getSource().getType();
    Value source =
        getStridedElementPtr(rewriter, loc, sourceType, adaptor.getSource(),
                             adaptor.getSourceOffset());
    Value target =
        getStridedElementPtr(rewriter, loc, op.getTarget().getType(),
                             adaptor.getTarget(), adaptor.getTargetOffset());
    Value elementBytes =
        getSizeInBytes(loc, sourceType.getElementType(), rewriter);
    Value bytes =
        LLVM::MulOp::create(rewriter, loc, adaptor.getLength(), elementBytes);
    rewriter.replaceOpWithNewOp<LLVM::MemcpyOp>(op, target, source, bytes,
                                                /*isVolatile=*/false);
    return success();
  }
};

struct ConvertScatterToLLVMPass
    : scatter::impl::ConvertScatterToLLVMPassBase<ConvertScatterToLLVMPass> {
  void runOnOperation() override {
    LLVMTypeConverter converter(&getContext());
    RewritePatternSet patterns(&getContext());
    populateScatterToLLVMPatterns(converter, patterns);
    ConversionTarget target(getContext());
    target.addIllegalOp<CopyRowOp, ReportOp, ReportInvalidIndexOp,
                        NontemporalFenceOp>();
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};

struct ScatterToLLVMInterface : ConvertToLLVMPatternInterface {
  using ConvertToLLVMPatternInterface::ConvertToLLVMPatternInterface;

  void populateConvertToLLVMConversionPatterns(
      ConversionTarget &target, LLVMTypeConverter &typeConverter,
      RewritePatternSet &patterns) const final {
    populateScatterToLLVMPatterns(typeConverter, patterns);
    populateReshapeToLLVMPatterns(typeConverter, patterns);
  }
};

} // namespace

void scatter::populateScatterToLLVMPatterns(LLVMTypeConverter &converter,
                                            RewritePatternSet &patterns) {
  patterns.add<CopyRowOpLowering, ReportOpLowering,
               ReportInvalidIndexOpLowering, NontemporalFenceOpLowering>(
      converter);
}

void scatter::registerConvertToLLVMInterfaceExternalModel(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, ScatterDialect *dialect) {
    dialect->addInterfaces<ScatterToLLVMInterface>();
  });
}
