//===- EvaluateGeneric.cpp - reference of scatter.generic -----------------===//
//
// The defining loop of the op:
//
//   for t in row-major order over indices[0].shape[:-1]:
//     c = the components of indices[0][t], of indices[1][t], ..., normalised
//     for s in the slice:
//       ins = [input[map(t, s)[c]] for each input]
//       old = [out[map(t, s)[c]] for each out]
//       for each out: out[map(t, s)[c]] = region(ins, old)
//
//===----------------------------------------------------------------------===//

#include "ErrorRecord.h"
#include "MultiIndex.h"
#include "RegionEvaluator.h"
#include "TupleReader.h"
#include "scatter/Reference/EvaluateGeneric.h"

#include <cassert>
#include <string>

using namespace mlir;

namespace scatter::reference {

namespace {

/// A dimension of an operand: the number of the operand for reports, its type,
/// its size at run time, and the dimension or symbol of the maps that it is;
/// null for the last one of indices.
struct OperandSize {
  int64_t code;
  int64_t dim;
  int64_t staticSize;
  int64_t size;
  AffineExpr expr;
};

/// One evaluation of one op.
class GenericEvaluator {
public:
  GenericEvaluator(GenericOp op, ArrayRef<ConstBufferView> indices,
                   ArrayRef<ConstBufferView> inputs, ArrayRef<BufferView> outs);

  std::optional<ScatterError> findViolation(StringRef location) const;
  llvm::Error update();

private:
  void addSizes(int64_t code, Value operand, const ConstBufferView &view,
                ArrayRef<AffineExpr> exprs);
  /// The sizes of the dimensions that the components of `indices[i]` index.
  ArrayRef<int64_t> getIndexedSizes(int64_t i) const {
    return ArrayRef(componentSizes).slice(firsts[i], firsts[i + 1] - firsts[i]);
  }
  SmallVector<int64_t, 8> locate(AffineMap map) const;
  llvm::Error updateElement(RegionEvaluator &region);

