//===- ScatterIndices.cpp - index tuples of windows -----------------------===//

#include "ScatterIndices.h"

#include "scatter/Import/Utils/SizedShapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace scatter;

TupleForm::TupleForm(const ScatterDimensions &dims) {
  int64_t rank = dims.input.getRank();
  for (int64_t dim = 0; dim < rank; ++dim)
    if (dims.getComponent(dim) || !dims.getWindow(dim) ||
        !isSameSize(dims.windowSizes[dim], dims.inputSizes[dim]))
      depth = dim + 1;
  for (int64_t dim = 0; dim < depth; ++dim)
    if (!isKnown(dims.windowSizes[dim], 1))
      expanded.push_back(dim);
  bool isIdentity = llvm::equal(dims.toOperand, llvm::seq(depth));
  isDirect = depth > 0 && expanded.empty() && isIdentity &&
             dims.inputBatching.empty() &&
             dims.indexVector >= dims.indices.getRank() - 1;
}

/// Returns `indices` with an element type that scatter_nd_update allows.
static Value widenIndices(OpConversion &c, Value indices) {
  auto type = cast<RankedTensorType>(indices.getType());
  auto element = cast<IntegerType>(type.getElementType());
  if (element.getWidth() == 32 || element.getWidth() == 64)
    return indices;
  Type wide = element.getWidth() < 32 ? c.b.getI32Type() : c.b.getI64Type();
  AffineMap map = c.b.getMultiDimIdentityMap(type.getRank());
  return mapElements(c.b, type.clone(wide), indices, map,
                     [&](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
                       if (element.isUnsigned())
                         return arith::ExtUIOp::create(b, wide, args[0]);
                       return arith::ExtSIOp::create(b, wide, args[0]);
                     });
}

/// Converts a component of an index vector to i64. Unsigned components of 2^63
/// and more become negative and are therefore out of bounds.
static Value toI64(ImplicitLocOpBuilder &b, Value component, bool isUnsigned) {
  unsigned width = component.getType().getIntOrFloatBitWidth();
  if (width == 64)
    return component;
  if (isUnsigned)
    return arith::ExtUIOp::create(b, b.getI64Type(), component);
  return arith::ExtSIOp::create(b, b.getI64Type(), component);
}

static Value getI64(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantIntOp::create(b, b.getI64Type(), value);
}

static Value toI64(ImplicitLocOpBuilder &b, OpFoldResult size) {
  if (std::optional<int64_t> known = getKnown(size))
    return getI64(b, *known);
  return arith::IndexCastOp::create(b, b.getI64Type(), toValue(b, size));
}

/// Returns an i1 that says whether a window that begins at `starts`, one for
/// each component, lies within the inputs. Checks only dimensions along which
/// windows have more than one element, unless `allDimensions` is set. Returns
/// null if there is no dimension to check. A negative start fails the unsigned
/// comparison.
static Value emitInBounds(ImplicitLocOpBuilder &b,
                          const ScatterDimensions &dims, ValueRange starts,
                          bool allDimensions) {
  Value result;
  for (auto [component, dim] : llvm::enumerate(dims.toOperand)) {
    if (!allDimensions && isKnown(dims.windowSizes[dim], 1))
      continue;
    OpFoldResult last = dims.last[dim];
    std::optional<int64_t> known = getKnown(last);
    Value isInBounds =
        known && *known < 0
            ? arith::ConstantIntOp::create(b, b.getI1Type(), 0).getResult()
            : arith::CmpIOp::create(b, arith::CmpIPredicate::ule,
                                    starts[component], toI64(b, last))
                  .getResult();
    result = result ? arith::AndIOp::create(b, result, isInBounds).getResult()
                    : isInBounds;
  }
  return result;
}

namespace {

/// Emits the components of a tuple in the body of a loop over the components of
/// all tuples. There is one for each dimension of the inputs.
class TupleBody {
public:
  TupleBody(const ScatterDimensions &dims, const TupleForm &form)
      : dims(dims), form(form) {}

