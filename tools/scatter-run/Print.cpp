//===- Print.cpp - prints arrays ------------------------------------------===//

#include "Print.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <charconv>
#include <cmath>
#include <cstring>

using namespace llvm;
using namespace scatter;

/// NumPy's limits for abbreviating arrays.
static constexpr int64_t maxElements = 1000;
static constexpr int64_t edgeElements = 3;

static const fltSemantics &getSemantics(ElementType type) {
  switch (type.kind) {
  case ElementKind::BFloat16:
    return APFloat::BFloat();
  case ElementKind::Float8E3M4:
    return APFloat::Float8E3M4();
  case ElementKind::Float8E4M3:
    return APFloat::Float8E4M3();
  case ElementKind::Float8E4M3B11FNUZ:
    return APFloat::Float8E4M3B11FNUZ();
  case ElementKind::Float8E4M3FN:
    return APFloat::Float8E4M3FN();
  case ElementKind::Float8E4M3FNUZ:
    return APFloat::Float8E4M3FNUZ();
  case ElementKind::Float8E5M2:
    return APFloat::Float8E5M2();
  case ElementKind::Float8E5M2FNUZ:
    return APFloat::Float8E5M2FNUZ();
  case ElementKind::Float8E8M0FNU:
    return APFloat::Float8E8M0FNU();
  default:
    return type.bitWidth == 16   ? APFloat::IEEEhalf()
           : type.bitWidth == 32 ? APFloat::IEEEsingle()
                                 : APFloat::IEEEdouble();
  }
}

/// Returns the double with the fewest decimal digits that rounds to `value`.
/// Whole numbers keep all digits.
static double findShortest(const APFloat &value) {
  APFloat wide = value;
  bool lost;
  wide.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &lost);
  double number = wide.convertToDouble();
  if (number == std::trunc(number) && std::abs(number) < 1e16)
    return number;
  for (int digits = 1; digits < 17; ++digits) {
    char text[32];
    std::snprintf(text, sizeof(text), "%.*e", digits - 1, number);
    double candidate = std::strtod(text, nullptr);
    APFloat narrow(candidate);
    narrow.convert(value.getSemantics(), APFloat::rmNearestTiesToEven, &lost);
    if (narrow.bitwiseIsEqual(value))
      return candidate;
  }
  return number;
}

static void printFloat(raw_ostream &os, ElementType type, uint64_t bits) {
  APFloat value(getSemantics(type), APInt(type.bitWidth, bits));
  if (value.isNaN() || value.isInfinity()) {
    os << (value.isNegative() && !value.isNaN() ? "-" : "")
       << (value.isNaN() ? "nan" : "inf");
    return;
  }
  double number = findShortest(value);
  double magnitude = std::abs(number);
  bool isFixed = magnitude == 0 || (magnitude >= 1e-4 && magnitude < 1e16);
  char text[64];
  auto end = std::to_chars(std::begin(text), std::end(text), number,
                           isFixed ? std::chars_format::fixed
                                   : std::chars_format::scientific);
  os << StringRef(text, end.ptr - text);
}

/// Prints an element that is not complex.
static void printSimple(raw_ostream &os, ElementType type, const char *data) {
  uint64_t bits = 0;
  std::memcpy(&bits, data, type.byteSize());
  switch (type.kind) {
  case ElementKind::Index:
    os << static_cast<int64_t>(bits);
    return;
  case ElementKind::Unsigned:
    os << (bits & maskTrailingOnes<uint64_t>(type.bitWidth));
    return;
  case ElementKind::Signed:
  case ElementKind::Signless:
    if (type.bitWidth == 1)
      os << ((bits & 1) ? "true" : "false");
    else
      os << SignExtend64(bits, type.bitWidth);
    return;
  case ElementKind::Pointer:
    os << format_hex(bits, 18);
    return;
  default:
    printFloat(os, type, bits);
  }
}

static void printElement(raw_ostream &os, ElementType type, const char *data) {
  if (type.kind != ElementKind::Complex)
    return printSimple(os, type, data);
  ElementType part{ElementKind::Float,
                   static_cast<uint16_t>(type.bitWidth / 2)};
  os << '(';
  printSimple(os, part, data);
  os << ", ";
  printSimple(os, part, data + part.byteSize());
  os << ')';
}

/// Prints the elements of dimension `depth` at `data`.
static void printDimension(raw_ostream &os, const BufferView &view,
                           ArrayRef<int64_t> strides, bool isAbbreviated,
                           size_t depth, const char *data) {
  if (depth == view.shape.size())
    return printElement(os, view.type, data);
  bool isInner = depth + 1 == view.shape.size();
  int64_t size = view.shape[depth];
  os << '[';
  for (int64_t i = 0; i < size; ++i) {
    if (i != 0 && isInner)
      os << ", ";
    else if (i != 0)
      (os << ",\n").indent(depth + 1);
    if (isAbbreviated && size > 2 * edgeElements && i == edgeElements) {
      os << "...";
      i = size - edgeElements - 1;
      continue;
    }
    printDimension(os, view, strides, isAbbreviated, depth + 1,
                   data + i * strides[depth] * view.type.byteSize());
  }
  os << ']';
}

void scatter::printArray(raw_ostream &os, const Parameter &parameter,
                         const BufferView &view) {
  SmallVector<int64_t> strides(view.strides.begin(), view.strides.end());
  bool isContiguous = strides.empty();
  strides.resize(view.shape.size());
  int64_t elements = 1;
  for (size_t i = view.shape.size(); i-- > 0;) {
    if (isContiguous)
      strides[i] = elements;
    elements *= view.shape[i];
  }

  os << parameter.name << ": ";
  bool isScalar = parameter.type.kind == ValueType::Kind::Scalar;
  if (!isScalar)
    os << (parameter.type.kind == ValueType::Kind::Tensor ? "tensor<"
                                                          : "memref<");
  for (int64_t size : view.shape)
    os << size << 'x';
  os << view.type.str() << (isScalar ? "\n" : ">\n");
  if (elements == 0)
    os << "[]";
  else
    printDimension(os, view, strides, elements > maxElements, 0,
                   static_cast<const char *>(view.data));
  os << '\n';
}
