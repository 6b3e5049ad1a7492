//===- ScatterToLLVM.cpp - what the loops leave to LLVM -------------------===//

#include "scatter/Conversion/Passes.h"
#include "scatter/Conversion/Patterns.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/Conversion/ConvertToLLVM/ToLLVMInterface.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/LLVMIR/FunctionCallUtils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_CONVERTSCATTERTOLLVMPASS
#include "scatter/Conversion/Passes.h.inc"
} // namespace scatter

using namespace scatter;

/// The source position behind `loc` as "file:line:column", "unknown" if there
/// is none.
static std::string formatLocation(Location loc) {
  std::string text = "unknown";
  loc->walk([&](Location nested) {
    auto position = dyn_cast<FileLineColLoc>(nested);
    if (!position)
      return WalkResult::advance();
    text = (position.getFilename().strref() + ":" + Twine(position.getLine()) +
            ":" + Twine(position.getColumn()))
               .str();
    return WalkResult::interrupt();
  });
  return text;
}

namespace {

struct ReportOpLowering : ConvertOpToLLVMPattern<ReportOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(ReportOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    // The module of a device has no runtime to report to.
    auto module =
        dyn_cast_or_null<ModuleOp>(SymbolTable::getNearestSymbolTable(op));
    if (!module)
      return rewriter.notifyMatchFailure(op, "expected to be in a module");
    Location loc = op.getLoc();
    Type i32 = rewriter.getI32Type(), i64 = rewriter.getI64Type();
    Type pointer = LLVM::LLVMPointerType::get(getContext());
    FailureOr<LLVM::LLVMFuncOp> function =
        LLVM::lookupOrCreateFn(rewriter, module, "scatter_runtime_report",
                               {i32, pointer, i64, i64, i64, i64},
                               LLVM::LLVMVoidType::get(getContext()));
    if (failed(function))
      return failure();
    Value location = getLocationString(module, loc, rewriter);
    Value kind = LLVM::ConstantOp::create(rewriter, loc, i32,
                                          static_cast<int32_t>(op.getKind()));
    rewriter.replaceOpWithNewOp<LLVM::CallOp>(
        op, *function,
        ValueRange{kind, location, adaptor.getTuple(), adaptor.getComponent(),
                   adaptor.getValue(), adaptor.getSize()});
    return success();
  }

private:
  /// The address of the zero-terminated text of `loc`; one global per text.
  static Value getLocationString(ModuleOp module, Location loc,
                                 ConversionPatternRewriter &rewriter) {
    std::string text = formatLocation(loc);
    text.push_back('\0');
    // The next number that is free: to begin at 0 would take time that grows
    // with the cube of the number of locations.
    unsigned number = 0;
    for (auto global : module.getOps<LLVM::GlobalOp>()) {
      if (!global.getSymName().starts_with("scatter_location_"))
        continue;
      auto value = dyn_cast_or_null<StringAttr>(global.getValueOrNull());
      if (value && value.strref() == text)
        return LLVM::AddressOfOp::create(rewriter, loc, global);
      ++number;
    }
    SmallString<32> name = SymbolTable::generateSymbolName<32>(
        "scatter_location",
        [&](StringRef candidate) { return module.lookupSymbol(candidate); },
        number);
    return LLVM::createGlobalString(loc, rewriter, name, text,
                                    LLVM::Linkage::Internal);
  }
};

struct StreamFenceOpLowering : ConvertOpToLLVMPattern<StreamFenceOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(StreamFenceOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::FenceOp>(
        op, LLVM::AtomicOrdering::seq_cst, StringRef());
    return success();
  }
};

struct CopyRunOpLowering : ConvertOpToLLVMPattern<CopyRunOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(CopyRunOp op, OpAdaptor adaptor,
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
    target.addIllegalOp<CopyRunOp, ReportOp, StreamFenceOp>();
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
  }
};

} // namespace

void scatter::populateScatterToLLVMPatterns(LLVMTypeConverter &converter,
                                            RewritePatternSet &patterns) {
  patterns.add<CopyRunOpLowering, ReportOpLowering, StreamFenceOpLowering>(
      converter);
}

void scatter::registerConvertToLLVMInterfaceExternalModel(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, ScatterDialect *dialect) {
    dialect->addInterfaces<ScatterToLLVMInterface>();
  });
}
