//===- BuildUnsortedSum.cpp - the IR of an unsorted gather_scatter --------===//

#include "BuildRowReduction.h"

#include "KernelSignature.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::kernels;

void kernels::buildUnsortedSum(OpBuilder &builder, Location loc,
                               const KernelKey &key, ValueRange arguments) {
  MLIRContext *context = builder.getContext();
  context->loadDialect<arith::ArithDialect>();
  bool isWeighted = hasOption(key, RowOptions::Weighted);
  Value out = arguments[0], messages = arguments[1], src = arguments[2],
        dst = arguments.back();
  // out[dst[e], f] += messages[src[e], f] * weight[e].
  AffineExpr e = builder.getAffineDimExpr(0), f = builder.getAffineDimExpr(1);
  AffineExpr from = builder.getAffineSymbolExpr(0);
  AffineExpr to = builder.getAffineSymbolExpr(1);
  auto getMap = [&](ArrayRef<AffineExpr> results) {
    return AffineMap::get(/*dimCount=*/2, /*symbolCount=*/2, results, context);
  };
  SmallVector<Value> inputs = {messages};
  SmallVector<AffineMap> maps = {getMap({from, f})};
  if (isWeighted) {
    inputs.push_back(arguments[3]);
    maps.push_back(getMap({e}));
  }
  maps.push_back(getMap({to, f}));
  auto buildBody = [&](OpBuilder &b, Location loc, ValueRange elements) {
    bool isFloat = isa<FloatType>(elements.front().getType());
    Value message = elements.front(), old = elements.back();
    if (isWeighted && isFloat)
      message = arith::MulFOp::create(b, loc, message, elements[1]);
    else if (isWeighted)
      message = arith::MulIOp::create(b, loc, message, elements[1]);
    Value sum = isFloat ? Value(arith::AddFOp::create(b, loc, old, message))
                        : Value(arith::AddIOp::create(b, loc, old, message));
    YieldOp::create(b, loc, sum);
  };
  // The caller has checked the indices.
  GenericOp::create(builder, loc, ValueRange{src, dst}, inputs, out, maps,
                    {OutOfBounds::undefined, OutOfBounds::undefined},
                    {NegativeIndices::wrap, NegativeIndices::wrap}, buildBody);
}
