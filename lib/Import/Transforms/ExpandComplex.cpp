//===- ExpandComplex.cpp - functions of complex numbers -------------------===//

#include "scatter/Import/Passes.h"

#include "mlir/Conversion/ComplexToStandard/ComplexToStandard.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTEREXPANDCOMPLEXPASS
#include "scatter/Import/Passes.h.inc"
} // namespace scatter

namespace {

struct ScatterExpandComplexPass
    : scatter::impl::ScatterExpandComplexPassBase<ScatterExpandComplexPass> {
  void runOnOperation() override {
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    target.addIllegalDialect<complex::ComplexDialect>();
    target.addLegalOp<complex::AddOp, complex::BitcastOp, complex::ConstantOp,
                      complex::CreateOp, complex::DivOp, complex::ImOp,
                      complex::MulOp, complex::ReOp, complex::SubOp>();
    RewritePatternSet patterns(&getContext());
    populateComplexToStandardConversionPatterns(patterns);
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