  Value emit(ImplicitLocOpBuilder &b, ValueRange components) {
    bool isUnsigned = dims.indices.getElementType().isUnsignedInteger();
    SmallVector<Value> starts;
    for (Value component : components)
      starts.push_back(toI64(b, component, isUnsigned));
    Value isInBounds = emitInBounds(b, dims, starts, /*allDimensions=*/false);
    int64_t last = dims.updateScatter.size() + form.expanded.size();
    Value column = getLoopIndex(b, last);
    Value result;
    for (int64_t dim = form.depth; dim-- > 0;) {
      Value position = getPosition(b, dim, starts);
      // A tuple is dropped if one of its components is out of bounds.
      if (dim == 0 && isInBounds)
        position =
            arith::SelectOp::create(b, isInBounds, position, getI64(b, -1));
      if (!result) {
        result = position;
        continue;
      }
      Value isColumn = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                             column, getIndex(b, dim));
      result = arith::SelectOp::create(b, isColumn, position, result);
    }
    return result;
  }

private:
  Value getPosition(ImplicitLocOpBuilder &b, int64_t dim, ValueRange starts) {
    Value position;
    if (std::optional<unsigned> component = dims.getComponent(dim))
      position = starts[*component];
    if (std::optional<unsigned> batch = dims.getBatch(dim))
      position = getLoop(b, *batch);
    const auto *it = llvm::find(form.expanded, dim);
    if (it != form.expanded.end()) {
      Value offset =
          getLoop(b, dims.updateScatter.size() + (it - form.expanded.begin()));
      position = position
                     ? arith::AddIOp::create(b, position, offset).getResult()
                     : offset;
    }
    return position ? position : getI64(b, 0);
  }
  Value getLoop(ImplicitLocOpBuilder &b, int64_t dim) {
    return arith::IndexCastOp::create(b, b.getI64Type(), getLoopIndex(b, dim));
  }

  const ScatterDimensions &dims;
  const TupleForm &form;
};

} // namespace

Value scatter::makeTuples(OpConversion &c, const ScatterDimensions &dims,
                          const TupleForm &form, Value indices) {
  Sizes sizes = dims.getScatterSizes();
  unsigned scatterRank = sizes.size();
  for (int64_t dim : form.expanded)
    sizes.push_back(dims.windowSizes[dim]);
  sizes.push_back(c.b.getIndexAttr(form.depth));
  if (form.isDirect)
    return reshapeTo(c.b, widenIndices(c, indices), sizes);
  RankedTensorType type = makeTensorType(sizes, c.b.getI64Type());
  if (form.depth == 0)
    return makeEmptyOf(c.b, sizes, c.b.getI64Type());
  // Each component has an access to the indices of its own.
  SmallVector<AffineMap> maps;
  for (unsigned component = 0; component < dims.toOperand.size(); ++component) {
    SmallVector<AffineExpr> exprs;
    for (unsigned i = 0; i < scatterRank; ++i)
      exprs.push_back(c.b.getAffineDimExpr(i));
    if (dims.indexVector < dims.indices.getRank())
      exprs.insert(exprs.begin() + dims.indexVector,
                   c.b.getAffineConstantExpr(component));
    maps.push_back(AffineMap::get(sizes.size(), 0, exprs, c.b.getContext()));
  }
  SmallVector<Value> inputs(dims.toOperand.size(), indices);
  TupleBody body(dims, form);
  return mapElements(
      c.b, type, inputs, maps,
      [&](ImplicitLocOpBuilder &b, ValueRange components) {
        return body.emit(b, components);
      },
      sizes);
}

Value scatter::transposeUpdates(OpConversion &c, const ScatterDimensions &dims,
                                Value updates) {
  SmallVector<int64_t> permutation(dims.updateScatter);
  llvm::append_range(permutation, dims.updateWindow);
  return transpose(c.b, updates, permutation);
}

Value scatter::arrangeUpdates(OpConversion &c, const ScatterDimensions &dims,
                              const TupleForm &form, Value updates) {
  updates = transposeUpdates(c, dims, updates);
  Sizes sizes = dims.getScatterSizes();
  for (int64_t dim : form.expanded)
    sizes.push_back(dims.windowSizes[dim]);
  llvm::append_range(sizes, ArrayRef(dims.inputSizes).drop_front(form.depth));
  return reshapeTo(c.b, updates, sizes);
}

WindowPosition scatter::locateWindow(OpConversion &c,
                                     const ScatterDimensions &dims,
                                     Value indices) {
  bool isUnsigned = dims.indices.getElementType().isUnsignedInteger();
  SmallVector<Value> starts;
  for (unsigned component = 0; component < dims.toOperand.size(); ++component) {
    SmallVector<Value> position(dims.indices.getRank(), getIndex(c.b, 0));
    if (dims.indexVector < dims.indices.getRank())
      position[dims.indexVector] = getIndex(c.b, component);
    starts.push_back(
        toI64(c.b, extractElement(c.b, indices, position), isUnsigned));
  }
  WindowPosition result;
  result.start.resize(dims.input.getRank());
  result.isInBounds = emitInBounds(c.b, dims, starts, /*allDimensions=*/true);
  for (auto [component, dim] : llvm::enumerate(dims.toOperand))
    result.start[dim] =
        arith::IndexCastOp::create(c.b, c.b.getIndexType(), starts[component]);
  return result;
}
