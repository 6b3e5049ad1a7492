//===- ScatterCheckOps.cpp - builders, effects, folds of checks -----------===//

#include "scatter/Dialect/Scatter/IR/ConstantIndices.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace scatter;

using Effects =
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

void CheckIndicesOp::build(OpBuilder &builder, OperationState &state,
                           Value indices, ArrayRef<OpFoldResult> sizes,
                           NegativeIndices negativeIndices) {
  SmallVector<Value> dynamicSizes;
  SmallVector<int64_t> staticSizes;
  dispatchIndexOpFoldResults(sizes, dynamicSizes, staticSizes);
  build(builder, state, builder.getI1Type(), indices, dynamicSizes, staticSizes,
        negativeIndices, /*plan=*/PlanAttr());
}

SmallVector<OpFoldResult> CheckIndicesOp::getMixedSizes() {
  return getMixedValues(getStaticSizes(), getSizes(), getContext());
}

void ReportIndicesOp::build(OpBuilder &builder, OperationState &state,
                            Value indices, ArrayRef<OpFoldResult> sizes,
                            NegativeIndices negativeIndices) {
  SmallVector<Value> dynamicSizes;
  SmallVector<int64_t> staticSizes;
  dispatchIndexOpFoldResults(sizes, dynamicSizes, staticSizes);
  build(builder, state, indices, dynamicSizes, staticSizes, negativeIndices);
}

SmallVector<OpFoldResult> ReportIndicesOp::getMixedSizes() {
  return getMixedValues(getStaticSizes(), getSizes(), getContext());
}

//===----------------------------------------------------------------------===//
// Effects and speculation
//===----------------------------------------------------------------------===//

/// The memref form reads `indices`.
static void addRead(Effects &effects, OpOperand &indices) {
  if (isa<BaseMemRefType>(indices.get().getType()))
    effects.emplace_back(MemoryEffects::Read::get(), &indices,
                         SideEffects::DefaultResource::get());
}

void CheckIndicesOp::getEffects(Effects &effects) {
  addRead(effects, getIndicesMutable());
}

void ReportIndicesOp::getEffects(Effects &effects) {
  addRead(effects, getIndicesMutable());
  effects.emplace_back(MemoryEffects::Write::get(), ErrorRecord::get());
}

/// A check of a memref must not be executed speculatively: the memref may have
/// been freed on paths that do not use it.
Speculation::Speculatability CheckIndicesOp::getSpeculatability() {
  return isa<TensorType>(getIndices().getType()) ? Speculation::Speculatable
                                                 : Speculation::NotSpeculatable;
}

//===----------------------------------------------------------------------===//
// Fold
//===----------------------------------------------------------------------===//

static bool isInBounds(const APInt &index, bool isUnsigned, bool wraps,
                       int64_t size) {
  if (isUnsigned)
    return index.getActiveBits() < 64 && int64_t(index.getZExtValue()) < size;
  int64_t value = index.getSExtValue();
  return value < size && value >= (wraps ? -size : 0);
}

/// Returns whether all constant indices are in bounds, or none if that is not
/// known.
static std::optional<bool> evaluateCheck(CheckIndicesOp op) {
  DenseIntElementsAttr attr = getConstantIndices(op.getIndices());
  if (!attr || !ShapedType::isStaticShape(op.getStaticSizes()))
    return std::nullopt;
  int64_t depth = op.getIndexDepth();
  bool isUnsigned = attr.getElementType().isUnsignedInteger();
  bool wraps = op.getNegativeIndices() == NegativeIndices::wrap;
  auto isValid = [&](const APInt &index, int64_t component) {
    return isInBounds(index, isUnsigned, wraps, op.getStaticSizes()[component]);
  };
  if (attr.isSplat()) {
    APInt index = attr.getSplatValue<APInt>();
    return llvm::all_of(llvm::seq<int64_t>(0, depth), [&](int64_t component) {
      return isValid(index, component);
    });
  }
  if (!hasFewIndices(attr))
    return std::nullopt;
  for (auto [i, index] : llvm::enumerate(attr.getValues<APInt>()))
    if (!isValid(index, i % depth))
      return false;
  return true;
}

OpFoldResult CheckIndicesOp::fold(FoldAdaptor) {
  Builder builder(getContext());
  if (getIndexDepth() == 0 ||
      llvm::is_contained(getIndicesType().getShape().drop_back(), 0))
    return builder.getBoolAttr(true);
  if (std::optional<bool> valid = evaluateCheck(*this))
    return builder.getBoolAttr(*valid);
  return {};
}

//===----------------------------------------------------------------------===//
// Canonicalization
//===----------------------------------------------------------------------===//

