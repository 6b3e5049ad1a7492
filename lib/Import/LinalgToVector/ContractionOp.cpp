//===- ContractionOp.cpp - match contractions -----------------------------===//

#include "ContractionOp.h"
#include "scatter/Dialect/Scatter/IR/SizeLimits.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"

using namespace mlir;
using namespace scatter;

static bool isVectorElement(Type type) {
  if (isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type))
    return true;
  unsigned bits = type.isSignlessInteger() ? type.getIntOrFloatBitWidth() : 0;
  return bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

/// Whether all ops of the body apply to vectors as well as to scalars.
static bool isElementwise(Block &body) {
  return llvm::all_of(body.without_terminator(), [](Operation &op) {
    return isa<arith::ArithDialect>(op.getDialect()) &&
           !isa<arith::ConstantOp>(op) && op.getNumResults() == 1 &&
           (isVectorElement(op.getResult(0).getType()) ||
            op.getResult(0).getType().isInteger(1));
  });
}

/// Returns the dimension of the operand that `loop` indexes.
static std::optional<unsigned> findDim(AffineMap map, unsigned loop) {
  return map.getResultPosition(getAffineDimExpr(loop, map.getContext()));
}

/// Whether successive iterations of `loop` use adjacent elements.
static bool isContiguousAlong(Value memory, AffineMap map, unsigned loop) {
  std::optional<unsigned> dim = findDim(map, loop);
  SmallVector<int64_t> strides;
  int64_t offset;
  return dim &&
         succeeded(cast<MemRefType>(memory.getType())
                       .getStridesAndOffset(strides, offset)) &&
         strides[*dim] == 1;
}

/// Returns the last loop with more than one iteration, if the result is
/// contiguous along it and its size is static.
static std::optional<unsigned> findColumn(linalg::LinalgOp op,
                                          ArrayRef<int64_t> sizes) {
  OpOperand *init = op.getDpsInitOperand(0);
  AffineMap map = op.getMatchingIndexingMap(init);
  for (AffineExpr expr : llvm::reverse(map.getResults())) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim)
      return std::nullopt;
    unsigned loop = dim.getPosition();
    if (sizes[loop] == 1)
      continue;
    if (ShapedType::isStatic(sizes[loop]) &&
        isContiguousAlong(init->get(), map, loop))
      return loop;
    return std::nullopt;
  }
  return std::nullopt;
}

static std::optional<ColumnAccess> findAccess(linalg::LinalgOp op,
                                              OpOperand &operand,
                                              unsigned column,
                                              unsigned reduction) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  if (!findDim(map, column))
    return ColumnAccess::Scalar;
  if (isContiguousAlong(operand.get(), map, column))
    return ColumnAccess::Vector;
  // The elements are transposed in registers, by shuffles.
  if (isContiguousAlong(operand.get(), map, reduction))
    return ColumnAccess::Transposed;
  return std::nullopt;
}

/// Returns the largest parallel loop, the last one of equal size, along which
/// an operand that is read as vectors is reused.
static std::optional<unsigned> findRow(const Contraction &contraction) {
  linalg::LinalgOp op = contraction.op;
  auto getSize = [&](unsigned loop) {
    int64_t size = contraction.staticSizes[loop];
    return ShapedType::isDynamic(size) ? std::numeric_limits<int64_t>::max()
                                       : size;
  };
  std::optional<unsigned> row;
  for (unsigned loop : contraction.outer) {
    bool isShared = llvm::any_of(
        llvm::zip_equal(op.getDpsInputOperands(), contraction.accesses),
        [&](auto pair) {
          auto [operand, access] = pair;
          return access != ColumnAccess::Scalar &&
                 !findDim(op.getMatchingIndexingMap(operand), loop);
        });
    if (isShared && (!row || getSize(loop) >= getSize(*row)))
      row = loop;
  }
  return row;
}

