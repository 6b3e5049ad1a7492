//===- FlatBuffer.cpp - a memref as a row of storage elements -------------===//

#include "FlatBuffer.h"
#include "IndexMath.h"

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace scatter;

namespace {

/// The storage elements between the first and the last one in memory.
struct Span {
  /// Distance from the first one to the element [0, ..., 0].
  Value origin;
  Value length;
};

} // namespace

/// The strides of an identity layout are not negative.
static Span emitSpan(ImplicitLocOpBuilder &b, const FlatBuffer &buffer,
                     int64_t parts, bool isIdentity) {
  Value one = constantIndex(b, 1), zero = constantIndex(b, 0);
  Value below = zero, above = zero;
  Value isEmpty = arith::ConstantIntOp::create(b, b.getI1Type(), 0);
  for (auto [size, stride] : llvm::zip_equal(buffer.sizes, buffer.strides)) {
    Value reach = mul(b, sub(b, size, one), stride);
    std::optional<int64_t> staticStride = getConstantIntValue(stride);
    bool isUnknown = !staticStride && !isIdentity;
    bool isNegative = staticStride && *staticStride < 0;
    if (isUnknown || isNegative)
      below = sub(b, below, b.createOrFold<arith::MinSIOp>(reach, zero));
    if (isUnknown)
      reach = b.createOrFold<arith::MaxSIOp>(reach, zero);
    if (!isNegative)
      above = add(b, above, reach);
    isEmpty = b.createOrFold<arith::OrIOp>(
        isEmpty, compare(b, arith::CmpIPredicate::eq, size, zero));
  }
  Value length = add(b, add(b, below, above), constantIndex(b, parts));
  return {select(b, isEmpty, zero, below), select(b, isEmpty, zero, length)};
}

FlatBuffer FlatBuffer::create(ImplicitLocOpBuilder &b, Value memref,
                              const ElementStorage &storage) {
  auto type = cast<MemRefType>(memref.getType());
  auto metadata = memref::ExtractStridedMetadataOp::create(b, memref);
  auto [typeStrides, typeOffset] = type.getStridesAndOffset();
  Value parts = constantIndex(b, storage.parts);

  FlatBuffer buffer;
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    buffer.sizes.push_back(ShapedType::isDynamic(size)
                               ? metadata.getSizes()[dim]
                               : constantIndex(b, size));
  buffer.uncheckedSizes = buffer.sizes;
  auto castOp = memref.getDefiningOp<memref::CastOp>();
  auto sourceType =
      castOp ? dyn_cast<MemRefType>(castOp.getSource().getType()) : nullptr;
  for (int64_t dim = 0; sourceType && dim < type.getRank(); ++dim)
    if (sourceType.isDynamicDim(dim) && !type.isDynamicDim(dim))
      buffer.uncheckedSizes[dim] =
          memref::DimOp::create(b, castOp.getSource(), dim);
  for (auto [dim, stride] : llvm::enumerate(typeStrides)) {
    Value value = ShapedType::isDynamic(stride) ? metadata.getStrides()[dim]
                                                : constantIndex(b, stride);
    buffer.strides.push_back(mul(b, value, parts));
  }

  buffer.packed = getPackedDims(type);

  Value base = metadata.getBaseBuffer();
  auto baseType = cast<MemRefType>(base.getType());
  if (storage.type != type.getElementType())
    // The two types have one descriptor in LLVM, where the cast vanishes.
    base = UnrealizedConversionCastOp::create(
               b,
               MemRefType::get({}, storage.type, AffineMap(),
                               baseType.getMemorySpace()),
               base)
               .getResult(0);

  Span span = emitSpan(b, buffer, storage.parts, type.getLayout().isIdentity());
  buffer.origin = span.origin;
  Value typeOffsetValue = ShapedType::isDynamic(typeOffset)
                              ? Value(metadata.getOffset())
                              : constantIndex(b, typeOffset);
  OpFoldResult offset =
      getAsOpFoldResult(sub(b, mul(b, typeOffsetValue, parts), span.origin));
  OpFoldResult extent = getAsOpFoldResult(span.length);
  std::optional<int64_t> staticOffset = getConstantIntValue(offset);
  auto layout = StridedLayoutAttr::get(
      b.getContext(), staticOffset.value_or(ShapedType::kDynamic), {1});
  std::optional<int64_t> staticExtent = getConstantIntValue(extent);
  MemRefType flatType = MemRefType::get(
      {staticExtent.value_or(ShapedType::kDynamic)}, storage.type,
      staticOffset == 0 ? MemRefLayoutAttrInterface() : layout,
      baseType.getMemorySpace());
  buffer.flat = memref::ReinterpretCastOp::create(
      b, flatType, base, offset, ArrayRef<OpFoldResult>{extent},
      ArrayRef<OpFoldResult>{b.getIndexAttr(1)});
  return buffer;
}

