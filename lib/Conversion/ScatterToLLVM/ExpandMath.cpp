//===- ExpandMath.cpp - ops of math that have no LLVM intrinsic -----------===//

#include "scatter/Conversion/Passes.h"
#include "scatter/Dialect/Scatter/IR/ElementStorage.h"
#include "scatter/Dialect/Scatter/Utils/SmallFloat.h"

#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/DialectConversion.h"
#include "llvm/ADT/FloatingPointMode.h"

using namespace mlir;
using namespace scatter;

namespace scatter {
#define GEN_PASS_DEF_SCATTEREXPANDMATHPASS
#include "scatter/Conversion/Passes.h.inc"
} // namespace scatter

namespace {

/// Tests whether a float is of one of the classes `mask`.
template <typename Op, unsigned mask>
struct ExpandClassification : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::IsFPClass>(op, op.getType(),
                                                 op.getOperand(), mask);
    return success();
  }
};

/// Clamps to `min` and `max` as spirv.GL.FClamp does. The description of the
/// op, and upstream's expansion, take the minimum with `min`.
struct ExpandClamp : OpRewritePattern<math::ClampFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::ClampFOp op,
                                PatternRewriter &rewriter) const override {
    arith::FastMathFlags flags = op.getFastmath();
    Value least = arith::MaximumFOp::create(rewriter, op.getLoc(),
                                            op.getValue(), op.getMin(), flags);
    rewriter.replaceOpWithNewOp<arith::MinimumFOp>(op, least, op.getMax(),
                                                   flags);
    return success();
  }
};

/// Returns the type of `value` with `element` as its elements.
static Type cloneWith(Value value, Type element) {
  auto vectorType = dyn_cast<VectorType>(value.getType());
  return vectorType ? vectorType.clone(element) : element;
}

static bool isIndex(Value value) {
  return getElementTypeOrSelf(value).isIndex();
}

static bool isNarrowFloat(Value value) {
  return getElementTypeOrSelf(value).getIntOrFloatBitWidth() < 32;
}

static Value castIndex(PatternRewriter &rewriter, Location loc, Value value,
                       Type element) {
  return arith::IndexCastOp::create(rewriter, loc, cloneWith(value, element),
                                    value);
}

/// Makes the operands of a power numbers that convert-math-to-funcs takes,
/// which multiplies: f32 in place of narrower floats, and i64 of index.
struct WidenFloatPower : OpRewritePattern<math::FPowIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::FPowIOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value base = op.getLhs(), exponent = op.getRhs();
    if (isIndex(exponent))
      exponent = castIndex(rewriter, loc, exponent, rewriter.getI64Type());
    if (isNarrowFloat(base))
      base = arith::ExtFOp::create(
          rewriter, loc, cloneWith(base, rewriter.getF32Type()), base);
    Value power =
        math::FPowIOp::create(rewriter, loc, base, exponent, op.getFastmath());
    if (power.getType() != op.getType())
      power = arith::TruncFOp::create(rewriter, loc, op.getType(), power);
    rewriter.replaceOp(op, power);
    return success();
  }
};

struct WidenIntegerPower : OpRewritePattern<math::IPowIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::IPowIOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type wide = rewriter.getI64Type();
    Value power = math::IPowIOp::create(
        rewriter, loc, castIndex(rewriter, loc, op.getLhs(), wide),
        castIndex(rewriter, loc, op.getRhs(), wide));
    rewriter.replaceOp(
        op, castIndex(rewriter, loc, power, rewriter.getIndexType()));
    return success();
  }
};

struct ExpandExtension : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value in = op.getIn();
    Value bits = arith::BitcastOp::create(b, cloneWith(in, b.getI8Type()), in);
    Value result =
        emitSmallFloatToF32(b, cast<FloatType>(getElementTypeOrSelf(in)), bits);
    unsigned width = getElementTypeOrSelf(op).getIntOrFloatBitWidth();
    if (width < 32)
      result = arith::TruncFOp::create(b, op.getType(), result);
    else if (width > 32)
      result = arith::ExtFOp::create(b, op.getType(), result);
    rewriter.replaceOp(op, result);
    return success();
  }
};

struct ExpandTruncation : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value in = op.getIn();
    if (isNarrowFloat(in))
      in = arith::ExtFOp::create(b, cloneWith(in, b.getF32Type()), in);
    if (!getElementTypeOrSelf(in).isF32() || op.getRoundingmode())
      return failure();
    Value bits =
        emitF32ToSmallFloat(b, cast<FloatType>(getElementTypeOrSelf(op)), in);
    rewriter.replaceOpWithNewOp<arith::BitcastOp>(op, op.getType(), bits);
    return success();
  }
};

struct ScatterExpandMathPass
    : scatter::impl::ScatterExpandMathPassBase<ScatterExpandMathPass> {
  using ScatterExpandMathPassBase::ScatterExpandMathPassBase;

  void runOnOperation() override {
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    target.addDynamicallyLegalOp<arith::ExtFOp>([](arith::ExtFOp op) {
      return !is8BitFloat(getElementTypeOrSelf(op.getIn()));
    });
    target.addDynamicallyLegalOp<arith::TruncFOp>([](arith::TruncFOp op) {
      Type out = getElementTypeOrSelf(op.getOut());
      return !(is8BitFloat(out) || out.isBF16()) || op.getRoundingmode() ||
             getElementTypeOrSelf(op.getIn()).isF64();
    });
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandExtension, ExpandTruncation>(&getContext());
    if (!conversionsOnly)
      addMath(target, patterns);
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }

private:
  void addMath(ConversionTarget &target, RewritePatternSet &patterns) {
    target
        .addIllegalOp<math::AcoshOp, math::AsinhOp, math::AtanhOp, math::CbrtOp,
                      math::ClampFOp, math::ErfOp, math::ErfcOp, math::ExpM1Op,
                      math::IsInfOp, math::IsNormalOp, math::Log1pOp>();
    target.addDynamicallyLegalOp<math::FPowIOp>([](math::FPowIOp op) {
      return !isIndex(op.getRhs()) && !isNarrowFloat(op.getLhs());
    });
    target.addDynamicallyLegalOp<math::IPowIOp>(
        [](math::IPowIOp op) { return !isIndex(op.getLhs()); });
    populateMathToLibmConversionPatterns(patterns);
    patterns.add<ExpandClamp, WidenFloatPower, WidenIntegerPower,
                 ExpandClassification<math::IsInfOp, llvm::fcInf>,
                 ExpandClassification<math::IsNormalOp, llvm::fcNormal>>(
        &getContext());
  }
};

} // namespace
