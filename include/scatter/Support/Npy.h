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
  /// array in errors. `descr` is a dtype of kind b, i, u, f, c or V as `.npy`
  /// headers spell it, such as "<f4". Fails if `descr` is not such a dtype, if
  /// `shape` is not valid, or if there is not enough memory.
  static llvm::Expected<NpyArray> create(llvm::StringRef name,
                                         llvm::StringRef descr,
                                         llvm::ArrayRef<int64_t> shape);

  /// The file or buffer that the array comes from, for diagnostics.
  llvm::StringRef getName() const { return name; }

  /// The dtype as the file spells it, such as ">f4". Its byte order is that of
  /// the file. The elements in getData() have the byte order of the host.
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

/// Reads the regular file `path`. C-ordered elements are read directly into the
/// array. Fortran-ordered elements need a second buffer of the same size during
/// the call.
llvm::Expected<NpyArray> readNpy(llvm::StringRef path);

/// Parses a file in memory. The array does not refer to `buffer`.
llvm::Expected<NpyArray> parseNpy(llvm::MemoryBufferRef buffer);

/// Writes a row-major array with elements of type `elementType` in host byte
/// order. npyDescr(elementType) must not be empty. `data` holds as many bytes
/// as `shape` requires. The file has the same bytes as a file of numpy.save,
/// with the types of ml_dtypes where NumPy has none. An i1 is written as 0 or
/// 1, and a 4-bit element as the low half of its byte. The file appears under
/// `path` when it is complete, see AtomicFile.
llvm::Error writeNpy(llvm::StringRef path, mlir::Type elementType,
                     llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<char> data);

/// Writes an array to a stream. The caller must check the stream for write
/// errors. Other errors call the stream `name`. Nothing is written if an error
/// is returned.
llvm::Error writeNpy(llvm::raw_ostream &os, llvm::StringRef name,
                     mlir::Type elementType, llvm::ArrayRef<int64_t> shape,
                     llvm::ArrayRef<char> data);

/// Returns the header that writeNpy writes before the elements: magic, version
/// 1.0, dictionary, and padding to 64 bytes. `shape` must have non-negative
/// sizes and a rank of at most maxRank.
std::string npyHeader(llvm::StringRef descr, llvm::ArrayRef<int64_t> shape);

/// Returns the dtype that writeNpy uses for elements of type `elementType`, or
/// an empty string if there is none:
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
/// The V dtypes are those that NumPy writes for the types of ml_dtypes. The
/// exception is float8_e5m2, for which NumPy writes "<f1" but cannot read it.
std::string npyDescr(mlir::Type elementType);

/// Whether `array` may be read as elements of type `elementType`. Its dtype
/// must be npyDescr(elementType) in either byte order. For types written as V
/// it may also be
///
///   bf16, 8-bit floats     unsigned of the same size (bit patterns)
///   f8E5M2                 "<f1"
///   i4 si4, ui4            "|i1", "|u1" (values)
///
/// NumPy treats a signless integer as signed. Values are not checked.
bool npyMatches(const NpyArray &array, mlir::Type elementType);

/// Converts `array` to elements of type `elementType` in the form that they
/// have in memory. Fails unless npyMatches holds, as in "expected dtype '<f4'
/// for f32, found '<f8'". Also fails if one-byte integers do not fit the 4-bit
/// type. `array` is unchanged after an error.
llvm::Error convertNpy(NpyArray &array, mlir::Type elementType);

/// Normalizes elements of type `elementType` as convertNpy does. i1 bytes
/// become 0 or 1. The low half of the byte of a 4-bit element is sign-extended
/// (i4, si4) or zero-extended (ui4). Other types are unchanged. Use it before
/// comparing the bytes of elements that compiled code stored.
void normalizeNpyData(mlir::Type elementType, llvm::MutableArrayRef<char> data);

} // namespace scatter

#endif // SCATTER_SUPPORT_NPY_H
