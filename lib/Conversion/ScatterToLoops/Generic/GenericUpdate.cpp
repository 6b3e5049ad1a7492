//===- GenericUpdate.cpp - a scatter.generic to be lowered ----------------===//
//
// Operands are addressed by the indices of their memrefs, not as flat buffers:
// the maps may have any order of dimensions.
//
//===----------------------------------------------------------------------===//

#include "GenericUpdate.h"
#include "RegionBody.h"

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"
#include "scatter/Dialect/Scatter/Utils/SmallFloat.h"
#include "scatter/Plan/Thresholds.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace scatter;

/// Whether the last dimension of `memref` is contiguous and has `expr` as its
/// only place in `map`.
static bool isRowOf(AffineMap map, AffineExpr expr, Value memref) {
  return map.getNumResults() > 0 && map.getResults().back() == expr &&
         llvm::count(map.getResults(), expr) == 1 &&
         cast<MemRefType>(memref.getType()).isLastDimUnitStride();
}

/// Returns the type that memory holds elements of type `type` in.
static Type getStorageType(Type type) {
  if (isSmallFloat(type))
    return ElementStorage::get(type).type;
  auto integer = dyn_cast<IntegerType>(type);
  unsigned width = integer ? integer.getWidth() : 0;
  if (width <= 1 || width > 64 || (width >= 8 && llvm::isPowerOf2_32(width)))
    return type;
  return IntegerType::get(type.getContext(),
                          std::max<unsigned>(llvm::PowerOf2Ceil(width), 8));
}

/// Returns `memref` with elements of their storage type.
static Value emitStorage(IndexBuilder &b, Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  Type element = getStorageType(type.getElementType());
  if (element == type.getElementType())
    return memref;
  // Both types have the same LLVM descriptor, so this cast is removed when it
  // is lowered to LLVM.
  auto held = MemRefType::get(type.getShape(), element, type.getLayout(),
                              type.getMemorySpace());
  return UnrealizedConversionCastOp::create(b, held, memref).getResult(0);
}

/// Returns the dimension of the slice whose elements are adjacent in the first
/// out, else the last one.
static int64_t findRowDim(GenericOp op, int64_t batchRank) {
  int64_t numDims = op.getNumDims();
  if (numDims == batchRank)
    return -1;
  AffineMap map = op.getOutMap(0);
  if (map.getNumResults() > 0)
    if (auto dim = dyn_cast<AffineDimExpr>(map.getResults().back()))
      if (dim.getPosition() >= batchRank)
        return dim.getPosition();
  return numDims - 1;
}

/// Returns the number of elements of a vector along `rowDim`: all operands that
/// have this dimension are contiguous along it, and the region has a vector
/// form.
static int64_t countLanes(const GenericUpdate &update) {
  GenericOp op = update.op;
  if (update.rowDim < 0 || !hasVectorForm(op))
    return 1;
  AffineExpr row = getAffineDimExpr(update.rowDim, op.getContext());
  int64_t bytes = 1;
  for (auto [i, operand] : llvm::enumerate(update.operands)) {
    AffineMap map = op.getMap(i);
    Type element = cast<MemRefType>(operand.getType()).getElementType();
    if (!element.isIndex() && !element.isIntOrFloat())
      return 1;
    if (!llvm::is_contained(map.getResults(), row))
      continue;
    if (!isRowOf(map, row, operand) || !hasElementVectors(element))
      return 1;
    bytes = std::max<int64_t>(
        bytes, element.isIndex() ? 8 : element.getIntOrFloatBitWidth() / 8);
  }
  return std::max<int64_t>(update.plan.vectorBytes / bytes, 1);
}

GenericUpdate::GenericUpdate(IndexBuilder &b, GenericOp op, GetSizeFn getSize)
    : op(op), plan(op.getPlanOrDefault()), operands(op.getMappedOperands()),
      batchRank(op.getBatchRank()), rowDim(findRowDim(op, batchRank)) {
  MLIRContext *context = op.getContext();
  llvm::SmallDenseMap<AffineExpr, Value> sizes = getSizesByExpr(op, getSize);
  for (int64_t dim = 0, e = op.getNumDims(); dim < e; ++dim)
    dimSizes.push_back(sizes[getAffineDimExpr(dim, context)]);
  dimBegins.assign(dimSizes.size(), b.index(0));
  SmallVector<int64_t> firsts = op.getFirstComponents();
  for (auto [i, indices] : llvm::enumerate(op.getIndices())) {
    SmallVector<Value> componentSizes;
    for (int64_t c = firsts[i]; c < firsts[i + 1]; ++c)
      componentSizes.push_back(sizes[getAffineSymbolExpr(c, context)]);
    tuples.push_back(IndexTuples::create(b, indices, componentSizes,
                                         op.getNegativePolicy(i)));
  }
  lanes = countLanes(*this);
  for (Value operand : operands)
    storage.push_back(emitStorage(b, operand));
}

