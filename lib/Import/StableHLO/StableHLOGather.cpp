//===- StableHLOGather.cpp - stablehlo.gather -----------------------------===//

#include "Conversion.h"
#include "StableHLOAttributes.h"
#include "scatter/Dialect/Scatter/IR/StaticSizes.h"
#include "scatter/Import/Utils/SizedShapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace scatter;

namespace {

struct GatherDimensions {
  SmallVector<int64_t> offset, collapsed, operandBatching, indicesBatching,
      startIndexMap;
  int64_t indexVector = 0;
  Sizes sliceSizes = {};
  /// The last position of a slice in each dimension of the operand.
  Sizes last = {};
};

} // namespace

/// Returns the dimension numbers, without the sizes of a slice.
static FailureOr<GatherDimensions> readDimensions(const OpConversion &c) {
  FailureOr<IntegerFields> fields =
      parseFields(c.attribute("dimension_numbers"), "gather");
  if (failed(fields))
    return c.error() << "attribute 'dimension_numbers': expected "
                     << "#stablehlo.gather<...>, found "
                     << c.attribute("dimension_numbers");
  GatherDimensions dims{fields->lookup("offset_dims"),
                        fields->lookup("collapsed_slice_dims"),
                        fields->lookup("operand_batching_dims"),
                        fields->lookup("start_indices_batching_dims"),
                        fields->lookup("start_index_map")};
  SmallVector<int64_t> vector = fields->lookup("index_vector_dim");
  if (vector.size() == 1)
    dims.indexVector = vector.front();
  return dims;
}

/// Returns the sizes of a slice. Those of dynamic_gather are operand 2; the
/// type of the result has those that are not dropped.
static FailureOr<Sizes> readSliceSizes(OpConversion &c,
                                       const GatherDimensions &dims) {
  int64_t rank = c.operandType(0).getRank();
  if (c.op->getNumOperands() == 2) {
    auto known = c.integers("slice_sizes", rank);
    if (failed(known))
      return failure();
    return Sizes(getAsIndexOpFoldResult(c.b.getContext(), *known));
  }
  FailureOr<Sizes> sizes = c.readSizes(2, rank);
  if (failed(sizes))
    return failure();
  const auto *offset = dims.offset.begin();
  for (auto [dim, size] : llvm::enumerate(*sizes)) {
    bool isDropped = llvm::is_contained(dims.collapsed, dim) ||
                     llvm::is_contained(dims.operandBatching, dim);
    OpFoldResult expected = c.b.getIndexAttr(1);
    if (!isDropped) {
      if (offset == dims.offset.end() || *offset < 0 ||
          *offset >= c.resultType().getRank())
        continue;
      int64_t known = c.resultType().getDimSize(*offset++);
      if (ShapedType::isDynamic(known))
        continue;
      expected = c.b.getIndexAttr(known);
    }
    if (getKnown(size) || isSameSize(size, expected))
      continue;
    c.report(2, emitIsAtMost(c.b, expected, size), SCATTER_OPERAND_VALUE, dim,
             size, expected);
    c.report(2, emitIsAtMost(c.b, size, expected),
             SCATTER_OPERAND_VALUE_AT_MOST, dim, size, expected);
    size = expected;
  }
  return sizes;
}

