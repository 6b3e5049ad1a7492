//===- NpyTypes.cpp - NumPy dtypes and MLIR element types -----------------===//
//
// Maps element types to dtypes and normalizes elements in memory.
//
//===----------------------------------------------------------------------===//

#include "NpyFormat.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Support/DebugStringHelper.h"
#include "scatter/Support/Npy.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace mlir;

namespace scatter {

/// Returns a dtype of more than one byte in the byte order of the host.
static std::string nativeDescr(char kind, unsigned bits) {
  return (Twine(sys::IsLittleEndianHost ? "<" : ">") + Twine(kind) +
          Twine(bits / 8))
      .str();
}

std::string npyDescr(Type elementType) {
  if (elementType.isSignlessInteger(1))
    return "|b1";
  if (elementType.isIndex())
    return nativeDescr('i', 64);
  if (auto integer = dyn_cast<IntegerType>(elementType)) {
    unsigned width = integer.getWidth();
    char kind = integer.isUnsigned() ? 'u' : 'i';
    if (width == 4)
      return "<V1";
    if (width == 8)
      return std::string("|") + kind + "1";
    if (width == 16 || width == 32 || width == 64)
      return nativeDescr(kind, width);
    return "";
  }
  if (elementType.isF16() || elementType.isF32() || elementType.isF64())
    return nativeDescr('f', elementType.getIntOrFloatBitWidth());
  if (elementType.isBF16())
    return nativeDescr('V', 16);
  if (isa<FloatType>(elementType) && elementType.getIntOrFloatBitWidth() == 8)
    return "<V1";
  if (auto complex = dyn_cast<ComplexType>(elementType)) {
    Type part = complex.getElementType();
    if (part.isF32() || part.isF64())
      return nativeDescr('c', 2 * part.getIntOrFloatBitWidth());
  }
  return "";
}

/// Returns the dtypes that a file may have for `elementType`, beginning with
/// the one that is written. Empty if the type has no dtype.
static SmallVector<std::string, 2> acceptedDescrs(Type elementType) {
  SmallVector<std::string, 2> descrs = {npyDescr(elementType)};
  if (descrs.front().empty())
    return {};
  if (elementType.isBF16())
    descrs.push_back(nativeDescr('u', 16));
  else if (isa<Float8E5M2Type>(elementType))
    descrs.append({"<f1", "|u1"});
  else if (descrs.front() == "<V1")
    descrs.push_back(elementType.isSignlessInteger(4) ||
                             elementType.isSignedInteger(4)
                         ? "|i1"
                         : "|u1");
  return descrs;
}

bool npyMatches(const NpyArray &array, Type elementType) {
  return any_of(acceptedDescrs(elementType), [&](StringRef descr) {
    Expected<npy::DType> dtype = npy::parseDescr(descr);
    if (!dtype) {
      consumeError(dtype.takeError());
      return false;
    }
    return dtype->kind == array.getKind() &&
           dtype->itemSize == array.getItemSize();
  });
}

Error npy::makeTypeError(Type elementType) {
  return createStringError(
      "expected an element type that has a NumPy dtype, found " +
      debugString(elementType));
}

static Error mismatch(const NpyArray &array, Type elementType) {
  SmallVector<std::string, 2> descrs = acceptedDescrs(elementType);
  if (descrs.empty())
    return npy::makeTypeError(elementType);
  return createStringError("expected dtype " +
                           join(map_range(descrs, npy::quote), " or ") +
                           " for " + debugString(elementType) + ", found " +
                           npy::quote(array.getDescr()));
}

/// Checks that numbers of one byte fit a 4-bit type.
static Error checkFourBitRange(ArrayRef<char> data, Type elementType) {
  bool isUnsigned = elementType.isUnsignedInteger();
  int low = isUnsigned ? 0 : -8, high = isUnsigned ? 15 : 7;
  for (auto [position, byte] : enumerate(data)) {
    int value = isUnsigned ? static_cast<int>(static_cast<uint8_t>(byte))
                           : static_cast<int>(static_cast<int8_t>(byte));
    if (value < low || value > high)
      return createStringError("expected values from " + Twine(low) + " to " +
                               Twine(high) + " for " +
                               debugString(elementType) + ", found " +
                               Twine(value) + " in element " + Twine(position));
  }
  return Error::success();
}

Error convertNpy(NpyArray &array, Type elementType) {
  if (!npyMatches(array, elementType))
    return createFileError(array.getName(), mismatch(array, elementType));
  if (elementType.isInteger(4) && array.getKind() != 'V')
    if (Error error = checkFourBitRange(array.getData(), elementType))
      return createFileError(array.getName(), std::move(error));
  normalizeNpyData(elementType, array.getData());
  return Error::success();
}

void normalizeNpyData(Type elementType, MutableArrayRef<char> data) {
  if (elementType.isInteger(1)) {
    for (char &byte : data)
      byte = byte != 0;
  } else if (elementType.isUnsignedInteger(4)) {
    for (char &byte : data)
      byte &= 15;
  } else if (elementType.isInteger(4)) {
    // Sign-extends the low half: 0..7 stay, 8..15 become -8..-1.
    for (char &byte : data)
      byte = ((byte & 15) ^ 8) - 8;
  }
}

} // namespace scatter
