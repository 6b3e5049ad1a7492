//===- CheckCasts.cpp - sizes that casts assert ---------------------------===//

#include "SizeTable.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/Transforms/Passes.h"
#include "scatter/Dialect/Scatter/Utils/IndexBuilder.h"
#include "scatter/Runtime/Runtime.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTERCHECKCASTSPASS
#include "scatter/Dialect/Scatter/Transforms/Passes.h.inc"
} // namespace scatter

using namespace scatter;

/// Whether `to` has a static size where `from` has a dynamic one.
static bool assertsSizes(Type from, Type to) {
  auto source = dyn_cast<ShapedType>(from), target = dyn_cast<ShapedType>(to);
  if (!source || !target || !source.hasRank() || !target.hasRank())
    return false;
  return llvm::any_of(llvm::seq(source.getRank()), [&](int64_t dim) {
    return source.isDynamicDim(dim) && !target.isDynamicDim(dim);
  });
}

/// Whether the owner of `use` compares all sizes of the operand, those that a
/// cast asserts included, or promises that they match.
static bool comparesSizes(OpOperand &use) {
  return llvm::TypeSwitch<Operation *, bool>(use.getOwner())
      .Case([&](ScatterNDUpdateOp op) {
        return use == op.getIndicesMutable() || use == op.getUpdatesMutable();
      })
      .Case([&](GatherNDOp op) { return use == op.getIndicesMutable(); })
      .Case([&](SliceScatterOp op) { return use == op.getUpdatesMutable(); })
      .Case([&](GenericOp op) {
        return !llvm::is_contained(op.getOuts(), use.get());
      })
      .Default(false);
}

/// Makes `cast` one of a ranked value, if casts forget the rank of that.
static void skipUnranked(Operation *cast) {
  Value source = cast->getOperand(0);
  while (
      isa<UnrankedTensorType, UnrankedMemRefType>(source.getType()) &&
      isa_and_nonnull<tensor::CastOp, memref::CastOp>(source.getDefiningOp()))
    source = source.getDefiningOp()->getOperand(0);
  if (llvm::cast<CastOpInterface>(cast).areCastCompatible(
          source.getType(), cast->getResultTypes()))
    cast->setOperand(0, source);
}

static bool isChecked(Operation *cast) {
  // Reports are made on the host.
  if (!isa_and_nonnull<ModuleOp>(SymbolTable::getNearestSymbolTable(cast)))
    return false;
  Value source = cast->getOperand(0), result = cast->getResult(0);
  if (!assertsSizes(source.getType(), result.getType()))
    return false;
  // No pass moves the sizes of a memref.cast to the ops before it.
  bool isMoved = isa<tensor::CastOp>(cast) && !keepsCast(source);
  return isMoved || !llvm::all_of(result.getUses(), comparesSizes);
}

/// Emits reports of the sizes of the source of `cast` that it asserts wrongly.
/// They end the call.
static void emitReports(IndexBuilder &b, Operation *cast, SizeTable &table) {
  auto type = llvm::cast<ShapedType>(cast->getResult(0).getType());
  Location loc = FusedLoc::get(
      {cast->getLoc()},
      StringAttr::get(b.getContext(),
                      "'" + cast->getName().getStringRef() + "': source"),
      b.getContext());
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (type.isDynamicDim(dim))
      continue;
    Value size = getValueOrCreateConstantIndexOp(
        b, b.getLoc(), table.get(cast->getOperand(0), dim));
    Value differs = b.ne(size, type.getDimSize(dim));
    if (isFalse(differs))
      continue;
    auto ifOp = scf::IfOp::create(b, differs, /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(ifOp.thenYield());
    auto report = ReportOp::create(
        b, ViolationKind::operand, b.toI64(SCATTER_OPERAND_EQUAL), b.toI64(dim),
        b.toI64(size), b.toI64(type.getDimSize(dim)));
    report->setLoc(loc);
  }
}

/// Replaces `cast` by a slice that is all of the source. Its sizes reach no op
/// that is executed before.
static tensor::ExtractSliceOp makeSlice(IndexBuilder &b, tensor::CastOp cast,
                                        SizeTable &table) {
  auto type = llvm::cast<RankedTensorType>(cast.getType());
  SmallVector<OpFoldResult> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    sizes.push_back(type.isDynamicDim(dim)
                        ? table.get(cast.getSource(), dim)
                        : b.getIndexAttr(type.getDimSize(dim)));
  SmallVector<OpFoldResult> zeros(sizes.size(), b.getIndexAttr(0));
  SmallVector<OpFoldResult> ones(sizes.size(), b.getIndexAttr(1));
  auto slice =
      tensor::ExtractSliceOp::create(b, cast.getSource(), zeros, sizes, ones);
  Value value = slice;
  if (value.getType() != type)
    value = tensor::CastOp::create(b, type, value);
  cast.replaceAllUsesWith(value);
  return slice;
}

/// Slices the operands of the linalg ops that compute what is sliced instead,
/// where nothing else needs it. These ops are executed after the checks, with
/// the sizes that they compare.
static void sliceOperands(tensor::ExtractSliceOp slice) {
  SmallVector<tensor::ExtractSliceOp> slices = {slice};
  IRRewriter rewriter(slice.getContext());
  while (!slices.empty()) {
    slice = slices.pop_back_val();
    auto producer = slice.getSource().getDefiningOp<linalg::LinalgOp>();
    // Upstream crashes on tiles without elements; a size that is 0 may be the
    // result of arith.constant.
    bool hasElements = llvm::none_of(slice.getMixedSizes(), isZeroInteger);
    bool isOnlyUse = producer && hasElements &&
                     llvm::all_of(producer->getUsers(), [&](Operation *user) {
                       return user == slice || isa<tensor::DimOp>(user);
                     });
    if (!isOnlyUse || producer->getNumResults() != 1 ||
        producer->getBlock() != slice->getBlock() ||
        !isa<TilingInterface>(producer.getOperation()))
      continue;
    rewriter.setInsertionPoint(slice);
    FailureOr<TilingResult> part = tensor::replaceExtractSliceWithTiledProducer(
        rewriter, slice, cast<OpResult>(slice.getSource()));
    if (failed(part) || part->tiledValues.front().getType() != slice.getType())
      continue;
    rewriter.replaceOp(slice, part->tiledValues.front());
    // It is a use of its operands.
    if (producer->use_empty())
      rewriter.eraseOp(producer);
    for (Operation *operand : part->generatedSlices)
      if (auto next = dyn_cast<tensor::ExtractSliceOp>(operand))
        slices.push_back(next);
  }
}

namespace {
struct ScatterCheckCastsPass
    : scatter::impl::ScatterCheckCastsPassBase<ScatterCheckCastsPass> {
  void runOnOperation() override {
    SmallVector<Operation *> casts;
    getOperation()->walk([&](Operation *op) {
      if (!isa<tensor::CastOp, memref::CastOp>(op))
        return;
      skipUnranked(op);
      if (isChecked(op))
        casts.push_back(op);
    });
    SizeTable table;
    SmallVector<tensor::ExtractSliceOp> slices;
    for (Operation *op : casts) {
      IndexBuilder b(op->getLoc(), op);
      emitReports(b, op, table);
      if (auto cast = dyn_cast<tensor::CastOp>(op);
          cast && !keepsCast(cast.getSource()))
        slices.push_back(makeSlice(b, cast, table));
    }
    table.eraseUnused();
    for (Operation *op : casts)
      if (op->use_empty())
        op->erase();
    for (tensor::ExtractSliceOp slice : slices)
      sliceOperands(slice);
  }
};
} // namespace
