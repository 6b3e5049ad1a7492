//===- Element.cpp - storage of one element -------------------------------===//
//
// Sizes, reading, writing and printing of single elements.
//
//===----------------------------------------------------------------------===//

#include "scatter/Reference/Element.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <array>
#include <charconv>
#include <cstring>

using namespace mlir;

namespace scatter::reference {

static_assert(llvm::endianness::native == llvm::endianness::little,
              "elements are read into the low bytes of a word");

std::optional<int64_t> getElementSize(Type type) {
  if (auto complexType = dyn_cast<ComplexType>(type)) {
    std::optional<int64_t> part = getElementSize(complexType.getElementType());
    if (part)
      return 2 * *part;
    return std::nullopt;
  }
  if (isa<IndexType>(type))
    return 8;
  auto bytesOf = [](unsigned bits) -> int64_t {
    return llvm::PowerOf2Ceil(llvm::divideCeil(bits, 8));
  };
  if (auto integerType = dyn_cast<IntegerType>(type)) {
    unsigned width = integerType.getWidth();
    if (width >= 1 && width <= 64)
      return bytesOf(width);
    return std::nullopt;
  }
  if (auto floatType = dyn_cast<FloatType>(type))
    return bytesOf(floatType.getWidth());
  return std::nullopt;
}

bool isUnsignedInteger(Type type) { return type.isUnsignedInteger(); }

/// Returns the number of bits of an integer or index type.
static unsigned getIntegerWidth(Type type) {
  if (isa<IndexType>(type))
    return 64;
  return cast<IntegerType>(type).getWidth();
}

/// Returns the value that the low bits of `bits` represent in `type`.
static int64_t normalizeInteger(Type type, uint64_t bits) {
  unsigned width = getIntegerWidth(type);
  if (width == 1 || isUnsignedInteger(type))
    return bits & llvm::maskTrailingOnes<uint64_t>(width);
  return llvm::SignExtend64(bits, width);
}

int64_t readInteger(Type type, const void *address) {
  uint64_t bits = 0;
  std::memcpy(&bits, address, *getElementSize(type));
  return normalizeInteger(type, bits);
}

void writeInteger(Type type, void *address, int64_t value) {
  int64_t bits = normalizeInteger(type, value);
  std::memcpy(address, &bits, *getElementSize(type));
}

llvm::APFloat readFloat(Type type, const void *address) {
  auto floatType = cast<FloatType>(type);
  std::array<uint64_t, 2> words = {};
  std::memcpy(words.data(), address, *getElementSize(type));
  return llvm::APFloat(floatType.getFloatSemantics(),
                       llvm::APInt(floatType.getWidth(), words));
}

llvm::APFloat convertFloat(llvm::APFloat value,
                           const llvm::fltSemantics &semantics) {
  if (&value.getSemantics() == &semantics)
    return value;
  bool isNegative = value.isNegative() && !value.isZero();
  if (llvm::APFloat::semanticsHasNaN(semantics) &&
      (value.isNaN() ||
       (isNegative && !llvm::APFloat::semanticsHasSignedRepr(semantics))))
    return llvm::APFloat::getNaN(semantics);
  bool losesInfo;
  value.convert(semantics, llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return value;
}

void writeFloat(Type type, void *address, const llvm::APFloat &value) {
  llvm::APInt bits =
      convertFloat(value, cast<FloatType>(type).getFloatSemantics())
          .bitcastToAPInt();
  std::array<uint64_t, 2> words = {};
  std::memcpy(words.data(), bits.getRawData(),
              bits.getNumWords() * sizeof(uint64_t));
  std::memcpy(address, words.data(), *getElementSize(type));
}

/// Prints the shortest number that is read back as `value`, as f32 or, for
/// wider types, as f64.
static void printFloat(llvm::raw_ostream &os, const llvm::APFloat &value) {
  const llvm::fltSemantics &semantics = value.getSemantics();
  unsigned width = llvm::APFloat::getSizeInBits(semantics);
  if (value.isNaN()) {
    os << "nan";
    if (!value.bitwiseIsEqual(llvm::APFloat::getNaN(semantics)))
      os << "(0x" << llvm::toString(value.bitcastToAPInt(), 16, false) << ')';
    return;
  }
  llvm::SmallString<64> text;
  if (width > 64) {
    value.toString(text);
  } else {
    text.resize(text.capacity());
    char *end = text.data() + text.size();
    end = (width > 32 ? std::to_chars(text.data(), end, value.convertToDouble())
                      : std::to_chars(text.data(), end, value.convertToFloat()))
              .ptr;
    text.truncate(end - text.data());
  }
  os << text;
}

void printElement(llvm::raw_ostream &os, Type type, const void *address,
                  int64_t elementSize) {
  const auto *bytes = static_cast<const uint8_t *>(address);
  if (!getElementSize(type)) {
    os << "0x";
    for (int64_t i = elementSize - 1; i >= 0; --i)
      os << llvm::format_hex_no_prefix(bytes[i], 2);
  } else if (auto complexType = dyn_cast<ComplexType>(type)) {
    Type part = complexType.getElementType();
    os << '(';
    printElement(os, part, bytes, elementSize / 2);
    os << ", ";
    printElement(os, part, bytes + elementSize / 2, elementSize / 2);
    os << ')';
  } else if (isa<FloatType>(type)) {
    printFloat(os, readFloat(type, address));
  } else if (isUnsignedInteger(type)) {
    os << static_cast<uint64_t>(readInteger(type, address));
  } else {
    os << readInteger(type, address);
  }
}

} // namespace scatter::reference
