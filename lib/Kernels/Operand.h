//===- Operand.h - array arguments of the functions -------------*- C++ -*-===//

#ifndef SCATTER_LIB_KERNELS_OPERAND_H
#define SCATTER_LIB_KERNELS_OPERAND_H

#include "scatter/Dialect/Scatter/IR/ScatterEnums.h"
#include "scatter/ExecutionEngine/Buffer.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <utility>

namespace scatter::kernels {

/// The largest rank of an array, the same as in NumPy.
inline constexpr size_t kMaxRank = 64;

/// Kernels do not distinguish signed from signless integers.
inline ElementType canonicalize(ElementType type) {
  if (type.kind == ElementKind::Signed)
    type.kind = ElementKind::Signless;
  return type;
}

/// Whether two lists of sizes or strides are equal. operator== calls memcmp,
/// which is slow for lists as short as most of these.
inline bool areEqual(llvm::ArrayRef<int64_t> a, llvm::ArrayRef<int64_t> b) {
  if (a.size() != b.size())
    return false;
  // In-place calls pass the same list twice.
  for (size_t i = 0; a.data() != b.data() && i < a.size(); ++i)
    if (a[i] != b[i])
      return false;
  return true;
}

/// An array whose shape, strides and address have been checked.
struct Operand {
  Operand() = default;
  /// Describes contiguous memory with the shape and the type of `like`.
  Operand(void *memory, const Operand &like);

  /// Describes a result with the shape and the type of `like`. The strides are
  /// those of getResultStrides.
  static Operand makeResult(void *memory, const Operand &like);

  /// Describes an array of bytes without elements, whose rank has no limit.
  static Operand makeEmpty(llvm::ArrayRef<int64_t> shape);

  /// Describes `view`. Fails with an ArgumentError whose message begins with
  /// `name`.
  llvm::Error set(llvm::StringRef name, const ArrayView &view);

  bool hasType(const ArrayView &view) const {
    return type == canonicalize(view.type);
  }

  /// Whether the type, the shape and the strides are those of `view`.
  bool hasLayout(const ArrayView &view) const {
    return hasType(view) && areEqual(shape, view.shape) &&
           (view.strides.empty() ? isContiguous
                                 : areEqual(strides, view.strides));
  }

  /// Changes the address and keeps the layout. Fails with ArgumentError and
  /// then changes nothing.
  llvm::Error move(llvm::StringRef name, void *memory) {
    char *former = std::exchange(data, static_cast<char *>(memory));
    if (LLVM_UNLIKELY(!hasAddress())) {
      llvm::Error error = makeAddressError(name);
      data = former;
      return error;
    }
    begin = data + (begin - former);
    end = data + (end - former);
    return llvm::Error::success();
  }

  int64_t getRank() const { return int64_t(shape.size()); }
  size_t countBytes() const { return size_t(numElements * itemSize); }

  char *data = nullptr;
  /// Signed integers are represented as signless.
  ElementType type;
  /// Bytes per element.
  int64_t itemSize = 0;
  int64_t numElements = 1;
  llvm::SmallVector<int64_t, 4> shape;
  /// In elements. Any value is valid for a dimension of size 1.
  llvm::SmallVector<int64_t, 4> strides;
  /// Whether the elements are row-major without padding.
  bool isContiguous = true;
  /// The memory range of the elements: its first byte, and the byte after the
  /// last. Equal if the array is empty.
  const char *begin = nullptr, *end = nullptr;

private:
  void setContiguous();
  bool setStrides(llvm::ArrayRef<int64_t> given);
  llvm::Error makeAddressError(llvm::StringRef name) const;

  /// The required alignment of addresses. Complex numbers have the alignment of
  /// their parts. Element sizes are powers of two.
  int64_t getAlignment() const {
    return type.kind == ElementKind::Complex ? itemSize / 2 : itemSize;
  }

  /// Whether the address is aligned and not null. An empty array needs no
  /// address.
  bool hasAddress() const {
    auto address = reinterpret_cast<uintptr_t>(data);
    return numElements == 0 ||
           (data && (address & uintptr_t(getAlignment() - 1)) == 0);
  }
};

/// Whether the memory ranges of both arrays overlap.
inline bool mayOverlap(const Operand &a, const Operand &b) {
  return a.begin < b.end && b.begin < a.end;
}

/// Whether both arrays have the same elements at the same addresses.
bool areSameMemory(const Operand &a, const Operand &b);

/// Fails with ArgumentError if two elements of `operand` share memory.
llvm::Error checkDistinctElements(llvm::StringRef name, const Operand &operand);

/// Makes an ArgumentError with Reason::Shape.
llvm::Error makeShapeError(const llvm::Twine &message);

/// Makes an ArgumentError with Reason::Type.
llvm::Error makeTypeError(const llvm::Twine &message);

/// Fails unless `operand` has the type of `data`.
llvm::Error checkType(llvm::StringRef name, const Operand &operand,
                      const Operand &data);

/// Sets `out` to the argument of that name. Fails unless it has the type of
/// `data`, this shape, and elements that do not share memory.
llvm::Error setOut(Operand &out, const ArrayView &view, const Operand &data,
                   llvm::ArrayRef<int64_t> shape);

/// Fails unless `indices` are integers of 32 or 64 bits.
llvm::Error checkIndexType(const Operand &indices);

/// Fails unless elements of `type` have `reduction`.
llvm::Error checkReduction(Reduction reduction, ElementType type);

/// Fails unless the argument `name` has the sizes `expected`.
llvm::Error checkShape(llvm::StringRef name, llvm::ArrayRef<int64_t> found,
                       llvm::ArrayRef<int64_t> expected);

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_OPERAND_H
