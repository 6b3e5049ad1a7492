//===- Npy.h - reading and writing .npy files -----------------------------===//
//
// NumPy's array file format, versions 1.0 to 3.0, and how its dtypes map to
// MLIR element types. Every function is thread-safe on distinct objects and
// files. Every error is one line that starts with the quoted name of the file
// or buffer and says what was expected and what was found; no input, however
// malformed, crashes, and none needs much more memory than twice its size.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_SUPPORT_NPY_H
#define SCATTER_SUPPORT_NPY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <cstdint>
#include <memory>
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace mlir {
class Type;
} // namespace mlir

namespace scatter {

/// An array as it comes from a `.npy` file: row-major (C order), contiguous, in
/// the byte order of the host. It owns its elements; it can be moved, not
/// copied, and a move leaves the address of the elements unchanged.
class NpyArray {
public:
  /// The alignment of the first element in bytes.
  static constexpr size_t alignment = 64;

  /// The highest rank that is read or written, which is NumPy's.
  static constexpr size_t maxRank = 64;

  /// Allocates an array with uninitialized elements. `name` stands for the
  /// array in errors; `descr` is a dtype as `.npy` headers spell it, such as
  /// "<f4", of kind b, i, u, f, c or V. Fails if `descr` is not such a dtype,
  /// if `shape` is no valid shape or if there is no memory for it.
  static llvm::Expected<NpyArray> create(llvm::StringRef name,
                                         llvm::StringRef descr,
                                         llvm::ArrayRef<int64_t> shape);

  /// The file or buffer that the array comes from, for diagnostics.
  llvm::StringRef getName() const { return name; }

  /// The dtype as the file spells it, such as ">f4". It tells the byte order of
  /// the file, not that of getData().
  llvm::StringRef getDescr() const { return descr; }

  /// The kind of the dtype: 'b' boolean, 'i' signed, 'u' unsigned, 'f' float,
  /// 'c' complex, 'V' raw bytes.
  char getKind() const { return kind; }

  /// The size of an element in bytes.
  int64_t getItemSize() const { return itemSize; }

  /// The size of each dimension in elements; empty for rank 0.
  llvm::ArrayRef<int64_t> getShape() const { return shape; }

  /// The product of the shape: 1 for rank 0.
  int64_t getNumElements() const { return numBytes / itemSize; }

  /// The elements, getNumElements() * getItemSize() bytes. The pointer is
  /// aligned and not null even if there are none. Bytes of a boolean array that
  /// was read are 0 or 1.
  llvm::MutableArrayRef<char> getData() {
    return {elements.get(), static_cast<size_t>(numBytes)};
  }
  llvm::ArrayRef<char> getData() const {
    return {elements.get(), static_cast<size_t>(numBytes)};
  }

private:
  struct Deallocate {
    void operator()(char *pointer) const;
  };

  NpyArray() = default;

  std::string name;
  std::string descr;
  char kind = 'V';
  int64_t itemSize = 1;
  int64_t numBytes = 0;
  llvm::SmallVector<int64_t> shape;
  std::unique_ptr<char[], Deallocate> elements;
};

/// Reads the regular file `path`. C-ordered elements go straight into the
/// array; Fortran-ordered ones need a second buffer of the same size meanwhile.
llvm::Expected<NpyArray> readNpy(llvm::StringRef path);

/// The same for a file in memory. The array does not refer to `buffer`.
llvm::Expected<NpyArray> parseNpy(llvm::MemoryBufferRef buffer);

/// Writes a row-major array with elements of type `elementType` (a type for
/// which npyDescr is not empty) in host byte order. The bytes of the file are
/// those that numpy.save writes, with the types of ml_dtypes where NumPy has
/// none: i1 is written as 0 or 1, of a 4-bit element the low half of its byte.
/// `data` holds as many bytes as `shape` says. The file appears under `path`
/// when it is complete, see AtomicFile.
llvm::Error writeNpy(llvm::StringRef path, mlir::Type elementType,
                     llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<char> data);

/// The same to a stream, whose errors are the caller's to see; `name` stands
/// for it in others. Nothing is written when an error is returned.
llvm::Error writeNpy(llvm::raw_ostream &os, llvm::StringRef name,
                     mlir::Type elementType, llvm::ArrayRef<int64_t> shape,
                     llvm::ArrayRef<char> data);

/// What writeNpy puts before the elements: magic, version 1.0, dictionary and
/// padding to 64 bytes. `shape` has non-negative sizes and at most maxRank.
std::string npyHeader(llvm::StringRef descr, llvm::ArrayRef<int64_t> shape);

/// The dtype that writeNpy gives to elements of type `elementType`, empty if
/// there is none:
///
///   i1                     "|b1"
///   i8 si8, ui8            "|i1", "|u1"
///   iN siN, uiN            "<iN/8", "<uN/8" for N = 16, 32, 64
///   index                  "<i8"
///   f16, f32, f64          "<f2", "<f4", "<f8"
///   complex<f32>, <f64>    "<c8", "<c16"
///   bf16                   "<V2"
///   8-bit floats           "<V1"
///   i4 si4 ui4             "<V1", one element per byte
///
/// The V dtypes are those that NumPy writes for the types of ml_dtypes, except
/// for float8_e5m2: it writes "<f1" there, which it then refuses to read.
std::string npyDescr(mlir::Type elementType);

/// Whether elements of type `elementType` may come from `array`: its dtype is
/// npyDescr(elementType) in either byte order or, for types written as V, it is
///
///   bf16, 8-bit floats     unsigned of the same size (bit patterns)
///   f8E5M2                 "<f1"
///   i4 si4, ui4            "|i1", "|u1" (values)
///
/// A signless integer is signed to NumPy. Values are not looked at.
bool npyMatches(const NpyArray &array, mlir::Type elementType);

/// Makes `array` hold elements of type `elementType` in the form in which
/// memory holds them: fails, as in "expected dtype '<f4' for f32, found '<f8'",
/// unless npyMatches, then normalizes the bytes. Integers of one byte that do
/// not fit the 4-bit type are an error, which leaves `array` as it was.
llvm::Error convertNpy(NpyArray &array, mlir::Type elementType);

/// Brings elements of type `elementType` to the form in which convertNpy leaves
/// them: i1 bytes become 0 or 1; of 4-bit elements the low half of each byte is
/// sign-extended (i4, si4) or zero-extended (ui4). Other types have no other
/// form. Use it to compare the bytes of elements that compiled code stored.
void normalizeNpyData(mlir::Type elementType, llvm::MutableArrayRef<char> data);

} // namespace scatter

#endif // SCATTER_SUPPORT_NPY_H
