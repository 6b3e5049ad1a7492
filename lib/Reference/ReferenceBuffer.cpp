//===- ReferenceBuffer.cpp - memory that the reference evaluator works on -===//
//
// Addresses of elements, copies, comparison and printing of buffers.
//
//===----------------------------------------------------------------------===//

#include "scatter/Reference/ReferenceBuffer.h"

#include "MultiIndex.h"
#include "scatter/Reference/Element.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/raw_ostream.h"

#include <cassert>
#include <cstring>

using namespace mlir;

namespace scatter::reference {

llvm::SmallVector<int64_t, 8> getContiguousStrides(ArrayRef<int64_t> shape) {
  SmallVector<int64_t, 8> strides(shape.size(), 1);
  for (int64_t dim = static_cast<int64_t>(shape.size()) - 2; dim >= 0; --dim)
    strides[dim] = strides[dim + 1] * shape[dim + 1];
  return strides;
}

template <typename Pointer>
BasicBufferView<Pointer>::BasicBufferView(Type elementType, Pointer data,
                                          ArrayRef<int64_t> shape,
                                          ArrayRef<int64_t> strides,
                                          int64_t elementSize)
    : elementType(elementType), data(data), shape(shape), strides(strides),
      elementSize(elementSize ? elementSize : *getElementSize(elementType)) {
  assert(shape.size() == strides.size() && "one stride per dimension");
}

template <typename Pointer>
BasicBufferView<Pointer>
BasicBufferView<Pointer>::contiguous(Type elementType, Pointer data,
                                     ArrayRef<int64_t> shape,
                                     int64_t elementSize) {
  return BasicBufferView(elementType, data, shape, getContiguousStrides(shape),
                         elementSize);
}

template <typename Pointer>
int64_t BasicBufferView<Pointer>::getNumElements() const {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

template <typename Pointer>
Pointer BasicBufferView<Pointer>::getAddress(ArrayRef<int64_t> index) const {
  assert(index.size() == shape.size() && "one index per dimension");
  using Byte =
      std::conditional_t<std::is_const_v<std::remove_pointer_t<Pointer>>,
                         const char, char>;
  int64_t offset = 0;
  for (size_t dim = 0; dim < index.size(); ++dim)
    offset += index[dim] * strides[dim];
  return static_cast<Byte *>(data) + offset * elementSize;
}

template struct BasicBufferView<void *>;
template struct BasicBufferView<const void *>;

void copyElements(const ConstBufferView &from, const BufferView &to) {
  assert(from.shape == to.shape && from.elementSize == to.elementSize);
  forEachIndex(from.shape, [&](ArrayRef<int64_t> index) {
    std::memcpy(to.getAddress(index), from.getAddress(index), to.elementSize);
  });
}

//===----------------------------------------------------------------------===//
// Comparison and printing
//===----------------------------------------------------------------------===//

static bool equalElements(Type type, const void *left, const void *right,
                          int64_t elementSize, NaNComparison comparison) {
  if (std::memcmp(left, right, elementSize) == 0)
    return true;
  if (!getElementSize(type))
    return false;
  if (isa<IntegerType, IndexType>(type))
    return readInteger(type, left) == readInteger(type, right);
  if (auto complexType = dyn_cast<ComplexType>(type)) {
    int64_t half = elementSize / 2;
    Type part = complexType.getElementType();
    return equalElements(part, left, right, half, comparison) &&
           equalElements(part, static_cast<const char *>(left) + half,
                         static_cast<const char *>(right) + half, half,
                         comparison);
  }
  llvm::APFloat leftFloat = readFloat(type, left);
  llvm::APFloat rightFloat = readFloat(type, right);
  if (comparison == NaNComparison::anyNaN && leftFloat.isNaN() &&
      rightFloat.isNaN())
    return true;
  return leftFloat.bitwiseIsEqual(rightFloat);
}

std::optional<SmallVector<int64_t, 8>>
findDifference(const ConstBufferView &left, const ConstBufferView &right,
               NaNComparison comparison) {
  assert(left.shape == right.shape && left.elementType == right.elementType &&
         left.elementSize == right.elementSize);
  std::optional<SmallVector<int64_t, 8>> difference;
  forEachIndex(left.shape, [&](ArrayRef<int64_t> index) {
    if (!difference &&
        !equalElements(left.elementType, left.getAddress(index),
                       right.getAddress(index), left.elementSize, comparison))
      difference.emplace(index);
  });
  return difference;
}

static void printDimension(llvm::raw_ostream &os, const ConstBufferView &view,
                           SmallVectorImpl<int64_t> &index) {
  if (index.size() == view.shape.size()) {
    printElement(os, view.elementType, view.getAddress(index),
                 view.elementSize);
    return;
  }
  int64_t size = view.shape[index.size()];
  os << '[';
  for (int64_t i = 0; i < size; ++i) {
    if (i != 0)
      os << ", ";
    index.push_back(i);
    printDimension(os, view, index);
    index.pop_back();
  }
  os << ']';
}

void printElements(llvm::raw_ostream &os, const ConstBufferView &view) {
  SmallVector<int64_t, 8> index;
  printDimension(os, view, index);
}

} // namespace scatter::reference
