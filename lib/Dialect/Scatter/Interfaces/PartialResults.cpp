//===- PartialResults.cpp - copies of outs for parts of the tuples --------===//

#include "PartialResults.h"

#include "scatter/Dialect/Scatter/IR/ElementStorage.h"
#include "scatter/Dialect/Scatter/Utils/Combiner.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace scatter;

bool scatter::hasExactParts(Reduction reduction, Type type) {
  return isOrderFree(reduction, type) && !isSmallFloat(type) &&
         hasScalarForm(reduction, type);
}

Tile scatter::getTileOfCopies(OpBuilder &b, AffineMap map,
                              ArrayRef<OpFoldResult> outSizes,
                              const Tile &domain,
                              const SetVector<unsigned> &divided, bool isOne,
                              ArrayRef<OpFoldResult> copy) {
  Tile part;
  for (auto [i, dim] : llvm::enumerate(divided)) {
    part.offsets.push_back(isOne ? copy[i] : b.getIndexAttr(0));
    part.sizes.push_back(isOne ? OpFoldResult(b.getIndexAttr(1))
                               : domain.sizes[dim]);
  }
  for (auto [expr, size] : llvm::zip_equal(map.getResults(), outSizes)) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    part.offsets.push_back(dim ? domain.offsets[dim.getPosition()]
                               : b.getIndexAttr(0));
    part.sizes.push_back(dim ? domain.sizes[dim.getPosition()] : size);
  }
  return part;
}

AffineMap scatter::getMapOfCopies(AffineMap map,
                                  const SetVector<unsigned> &divided) {
  for (unsigned dim : llvm::reverse(divided))
    map = map.insertResult(getAffineDimExpr(dim, map.getContext()), 0);
  return map;
}

Value scatter::emitCopies(OpBuilder &b, Location loc,
                          ArrayRef<OpFoldResult> sizes, Reduction reduction,
                          Type element) {
  Value empty = tensor::EmptyOp::create(b, loc, sizes, element);
  Value identity =
      arith::ConstantOp::create(b, loc, getScalarIdentity(reduction, element));
  return linalg::FillOp::create(b, loc, identity, empty).getResult(0);
}

Operation *scatter::mergeCopies(OpBuilder &b, Location loc, ValueRange copies,
                                ValueRange outs, int64_t numDivided,
                                ArrayRef<Reduction> reductions) {
  return linalg::ReduceOp::create(
      b, loc, copies, outs, llvm::to_vector(llvm::seq(numDivided)),
      [&](OpBuilder &builder, Location loc, ValueRange elements) {
        ImplicitLocOpBuilder inner(loc, builder);
        SmallVector<Value> combined;
        for (auto [reduction, copy, old] :
             llvm::zip_equal(reductions, elements.take_front(outs.size()),
                             elements.drop_front(outs.size())))
          combined.push_back(combineScalars(inner, reduction, old, copy));
        linalg::YieldOp::create(inner, combined);
      });
}
