//===- ScatterVerify.cpp - verifiers of the ops ---------------------------===//
//
// Each check has the label of its constraint in docs/Specification.md. The
// verifiers look only at types and attributes, never at the values of operands.
//
//===----------------------------------------------------------------------===//

#include "VerifyUtils.h"

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"
#include "scatter/Dialect/Scatter/IR/Reductions.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/IR/SizeLimits.h"
#include "scatter/Dialect/Scatter/IR/SliceArithmetic.h"
#include "scatter/Dialect/Scatter/IR/StaticSizes.h"

#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace scatter;

bool scatter::conflict(int64_t lhs, int64_t rhs) {
  return ShapedType::isStatic(lhs) && ShapedType::isStatic(rhs) && lhs != rhs;
}

static int64_t getSize(Operation *op, unsigned operand, int64_t dim) {
  return cast<ShapedType>(op->getOperand(operand).getType()).getDimSize(dim);
}

std::optional<SizeMatch>
scatter::findSizeConflict(Operation *op, ArrayRef<SizeMatch> matches) {
  for (const SizeMatch &match : matches)
    if (conflict(getSize(op, match.operand, match.dim),
                 getSize(op, match.other, match.otherDim)))
      return match;
  return std::nullopt;
}

/// Reports the size of dimension `dim` of operand number `operand`, which
/// `name` is the name of.
static LogicalResult reportSize(Operation *op, unsigned operand, StringRef name,
                                int64_t dim, int64_t expected,
                                const Twine &reason) {
  return op->emitOpError("'")
         << name << "' dimension " << dim << ": expected size " << expected
         << " (" << reason << "), found " << getSize(op, operand, dim);
}

LogicalResult scatter::verifySizeMatches(Operation *op,
                                         ArrayRef<SizeMatch> matches,
                                         ArrayRef<StringRef> names) {
  std::optional<SizeMatch> match = findSizeConflict(op, matches);
  if (!match)
    return success();
  return reportSize(op, match->operand, names[match->operand], match->dim,
                    getSize(op, match->other, match->otherDim),
                    "as in '" + names[match->other] + "'");
}

/// (ND1), (S1), (GN1): operands are all tensors or all memrefs.
static LogicalResult verifyOperands(Operation *op, ValueRange inputs,
                                    Value data, StringRef name) {
  bool isTensor = isa<TensorType>(data.getType());
  for (Value input : inputs)
    if (isa<TensorType>(input.getType()) != isTensor)
      return op->emitOpError("expected all operands to be ")
             << (isTensor ? "tensors" : "memrefs") << " as '" << name
             << "' is, found " << input.getType();
  return success();
}

LogicalResult scatter::verifyInitForm(Operation *op, ValueRange inputs,
                                      Value data, StringRef name) {
  bool isTensor = isa<TensorType>(data.getType());
  if (failed(verifyOperands(op, inputs, data, name)))
    return failure();
  if (!isTensor) {
    if (op->getNumResults() != 0)
      return op->emitOpError("expected no result on memrefs, found ")
             << op->getResult(0).getType();
    return success();
  }
  if (op->getNumResults() != 1)
    return op->emitOpError("expected one result of the type of '")
           << name << "', " << data.getType() << ", found none";
  if (op->getResult(0).getType() != data.getType())
    return op->emitOpError("expected the result to have the type of '")
           << name << "', " << data.getType() << ", found "
           << op->getResult(0).getType();
  return success();
}

/// (ND7), (S8): `updates` and `data` have one element type.
static LogicalResult verifyElementTypes(Operation *op, ShapedType updates,
                                        ShapedType data) {
  if (updates.getElementType() == data.getElementType())
    return success();
  return op->emitOpError("'updates': expected element type ")
         << data.getElementType() << " (as in 'data'), found "
         << updates.getElementType();
}

LogicalResult scatter::verifyOperandSizes(
    Operation *op, ShapedType data,
    ArrayRef<std::pair<StringRef, ShapedType>> operands) {
  if (!isElementSizeSupported(data.getElementType()))
    return op->emitOpError("'data': expected elements of 1 to ")
           << kMaxElementBits << " bits, found " << data.getElementType();
  for (auto [name, type] : operands)
    if (std::optional<StringRef> expected = findSizeViolation(type))
      return op->emitOpError("'")
             << name << "': expected " << *expected << ", found " << type;
  return success();
}

