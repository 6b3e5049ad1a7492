//===- NpyFormat.h - the parts of a .npy file before the elements ---------===//
//
// Errors made here do not name the file yet: readNpy, parseNpy and writeNpy put
// its name in front.
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

/// What a dtype string says.
struct DType {
  char kind;
  /// In bytes.
  int64_t itemSize;
  /// Whether elements (for complex ones: their halves) have the byte order that
  /// is not the host's.
  bool swapped;
};

/// The dictionary of a file, each value checked on its own.
struct Header {
  std::string descr;
  DType dtype;
  bool fortranOrder;
  llvm::SmallVector<int64_t> shape;
};

/// Where the dictionary stands in a file.
struct Preamble {
  uint64_t textOffset;
  uint64_t textSize;
};

/// The most that magic, version and header length take.
inline constexpr size_t maxPreambleSize = 12;

/// An error with the text `message`.
llvm::Error makeError(const llvm::Twine &message);

/// `text` in single quotes for a message: control characters escaped, cut after
/// 32 characters.
std::string quote(llvm::StringRef text);

/// `shape` as Python writes it: "()", "(3,)", "(2, 3)".
std::string printShape(llvm::ArrayRef<int64_t> shape);

/// The name that stands for a file or buffer in errors.
llvm::StringRef displayName(llvm::StringRef name);

/// Reads magic, version and header length from `start`, the first
/// maxPreambleSize bytes of a file of `fileSize` bytes, or all of a shorter
/// one.
llvm::Expected<Preamble> parsePreamble(llvm::StringRef start,
                                       uint64_t fileSize);

/// Reads the dictionary.
llvm::Expected<Header> parseHeader(llvm::StringRef text);

/// Reads a dtype such as "<f4".
llvm::Expected<DType> parseDescr(llvm::StringRef descr);

/// The size of an array in bytes. Fails for a rank above NpyArray::maxRank, for
/// negative sizes, and if the product, sizes of 0 left out, exceeds INT64_MAX:
/// so strides never overflow either.
llvm::Expected<int64_t> getNumBytes(llvm::ArrayRef<int64_t> shape,
                                    int64_t itemSize);

/// Checks that `found` bytes are what an array has; fails like getNumBytes.
/// `descr` is a valid dtype.
llvm::Error checkNumBytes(llvm::StringRef descr, llvm::ArrayRef<int64_t> shape,
                          uint64_t found);

/// The error for an element type that has no dtype.
llvm::Error makeTypeError(mlir::Type elementType);

} // namespace scatter::npy

#endif // SCATTER_LIB_SUPPORT_NPYFORMAT_H