GenericUpdate GenericUpdate::onRange(IndexBuilder &b, int64_t dim,
                                     const Chunk &range) const {
  GenericUpdate update = *this;
  update.dimBegins[dim] = range.begin;
  update.dimSizes[dim] = b.sub(b.maxu(range.end, range.begin), range.begin);
  return update;
}

SmallVector<int64_t> GenericUpdate::getOuterSliceDims() const {
  SmallVector<int64_t> dims;
  for (int64_t dim = batchRank; dim < getNumDims(); ++dim)
    if (dim != rowDim)
      dims.push_back(dim);
  return dims;
}

bool GenericUpdate::isIndexed(int64_t operand) const {
  return llvm::any_of(op.getMap(operand).getResults(),
                      llvm::IsaPred<AffineSymbolExpr>);
}

bool GenericUpdate::hasRow(int64_t operand) const {
  return rowDim >= 0 && op.getMap(operand).isFunctionOfDim(rowDim);
}

/// The bytes of an element of `memref`.
static int64_t getElementBytes(Value memref) {
  Type element = cast<MemRefType>(memref.getType()).getElementType();
  return ElementStorage::get(element).getBytes();
}

Value GenericUpdate::emitSliceBytes(IndexBuilder &b) const {
  int64_t bytes = 0;
  for (auto [i, operand] : llvm::enumerate(operands))
    if (isIndexed(i))
      bytes += getElementBytes(operand);
  return b.product(bytes, ArrayRef(dimSizes).drop_front(batchRank));
}

Value GenericUpdate::emitTotalBytes(IndexBuilder &b) const {
  return b.product(emitSliceBytes(b), ArrayRef(dimSizes).take_front(batchRank));
}

Value GenericUpdate::emitComponents(IndexBuilder &b,
                                    GenericPosition &position) const {
  SmallVector<Value> conditions;
  for (auto [i, operand] : llvm::enumerate(tuples)) {
    Value offset = operand.buffer.origin;
    for (int64_t dim = 0; dim < batchRank; ++dim)
      offset =
          b.add(offset, b.mul(position.dims[dim], operand.buffer.strides[dim]));
    for (auto [j, size] : llvm::enumerate(operand.sizes))
      position.components.push_back(operand.resolve(
          b, operand.load(b, offset, j), size, op.getPolicy(i), conditions));
  }
  return b.allOf(conditions);
}

SmallVector<Value>
GenericUpdate::getPlace(IndexBuilder &b, int64_t operand,
                        const GenericPosition &position) const {
  SmallVector<Value> place;
  for (AffineExpr expr : op.getMap(operand).getResults()) {
    if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
      place.push_back(position.components[symbol.getPosition()]);
      continue;
    }
    Value dim = position.dims[cast<AffineDimExpr>(expr).getPosition()];
    place.push_back(dim ? dim : b.index(0));
  }
  return place;
}

Value GenericUpdate::emitLoad(IndexBuilder &b, int64_t operand,
                              ArrayRef<Value> place, int64_t width) const {
  Value memref = storage[operand];
  Type held = cast<MemRefType>(memref.getType()).getElementType();
  if (width > 1)
    return vector::LoadOp::create(b, VectorType::get({width}, held), memref,
                                  place);
  Value value = memref::LoadOp::create(b, memref, place);
  Type element = cast<MemRefType>(operands[operand].getType()).getElementType();
  if (held == element || isSmallFloat(element))
    return value;
  Type signless = b.getIntegerType(element.getIntOrFloatBitWidth());
  value = arith::TruncIOp::create(b, signless, value);
  if (signless == element)
    return value;
  return UnrealizedConversionCastOp::create(b, element, value).getResult(0);
}

void GenericUpdate::emitStore(IndexBuilder &b, Value value, int64_t operand,
                              ArrayRef<Value> place, int64_t width) const {
  Value memref = storage[operand];
  Type held = cast<MemRefType>(memref.getType()).getElementType();
  if (width > 1) {
    if (!isa<VectorType>(value.getType()))
      value = vector::BroadcastOp::create(
          b, VectorType::get({width}, value.getType()), value);
    vector::StoreOp::create(b, value, memref, place);
    return;
  }
  Type element = value.getType();
  if (held != element) {
    Type signless = b.getIntegerType(element.getIntOrFloatBitWidth());
    if (signless != element)
      value =
          UnrealizedConversionCastOp::create(b, signless, value).getResult(0);
    // The upper bits are the sign or zero.
    if (element.isUnsignedInteger())
      value = arith::ExtUIOp::create(b, held, value);
    else
      value = arith::ExtSIOp::create(b, held, value);
  }
  memref::StoreOp::create(b, value, memref, place);
}