/// (ND13), (S13): the form and the type of `source`.
static LogicalResult verifySource(Operation *op, Value source, Value data) {
  if (!source)
    return success();
  if (isa<TensorType>(data.getType()))
    return op->emitOpError("'source': expected none on tensors, found ")
           << source.getType();
  auto sourceType = cast<ShapedType>(source.getType());
  auto dataType = cast<ShapedType>(data.getType());
  if (sourceType.getElementType() != dataType.getElementType())
    return op->emitOpError("'source': expected element type ")
           << dataType.getElementType() << " (as in 'data'), found "
           << sourceType.getElementType();
  if (sourceType.getRank() != dataType.getRank())
    return op->emitOpError("'source': expected rank ")
           << dataType.getRank() << " (as 'data'), found "
           << sourceType.getRank();
  for (int64_t dim = 0; dim < dataType.getRank(); ++dim)
    if (conflict(sourceType.getDimSize(dim), dataType.getDimSize(dim)))
      return op->emitOpError("'source' dimension ")
             << dim << ": expected size " << dataType.getDimSize(dim)
             << " (as in 'data'), found " << sourceType.getDimSize(dim);
  return verifyOperandSizes(op, dataType, {{"source", sourceType}});
}

//===----------------------------------------------------------------------===//
// ScatterNDUpdateOp
//===----------------------------------------------------------------------===//

/// (ND2) to (ND6)
static LogicalResult verifyShapes(ScatterNDUpdateOp op) {
  // (ND2)
  if (op.getDataRank() < 1)
    return op.emitOpError("'data': expected rank 1 or more, found 0");
  // (ND3)
  if (op.getIndicesType().getRank() < 1)
    return op.emitOpError("'indices': expected rank 1 or more, found 0");
  if (failed(verifyIndexDepth(op, op.getUpdatesType(), "updates")))
    return failure();
  return verifySizeMatches(op, getSizeMatches(op),
                           {"indices", "updates", "data"});
}

LogicalResult ScatterNDUpdateOp::verify() {
  if (failed(verifyInitForm(*this, {getIndices(), getUpdates()}, getData())) ||
      failed(verifyShapes(*this)) ||
      failed(verifyElementTypes(*this, getUpdatesType(), getDataType())))
    return failure();
  // (ND8)
  if (!supportsReduction(getElementType(), getReduction()))
    return emitOpError("'reduction': expected one that is defined on ")
           << getElementType() << ", found "
           << stringifyReduction(getReduction());
  // (ND10)
  Partition partition = getPlanOrDefault().partition;
  if (partition != Partition::serial) {
    StringRef objection = ScatterNDFacts::get(*this).getObjection(partition);
    if (!objection.empty())
      return emitOpError("'plan': expected a partition that gives the result "
                         "of one thread, found ")
             << stringifyPartition(partition) << " (" << objection << ")";
  }
  if (failed(verifyOperandSizes(*this, getDataType(),
                                {{"indices", getIndicesType()},
                                 {"updates", getUpdatesType()},
                                 {"data", getDataType()}})))
    return failure();
  return verifySource(*this, getSource(), getData());
}

//===----------------------------------------------------------------------===//
// CheckIndicesOp, ReportIndicesOp
//===----------------------------------------------------------------------===//

/// (CI1) to (CI3)
template <typename OpT>
static LogicalResult verifyCheckedSizes(OpT op) {
  // (CI1)
  if (op.getIndicesType().getRank() < 1)
    return op.emitOpError("'indices': expected rank 1 or more, found 0");
  // (CI2), (CI3)
  size_t dynamic = llvm::count_if(op.getStaticSizes(), ShapedType::isDynamic);
  if (dynamic != op.getSizes().size())
    return op.emitOpError("'within': expected ")
           << dynamic << " values for its dynamic entries, found "
           << op.getSizes().size();
  for (auto [dim, size] : llvm::enumerate(op.getStaticSizes()))
    if (size < 0 && ShapedType::isStatic(size))
      return op.emitOpError("'within' entry ")
             << dim << ": expected a size of 0 or more, found " << size;
  int64_t components = op.getIndicesType().getShape().back();
  if (conflict(components, op.getIndexDepth()))
    return op.emitOpError("'indices' dimension ")
           << op.getBatchRank() << ": expected " << op.getIndexDepth()
           << " components (one for each size), found " << components;
  return success();
}

LogicalResult CheckIndicesOp::verify() {
  if (failed(verifyCheckedSizes(*this)))
    return failure();
  // (CI4)
  Partition partition = getPlanOrDefault().partition;
  if (partition != Partition::serial)
    return emitOpError("'plan': expected partition serial, found ")
           << stringifyPartition(partition);
  // (CI5)
  if (std::optional<StringRef> expected = findSizeViolation(getIndicesType()))
    return emitOpError("'indices': expected ")
           << *expected << ", found " << getIndicesType();
  return success();
}