/// Returns the sizes that the result must have. Emits a diagnostic if the
/// dimension numbers contradict the operands.
static FailureOr<Sizes> inferSizes(OpConversion &c,
                                   const GatherDimensions &dims) {
  RankedTensorType operand = c.operandType(0), indices = c.operandType(1);
  int64_t rank = operand.getRank(), indicesRank = indices.getRank();
  int64_t resultRank = c.resultType().getRank();
  SmallVector<int64_t> dropped(dims.collapsed);
  llvm::append_range(dropped, dims.operandBatching);
  SmallVector<int64_t> mapped(dims.startIndexMap);
  llvm::append_range(mapped, dims.operandBatching);
  int64_t depth = dims.indexVector == indicesRank ? 1 : 0;
  if (dims.indexVector >= 0 && dims.indexVector < indicesRank)
    depth = indices.isDynamicDim(dims.indexVector)
                ? int64_t(dims.startIndexMap.size())
                : indices.getDimSize(dims.indexVector);
  if (dims.indexVector < 0 || dims.indexVector > indicesRank ||
      !areDistinctDims(dropped, rank) || !areDistinctDims(mapped, rank) ||
      !areDistinctDims(dims.offset, resultRank) ||
      !llvm::is_sorted(dims.offset) ||
      !areDistinctDims(dims.indicesBatching, indicesRank) ||
      llvm::is_contained(dims.indicesBatching, dims.indexVector) ||
      dims.indicesBatching.size() != dims.operandBatching.size() ||
      int64_t(dims.startIndexMap.size()) != depth ||
      int64_t(dims.offset.size() + dropped.size()) != rank)
    return c.error() << "attribute 'dimension_numbers': expected dimensions "
                     << "that fit " << operand << " and " << indices
                     << ", found " << c.attribute("dimension_numbers");
  Sizes batchSizes;
  for (auto [i, size] : llvm::enumerate(c.sizes(1))) {
    if (int64_t(i) != dims.indexVector)
      batchSizes.push_back(size);
    else if (failed(c.requireSize(1, i, size, c.b.getIndexAttr(depth))))
      return failure();
  }
  Sizes sliceSizes;
  for (auto [i, size] : llvm::enumerate(dims.sliceSizes)) {
    bool isDropped = llvm::is_contained(dropped, i);
    OpFoldResult limit = getSize(c.b, c.operand(0), i);
    std::optional<int64_t> known = getKnown(size), most = getKnown(limit);
    if (known &&
        (*known < 0 || (most && *known > *most) || (isDropped && *known > 1)))
      return c.error() << "attribute 'slice_sizes': expected at most "
                       << (isDropped ? 1 : *most) << " in dimension " << i
                       << ", found " << *known;
    if (!(known && most) && !isSameSize(size, limit))
      c.report(0, emitIsAtMost(c.b, size, limit), SCATTER_OPERAND_AT_LEAST, i,
               limit, size);
    if (!isDropped)
      sliceSizes.push_back(size);
  }
  Sizes shape;
  auto *batch = batchSizes.begin(), *slice = sliceSizes.begin();
  for (int64_t i = 0; i < resultRank; ++i) {
    bool isOffset = llvm::is_contained(dims.offset, i);
    if (!isOffset && batch == batchSizes.end())
      return c.error() << "expected a result of rank "
                       << batchSizes.size() + sliceSizes.size() << ", found "
                       << c.resultType();
    shape.push_back(isOffset ? *slice++ : *batch++);
  }
  if (batch != batchSizes.end())
    return c.error() << "expected a result of rank "
                     << batchSizes.size() + sliceSizes.size() << ", found "
                     << c.resultType();
  for (auto [i, dim] : llvm::enumerate(dims.operandBatching))
    if (failed(
            verifyCompatibleShape(operand.getDimSize(dim),
                                  indices.getDimSize(dims.indicesBatching[i]))))
      return c.error() << "expected batching dimensions of one size, found "
                       << operand << " and " << indices;
    else if (failed(c.requireSize(
                 0, dim, getSize(c.b, c.operand(0), dim),
                 getSize(c.b, c.operand(1), dims.indicesBatching[i]))))
      return failure();
  return shape;
}

namespace {

/// Computes the position in the operand of each element of the result.
class GatherIndices {
public:
  GatherIndices(const OpConversion &c, const GatherDimensions &dims)
      : c(c), dims(dims), operand(c.operandType(0)) {
    for (int64_t i = 0; i < c.resultType().getRank(); ++i)
      if (!llvm::is_contained(dims.offset, i))
        batchDims.push_back(i);
    for (int64_t i = 0; i < operand.getRank(); ++i)
      if (!llvm::is_contained(dims.collapsed, i) &&
          !llvm::is_contained(dims.operandBatching, i))
        windowDims.push_back(i);
  }

