//===- ElementTypes.cpp - the element types that are fuzzed ---------------===//

#include "ElementTypes.h"

#include "scatter/ExecutionEngine/Types.h"
#include "scatter/Reference/Element.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <cstring>

using namespace mlir;
using llvm::APFloat;
using llvm::StringLiteral;

namespace scatter::fuzz {

static constexpr StringLiteral tabled[] = {
    "i1",           "i4",     "i8",         "i16",           "i32",
    "i64",          "si4",    "si8",        "si16",          "si32",
    "si64",         "ui4",    "ui8",        "ui16",          "ui32",
    "ui64",         "index",  "f16",        "bf16",          "f32",
    "f64",          "f8E3M4", "f8E4M3",     "f8E4M3B11FNUZ", "f8E4M3FN",
    "f8E4M3FNUZ",   "f8E5M2", "f8E5M2FNUZ", "f8E8M0FNU",     "complex<f32>",
    "complex<f64>",
};

static constexpr StringLiteral unusual[] = {
    "i2",           "i3",           "si5",  "ui7",           "i12",
    "i24",          "ui33",         "i48",  "i63",           "f80",
    "complex<f16>", "complex<i32>", "i128", "vector<4xf32>",
};

llvm::ArrayRef<StringLiteral> getTabledPayloadNames() { return tabled; }

/// Bytes between elements in memory.
static int64_t getSize(Type type) {
  if (std::optional<int64_t> size = reference::getElementSize(type))
    return *size;
  // i128 and vector<4xf32>.
  return 16;
}

std::vector<PayloadType> getPayloadTypes(MLIRContext *context) {
  std::vector<PayloadType> types;
  for (StringLiteral name :
       llvm::concat<const StringLiteral>(tabled, unusual)) {
    Type type = parseType(name, context);
    if (!type)
      llvm::report_fatal_error("scatter-fuzz: a type does not parse");
    bool isPassable = ElementType::get(type).kind != ElementKind::Opaque;
    types.push_back({type, getSize(type), isPassable});
  }
  return types;
}

std::vector<Type> getIndexTypes(MLIRContext *context) {
  std::vector<Type> types;
  for (StringRef name : {"i32", "i64", "index", "si32", "si64", "ui32", "ui64"})
    types.push_back(parseType(name, context));
  return types;
}

bool hasComplement(Type type) {
  return isa<IndexType, Float16Type, BFloat16Type, Float32Type, Float64Type>(
             type) ||
         (type.isSignlessInteger() && type.getIntOrFloatBitWidth() <= 64);
}

void complement(Type type, int64_t size, char *bytes, int64_t count) {
  for (char *at = bytes; at != bytes + count * size; at += size) {
    if (isa<IntegerType>(type))
      reference::writeInteger(type, at, ~reference::readInteger(type, at));
    else
      std::transform(at, at + size, at,
                     [](char byte) { return static_cast<char>(~byte); });
  }
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Appends an element that `write` stores.
static void append(std::vector<char> &bytes, int64_t size,
                   llvm::function_ref<void(void *)> write) {
  bytes.resize(bytes.size() + size);
  write(bytes.data() + bytes.size() - size);
}

static void addIntegers(Type type, int64_t size, std::vector<char> &small,
                        std::vector<char> &special) {
  auto add = [&](std::vector<char> &list, int64_t value) {
    append(list, size,
           [&](void *at) { reference::writeInteger(type, at, value); });
  };
  for (int64_t value = -3; value < 10; ++value)
    add(small, value);
  unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  uint64_t top = uint64_t(1) << (width - 1);
  for (uint64_t value : {uint64_t(0), uint64_t(1), ~uint64_t(0), top, top - 1,
                         top + 1, 2 * top - 2, top >> 1, top / 3})
    add(special, static_cast<int64_t>(value));
}

static void addFloats(FloatType type, int64_t size, std::vector<char> &small,
                      std::vector<char> &special) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  auto add = [&](std::vector<char> &list, const APFloat &value) {
    append(list, size,
           [&](void *at) { reference::writeFloat(type, at, value); });
  };
  for (int value = -3; value < 10; ++value)
    add(small, APFloat(double(value)));
  for (double value : {0.5, -0.25, 1.0 / 3, 1.0009765625, 0.1, 1e-3, 255.0,
                       65504.0, 3e38, -1e-45, 6e-8})
    add(special, APFloat(value));
  add(special, APFloat::getLargest(semantics));
  add(special, APFloat::getSmallest(semantics));
  add(special, APFloat::getSmallestNormalized(semantics));
  add(special, APFloat(1.0));
  if (APFloat::semanticsHasSignedRepr(semantics)) {
    add(special, APFloat::getLargest(semantics, /*Negative=*/true));
    add(special, APFloat::getSmallest(semantics, /*Negative=*/true));
    // Semantics without a zero of its own sign take the other one.
    add(special, APFloat(-0.0));
    add(special, APFloat(0.0));
  }
  if (APFloat::semanticsHasInf(semantics)) {
    add(special, APFloat::getInf(semantics));
    add(special, APFloat::getInf(semantics, /*Negative=*/true));
  }
  if (APFloat::semanticsHasNaN(semantics))
    add(special, APFloat::getNaN(semantics));
}

ValueSource::ValueSource(Type type, int64_t size) : type(type), size(size) {
  Type part = type;
  if (auto complexType = dyn_cast<ComplexType>(type))
    part = complexType.getElementType();
  else if (auto vectorType = dyn_cast<VectorType>(type))
    part = vectorType.getElementType();
  std::optional<int64_t> partSize = reference::getElementSize(part);
  if (!partSize)
    return;
  if (auto floatType = dyn_cast<FloatType>(part))
    addFloats(floatType, *partSize, small, special);
  else
    addIntegers(part, *partSize, small, special);
}

/// Any bits that the type has a meaning for.
static void fillBits(Random &random, Type type, int64_t size, char *at) {
  uint64_t words[2] = {random.next(), random.next()};
  if (isa<IntegerType>(type) && type.getIntOrFloatBitWidth() < 64)
    return reference::writeInteger(type, at, words[0]);
  if (isa<FloatType>(type) && type.getIntOrFloatBitWidth() < 8)
    words[0] &= (uint64_t(1) << type.getIntOrFloatBitWidth()) - 1;
  std::memcpy(at, words, std::min<int64_t>(size, sizeof(words)));
}

void ValueSource::fill(Random &random, char *bytes, int64_t count) const {
  Type part = type;
  if (auto complexType = dyn_cast<ComplexType>(type))
    part = complexType.getElementType();
  int64_t partSize = reference::getElementSize(part).value_or(size);
  if (isa<VectorType>(type))
    partSize = 4;
  int64_t parts = count * (size / partSize);
  // Not every bit pattern of an f80 is a number.
  bool hasAnyBits = !part.isF80();
  size_t style = small.empty() ? 3 : random.weighted({50, 20, 20, 10});
  for (int64_t i = 0; i < parts; ++i, bytes += partSize) {
    const std::vector<char> &list =
        style == 0 || (style == 2 && random.percent(50)) ? small : special;
    if (style == 3 && hasAnyBits)
      fillBits(random, part, partSize, bytes);
    else
      std::memcpy(bytes,
                  list.data() + random.below(list.size() / partSize) * partSize,
                  partSize);
  }
}

} // namespace scatter::fuzz
