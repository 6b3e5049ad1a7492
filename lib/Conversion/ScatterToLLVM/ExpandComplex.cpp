//===- ExpandComplex.cpp - functions of complex numbers -------------------===//

#include "scatter/Conversion/Passes.h"

#include "mlir/Conversion/ComplexToStandard/ComplexToStandard.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTEREXPANDCOMPLEXPASS
#include "scatter/Conversion/Passes.h.inc"
} // namespace scatter

namespace {

/// Computes a sine or a cosine by hyperbolic functions of the imaginary part.
/// Upstream takes differences of exponentials, which lose small numbers.
template <typename Op>
struct ExpandSine : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    constexpr bool isCosine = std::is_same_v<Op, complex::CosOp>;
    Value x = complex::ReOp::create(b, op.getComplex());
    Value y = complex::ImOp::create(b, op.getComplex());
    Value sine = math::SinOp::create(b, x), cosine = math::CosOp::create(b, x);
    Value real = arith::MulFOp::create(b, isCosine ? cosine : sine,
                                       math::CoshOp::create(b, y));
    Value imaginary = arith::MulFOp::create(b, isCosine ? sine : cosine,
                                            math::SinhOp::create(b, y));
    if (isCosine)
      imaginary = arith::NegFOp::create(b, imaginary);
    rewriter.replaceOpWithNewOp<complex::CreateOp>(op, op.getType(), real,
                                                   imaginary);
    return success();
  }
};

/// Selects the limit of `op` at -1, where upstream's pattern gives 0.
void selectPole(complex::Log1pOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op->getNextNode());
  auto type = cast<ComplexType>(op.getType());
  auto part = cast<FloatType>(type.getElementType());
  auto number = [&](const APFloat &real) -> Value {
    return complex::ConstantOp::create(
        b, type,
        b.getArrayAttr({b.getFloatAttr(part, real), b.getFloatAttr(part, 0)}));
  };
  const llvm::fltSemantics &semantics = part.getFloatSemantics();
  Value pole = number(APFloat::getOne(semantics, /*Negative=*/true));
  Value limit = number(APFloat::getInf(semantics, /*Negative=*/true));
  Value isPole = complex::EqualOp::create(b, op.getComplex(), pole);
  Value result = arith::SelectOp::create(b, isPole, limit, op);
  op.getResult().replaceAllUsesExcept(result, result.getDefiningOp());
}

struct ScatterExpandComplexPass
    : scatter::impl::ScatterExpandComplexPassBase<ScatterExpandComplexPass> {
  void runOnOperation() override {
    getOperation()->walk(selectPole);
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    target.addIllegalDialect<complex::ComplexDialect>();
    target.addLegalOp<complex::AddOp, complex::BitcastOp, complex::ConstantOp,
                      complex::CreateOp, complex::ImOp, complex::MulOp,
                      complex::ReOp, complex::SubOp>();
    RewritePatternSet patterns(&getContext());
    populateComplexToStandardConversionPatterns(patterns);
    patterns.add<ExpandSine<complex::CosOp>, ExpandSine<complex::SinOp>>(
        &getContext(), /*benefit=*/2);
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