namespace {

/// Turns operands that are constants into static sizes.
struct LiteralSizes : OpRewritePattern<CheckIndicesOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(CheckIndicesOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<OpFoldResult> sizes = op.getMixedSizes();
    if (failed(foldDynamicIndexList(sizes, /*onlyNonNegative=*/true)))
      return rewriter.notifyMatchFailure(op, "no size is a constant");
    SmallVector<Value> dynamicSizes;
    SmallVector<int64_t> staticSizes;
    dispatchIndexOpFoldResults(sizes, dynamicSizes, staticSizes);
    rewriter.modifyOpInPlace(op, [&] {
      op.getSizesMutable().assign(dynamicSizes);
      op.setStaticSizes(staticSizes);
    });
    return success();
  }
};

/// Removes casts of `indices` that hide static sizes.
struct AbsorbCast : OpRewritePattern<CheckIndicesOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(CheckIndicesOp op,
                                PatternRewriter &rewriter) const override {
    Value source;
    auto tensorCast = op.getIndices().getDefiningOp<tensor::CastOp>();
    auto memrefCast = op.getIndices().getDefiningOp<memref::CastOp>();
    if (tensorCast && tensor::canFoldIntoConsumerOp(tensorCast))
      source = tensorCast.getSource();
    else if (memrefCast && memref::CastOp::canFoldIntoConsumerOp(memrefCast))
      source = memrefCast.getSource();
    else
      return rewriter.notifyMatchFailure(op, "no cast that hides sizes");
    int64_t components = cast<ShapedType>(source.getType()).getShape().back();
    if (ShapedType::isStatic(components) && components != op.getIndexDepth())
      return rewriter.notifyMatchFailure(op, "the tuples have another size");
    rewriter.modifyOpInPlace(op,
                             [&] { op.getIndicesMutable().assign(source); });
    return success();
  }
};

} // namespace

void CheckIndicesOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                 MLIRContext *context) {
  patterns.add<LiteralSizes, AbsorbCast>(context);
}

//===----------------------------------------------------------------------===//
// ReportOp, ReportInvalidIndexOp, FillBucketsOp and KeepLastOp
//===----------------------------------------------------------------------===//

/// Reports call the runtime library, which is not available in code for a
/// device.
static LogicalResult verifyHasRuntime(Operation *op) {
  Operation *module = SymbolTable::getNearestSymbolTable(op);
  if (!module || isa<ModuleOp>(module))
    return success();
  return op->emitError("expected an op that reports violations in a function "
                       "of the host, found it in '")
         << module->getName() << "'";
}

template <typename OpT>
static LogicalResult verifyIndexKind(OpT op) {
  ViolationKind kind = op.getKind();
  if (kind == ViolationKind::index || kind == ViolationKind::index_reject ||
      kind == ViolationKind::index_unsigned)
    return success();
  return op.emitOpError(
             "expected index, index_reject or index_unsigned, found ")
         << stringifyViolationKind(kind);
}

/// Checks that `op` has as many strides as `sizes`, which are called `name`.
static LogicalResult verifyStrides(Operation *op, ValueRange sizes,
                                   ValueRange strides, StringRef name) {
  if (strides.size() == sizes.size())
    return success();
  return op->emitOpError("expected ") << sizes.size() << " strides (as " << name
                                      << "), found " << strides.size();
}

LogicalResult ReportOp::verify() { return verifyHasRuntime(*this); }

LogicalResult ReportInvalidIndexOp::verify() {
  if (failed(verifyIndexKind(*this)) ||
      failed(verifyStrides(*this, getBatchSizes(), getBatchStrides(),
                           "sizes of 'batch'")))
    return failure();
  return verifyHasRuntime(*this);
}

LogicalResult FillBucketsOp::verify() {
  if (failed(verifyIndexKind(*this)) ||
      failed(verifyStrides(*this, getDims(), getStrides(), "sizes in 'dims'")))
    return failure();
  bool hasUpdates = !!getUpdates();
  if (hasUpdates != !!getUpdatesOffset() || hasUpdates != !!getUpdatesStride())
    return emitOpError("expected 'updates', their offset and their stride, or "
                       "none of them");
  int64_t halfBits = getEntries().getType().getElementTypeBitWidth();
  Type type = getUpdates() ? getUpdates().getType().getElementType() : Type();
  // An element takes whole bytes.
  if (type && type.isIntOrFloat()) {
    int64_t rowBits =
        getUpdateLength() * llvm::alignTo(type.getIntOrFloatBitWidth(), 8);
    if (rowBits > halfBits)
      return emitOpError("'updates': expected rows of at most ")
             << halfBits << " bits, half an entry, found " << rowBits;
  }
  return verifyHasRuntime(*this);
}

LogicalResult KeepLastOp::verify() { return verifyHasRuntime(*this); }