  GenericOp op;
  ArrayRef<ConstBufferView> indices, inputs;
  ArrayRef<BufferView> outs;
  SmallVector<OperandSize> sizes;
  /// The size of each dimension and symbol of the maps.
  llvm::DenseMap<AffineExpr, int64_t> known;
  SmallVector<int64_t> firsts, componentSizes;
  SmallVector<ScatterNDUpdateConfig> policies;
  /// Where the loops are.
  SmallVector<int64_t, 8> position, components;
};

} // namespace

void GenericEvaluator::addSizes(int64_t code, Value operand,
                                const ConstBufferView &view,
                                ArrayRef<AffineExpr> exprs) {
  auto type = cast<ShapedType>(operand.getType());
  for (auto [dim, expr] : llvm::enumerate(exprs))
    sizes.push_back(
        {code, int64_t(dim), type.getDimSize(dim), view.shape[dim], expr});
}

GenericEvaluator::GenericEvaluator(GenericOp op,
                                   ArrayRef<ConstBufferView> indices,
                                   ArrayRef<ConstBufferView> inputs,
                                   ArrayRef<BufferView> outs)
    : op(op), indices(indices), inputs(inputs), outs(outs) {
  for (auto [i, view] : llvm::enumerate(outs))
    addSizes(SCATTER_OPERAND_OUTS + i, op.getOuts()[i], view,
             op.getOutMap(i).getResults());
  for (auto [i, view] : llvm::enumerate(inputs))
    addSizes(SCATTER_OPERAND_INS + i, op.getInputs()[i], view,
             op.getMap(i).getResults());
  firsts.push_back(0);
  for (auto [i, view] : llvm::enumerate(indices)) {
    SmallVector<AffineExpr> exprs;
    for (int64_t dim = 0; dim + 1 < view.getRank(); ++dim)
      exprs.push_back(getAffineDimExpr(dim, op.getContext()));
    exprs.push_back({});
    Value operand = op.getIndices()[i];
    addSizes(SCATTER_OPERAND_INDEX_OPERANDS + i, operand, view, exprs);
    firsts.push_back(firsts.back() +
                     cast<ShapedType>(operand.getType()).getShape().back());
    ScatterNDUpdateConfig policy;
    if (auto all = op.getOutOfBounds())
      policy.outOfBounds = cast<OutOfBoundsAttr>((*all)[i]).getValue();
    if (auto all = op.getNegativeIndices())
      policy.negativeIndices = cast<NegativeIndicesAttr>((*all)[i]).getValue();
    policies.push_back(policy);
  }
  // A static size takes precedence, then the first.
  for (bool isStatic : {true, false})
    for (const OperandSize &size : sizes)
      if (size.expr && isStatic != ShapedType::isDynamic(size.staticSize))
        known.try_emplace(size.expr, isStatic ? size.staticSize : size.size);
  for (int64_t i = 0; i < firsts.back(); ++i)
    componentSizes.push_back(
        known.lookup(getAffineSymbolExpr(i, op.getContext())));
}

std::optional<ScatterError>
GenericEvaluator::findViolation(StringRef location) const {
  // (G3), (G6)
  for (const OperandSize &size : sizes) {
    int64_t expected = size.expr ? known.lookup(size.expr) : size.staticSize;
    if (size.size != expected)
      return makeShapeError(location, ScatterErrorOperand(size.code), size.dim,
                            size.size, expected);
  }
  for (auto [i, view] : llvm::enumerate(indices)) {
    if (policies[i].outOfBounds != OutOfBounds::error)
      continue;
    std::string suffix =
        i == 0 ? "" : " ('indices' operand " + std::to_string(i) + ")";
    if (auto violation = findIndexViolation(
            policies[i], view, getIndexedSizes(i), (location + suffix).str()))
      return violation;
  }
  return std::nullopt;
}

SmallVector<int64_t, 8> GenericEvaluator::locate(AffineMap map) const {
  SmallVector<int64_t, 8> index;
  for (AffineExpr expr : map.getResults()) {
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      index.push_back(position[dim.getPosition()]);
    else
      index.push_back(components[cast<AffineSymbolExpr>(expr).getPosition()]);
  }
  return index;
}

llvm::Error GenericEvaluator::updateElement(RegionEvaluator &region) {
  // The types of the views may be those of another context.
  Block &block = op.getBody().front();
  SmallVector<Attribute> arguments;
  auto read = [&](const ConstBufferView &view) {
    int64_t number = arguments.size();
    arguments.push_back(
        readElement(block.getArgument(number).getType(),
                    view.getAddress(locate(op.getMap(number)))));
    return arguments.back() != Attribute();
  };
  if (!llvm::all_of(inputs, read) || !llvm::all_of(outs, read))
    return makeError("an operand has elements that are no constants");
  llvm::Expected<SmallVector<Attribute>> yielded =
      region.run(arguments, position);
  if (!yielded)
    return yielded.takeError();
  for (auto [i, value] : llvm::enumerate(*yielded))
    writeElement(block.getArgument(inputs.size() + i).getType(),
                 outs[i].getAddress(locate(op.getOutMap(i))), value);
  return llvm::Error::success();
}

llvm::Error GenericEvaluator::update() {
  RegionEvaluator region(op);
  SmallVector<int64_t> sliceShape;
  int64_t batchRank = indices.front().getRank() - 1;
  for (int64_t dim = batchRank; dim < op.getMap(0).getNumDims(); ++dim)
    sliceShape.push_back(known.lookup(getAffineDimExpr(dim, op.getContext())));

  llvm::Error error = llvm::Error::success();
  auto updateTuple = [&](ArrayRef<int64_t> tuple) {
    if (error)
      return;
    components.clear();
    for (auto [i, view] : llvm::enumerate(indices)) {
      auto slot =
          TupleReader(policies[i], view, getIndexedSizes(i)).getSlot(tuple);
      assert((slot || policies[i].outOfBounds != OutOfBounds::undefined) &&
             "an index is out of bounds although it is promised not to be");
      if (!slot)
        return;
      llvm::append_range(components, *slot);
    }
    forEachIndex(sliceShape, [&](ArrayRef<int64_t> sliceIndex) {
      if (error)
        return;
      position.assign(tuple.begin(), tuple.end());
      llvm::append_range(position, sliceIndex);
      error = updateElement(region);
    });
  };
  forEachIndex(ArrayRef(indices.front().shape).drop_back(), updateTuple);
  return error;
}

llvm::Expected<std::optional<ScatterError>>
evaluateGeneric(GenericOp op, ArrayRef<ConstBufferView> indices,
                ArrayRef<ConstBufferView> inputs, ArrayRef<BufferView> outs,
                StringRef location) {
  GenericEvaluator evaluator(op, indices, inputs, outs);
  if (std::optional<ScatterError> violation = evaluator.findViolation(location))
    return violation;
  if (llvm::Error error = evaluator.update())
    return error;
  return std::nullopt;
}

} // namespace scatter::reference
