//===- Reshape.cpp - a reshape of the operands of an op -------------------===//
//
// Dimensions of the tuples, and dimensions of slices that no index and no bound
// refers to, can be split and merged in all operands that have them.
//
//===----------------------------------------------------------------------===//

#include "Reshape.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace scatter;

using Groups = SmallVector<ReassociationIndices>;

FailureOr<Reshape> Reshape::get(const OperandLayouts &op,
                                const OperandLayout &layout,
                                ArrayRef<ReassociationIndices> groups,
                                ArrayRef<int64_t> shape, bool expands) {
  Reshape reshape;
  reshape.expands = expands;
  reshape.shape = llvm::to_vector(shape);
  SmallVector<int64_t> tupleSources, sliceSources;
  auto addWhole = [](SmallVector<int64_t> &counts,
                     SmallVector<int64_t> &sources, int64_t rank) {
    counts.assign(rank, 1);
    sources.assign(rank, -1);
  };
  if (!layout.hasTuples)
    addWhole(reshape.tuples, tupleSources, op.tupleRank);
  if (!layout.hasSlice)
    addWhole(reshape.slice, sliceSources, op.sliceRank);

  int64_t numTupleDims = layout.hasTuples ? op.tupleRank : 0;
  int64_t firstOfSlice = numTupleDims + layout.numFixed;
  auto getPart = [&](int64_t dim) {
    return dim < numTupleDims ? 0 : dim < firstOfSlice ? 1 : 2;
  };
  bool mergesAny = false;
  for (auto [i, group] : llvm::enumerate(groups)) {
    if (group.empty())
      return failure();
    // The dimensions of the op before.
    int64_t first = expands ? i : group.front();
    int64_t last = expands ? i : group.back();
    int64_t part = getPart(first);
    if (part != getPart(last))
      return failure();
    bool merges = group.size() > 1;
    mergesAny |= merges;
    if (merges && (part == 1 || (part == 0 && first < op.numBatchDims)))
      return failure();
    for (int64_t dim = first; merges && dim <= last; ++dim)
      if (llvm::is_contained(op.axes, dim))
        return failure();
    if (part == 1)
      continue;
    (part == 0 ? reshape.tuples : reshape.slice).push_back(group.size());
    llvm::append_range(part == 0 ? tupleSources : sliceSources, group);
  }
  if (!mergesAny)
    return failure();
  reshape.sources = tupleSources;
  llvm::append_range(reshape.sources, sliceSources);
  return reshape;
}

Groups Reshape::getGroups(const OperandLayout &layout) const {
  Groups groups;
  int64_t next = 0;
  auto add = [&](int64_t count) {
    groups.push_back(llvm::to_vector<2>(llvm::seq(next, next + count)));
    next += count;
  };
  if (layout.hasTuples)
    llvm::for_each(tuples, add);
  for (int64_t i = 0; i < layout.numFixed; ++i)
    add(1);
  if (layout.hasSlice)
    llvm::for_each(slice, add);
  return groups;
}

/// The number of the size of each dimension of the larger rank.
SmallVector<int64_t> Reshape::getSources(const OperandLayout &layout) const {
  int64_t numTupleDims = llvm::sum_of(tuples);
  SmallVector<int64_t> result;
  if (layout.hasTuples)
    llvm::append_range(result, ArrayRef(sources).take_front(numTupleDims));
  result.append(layout.numFixed, -1);
  if (layout.hasSlice)
    llvm::append_range(result, ArrayRef(sources).drop_front(numTupleDims));
  return result;
}

bool Reshape::canApply(ShapedType type, const OperandLayout &layout) const {
  if (!expands)
    return true;
  SmallVector<int64_t> sources = getSources(layout);
  for (auto [dim, group] : llvm::enumerate(getGroups(layout))) {
    bool isStatic = llvm::none_of(group, [&](int64_t i) {
      return sources[i] < 0 || ShapedType::isDynamic(shape[sources[i]]);
    });
    if (group.size() > 1 && isStatic == type.isDynamicDim(dim))
      return false;
  }
  return true;
}

static bool isWhole(ArrayRef<ReassociationIndices> groups) {
  return llvm::all_of(groups,
                      [](const auto &group) { return group.size() == 1; });
}

static Value expand(OpBuilder &b, Location loc, Value value,
                    ArrayRef<ReassociationIndices> groups,
                    ArrayRef<OpFoldResult> sizes) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape = decomposeMixedValues(sizes).first;
  return b.createOrFold<tensor::ExpandShapeOp>(loc, type.clone(shape), value,
                                               groups, sizes);
}

Value Reshape::apply(OpBuilder &b, Location loc, Value value,
                     const OperandLayout &layout,
                     ArrayRef<OpFoldResult> sizes) const {
  Groups groups = getGroups(layout);
  if (isWhole(groups))
    return value;
  if (!expands)
    return b.createOrFold<tensor::CollapseShapeOp>(loc, value, groups);
  SmallVector<int64_t> sources = getSources(layout);
  SmallVector<OpFoldResult> expanded;
  for (auto [dim, group] : llvm::enumerate(groups)) {
    if (group.size() == 1) {
      expanded.push_back(tensor::getMixedSize(b, loc, value, dim));
      continue;
    }
    for (int64_t i : group)
      expanded.push_back(sizes[sources[i]]);
  }
  return expand(b, loc, value, groups, expanded);
}

Value Reshape::revert(OpBuilder &b, Location loc, Value value,
                      const OperandLayout &layout, RankedTensorType type,
                      ArrayRef<OpFoldResult> sizes) const {
  Groups groups = getGroups(layout);
  if (isWhole(groups))
    return value;
  if (expands)
    return tensor::CollapseShapeOp::create(b, loc, type, value, groups);
  return tensor::ExpandShapeOp::create(b, loc, type, value, groups, sizes);
}

SmallVector<int64_t> Reshape::getAxes(ArrayRef<int64_t> axes) const {
  SmallVector<int64_t> result;
  for (int64_t axis : axes)
    for (auto [i, group] : llvm::enumerate(getGroups({false, 0, true}))) {
      if (expands && int64_t(i) == axis)
        result.push_back(group.front());
      if (!expands && group.front() == axis)
        result.push_back(i);
    }
  return result;
}