std::optional<Contraction> Contraction::match(linalg::LinalgOp op) {
  if (!op.hasPureBufferSemantics() || op.getNumDpsInits() != 1 ||
      op.getNumDpsInputs() < 2 || op.hasIndexSemantics() ||
      !isElementwise(*op.getBlock()))
    return std::nullopt;
  Contraction result;
  result.op = op;
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<MemRefType>(operand.get().getType());
    if (!type || !type.isStrided() || type.getMemorySpace() ||
        !isVectorElement(type.getElementType()) ||
        !op.getMatchingIndexingMap(&operand).isProjectedPermutation(
            /*allowZeroInResults=*/true))
      return std::nullopt;
    // The op must not read what it writes.
    Value init = op.getDpsInits().front();
    if (op.isDpsInput(&operand) &&
        memref::skipViewLikeOps(cast<MemrefValue>(operand.get())) ==
            memref::skipViewLikeOps(cast<MemrefValue>(init)))
      return std::nullopt;
  }
  result.staticSizes = op.getStaticLoopRanges();
  std::optional<unsigned> column = findColumn(op, result.staticSizes);
  if (!column || llvm::is_contained(result.staticSizes, 0))
    return std::nullopt;
  result.column = *column;
  for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray())) {
    if (kind == utils::IteratorType::reduction)
      result.reductions.push_back(loop);
    else if (kind != utils::IteratorType::parallel)
      return std::nullopt;
    else if (loop != result.column)
      result.outer.push_back(loop);
  }
  if (result.reductions.empty())
    return std::nullopt;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    std::optional<ColumnAccess> access =
        findAccess(op, *operand, result.column, result.reductions.back());
    if (!access)
      return std::nullopt;
    result.accesses.push_back(*access);
  }
  result.row = findRow(result);
  if (result.row)
    llvm::erase(result.outer, *result.row);
  return result;
}

bool Contraction::hasTransposed() const {
  return llvm::is_contained(accesses, ColumnAccess::Transposed);
}

int64_t Contraction::countProducts() const {
  auto known = llvm::filter_to_vector(
      staticSizes, [](int64_t size) { return ShapedType::isStatic(size); });
  return countBytes(countElements(known), /*bytes=*/1);
}

/// Views `memory` as a flat memref. If `memory` is empty, the flat memref may
/// be larger than the memory, but it is not accessed then.
static FlatOperand flatten(ImplicitLocOpBuilder &b, Value memory, AffineMap map,
                           unsigned loops) {
  auto metadata = memref::ExtractStridedMetadataOp::create(b, memory);
  auto get = [&](OpFoldResult value) {
    return getValueOrCreateConstantIndexOp(b, b.getLoc(), value);
  };
  FlatOperand result;
  result.strides.resize(loops);
  result.offset = get(metadata.getConstifiedMixedOffset());
  Value end = b.createOrFold<arith::AddIOp>(
      result.offset, arith::ConstantIndexOp::create(b, 1));
  for (auto [expr, size, stride] :
       llvm::zip_equal(map.getResults(), metadata.getConstifiedMixedSizes(),
                       metadata.getConstifiedMixedStrides())) {
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      result.strides[dim.getPosition()] = get(stride);
    Value last = b.createOrFold<arith::SubIOp>(
        get(size), arith::ConstantIndexOp::create(b, 1));
    end = b.createOrFold<arith::AddIOp>(
        end, b.createOrFold<arith::MulIOp>(last, get(stride)));
  }
  OpFoldResult extent = getAsOpFoldResult(end);
  auto type = MemRefType::get(
      {getConstantIntValue(extent).value_or(ShapedType::kDynamic)},
      cast<MemRefType>(memory.getType()).getElementType());
  result.flat = memref::ReinterpretCastOp::create(
      b, type, metadata.getBaseBuffer(), OpFoldResult(b.getIndexAttr(0)),
      ArrayRef<OpFoldResult>{extent},
      ArrayRef<OpFoldResult>{b.getIndexAttr(1)});
  return result;
}

ContractionOperands
ContractionOperands::create(ImplicitLocOpBuilder &b,
                            const Contraction &contraction) {
  linalg::LinalgOp op = contraction.op;
  ContractionOperands result;
  unsigned loops = contraction.staticSizes.size();
  result.sizes.resize(loops);
  for (auto [i, operand] : llvm::enumerate(op->getOpOperands())) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    result.operands.push_back(flatten(b, operand.get(), map, loops));
    result.operands.back().access = i < contraction.accesses.size()
                                        ? contraction.accesses[i]
                                        : ColumnAccess::Vector;
    for (unsigned loop = 0; loop < loops; ++loop)
      if (std::optional<unsigned> dim = findDim(map, loop);
          dim && !result.sizes[loop])
        result.sizes[loop] =
            b.createOrFold<memref::DimOp>(operand.get(), int64_t(*dim));
  }
  return result;
}
