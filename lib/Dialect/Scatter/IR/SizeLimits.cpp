//===- SizeLimits.cpp - how large elements and operands may be ------------===//

#include "scatter/Dialect/Scatter/IR/SizeLimits.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace mlir;
using namespace scatter;

static constexpr int64_t kMaxBytes = std::numeric_limits<int64_t>::max();

std::optional<int64_t> scatter::countElements(ArrayRef<int64_t> shape) {
  // If one size is 0 the count is 0, even if the product of the others
  // overflows.
  if (llvm::is_contained(shape, 0))
    return 0;
  std::optional<int64_t> count = 1;
  for (int64_t size : shape) {
    count = llvm::checkedMul(*count, size);
    if (!count)
      return std::nullopt;
  }
  return count;
}

int64_t scatter::countBytes(std::optional<int64_t> count, int64_t bytes) {
  assert(count.value_or(0) >= 0 && bytes >= 0);
  return count ? llvm::checkedMul(*count, bytes).value_or(kMaxBytes)
               : kMaxBytes;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

std::optional<int64_t> scatter::getElementBits(Type type) {
  if (type.isIndex())
    return IndexType::kInternalStorageBitWidth;
  if (type.isIntOrFloat())
    return type.getIntOrFloatBitWidth();
  auto getBitsOfParts = [](std::optional<int64_t> count,
                           Type part) -> std::optional<int64_t> {
    std::optional<int64_t> bits = getElementBits(part);
    return bits ? std::optional(countBytes(count, *bits)) : std::nullopt;
  };
  if (auto complexType = dyn_cast<ComplexType>(type))
    return getBitsOfParts(2, complexType.getElementType());
  // A scalable vector may have any size.
  if (auto vectorType = dyn_cast<VectorType>(type))
    return getBitsOfParts(vectorType.isScalable()
                              ? std::nullopt
                              : countElements(vectorType.getShape()),
                          vectorType.getElementType());
  return std::nullopt;
}

bool scatter::isElementSizeSupported(Type type) {
  std::optional<int64_t> bits = getElementBits(type);
  return !bits || (*bits >= 1 && *bits <= kMaxElementBits);
}

/// Returns a lower bound of the distance in bytes between elements in memory.
static int64_t getPitch(Type type) {
  if (auto complexType = dyn_cast<ComplexType>(type))
    return 2 * getPitch(complexType.getElementType());
  // Elements of type i0 have no bits but still take memory.
  int64_t bits = std::max<int64_t>(getElementBits(type).value_or(8), 1);
  int64_t bytes = llvm::divideCeil(bits, 8);
  // The alignment is the size, rounded up to a power of two, but at most 16.
  return bytes <= 16 ? llvm::PowerOf2Ceil(bytes) : llvm::alignTo(bytes, 16);
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

namespace {

/// The lowest and the highest element of a memref, as distances from the start
/// of its memory.
struct Extent {
  int64_t lowest, highest;
};

} // namespace

/// Returns the extent of a strided memref that is not empty, or none if it
/// overflows. Ignores dimensions with dynamic strides.
static std::optional<Extent>
getExtent(ArrayRef<int64_t> shape, ArrayRef<int64_t> strides, int64_t offset) {
  Extent extent{offset, offset};
  for (auto [size, stride] : llvm::zip_equal(shape, strides)) {
    if (ShapedType::isDynamic(stride))
      continue;
    int64_t &end = stride < 0 ? extent.lowest : extent.highest;
    std::optional<int64_t> moved = llvm::checkedMulAdd(size - 1, stride, end);
    if (!moved)
      return std::nullopt;
    end = *moved;
  }
  return extent;
}

std::optional<StringRef> scatter::findSizeViolation(ShapedType type) {
  constexpr StringLiteral before = "no element before the start of its memory";
  constexpr StringLiteral beyond = "at most 9223372036854775807 bytes";
  auto memref = dyn_cast<MemRefType>(type);
  bool isContiguous = !memref || memref.getLayout().isIdentity();
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  if (!isContiguous && failed(memref.getStridesAndOffset(strides, offset)))
    return std::nullopt;
  bool hasStaticOffset = ShapedType::isStatic(offset);
  if (hasStaticOffset && offset < 0)
    return before;
  if (!type.hasStaticShape() || llvm::is_contained(type.getShape(), 0))
    return std::nullopt;

  std::optional<int64_t> count;
  if (isContiguous) {
    count = countElements(type.getShape());
  } else if (std::optional<Extent> extent = getExtent(
                 type.getShape(), strides, hasStaticOffset ? offset : 0)) {
    if (hasStaticOffset && extent->lowest < 0)
      return before;
    // Memory before the first element counts as well.
    count =
        llvm::checkedSub(extent->highest, std::min<int64_t>(extent->lowest, 0));
    if (count)
      count = llvm::checkedAdd<int64_t>(*count, 1);
  }
  if (!count || *count > kMaxBytes / getPitch(type.getElementType()))
    return beyond;
  return std::nullopt;
}

bool scatter::isSupportedMemRef(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  return memref && memref.isStrided() &&
         isElementSizeSupported(memref.getElementType()) &&
         !findSizeViolation(memref);
}
