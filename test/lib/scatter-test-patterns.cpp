//===- scatter-test-patterns.cpp - the exported patterns by themselves ----===//
//
// As scatter-opt, with passes of another compiler: they use the patterns of
// scatter/Conversion/Patterns.h and scatter/Dialect/Scatter/Transforms and
// nothing else of the project's passes.
//
//===----------------------------------------------------------------------===//

#include "scatter/Conversion/Patterns.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/Transforms/Patterns.h"
#include "scatter/InitAllDialects.h"
#ifdef SCATTER_HAS_IMPORT
#include "scatter/InitAllImporters.h"
#endif
#include "scatter/InitAllPasses.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace {

struct TestScatterToLoopsPatterns
    : PassWrapper<TestScatterToLoopsPatterns, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestScatterToLoopsPatterns)

  StringRef getArgument() const override {
    return "test-scatter-to-loops-patterns";
  }
  StringRef getDescription() const override {
    return "apply populateScatterToLoopsPatterns";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry
        .insert<LLVM::LLVMDialect, arith::ArithDialect, memref::MemRefDialect,
                scf::SCFDialect, vector::VectorDialect>();
  }
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    scatter::populateScatterToLoopsPatterns(patterns);
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa_and_nonnull<scatter::ScatterDialect>(op->getDialect()))
        ops.push_back(op);
    });
    GreedyRewriteConfig config;
    config.setStrictness(GreedyRewriteStrictness::ExistingOps)
        .enableFolding(false);
    if (failed(applyOpPatternsGreedily(ops, std::move(patterns), config)))
      signalPassFailure();
  }
};

/// A compiler whose target forbids casts between memrefs, and which does not
/// load the LLVM dialect itself.
struct TestScatterToLoopsConversion
    : PassWrapper<TestScatterToLoopsConversion, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestScatterToLoopsConversion)

  StringRef getArgument() const override {
    return "test-scatter-to-loops-conversion";
  }
  StringRef getDescription() const override {
    return "convert by populateScatterToLoopsPatterns, without casts";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, memref::MemRefDialect, scf::SCFDialect,
                    vector::VectorDialect>();
  }
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    scatter::populateScatterToLoopsPatterns(set);
    patterns = std::move(set);
    return success();
  }
  void runOnOperation() override {
    ConversionTarget target(getContext());
    target.addLegalDialect<arith::ArithDialect, memref::MemRefDialect,
                           scf::SCFDialect, vector::VectorDialect>();
    target.addLegalOp<scatter::ReportOp, scatter::ReportInvalidIndexOp>();
    target
        .addIllegalOp<scatter::ScatterNDUpdateOp, UnrealizedConversionCastOp>();
    if (failed(applyPartialConversion(getOperation(), target, patterns)))
      signalPassFailure();
  }

  FrozenRewritePatternSet patterns;
};

/// Applies one of the functions of
/// scatter/Dialect/Scatter/Transforms/Patterns.h.
struct TestScatterTensorPatterns
    : PassWrapper<TestScatterTensorPatterns, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestScatterTensorPatterns)

  TestScatterTensorPatterns() = default;
  TestScatterTensorPatterns(const TestScatterTensorPatterns &other)
      : PassWrapper(other) {}

  StringRef getArgument() const override { return "test-scatter-patterns"; }
  StringRef getDescription() const override {
    return "apply patterns between scatter and tensor ops";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, scatter::ScatterDialect,
                    tensor::TensorDialect>();
  }
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    for (const std::string &name : names)
      if (name == "insert-to-slice")
        scatter::populateInsertSliceToSliceScatterPatterns(patterns);
      else if (name == "slice-to-insert")
        scatter::populateSliceScatterToInsertSlicePatterns(patterns);
      else if (name == "slices")
        scatter::populateSlicesOfUpdatesPatterns(patterns);
      else if (name == "pads-up")
        scatter::populateBubbleUpPadsPatterns(patterns);
      else if (name == "pads-down")
        scatter::populatePushDownPadsPatterns(patterns);
      else if (name == "overwritten")
        scatter::populateOverwrittenDataPatterns(patterns);
      else if (name == "expand")
        scatter::populateFoldReshapesByExpansionPatterns(patterns);
      else if (name == "collapse")
        scatter::populateFoldReshapesByCollapsingPatterns(patterns);
      else if (name == "bubble-up-casts")
        scatter::populateBubbleUpCastsPatterns(patterns);
      else if (name == "push-down-casts")
        scatter::populatePushDownCastsPatterns(patterns);
      else
        return signalPassFailure();
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }

  ListOption<std::string> names{*this, "names",
                                llvm::cl::desc("which patterns")};
};

#ifdef SCATTER_HAS_IMPORT
/// The text of an attribute.
struct TextStorage : AttributeStorage {
  using KeyTy = StringRef;
  explicit TextStorage(StringRef text) : text(text) {}
  bool operator==(StringRef key) const { return key == text; }
  static TextStorage *construct(AttributeStorageAllocator &allocator,
                                StringRef key) {
    return new (allocator.allocate<TextStorage>())
        TextStorage(allocator.copyInto(key));
  }
  StringRef text;
};

struct TextAttr : Attribute::AttrBase<TextAttr, Attribute, TextStorage> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TextAttr)
  using Base::Base;
  static constexpr StringLiteral name = "stablehlo.text";
};

/// The dialect of a host that has registered StableHLO: it has attributes of
/// its own.
struct HostStableHLODialect : Dialect {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(HostStableHLODialect)
  explicit HostStableHLODialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context,
                TypeID::get<HostStableHLODialect>()) {
    addAttributes<TextAttr>();
    allowUnknownOperations();
    allowUnknownTypes();
  }
  static StringLiteral getDialectNamespace() { return "stablehlo"; }
  Attribute parseAttribute(DialectAsmParser &parser, Type) const override {
    return TextAttr::get(getContext(), parser.getFullSymbolSpec());
  }
  void printAttribute(Attribute attr, DialectAsmPrinter &os) const override {
    os << static_cast<const TextStorage *>(attr.getImpl())->text;
  }
};
#endif

} // namespace

int main(int argc, char **argv) {
  DialectRegistry registry;
  scatter::registerAllDialects(registry);
  registerAllPasses();
  scatter::registerAllPasses();
#ifdef SCATTER_HAS_IMPORT
  registry.insert<HostStableHLODialect>();
  scatter::registerAllImportPasses();
#endif
  PassRegistration<TestScatterToLoopsPatterns>();
  PassRegistration<TestScatterToLoopsConversion>();
  PassRegistration<TestScatterTensorPatterns>();
  return asMainReturnCode(MlirOptMain(
      argc, argv, "scatter's patterns in another pass\n", registry));
}
