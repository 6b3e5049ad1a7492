//===- ScatterGatherOp.cpp - gather_nd ------------------------------------===//
//
// Builder, inference, effects, verifier and folds of gather_nd. Each check has
// the label of its constraint in docs/Specification.md.
//
//===----------------------------------------------------------------------===//

#include "VerifyUtils.h"

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/IR/SizeLimits.h"
#include "scatter/Dialect/Scatter/IR/StaticSizes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace scatter;

void GatherNDOp::build(OpBuilder &builder, OperationState &state, Value indices,
                       Value data, Value out, OutOfBounds outOfBounds,
                       NegativeIndices negativeIndices, int64_t batchDims,
                       Value fill) {
  build(builder, state, indices, data, out, fill, outOfBounds, negativeIndices,
        batchDims, /*sizes_match=*/false, /*plan=*/PlanAttr());
}

//===----------------------------------------------------------------------===//
// Types and effects
//===----------------------------------------------------------------------===//

/// On tensors the result has the type of `out`. On memrefs there is none.
LogicalResult
GatherNDOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                             ValueRange operands, DictionaryAttr attributes,
                             OpaqueProperties properties, RegionRange regions,
                             SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  Type out = adaptor.getOut().getType();
  if (isa<RankedTensorType>(out))
    types.push_back(out);
  return success();
}

LogicalResult
GatherNDOp::reifyResultShapes(OpBuilder &builder,
                              ReifiedRankedShapedTypeDims &shapes) {
  if (!getResult())
    return failure();
  shapes.push_back(tensor::getMixedSizes(builder, getLoc(), getOut()));
  return success();
}

/// The memref form reads `indices` and `data`, and overwrites `out`. The tensor
/// form has no effects.
void GatherNDOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  if (!isa<BaseMemRefType>(getOut().getType()))
    return;
  auto *resource = SideEffects::DefaultResource::get();
  effects.emplace_back(MemoryEffects::Read::get(), &getIndicesMutable(),
                       resource);
  effects.emplace_back(MemoryEffects::Read::get(), &getDataMutable(), resource);
  effects.emplace_back(MemoryEffects::Write::get(), &getOutMutable(), resource);
}

/// Like a scatter_nd_update, an op that can report a violation, or whose
/// indices are promised to be in bounds, is not speculatable.
Speculation::Speculatability GatherNDOp::getSpeculatability() {
  return mayDrop() && hasCertainShape(getIndices()) &&
                 hasCertainShape(getData()) && hasCertainShape(getOut())
             ? Speculation::Speculatable
             : Speculation::NotSpeculatable;
}

//===----------------------------------------------------------------------===//
// Verifier
//===----------------------------------------------------------------------===//

/// (GN2)
static LogicalResult verifyBatchDims(GatherNDOp op) {
  if (op.getDataRank() < 1)
    return op.emitOpError("'data': expected rank 1 or more, found 0");
  if (op.getIndicesType().getRank() < 1)
    return op.emitOpError("'indices': expected rank 1 or more, found 0");
  int64_t most = std::min(op.getBatchRank(), op.getDataRank());
  if (op.getNumBatchDims() < 0 || op.getNumBatchDims() > most)
    return op.emitOpError("'batch_dims': expected 0 to ")
           << most << " (the rank of 'data', and that of 'indices' less 1), "
           << "found " << op.getNumBatchDims();
  return success();
}

/// (GN7)
static LogicalResult verifyElements(GatherNDOp op) {
  Type expected = op.getElementType();
  if (op.getOutType().getElementType() != expected)
    return op.emitOpError("'out': expected element type ")
           << expected << " (as in 'data'), found "
           << op.getOutType().getElementType();
  if (op.getFill() && op.getFill().getType() != expected)
    return op.emitOpError("'fill': expected type ")
           << expected << " (that of the elements of 'data'), found "
           << op.getFill().getType();
  return success();
}

/// Whether 0 is an element of `type`.
static bool hasZero(Type type) {
  if (auto complexType = dyn_cast<ComplexType>(type))
    type = complexType.getElementType();
  if (auto vectorType = dyn_cast<VectorType>(type))
    type = vectorType.getElementType();
  return type.isIntOrIndexOrFloat();
}

LogicalResult GatherNDOp::verify() {
  if (failed(
          verifyInitForm(*this, {getIndices(), getData()}, getOut(), "out")) ||
      failed(verifyBatchDims(*this)) ||
      failed(verifyIndexDepth(*this, getOutType(), "out")) ||
      failed(verifySizeMatches(*this, getSizeMatches(*this),
                               {"indices", "data", "out"})) ||
      failed(verifyElements(*this)))
    return failure();
  // (GN8)
  if (mayDrop() && !getFill() && !hasZero(getElementType()))
    return emitOpError("expected a 'fill' for elements without a zero under "
                       "'out_of_bounds' ")
           << stringifyOutOfBounds(getOutOfBounds()) << ", found none for "
           << getElementType();
  // (GN10)
  Partition partition = getPlanOrDefault().partition;
  StringRef objection = GatherFacts::get(*this).getObjection(partition);
  if (!objection.empty())
    return emitOpError("'plan': expected partition serial, chunks or slice, "
                       "found ")
           << stringifyPartition(partition) << " (" << objection << ")";
  return verifyOperandSizes(*this, getDataType(),
                            {{"indices", getIndicesType()},
                             {"data", getDataType()},
                             {"out", getOutType()}});
}

//===----------------------------------------------------------------------===//
// Fold
//===----------------------------------------------------------------------===//

/// The op is `out` if that has no elements and nothing can be reported.
LogicalResult GatherNDOp::fold(FoldAdaptor,
                               SmallVectorImpl<OpFoldResult> &results) {
  if (!getResult() || !hasCertainShape(getIndices()) ||
      !hasCertainShape(getData()) || !hasCertainShape(getOut()) ||
      !hasConsistentSizes(*this))
    return failure();
  // Slices of size 0 are not read, but their tuples are still checked.
  bool hasNoTuples =
      llvm::is_contained(getIndicesType().getShape().drop_back(), 0);
  if (!hasNoTuples && (getOutOfBounds() == OutOfBounds::error ||
                       !isStaticallyEmpty(getOutType())))
    return failure();
  results.push_back(getOut());
  return success();
}
