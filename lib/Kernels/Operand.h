//===- Operand.h - array arguments of the functions -------------*- C++ -*-===//

#ifndef SCATTER_LIB_KERNELS_OPERAND_H
#define SCATTER_LIB_KERNELS_OPERAND_H

#include "scatter/ExecutionEngine/Buffer.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <utility>

namespace scatter::kernels {

/// The largest rank of an array, as NumPy's.
inline constexpr size_t kMaxRank = 64;

/// An array whose sizes, strides and address were checked.
struct Operand {
  Operand() = default;
  /// Contiguous memory with the sizes and the type of `like`.
  Operand(void *memory, const Operand &like);

  /// The same with the strides of a result, see getResultStrides.
  static Operand makeResult(void *memory, const Operand &like);

  /// Describes `view`. Fails with ArgumentError that begins with the name of
  /// the argument.
  llvm::Error set(llvm::StringRef name, const ArrayView &view);

  /// Points the array at other memory with the same layout. Fails with
  /// ArgumentError.
  llvm::Error move(llvm::StringRef name, void *memory) {
    char *former = std::exchange(data, static_cast<char *>(memory));
    begin = data + (begin - former);
    end = data + (end - former);
    return LLVM_LIKELY(hasAddress()) ? llvm::Error::success()
                                     : makeAddressError(name);
  }

  int64_t getRank() const { return int64_t(shape.size()); }
  size_t countBytes() const { return size_t(numElements * itemSize); }

  char *data = nullptr;
  /// Signed integers are signless ones.
  ElementType type;
  /// Bytes per element.
  int64_t itemSize = 0;
  int64_t numElements = 1;
  llvm::SmallVector<int64_t, 4> shape;
  /// In elements; of a dimension of one element any.
  llvm::SmallVector<int64_t, 4> strides;
  /// Whether the elements are row-major without gaps.
  bool isContiguous = true;
  /// The first byte and the end of the last element in memory; equal if there
  /// is no element.
  const char *begin = nullptr, *end = nullptr;

private:
  void setContiguous();
  bool setStrides(llvm::ArrayRef<int64_t> given);
  llvm::Error makeAddressError(llvm::StringRef name) const;

  /// The alignment that addresses have: complex numbers are aligned as their
  /// parts. Sizes of elements are powers of two.
  int64_t getAlignment() const {
    return type.kind == ElementKind::Complex ? itemSize / 2 : itemSize;
  }

  /// Whether the elements, if there are any, have an address, and an aligned
  /// one.
  bool hasAddress() const {
    auto address = reinterpret_cast<uintptr_t>(data);
    return numElements == 0 ||
           (data && (address & uintptr_t(getAlignment() - 1)) == 0);
  }
};

/// Whether the bytes from the first to the last element of both overlap.
inline bool mayOverlap(const Operand &a, const Operand &b) {
  return a.begin < b.end && b.begin < a.end;
}

/// Whether two lists of sizes or strides are equal. Most are too short for the
/// call of memcmp that operator== makes.
inline bool areEqual(llvm::ArrayRef<int64_t> a, llvm::ArrayRef<int64_t> b) {
  if (a.size() != b.size())
    return false;
  // Calls in place name one list twice.
  for (size_t i = 0; a.data() != b.data() && i < a.size(); ++i)
    if (a[i] != b[i])
      return false;
  return true;
}

/// Whether both have the same elements at the same addresses.
bool areSameMemory(const Operand &a, const Operand &b);

/// Fails with ArgumentError if elements of `operand` share memory.
llvm::Error checkDistinctElements(llvm::StringRef name, const Operand &operand);

/// ArgumentError (Reason::Shape).
llvm::Error makeShapeError(const llvm::Twine &message);

/// ArgumentError (Reason::Type).
llvm::Error makeTypeError(const llvm::Twine &message);

/// Fails unless `operand` has the type of `data`.
llvm::Error checkType(llvm::StringRef name, const Operand &operand,
                      const Operand &data);

/// Fails unless the argument `name` has the sizes `expected`.
llvm::Error checkShape(llvm::StringRef name, llvm::ArrayRef<int64_t> found,
                       llvm::ArrayRef<int64_t> expected);

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_OPERAND_H
