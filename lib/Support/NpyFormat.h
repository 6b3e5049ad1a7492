//===- NpyFormat.h - the header of a .npy file ----------------------------===//
//
// Errors made here do not name the file. readNpy, parseNpy and writeNpy prepend
// its name.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_SUPPORT_NPYFORMAT_H
#define SCATTER_LIB_SUPPORT_NPYFORMAT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>

namespace mlir {
class Type;
} // namespace mlir

namespace scatter::npy {

/// The six bytes that every file starts with.
inline constexpr llvm::StringLiteral magic = "\x93NUMPY";

/// A parsed dtype string.
struct DType {
  char kind;
  /// In bytes.
  int64_t itemSize;
  /// Whether the byte order of elements, or of the parts of complex elements,
  /// differs from that of the host.
  bool swapped;
};

/// The dictionary of a file. Each value has been checked on its own.
struct Header {
  std::string descr;
  DType dtype;
  bool fortranOrder;
  llvm::SmallVector<int64_t> shape;
};

/// The position of the dictionary in a file.
struct Preamble {
  uint64_t textOffset;
  uint64_t textSize;
};

/// The maximum size of magic, version and header length in bytes.
inline constexpr size_t maxPreambleSize = 12;

/// Returns `text` in single quotes for a message. Control characters are
/// escaped, and the text is truncated to 32 characters.
std::string quote(llvm::StringRef text);

/// Formats `shape` as Python does: "()", "(3,)", "(2, 3)".
std::string printShape(llvm::ArrayRef<int64_t> shape);

/// The name of a file or buffer for error messages.
llvm::StringRef displayName(llvm::StringRef name);

/// Parses magic, version and header length. `start` is the first
/// maxPreambleSize bytes of a file of `fileSize` bytes, or the whole file if it
/// is shorter.
llvm::Expected<Preamble> parsePreamble(llvm::StringRef start,
                                       uint64_t fileSize);

/// Parses the dictionary.
llvm::Expected<Header> parseHeader(llvm::StringRef text);

/// Parses a dtype such as "<f4".
llvm::Expected<DType> parseDescr(llvm::StringRef descr);

/// Returns the size of an array in bytes. Fails for a rank above
/// NpyArray::maxRank, for negative sizes, and if the product exceeds INT64_MAX.
/// Sizes of 0 are left out of the product, so that strides do not overflow
/// either.
llvm::Expected<int64_t> getNumBytes(llvm::ArrayRef<int64_t> shape,
                                    int64_t itemSize);

/// Checks that an array has `found` bytes. Fails like getNumBytes. `descr` must
/// be a valid dtype.
llvm::Error checkNumBytes(llvm::StringRef descr, llvm::ArrayRef<int64_t> shape,
                          uint64_t found);

/// Makes the error for an element type without a dtype.
llvm::Error makeTypeError(mlir::Type elementType);

} // namespace scatter::npy

#endif // SCATTER_LIB_SUPPORT_NPYFORMAT_H