LogicalResult ReportIndicesOp::verify() { return verifyCheckedSizes(*this); }

//===----------------------------------------------------------------------===//
// SliceScatterOp
//===----------------------------------------------------------------------===//

/// The length of each list of bounds, with its dynamic entries.
static LogicalResult verifyBoundList(SliceScatterOp op, StringRef name,
                                     ArrayRef<int64_t> constants,
                                     OperandRange operands) {
  // (S3)
  if (constants.size() != op.getStaticStart().size())
    return op.emitOpError("'")
           << name << "': expected " << op.getStaticStart().size()
           << " entries (as in 'from'), found " << constants.size();
  size_t dynamic = llvm::count_if(constants, ShapedType::isDynamic);
  if (dynamic != operands.size())
    return op.emitOpError("'")
           << name << "': expected " << dynamic
           << " values for its dynamic entries, found " << operands.size();
  return success();
}

/// (S4), (S5)
static LogicalResult verifyAxes(SliceScatterOp op) {
  int64_t rank = op.getDataRank();
  if (op.getAxes().size() != op.getStaticStart().size())
    return op.emitOpError("'axes': expected ")
           << op.getStaticStart().size() << " entries (as in 'from'), found "
           << op.getAxes().size();
  SmallVector<bool> seen(rank, false);
  for (int64_t axis : op.getAxes()) {
    if (axis < -rank || axis >= rank)
      return op.emitOpError("'axes': expected an axis in [")
             << -rank << ", " << rank - 1 << "], found " << axis;
    bool &isListed = seen[axis < 0 ? axis + rank : axis];
    if (isListed)
      return op.emitOpError("'axes': expected each axis once, found axis ")
             << axis << " again";
    isListed = true;
  }
  return success();
}

/// Returns the size of `updates` that (S7) requires in dimension `dim`, if it
/// is known.
static int64_t getUpdatesSize(SliceScatterOp op, int64_t dim) {
  int64_t size = op.getDataType().getDimSize(dim);
  std::optional<unsigned> bound = op.getBoundOfDim(dim);
  if (!bound)
    return size;
  std::optional<SliceRange> range = resolveStatic(op, *bound, size);
  return range ? range->length : ShapedType::kDynamic;
}

/// Returns the first dimension of `updates`, whose rank is that of `data`, that
/// (S7) does not hold for.
static std::optional<int64_t> findConflict(SliceScatterOp op) {
  for (int64_t dim = 0; dim < op.getDataRank(); ++dim)
    if (conflict(op.getUpdatesType().getDimSize(dim), getUpdatesSize(op, dim)))
      return dim;
  return std::nullopt;
}

bool scatter::hasConsistentSizes(SliceScatterOp op) {
  return !findConflict(op);
}

LogicalResult SliceScatterOp::verify() {
  if (failed(verifyInitForm(*this, {getUpdates()}, getData())))
    return failure();
  // (S2)
  if (getDataRank() < 1)
    return emitOpError("'data': expected rank 1 or more, found 0");
  if (failed(verifyBoundList(*this, "from", getStaticStart(), getStart())) ||
      failed(verifyBoundList(*this, "to", getStaticStop(), getStop())) ||
      failed(verifyBoundList(*this, "step", getStaticStep(), getStep())) ||
      failed(verifyAxes(*this)))
    return failure();
  // (S6)
  for (auto [i, step] : llvm::enumerate(getStaticStep()))
    if (step == 0)
      return emitOpError("'step' entry ")
             << i << ": expected a step other than 0, found 0";
  // (S7)
  if (getUpdatesType().getRank() != getDataRank())
    return emitOpError("'updates': expected rank ")
           << getDataRank() << " (as 'data'), found "
           << getUpdatesType().getRank();
  if (std::optional<int64_t> dim = findConflict(*this))
    return reportSize(*this, getUpdatesMutable().getOperandNumber(), "updates",
                      *dim, getUpdatesSize(*this, *dim),
                      getBoundOfDim(*dim) ? "the length of the slice"
                                          : "as in 'data'");
  if (failed(verifyElementTypes(*this, getUpdatesType(), getDataType())))
    return failure();
  // (S10)
  Plan plan = getPlanOrDefault();
  if (plan.partition != Partition::serial && plan.partition != Partition::slice)
    return emitOpError("'plan': expected partition serial or slice, found ")
           << stringifyPartition(plan.partition);
  if (failed(verifyOperandSizes(
          *this, getDataType(),
          {{"updates", getUpdatesType()}, {"data", getDataType()}})))
    return failure();
  return verifySource(*this, getSource(), getData());
}
