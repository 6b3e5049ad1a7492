//===- Operand.cpp - array arguments of the functions ---------------------===//

#include "Operand.h"

#include "Overlap.h"
#include "scatter/Dialect/Scatter/IR/Reductions.h"
#include "scatter/ExecutionEngine/Errors.h"
#include "scatter/Kernels/Kernels.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace scatter;
using namespace scatter::kernels;

Error kernels::makeShapeError(const Twine &message) {
  return make_error<ArgumentError>(ArgumentError::Reason::Shape, message);
}

Error kernels::makeTypeError(const Twine &message) {
  return make_error<ArgumentError>(ArgumentError::Reason::Type, message);
}

/// Formats a shape as "[4, 8]".
static std::string formatShape(ArrayRef<int64_t> shape) {
  std::string sizes =
      join(map_range(shape, [](int64_t size) { return itostr(size); }), ", ");
  return "[" + sizes + "]";
}

void Operand::setContiguous() {
  strides.resize_for_overwrite(shape.size());
  // Unsigned, because the product may overflow if a later size is 0.
  uint64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    strides[i] = int64_t(stride);
    stride *= uint64_t(shape[i]);
  }
}

Operand::Operand(void *memory, const Operand &like)
    : data(static_cast<char *>(memory)), type(like.type),
      itemSize(like.itemSize), numElements(like.numElements), shape(like.shape),
      begin(data), end(data + countBytes()) {
  setContiguous();
}

Operand Operand::makeResult(void *memory, const Operand &like) {
  Operand result(memory, like);
  if (!like.isContiguous)
    (void)result.setStrides(getResultStrides(like.shape, like.strides));
  return result;
}

Operand Operand::makeEmpty(ArrayRef<int64_t> shape) {
  assert(is_contained(shape, 0) && "the array has elements");
  Operand result;
  result.type = {ElementKind::Signless, 8};
  result.itemSize = 1;
  result.numElements = 0;
  result.shape.assign(shape.begin(), shape.end());
  result.setContiguous();
  return result;
}

SmallVector<int64_t, 4> scatter::getResultStrides(ArrayRef<int64_t> shape,
                                                  ArrayRef<int64_t> strides) {
  SmallVector<size_t, 4> order =
      to_vector_of<size_t, 4>(seq<size_t>(0, shape.size()));
  // As NumPy does: the dimension with the largest stride is outermost.
  if (!strides.empty())
    sort(order, [&](size_t a, size_t b) {
      return std::make_pair(-std::abs(strides[a]), a) <
             std::make_pair(-std::abs(strides[b]), b);
    });
  SmallVector<int64_t, 4> result(shape.size());
  // Unsigned, because the product may overflow if a later size is 0.
  uint64_t stride = 1;
  for (size_t dim : reverse(order)) {
    result[dim] = int64_t(stride);
    stride *= uint64_t(shape[dim]);
  }
  return result;
}

static Error makeSizeError(StringRef name) {
  return makeShapeError("'" + name +
                        "': expected less than 2^63 bytes, found more");
}

static Error checkRank(StringRef name, const ArrayView &view) {
  if (LLVM_UNLIKELY(view.shape.size() > kMaxRank))
    return makeShapeError("'" + name + "': expected a rank of at most " +
                          Twine(kMaxRank) + ", found " +
                          Twine(view.shape.size()));
  if (LLVM_UNLIKELY(!view.strides.empty() &&
                    view.strides.size() != view.shape.size()))
    return makeShapeError("'" + name + "': expected " +
                          Twine(view.shape.size()) + " strides, found " +
                          Twine(view.strides.size()));
  return Error::success();
}

Error Operand::makeAddressError(StringRef name) const {
  if (!data)
    return makeShapeError("'" + name +
                          "': expected the address of the elements, found "
                          "null");
  return makeShapeError("'" + name + "': expected an address aligned to " +
                        Twine(getAlignment()) +
                        " bytes, found one that is not");
}

/// Sets the strides and the memory range. Returns false if a number overflows.
bool Operand::setStrides(ArrayRef<int64_t> given) {
  int64_t low = 0, high = 0, contiguousStride = 1;
  strides.assign(given.begin(), given.end());
  for (size_t i = given.size(); i-- > 0;) {
    int64_t size = shape[i], stride = given[i], reach;
    isContiguous &= size == 1 || stride == contiguousStride;
    if (MulOverflow(size - 1, stride, reach) ||
        AddOverflow(stride < 0 ? low : high, reach, stride < 0 ? low : high) ||
        MulOverflow(contiguousStride, size, contiguousStride))
      return false;
  }
  int64_t first, last, span;
  if (MulOverflow(low, itemSize, first) ||
      AddOverflow(high, int64_t(1), high) ||
      MulOverflow(high, itemSize, last) || SubOverflow(last, first, span))
    return false;
  begin = data + first;
  end = data + last;
  return true;
}

