//===- ONNXCompare.cpp - compares results and expected tensors ------------===//

#include "ONNXCompare.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>
#include <cstring>

using namespace llvm;
using namespace scatter;

static constexpr double relativeTolerance = 1e-3, absoluteTolerance = 1e-7;

static std::string format(ArrayRef<int64_t> shape) {
  std::string text = "[";
  for (int64_t size : shape)
    text += (text.size() > 1 ? ", " : "") + std::to_string(size);
  return text + "]";
}

/// Reads the float of `bits` bits at `data`.
static double readFloat(const char *data, const fltSemantics &semantics,
                        unsigned bits) {
  uint64_t number = 0;
  std::memcpy(&number, data, bits / 8);
  APFloat value(semantics, APInt(bits, number));
  return value.convertToDouble();
}

/// Returns the format of float elements, or of the parts of complex ones. Null
/// for other types.
static const fltSemantics *getSemantics(ElementType type, unsigned &bits) {
  bits = type.bitWidth;
  switch (type.kind) {
  case ElementKind::BFloat16:
    return &APFloat::BFloat();
  case ElementKind::Complex:
    bits /= 2;
    [[fallthrough]];
  case ElementKind::Float:
    return bits == 16   ? &APFloat::IEEEhalf()
           : bits == 32 ? &APFloat::IEEEsingle()
                        : &APFloat::IEEEdouble();
  default:
    return nullptr;
  }
}

static bool areClose(double expected, double found) {
  if (std::isnan(expected) || std::isnan(found))
    return std::isnan(expected) && std::isnan(found);
  if (std::isinf(expected) || std::isinf(found))
    return expected == found;
  return std::fabs(expected - found) <=
         absoluteTolerance + relativeTolerance * std::fabs(expected);
}

/// Compares one element. If it differs, describes the difference.
static bool areEqual(ElementType type, const char *expected, const char *found,
                     std::string &difference) {
  unsigned bits;
  const fltSemantics *semantics = getSemantics(type, bits);
  if (!semantics) {
    if (std::memcmp(expected, found, type.byteSize()) == 0)
      return true;
    difference = "other integers";
    return false;
  }
  for (int64_t i = 0; i < type.byteSize(); i += bits / 8) {
    double left = readFloat(expected + i, *semantics, bits);
    double right = readFloat(found + i, *semantics, bits);
    if (!areClose(left, right)) {
      raw_string_ostream(difference)
          << "expected " << left << ", found " << right;
      return false;
    }
  }
  return true;
}

Error scatter::compareResult(const onnx::TensorFile &expected,
                             const BufferView &found) {
  std::optional<ElementType> type = ElementType::parse(expected.type);
  if (!type || !found.type.accepts(*type))
    return createStringError("expected elements of type " + expected.type +
                             ", found " + found.type.str());
  if (ArrayRef(found.shape) != ArrayRef(expected.shape))
    return createStringError("expected shape " + format(expected.shape) +
                             ", found " + format(found.shape));
  int64_t bytes = type->byteSize(), rank = found.shape.size();
  SmallVector<int64_t> strides(found.strides.begin(), found.strides.end());
  SmallVector<int64_t> place(rank, 0);
  if (strides.empty()) {
    strides.assign(rank, 1);
    for (int64_t i = rank - 1; i-- > 0;)
      strides[i] = strides[i + 1] * found.shape[i + 1];
  }
  const char *data = static_cast<const char *>(found.data);
  for (size_t offset = 0; offset < expected.bytes.size(); offset += bytes) {
    int64_t position = 0;
    for (int64_t i = 0; i < rank; ++i)
      position += place[i] * strides[i];
    std::string difference;
    if (!areEqual(*type, expected.bytes.data() + offset,
                  data + position * bytes, difference))
      return createStringError("element " + format(place) + ": " + difference);
    for (int64_t i = rank; i-- > 0;) {
      if (++place[i] < found.shape[i])
        break;
      place[i] = 0;
    }
  }
  return Error::success();
}