  Value get(ImplicitLocOpBuilder &b, int64_t dim) {
    Value index;
    auto add = [&](Value term) {
      index = index ? arith::AddIOp::create(b, index, term).getResult() : term;
    };
    if (const auto *it = llvm::find(dims.startIndexMap, dim);
        it != dims.startIndexMap.end() && !isKnown(dims.last[dim], 0))
      add(getStart(b, it - dims.startIndexMap.begin(), dims.last[dim]));
    if (const auto *it = llvm::find(dims.operandBatching, dim);
        it != dims.operandBatching.end())
      add(getBatchIndex(
          b, dims.indicesBatching[it - dims.operandBatching.begin()]));
    if (auto *it = llvm::find(windowDims, dim);
        it != windowDims.end() && !isKnown(dims.sliceSizes[dim], 1))
      add(getLoopIndex(b, dims.offset[it - windowDims.begin()]));
    return index ? index : getIndex(b, 0);
  }

private:
  /// Returns the index of the result that corresponds to dimension `dim` of the
  /// indices.
  Value getBatchIndex(ImplicitLocOpBuilder &b, int64_t dim) {
    return getLoopIndex(b, batchDims[dim - (dim > dims.indexVector)]);
  }
  Value getStart(ImplicitLocOpBuilder &b, int64_t component,
                 OpFoldResult last) {
    RankedTensorType type = c.operandType(1);
    SmallVector<Value> position;
    for (int64_t i = 0; i < type.getRank(); ++i)
      position.push_back(i == dims.indexVector ? getIndex(b, component)
                                               : getBatchIndex(b, i));
    Value start = toIndex(b, extractElement(b, c.operand(1), position),
                          type.getElementType().isUnsignedInteger());
    return clampStart(b, start, last);
  }

  const OpConversion &c;
  const GatherDimensions &dims;
  RankedTensorType operand;
  /// `batchDims` are dimensions of the result, `windowDims` those of the
  /// operand.
  SmallVector<int64_t> batchDims, windowDims;
};

} // namespace

LogicalResult scatter::convertGather(OpConversion &c) {
  unsigned operands =
      c.op->getName().getStringRef() == "stablehlo.dynamic_gather" ? 3 : 2;
  if (failed(c.checkRanked(operands, 1)))
    return failure();
  RankedTensorType operand = c.operandType(0);
  auto integer = dyn_cast<IntegerType>(c.operandType(1).getElementType());
  if (!integer || integer.getWidth() > 64)
    return c.error() << "operand 1: expected integers, found "
                     << c.operandType(1);
  FailureOr<GatherDimensions> dims = readDimensions(c);
  if (failed(dims))
    return failure();
  FailureOr<Sizes> sliceSizes = readSliceSizes(c, *dims);
  if (failed(sliceSizes))
    return failure();
  dims->sliceSizes = *sliceSizes;
  FailureOr<Sizes> sizes = inferSizes(c, *dims);
  if (failed(sizes))
    return failure();
  RankedTensorType result = makeTensorType(*sizes, operand.getElementType());
  if (failed(c.checkResult(result)))
    return failure();
  if (isStaticallyEmpty(result))
    return c.replace(makeEmptyOf(c.b, *sizes, operand.getElementType()));
  for (auto [size, slice] : llvm::zip_equal(c.sizes(0), dims->sliceSizes))
    dims->last.push_back(subtractSizes(c.b, size, slice));
  GatherIndices indices(c, *dims);
  return c.replace(mapElements(
      c.b, result, {}, {},
      [&](ImplicitLocOpBuilder &b, ValueRange) {
        SmallVector<Value> position;
        for (int64_t i = 0; i < operand.getRank(); ++i)
          position.push_back(indices.get(b, i));
        return extractElement(b, c.operand(0), position);
      },
      *sizes));
}