Error Operand::set(StringRef name, const ArrayView &view) {
  if (Error error = checkRank(name, view))
    return error;
  data = static_cast<char *>(view.data);
  type = canonicalize(view.type);
  itemSize = view.type.byteSize();
  shape.assign(view.shape.begin(), view.shape.end());
  if (LLVM_UNLIKELY(itemSize == 0))
    return makeTypeError("'" + name + "': expected a supported element type");
  bool isEmpty = false, overflows = false;
  int64_t bytes = itemSize;
  for (auto [i, size] : enumerate(shape)) {
    if (LLVM_UNLIKELY(size < 0))
      return makeShapeError("'" + name +
                            "': expected a size of at least 0 in dimension " +
                            Twine(i) + ", found " + Twine(size));
    isEmpty |= size == 0;
    overflows |= MulOverflow(bytes, size, bytes) != 0;
  }
  if (LLVM_UNLIKELY(isEmpty)) {
    numElements = 0;
    begin = end = data;
    setContiguous();
    return Error::success();
  }
  if (LLVM_UNLIKELY(overflows))
    return makeSizeError(name);
  numElements = bytes / itemSize;
  if (!hasAddress())
    return makeAddressError(name);
  if (!view.strides.empty())
    return setStrides(view.strides) ? Error::success() : makeSizeError(name);
  setContiguous();
  begin = data;
  end = data + bytes;
  return Error::success();
}

bool kernels::areSameMemory(const Operand &a, const Operand &b) {
  if (a.data != b.data || a.type != b.type || a.shape != b.shape)
    return false;
  for (auto [size, x, y] : zip_equal(a.shape, a.strides, b.strides))
    if (x != y && size != 1)
      return false;
  return true;
}

Error kernels::checkDistinctElements(StringRef name, const Operand &operand) {
  if (operand.isContiguous ||
      !haveSharedElements(operand.shape, operand.strides))
    return Error::success();
  return makeShapeError(
      "'" + name + "': expected elements that do not share memory, found the " +
      "shape " + formatShape(operand.shape) + " with strides " +
      formatShape(operand.strides));
}

Error kernels::setOut(Operand &out, const ArrayView &view, const Operand &data,
                      ArrayRef<int64_t> shape) {
  if (Error error = out.set("out", view))
    return error;
  if (Error error = checkType("out", out, data))
    return error;
  if (Error error = checkShape("out", out.shape, shape))
    return error;
  return checkDistinctElements("out", out);
}

Error kernels::checkType(StringRef name, const Operand &operand,
                         const Operand &data) {
  if (operand.type == data.type)
    return Error::success();
  return makeTypeError("'" + name + "': expected the element type of 'data', " +
                       data.type.str() + ", found " + operand.type.str());
}

Error kernels::checkIndexType(const Operand &indices) {
  ElementType indexType = indices.type;
  bool isInteger = indexType.kind == ElementKind::Signless ||
                   indexType.kind == ElementKind::Unsigned ||
                   indexType.kind == ElementKind::Index;
  if (!isInteger || (indexType.bitWidth != 32 && indexType.bitWidth != 64))
    return makeTypeError(
        "'indices': expected integers of 32 or 64 bits, found " +
        indexType.str());
  return Error::success();
}

Error kernels::checkShape(StringRef name, ArrayRef<int64_t> found,
                          ArrayRef<int64_t> expected) {
  if (found == expected)
    return Error::success();
  return makeShapeError("'" + name + "': expected the shape " +
                        formatShape(expected) + ", found " +
                        formatShape(found));
}

/// Whether the ops support `reduction` for elements of `type`.
static bool isSupported(Reduction reduction, ElementType type) {
  switch (type.kind) {
  case ElementKind::Opaque:
    return false;
  case ElementKind::Pointer:
    return reduction == Reduction::none;
  case ElementKind::Complex:
    return !comparesElements(reduction);
  default:
    return true;
  }
}

Error kernels::checkReduction(Reduction reduction, ElementType type) {
  if (isSupported(reduction, type))
    return Error::success();
  return makeTypeError("'reduction': expected one that elements of type " +
                       type.str() + " have, found " +
                       stringifyReduction(reduction));
}
