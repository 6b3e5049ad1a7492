//===- SubsetOpInterfaceImpl.cpp - slice_scatter as an insertion ----------===//

#include "TilingUtils.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/IR/StaticSizes.h"
#include "scatter/Dialect/Scatter/Interfaces/ExternalModels.h"
#include "scatter/Dialect/Scatter/Utils/SizeConditions.h"
#include "scatter/Dialect/Scatter/Utils/SliceBounds.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Interfaces/SubsetOpInterface.h"

using namespace mlir;
using namespace scatter;

/// Whether `op` writes `updates` to a hyperrectangular slice of `data` and
/// reports nothing.
static bool isInsertion(SliceScatterOp op) {
  return op.getResult() && !op.getSource() && hasKnownSizes(op) &&
         !isStaticallyEmpty(op.getUpdatesType()) &&
         llvm::all_of(op.getMixedStep(), [](OpFoldResult step) {
           return getConstantIntValue(step).value_or(0) > 0;
         });
}

/// Returns the subset that `op` writes if it is known and nothing is reported.
static std::optional<HyperrectangularSlice> getKnownSubset(SliceScatterOp op) {
  if (!isInsertion(op) || !op.getUpdatesType().hasStaticShape())
    return std::nullopt;
  Builder b(op.getContext());
  SmallVector<OpFoldResult> sizes =
      getAsIndexOpFoldResult(op.getContext(), op.getUpdatesType().getShape());
  SmallVector<OpFoldResult> offsets(sizes.size(), b.getIndexAttr(0));
  SmallVector<OpFoldResult> steps(sizes.size(), b.getIndexAttr(1));
  for (auto [i, dim] : llvm::enumerate(op.getNormalizedAxes())) {
    std::optional<int64_t> start = getConstantIntValue(op.getMixedStart()[i]);
    int64_t step = *getConstantIntValue(op.getMixedStep()[i]);
    int64_t size = op.getDataType().getDimSize(dim);
    if (!start || (*start < 0 && ShapedType::isDynamic(size)))
      return std::nullopt;
    // A slice with elements starts within `data`.
    int64_t offset = *start < 0 ? std::max(*start + size, int64_t(0)) : *start;
    offsets[dim] = b.getIndexAttr(offset);
    steps[dim] = b.getIndexAttr(step);
  }
  return HyperrectangularSlice(offsets, sizes, steps);
}

/// Returns a slice that overlaps with all slices of a tensor and is equal to
/// none: it is larger than any tensor. Upstream's comparisons of subsets do not
/// allow for unknown slices.
static HyperrectangularSlice getUnknownSubset(SliceScatterOp op) {
  Builder b(op.getContext());
  int64_t rank = op.getDataRank();
  SmallVector<OpFoldResult> offsets(rank, b.getIndexAttr(0));
  SmallVector<OpFoldResult> sizes(rank, b.getIndexAttr(int64_t(1) << 62));
  SmallVector<OpFoldResult> steps(rank, b.getIndexAttr(1));
  return HyperrectangularSlice(offsets, sizes, steps);
}

namespace {

struct SliceSubsetModel
    : SubsetOpInterface::ExternalModel<SliceSubsetModel, SliceScatterOp> {
  FailureOr<HyperrectangularSlice>
  getAccessedHyperrectangularSlice(Operation *op) const {
    auto update = cast<SliceScatterOp>(op);
    std::optional<HyperrectangularSlice> known = getKnownSubset(update);
    return known ? *known : getUnknownSubset(update);
  }
};

struct SliceInsertionModel
    : SubsetInsertionOpInterface::ExternalModel<SliceInsertionModel,
                                                SliceScatterOp> {
  OpOperand &getSourceOperand(Operation *op) const {
    return cast<SliceScatterOp>(op).getUpdatesMutable();
  }

  /// Returns null for slices with negative steps or ops that may report.
  Value buildSubsetExtraction(Operation *op, OpBuilder &builder,
                              Location loc) const {
    auto update = cast<SliceScatterOp>(op);
    if (!isInsertion(update))
      return {};
    IndexBuilder b(loc, builder);
    SmallVector<OpFoldResult> sizes = getAsIndexOpFoldResult(
        op->getContext(), update.getUpdatesType().getShape());
    // `updates` may be computed after the insertion point, so that its dynamic
    // sizes come from the bounds.
    for (int64_t dim = 0; dim < update.getDataRank(); ++dim)
      if (update.getUpdatesType().isDynamicDim(dim))
        sizes[dim] = getAsOpFoldResult(
            resolveAxis(b, update, dim, getSize(b, update.getData(), dim))
                .length);
    SlicePosition position = resolvePosition(b, update);
    return tensor::ExtractSliceOp::create(b, update.getData(), position.offsets,
                                          sizes, position.steps);
  }

  SmallVector<Value>
  getValuesNeededToBuildSubsetExtraction(Operation *op) const {
    auto update = cast<SliceScatterOp>(op);
    SmallVector<Value> values = {update.getData()};
    llvm::append_range(values, update.getStart());
    llvm::append_range(values, update.getStop());
    llvm::append_range(values, update.getStep());
    return values;
  }
};

} // namespace

void scatter::registerSubsetOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, ScatterDialect *) {
    // An insertion refers to its model of SubsetOpInterface.
    SliceScatterOp::attachInterface<SliceSubsetModel>(*context);
    SliceScatterOp::attachInterface<SliceInsertionModel>(*context);
  });
}
