//===- WidenSlices.cpp - tuples of whole dimensions name slices -----------===//

#include "ElementOf.h"
#include "IndexAnalysis.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Import/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTERWIDENSLICESPASS
#include "scatter/Import/Passes.h.inc"
} // namespace scatter

using namespace scatter;

/// If `op` extracts from a constant tensor at indices of which some are
/// constant, replaces the tensor by a smaller constant that has only the
/// elements at these indices.
static void shrinkConstant(tensor::ExtractOp op, OpBuilder &outside) {
  auto constant = op.getTensor().getDefiningOp<arith::ConstantOp>();
  auto values = constant ? dyn_cast<DenseIntElementsAttr>(constant.getValue())
                         : DenseIntElementsAttr();
  if (!values || values.isSplat())
    return;
  ArrayRef<int64_t> shape = values.getType().getShape();
  SmallVector<int64_t> kept, first(shape.size(), 0);
  SmallVector<Value> indices;
  for (auto [i, index] : llvm::enumerate(op.getIndices())) {
    std::optional<int64_t> value = getConstantIntValue(index);
    if (!value) {
      kept.push_back(shape[i]);
      indices.push_back(index);
    } else if (*value >= 0 && *value < shape[i]) {
      first[i] = *value;
    } else {
      return;
    }
  }
  if (kept.size() == shape.size())
    return;
  // The elements are visited in row-major order, so that those that are kept
  // are in row-major order as well.
  SmallVector<APInt> rest;
  SmallVector<int64_t> place(shape.size(), 0);
  auto isKept = [&](size_t dim) {
    return !getConstantIntValue(op.getIndices()[dim]);
  };
  for (const APInt &value : values.getValues<APInt>()) {
    bool belongs = true;
    for (size_t i = 0; i < shape.size(); ++i)
      belongs &= isKept(i) || place[i] == first[i];
    if (belongs)
      rest.push_back(value);
    for (size_t i = shape.size(); i-- > 0 && ++place[i] == shape[i];)
      place[i] = 0;
  }
  auto type = RankedTensorType::get(kept, values.getElementType());
  Value smaller = arith::ConstantOp::create(
      outside, op.getLoc(), DenseIntElementsAttr::get(type, rest));
  op.getTensorMutable().assign(smaller);
  op.getIndicesMutable().assign(indices);
}

/// Emits the tuples without their last dimension and their last component.
/// `components` are computed from the arguments of `block` and do not depend on
/// the last one.
static Value emitTuples(ScatterNDUpdateOp op, RankedTensorType type,
                        Block &block, ArrayRef<Value> components) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  OpBuilder outside(op);
  int64_t rank = type.getRank();
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(b, op.getLoc(), op.getIndices());
  sizes.resize(rank);
  sizes.back() = b.getIndexAttr(type.getShape().back());
  Value empty = tensor::EmptyOp::create(b, sizes, type.getElementType());
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      b, type, ValueRange(), empty, b.getMultiDimIdentityMap(rank), iterators,
      [&](OpBuilder &nested, Location loc, ValueRange) {
        ImplicitLocOpBuilder inner(loc, nested);
        IRMapping mapping;
        for (BlockArgument position : block.getArguments()) {
          int64_t dim = position.getArgNumber();
          mapping.map(position,
                      dim < rank - 1
                          ? Value(linalg::IndexOp::create(inner, dim))
                          : Value(arith::ConstantIndexOp::create(inner, 0)));
        }
        for (Operation &each : block) {
          Operation *copy = inner.clone(each, mapping);
          if (auto extract = dyn_cast<tensor::ExtractOp>(copy))
            shrinkConstant(extract, outside);
        }
        Value component, result = mapping.lookupOrDefault(components.back());
        for (int64_t i = components.size() - 1; i-- > 0;) {
          if (!component)
            component = linalg::IndexOp::create(inner, rank - 1);
          Value isComponent =
              arith::CmpIOp::create(inner, arith::CmpIPredicate::eq, component,
                                    arith::ConstantIndexOp::create(inner, i));
          result = arith::SelectOp::create(
              inner, isComponent, mapping.lookupOrDefault(components[i]),
              result);
        }
        linalg::YieldOp::create(inner, result);
      });
  return generic.getResult(0);
}

/// Whether tuples of `type` may cover a whole dimension of `data`, which must
/// have a static size.
static bool isCandidate(RankedTensorType type, RankedTensorType data) {
  int64_t rank = type.getRank();
  if (rank < 2 || llvm::is_contained(type.getShape(), 0) ||
      type.isDynamicDim(rank - 1) || type.isDynamicDim(rank - 2))
    return false;
  int64_t depth = type.getShape().back();
  return depth >= 2 && depth <= data.getRank() &&
         data.getDimSize(depth - 1) == type.getDimSize(rank - 2);
}

/// Drops the last component of the tuples if it is the position in a whole
/// dimension of `data`.
static bool widen(ScatterNDUpdateOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getIndices().getType());
  auto data = dyn_cast<RankedTensorType>(op.getData().getType());
  if (!type || !data || op.getPlanAttr() || !isCandidate(type, data))
    return false;
  int64_t last = type.getRank() - 2, depth = type.getShape().back();
  // The scalars are emitted into a temporary block and analyzed there.
  Block block;
  ImplicitLocOpBuilder b(op.getLoc(), op.getContext());
  b.setInsertionPointToEnd(&block);
  SmallVector<Value> positions, components;
  for (int64_t i = 0; i <= last; ++i)
    positions.push_back(block.addArgument(b.getIndexType(), op.getLoc()));
  IndexAnalysis analysis(positions, type.getShape().drop_back());
  auto emitComponent = [&](int64_t i) {
    SmallVector<Value> at(positions);
    at.push_back(arith::ConstantIndexOp::create(b, i));
    return emitElementOf(b, op.getIndices(), at);
  };
  for (int64_t i = 0; i < depth; ++i)
    components.push_back(emitComponent(i));
  analysis.run(block);
  ComputedIndex iota = analysis.get(components.pop_back_val());
  if (iota.kind != ComputedIndex::Position || iota.value != last)
    return false;
  for (Value component : components)
    if (analysis.get(component).dims.contains(last))
      return false;
  SmallVector<int64_t> shape(type.getShape().drop_back(2));
  shape.push_back(depth - 1);
  Value tuples =
      emitTuples(op, RankedTensorType::get(shape, type.getElementType()), block,
                 components);
  op.getIndicesMutable().assign(tuples);
  return true;
}

namespace {

struct ScatterWidenSlicesPass
    : scatter::impl::ScatterWidenSlicesPassBase<ScatterWidenSlicesPass> {
  void runOnOperation() override {
    getOperation()->walk([](ScatterNDUpdateOp op) {
      while (widen(op))
        ;
    });
  }
};

} // namespace
