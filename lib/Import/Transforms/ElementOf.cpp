//===- ElementOf.cpp - elements of computed tensors as scalars ------------===//

#include "ElementOf.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace scatter;

namespace {

class ElementEmitter {
public:
  explicit ElementEmitter(ImplicitLocOpBuilder &b) : b(b) {}

  Value emit(Value tensor, ArrayRef<Value> at);

private:
  Value emitOf(linalg::GenericOp op, ArrayRef<Value> at);
  template <typename ReshapeOp>
  Value emitOf(ReshapeOp op, ArrayRef<Value> at);
  Value getZero() { return arith::ConstantIndexOp::create(b, 0); }

  ImplicitLocOpBuilder &b;
  /// The number of tensors that are followed. The limit is needed because a
  /// tensor that is used twice is computed twice.
  int64_t budget = 64;
};

} // namespace

/// Whether each element of the result is computed independently of the others.
static bool isElementwise(linalg::GenericOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getOperation()->getNumResults() == 1
                                             ? op.getResult(0).getType()
                                             : Type());
  if (!type || op.getNumReductionLoops() != 0 ||
      !op.getIndexingMapsArray().back().isIdentity() ||
      !op.getRegionOutputArgs().front().use_empty())
    return false;
  for (AffineMap map : op.getIndexingMapsArray())
    for (AffineExpr expr : map.getResults())
      if (!isa<AffineDimExpr, AffineConstantExpr>(expr))
        return false;
  return llvm::all_of(op.getBody()->getOperations(), [](Operation &each) {
    return each.getNumRegions() == 0;
  });
}

Value ElementEmitter::emitOf(linalg::GenericOp op, ArrayRef<Value> at) {
  IRMapping mapping;
  for (auto [input, arg, map] :
       llvm::zip(op.getDpsInputs(), op.getRegionInputArgs(),
                 op.getIndexingMapsArray())) {
    if (arg.use_empty())
      continue;
    SmallVector<Value> from;
    for (AffineExpr expr : map.getResults()) {
      if (auto dim = dyn_cast<AffineDimExpr>(expr))
        from.push_back(at[dim.getPosition()]);
      else
        from.push_back(arith::ConstantIndexOp::create(
            b, cast<AffineConstantExpr>(expr).getValue()));
    }
    // The element of a scalar is the scalar itself.
    mapping.map(arg, isa<RankedTensorType>(input.getType()) ? emit(input, from)
                                                            : input);
  }
  for (Operation &each : op.getBody()->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(each)) {
      mapping.map(index.getResult(), at[index.getDim()]);
    } else if (auto extract = dyn_cast<tensor::ExtractOp>(each)) {
      SmallVector<Value> from;
      for (Value index : extract.getIndices())
        from.push_back(mapping.lookupOrDefault(index));
      mapping.map(extract.getResult(), emit(extract.getTensor(), from));
    } else {
      b.clone(each, mapping);
    }
  }
  return mapping.lookupOrDefault(op.getBody()->getTerminator()->getOperand(0));
}

/// Only unit dimensions are added or removed. A position keeps its indices in
/// the other dimensions and is 0 in unit dimensions.
template <typename ReshapeOp>
Value ElementEmitter::emitOf(ReshapeOp op, ArrayRef<Value> at) {
  constexpr bool isExpansion = std::is_same_v<ReshapeOp, tensor::ExpandShapeOp>;
  RankedTensorType source = op.getSrcType(), result = op.getResultType();
  ArrayRef<int64_t> large = (isExpansion ? result : source).getShape();
  SmallVector<Value> from;
  for (auto [i, group] : llvm::enumerate(op.getReassociationIndices())) {
    std::optional<int64_t> wide;
    for (int64_t dim : group) {
      if (large[dim] == 1)
        continue;
      if (wide)
        return nullptr;
      wide = dim;
    }
    if (isExpansion)
      from.push_back(wide ? at[*wide] : getZero());
    else
      for (int64_t dim : group)
        from.push_back(wide && dim == *wide ? at[i] : getZero());
  }
  // If there are no groups, all dimensions are unit dimensions.
  while (int64_t(from.size()) < source.getRank())
    from.push_back(getZero());
  return emit(op.getSrc(), from);
}

Value ElementEmitter::emit(Value tensor, ArrayRef<Value> at) {
  if (--budget >= 0) {
    Value element;
    if (auto op = tensor.getDefiningOp<linalg::GenericOp>();
        op && isElementwise(op))
      element = emitOf(op, at);
    else if (auto op = tensor.getDefiningOp<tensor::ExpandShapeOp>())
      element = emitOf(op, at);
    else if (auto op = tensor.getDefiningOp<tensor::CollapseShapeOp>())
      element = emitOf(op, at);
    if (element)
      return element;
  }
  return tensor::ExtractOp::create(b, tensor, at);
}

Value scatter::emitElementOf(ImplicitLocOpBuilder &b, Value tensor,
                             ArrayRef<Value> at) {
  return ElementEmitter(b).emit(tensor, at);
}