/// Emits `width` elements along rowDim from `position` on.
void GenericUpdate::emitElements(IndexBuilder &b,
                                 const GenericPosition &position,
                                 ArrayRef<Value> uniform, int64_t width) const {
  SmallVector<Value> elements;
  SmallVector<SmallVector<Value>> places;
  for (int64_t i = 0, e = operands.size(); i < e; ++i) {
    places.push_back(getPlace(b, i, position));
    elements.push_back(uniform[i] ? uniform[i]
                                  : emitLoad(b, i, places.back(), width));
  }
  SmallVector<Value> results =
      emitRegion(b, op, elements, position.dims, rowDim, width);
  for (auto [i, result] : llvm::enumerate(results)) {
    int64_t operand = getNumInputs() + i;
    emitStore(b, result, operand, places[operand], width);
  }
}

/// Emits the elements along rowDim. A row of static size has no loop up to
/// kUnrolledBytes; the rest of a row is vectors of smaller powers of two.
void GenericUpdate::emitRow(IndexBuilder &b,
                            const GenericPosition &position) const {
  Value begin = dimBegins[rowDim], size = dimSizes[rowDim];
  SmallVector<Value> uniform(operands.size());
  for (int64_t i = 0; i < getNumInputs(); ++i)
    if (!hasRow(i))
      uniform[i] = emitLoad(b, i, getPlace(b, i, position), /*width=*/1);
  auto emitAt = [&](Value offset, int64_t width) {
    GenericPosition at = position;
    at.dims[rowDim] = b.add(begin, offset);
    emitElements(b, at, uniform, width);
  };
  if (lanes == 1) {
    emitLoop(b, 0, size, 1, [&](Value offset) { emitAt(offset, 1); });
    return;
  }
  Value rest = b.bitAnd(size, lanes - 1), end = b.sub(size, rest);
  std::optional<int64_t> staticSize = getConstantIntValue(size);
  int64_t vectorBytes = plan.vectorBytes;
  if (staticSize && *staticSize / lanes * vectorBytes <= kUnrolledBytes)
    for (int64_t offset = 0; offset + lanes <= *staticSize; offset += lanes)
      emitAt(b.index(offset), lanes);
  else
    emitLoop(b, 0, end, lanes, [&](Value offset) { emitAt(offset, lanes); });
  Value offset = end;
  for (int64_t width = lanes / 2; width > 0; width /= 2) {
    Value bit = b.bitAnd(size, width);
    emitIf(b, b.ne(bit, 0), [&] { emitAt(offset, width); });
    offset = b.add(offset, bit);
  }
}

void GenericUpdate::emitNest(
    IndexBuilder &b, ArrayRef<int64_t> dims, GenericPosition position,
    function_ref<void(const GenericPosition &)> emit) const {
  if (dims.empty())
    return emit(position);
  int64_t dim = dims.front();
  emitLoop(b, 0, dimSizes[dim], 1, [&](Value offset) {
    position.dims[dim] = b.add(dimBegins[dim], offset);
    emitNest(b, dims.drop_front(), position, emit);
  });
}

void GenericUpdate::emitSlice(IndexBuilder &b,
                              const GenericPosition &position) const {
  emitNest(b, getOuterSliceDims(), position, [&](const GenericPosition &at) {
    if (rowDim < 0)
      emitElements(b, at, SmallVector<Value>(operands.size()), 1);
    else
      emitRow(b, at);
  });
}

Value GenericUpdate::emitIsFar(IndexBuilder &b) const {
  Value bytes = b.index(0);
  for (auto [i, operand] : llvm::enumerate(operands)) {
    if (!isIndexed(i))
      continue;
    // Tuples that differ in a dimension before the first component do not jump.
    SmallVector<Value> sizes;
    for (auto [dim, expr] : llvm::enumerate(op.getMap(i).getResults()))
      if (!sizes.empty() || isa<AffineSymbolExpr>(expr))
        sizes.push_back(b.createOrFold<memref::DimOp>(operand, dim));
    bytes = b.add(bytes, b.product(getElementBytes(operand), sizes));
  }
  return b.uge(bytes, plan.prefetchDataBytes);
}

void GenericUpdate::emitPrefetch(IndexBuilder &b,
                                 const GenericPosition &position) const {
  for (auto [i, operand] : llvm::enumerate(operands)) {
    if (!isIndexed(i))
      continue;
    SmallVector<Value> place = getPlace(b, i, position);
    auto emitLine = [&] {
      memref::PrefetchOp::create(b, operand, place, /*isWrite=*/false,
                                 /*localityHint=*/3, /*isDataCache=*/true);
    };
    if (rowDim < 0 ||
        !isRowOf(op.getMap(i), getAffineDimExpr(rowDim, op.getContext()),
                 operand)) {
      emitLine();
      continue;
    }
    int64_t bytes = getElementBytes(operand);
    int64_t line = std::max<int64_t>(kLineBytes / bytes, 1);
    std::optional<int64_t> size = getConstantIntValue(dimSizes[rowDim]);
    int64_t prefetched = std::min(size.value_or(line),
                                  std::max<int64_t>(kUnrolledBytes / bytes, 1));
    Value first = b.add(place.back(), dimBegins[rowDim]);
    for (int64_t at = 0; at < prefetched; at += line) {
      place.back() = b.add(first, at);
      emitLine();
    }
  }
}
