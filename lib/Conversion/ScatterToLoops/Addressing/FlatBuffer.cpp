//===- FlatBuffer.cpp - a flat view of a memref ---------------------------===//

#include "FlatBuffer.h"

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace scatter;

/// Returns two distances from the lowest storage element of `buffer` in memory:
/// to the element [0, ..., 0], and to the end of the buffer. `isIdentity` says
/// that the layout is the identity, whose strides are never negative.
static std::pair<Value, Value>
emitSpan(IndexBuilder &b, const FlatBuffer &buffer, bool isIdentity) {
  Value zero = b.index(0), below = zero, above = zero;
  Value isEmpty = b.boolean(false);
  for (auto [size, stride] : llvm::zip_equal(buffer.sizes, buffer.strides)) {
    Value reach = b.mul(b.sub(size, 1), stride);
    std::optional<int64_t> staticStride = getConstantIntValue(stride);
    bool isUnknown = !staticStride && !isIdentity;
    bool isNegative = staticStride && *staticStride < 0;
    if (isUnknown || isNegative)
      below = b.sub(below, b.mins(reach, zero));
    if (isUnknown)
      reach = b.maxs(reach, zero);
    if (!isNegative)
      above = b.add(above, reach);
    isEmpty = b.bitOr(isEmpty, b.eq(size, 0));
  }
  Value length = b.add(b.add(below, above), buffer.parts);
  return {b.select(isEmpty, zero, below), b.select(isEmpty, zero, length)};
}

FlatBuffer FlatBuffer::create(IndexBuilder &b, Value memref,
                              const ElementStorage &storage) {
  auto type = cast<MemRefType>(memref.getType());
  auto metadata = memref::ExtractStridedMetadataOp::create(b, memref);
  Location loc = b.getLoc();

  FlatBuffer buffer;
  buffer.sizes = getValueOrCreateConstantIndexOp(
      b, loc, metadata.getConstifiedMixedSizes());
  for (Value stride : getValueOrCreateConstantIndexOp(
           b, loc, metadata.getConstifiedMixedStrides()))
    buffer.strides.push_back(b.mul(stride, storage.parts));
  buffer.parts = storage.parts;
  buffer.contiguousDims = getContiguousDims(type);

  Value base = metadata.getBaseBuffer();
  auto baseType = cast<MemRefType>(base.getType());
  if (storage.type != type.getElementType())
    // Both memref types have the same LLVM descriptor, so this cast is removed
    // when it is lowered to LLVM.
    base = UnrealizedConversionCastOp::create(
               b,
               MemRefType::get({}, storage.type, AffineMap(),
                               baseType.getMemorySpace()),
               base)
               .getResult(0);

  auto [origin, length] = emitSpan(b, buffer, type.getLayout().isIdentity());
  buffer.origin = origin;
  Value begin = getValueOrCreateConstantIndexOp(
      b, loc, metadata.getConstifiedMixedOffset());
  OpFoldResult offset =
      getAsOpFoldResult(b.sub(b.mul(begin, storage.parts), origin));
  OpFoldResult extent = getAsOpFoldResult(length);
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

Value scatter::emitAllocScratch(IndexBuilder &b, IndexOperand length,
                                Type type) {
  SmallVector<int64_t> staticSizes;
  SmallVector<Value> sizes;
  dispatchIndexOpFoldResult(getAsOpFoldResult(b.get(length)), sizes,
                            staticSizes);
  return memref::AllocOp::create(b, MemRefType::get(staticSizes, type), sizes,
                                 b.getI64IntegerAttr(kLineBytes));
}

SmallVector<LoopDim> scatter::zipDims(IndexBuilder &b, const FlatBuffer &first,
                                      int64_t firstDim,
                                      const FlatBuffer &second,
                                      int64_t secondDim, int64_t count,
                                      int64_t parts) {
  return zipDims<LoopDim>(first, firstDim, second, secondDim, count, parts,
                          EmittedSizes{b});
}