Value scatter::emitAllocScratch(ImplicitLocOpBuilder &b, Value length,
                                Type type) {
  std::optional<int64_t> size = getConstantIntValue(length);
  return memref::AllocOp::create(
      b, MemRefType::get({size.value_or(ShapedType::kDynamic)}, type),
      size ? ValueRange() : ValueRange(length),
      b.getI64IntegerAttr(kLineBytes));
}

void scatter::appendParts(ImplicitLocOpBuilder &b, int64_t parts,
                          SmallVectorImpl<LoopDim> &dims) {
  if (parts == 1)
    return;
  Value one = constantIndex(b, 1);
  // The last dimension is contiguous with its parts if elements are adjacent.
  if (!dims.empty())
    dims.back().isPacked = llvm::all_of(dims.back().strides, [&](Value stride) {
      return isConstant(stride, parts);
    });
  dims.push_back({constantIndex(b, parts), {one, one}, false});
}

SmallVector<LoopDim> scatter::zipDims(ImplicitLocOpBuilder &b,
                                      const FlatBuffer &first, int64_t firstDim,
                                      const FlatBuffer &second,
                                      int64_t secondDim, int64_t count,
                                      int64_t parts) {
  SmallVector<LoopDim> dims;
  for (int64_t i = 0; i < count; ++i) {
    int64_t x = firstDim + i, y = secondDim + i;
    bool isLast = i + 1 == count;
    dims.push_back({first.sizes[x],
                    {first.strides[x], second.strides[y]},
                    !isLast && first.packed[x] && second.packed[y]});
  }
  appendParts(b, parts, dims);
  return mergeDims(b, dims);
}

Value scatter::emitAddress(ImplicitLocOpBuilder &b, Value flat, Value offset,
                           int64_t elementBytes) {
  Value address = memref::ExtractAlignedPointerAsIndexOp::create(b, flat);
  auto type = cast<MemRefType>(flat.getType());
  auto [strides, typeOffset] = type.getStridesAndOffset();
  if (typeOffset != 0) {
    auto metadata = memref::ExtractStridedMetadataOp::create(b, flat);
    offset = add(b, offset, metadata.getOffset());
  }
  return add(b, address, mul(b, offset, constantIndex(b, elementBytes)));
}

Value scatter::emitIsAligned(ImplicitLocOpBuilder &b, Value flat, Value offset,
                             int64_t elementBytes, Value distance) {
  Value address = emitAddress(b, flat, offset, elementBytes);
  Value bits = b.createOrFold<arith::AndIOp>(
      b.createOrFold<arith::OrIOp>(address, distance),
      constantIndex(b, kLineBytes - 1));
  return compare(b, arith::CmpIPredicate::eq, bits, constantIndex(b, 0));
}

void scatter::emitPrefetchAhead(ImplicitLocOpBuilder &b, Value flat,
                                Value offset, int64_t elementBytes,
                                int64_t bytes, bool isWrite, bool isDownwards) {
  Value distance = constantIndex(b, bytes / elementBytes);
  Value ahead;
  if (isDownwards) {
    ahead = b.createOrFold<arith::MaxSIOp>(sub(b, offset, distance),
                                           constantIndex(b, 0));
  } else {
    Value size = b.createOrFold<memref::DimOp>(flat, constantIndex(b, 0));
    ahead = b.createOrFold<arith::MinSIOp>(add(b, offset, distance),
                                           sub(b, size, constantIndex(b, 1)));
  }
  memref::PrefetchOp::create(b, flat, ahead, isWrite, /*localityHint=*/3,
                             /*isDataCache=*/true);
}
