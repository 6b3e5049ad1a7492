//===- BufferAttributes.cpp - buffers from and to constants ---------------===//
//
// Conversion between owned buffers and DenseElementsAttr.
//
//===----------------------------------------------------------------------===//

#include "MultiIndex.h"
#include "scatter/Reference/Element.h"
#include "scatter/Reference/ReferenceBuffer.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

#include <cassert>
#include <cstring>

using namespace mlir;

namespace scatter::reference {

OwnedBuffer::OwnedBuffer(Type elementType, ArrayRef<int64_t> shape,
                         int64_t elementSize)
    : elementType(elementType), shape(shape) {
  // The view has no memory. It computes the element size.
  ConstBufferView layout =
      ConstBufferView::contiguous(elementType, nullptr, shape, elementSize);
  this->elementSize = layout.elementSize;
  storage.resize(layout.getNumElements() * layout.elementSize);
}

OwnedBuffer OwnedBuffer::copyOf(const ConstBufferView &view) {
  OwnedBuffer result(view.elementType, view.shape, view.elementSize);
  copyElements(view, result.view());
  return result;
}

BufferView OwnedBuffer::view() {
  return BufferView::contiguous(elementType, storage.data(), shape,
                                elementSize);
}

ConstBufferView OwnedBuffer::view() const {
  return ConstBufferView::contiguous(elementType, storage.data(), shape,
                                     elementSize);
}

/// Whether constants store elements of `type` in the same way as buffers.
/// Constants pack eight i1 into a byte and leave the upper bits of other narrow
/// integers unspecified.
static bool isStoredAsInBuffers(Type type) {
  if (auto integerType = dyn_cast<IntegerType>(type))
    return llvm::isPowerOf2_32(integerType.getWidth()) &&
           integerType.getWidth() >= 8;
  return true;
}

/// Whether getElementSize and DenseElementsAttr have the same size for elements
/// of `type`.
static bool isConstantElement(Type type) {
  if (auto complexType = dyn_cast<ComplexType>(type))
    return isa<FloatType>(complexType.getElementType()) &&
           isConstantElement(complexType.getElementType());
  if (auto floatType = dyn_cast<FloatType>(type))
    return *getElementSize(type) ==
           static_cast<int64_t>(llvm::divideCeil(floatType.getWidth(), 8));
  return isa<IntegerType, IndexType>(type) && getElementSize(type).has_value();
}

std::optional<OwnedBuffer> OwnedBuffer::fromAttr(DenseElementsAttr attr) {
  Type type = attr.getElementType();
  if (!isConstantElement(type))
    return std::nullopt;
  OwnedBuffer result(type, attr.getType().getShape());
  int64_t size = result.elementSize;
  char *position = result.storage.data();
  char *end = position + result.storage.size();
  if (!isStoredAsInBuffers(type)) {
    if (position == end)
      return result;
    for (const llvm::APInt &value : attr.getValues<llvm::APInt>()) {
      writeInteger(type, position, value.getZExtValue());
      position += size;
    }
    return result;
  }
  ArrayRef<char> raw = attr.getRawData();
  if (!attr.isSplat()) {
    assert(raw.size() == result.storage.size() && "unexpected element size");
    llvm::copy(raw, position);
    return result;
  }
  for (; position != end; position += size)
    std::memcpy(position, raw.data(), size);
  return result;
}

DenseElementsAttr OwnedBuffer::toAttr() const {
  assert(isConstantElement(elementType) && "no constants of this type");
  auto type = RankedTensorType::get(shape, elementType);
  if (isStoredAsInBuffers(elementType))
    return DenseElementsAttr::getFromRawBuffer(type, storage);
  SmallVector<llvm::APInt> values;
  unsigned width = cast<IntegerType>(elementType).getWidth();
  forEachIndex(shape, [&](ArrayRef<int64_t> index) {
    int64_t value = readInteger(elementType, view().getAddress(index));
    values.emplace_back(width, value, /*isSigned=*/false,
                        /*implicitTrunc=*/true);
  });
  return DenseElementsAttr::get(type, values);
}

} // namespace scatter::reference
