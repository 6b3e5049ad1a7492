//===- Buffer.h - memory that the reference evaluator works on --*- C++ -*-===//
//
// Views of strided memory, buffers that own theirs, and their comparison.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_REFERENCE_BUFFER_H
#define SCATTER_REFERENCE_BUFFER_H

#include "mlir/IR/Types.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace mlir {
class DenseElementsAttr;
} // namespace mlir

namespace scatter::reference {

/// A tensor or memref in memory of the caller: the element at `index` is at
/// `data + elementSize * sum(index[d] * strides[d])`. Strides may be anything,
/// negative ones and 0 included; alignment is not needed. `Pointer` is `void *`
/// or `const void *`.
template <typename Pointer>
struct BasicBufferView {
  mlir::Type elementType;
  /// Address of the element [0, ..., 0]; may be null where there is no element.
  Pointer data = nullptr;
  llvm::SmallVector<int64_t, 8> shape;
  /// One per dimension, in elements.
  llvm::SmallVector<int64_t, 8> strides;
  /// In bytes.
  int64_t elementSize = 0;

  BasicBufferView() = default;

  /// An `elementSize` of 0 stands for getElementSize(elementType), which must
  /// then know the type. `strides` has the length of `shape`.
  BasicBufferView(mlir::Type elementType, Pointer data,
                  llvm::ArrayRef<int64_t> shape,
                  llvm::ArrayRef<int64_t> strides, int64_t elementSize = 0);

  /// A view of a row-major buffer without gaps.
  static BasicBufferView contiguous(mlir::Type elementType, Pointer data,
                                    llvm::ArrayRef<int64_t> shape,
                                    int64_t elementSize = 0);

  /// Writable views convert to read-only ones.
  template <typename Other,
            typename = std::enable_if_t<std::is_convertible_v<Other, Pointer>>>
  BasicBufferView(const BasicBufferView<Other> &other)
      : elementType(other.elementType), data(other.data), shape(other.shape),
        strides(other.strides), elementSize(other.elementSize) {}

  int64_t getRank() const { return shape.size(); }

  /// Product of the sizes; 1 for rank 0.
  int64_t getNumElements() const;

  /// Address of the element at `index`, one entry per dimension. Bounds are not
  /// checked.
  Pointer getAddress(llvm::ArrayRef<int64_t> index) const;
};

using BufferView = BasicBufferView<void *>;
using ConstBufferView = BasicBufferView<const void *>;

extern template struct BasicBufferView<void *>;
extern template struct BasicBufferView<const void *>;

/// Strides, in elements, of a row-major buffer without gaps.
llvm::SmallVector<int64_t, 8>
getContiguousStrides(llvm::ArrayRef<int64_t> shape);

/// Copies every element, bit for bit. The views have the same shape and element
/// size and do not overlap.
void copyElements(const ConstBufferView &from, const BufferView &to);

/// A row-major buffer that owns its memory.
class OwnedBuffer {
public:
  /// Filled with zero bytes. `elementSize` as in BasicBufferView.
  OwnedBuffer(mlir::Type elementType, llvm::ArrayRef<int64_t> shape,
              int64_t elementSize = 0);

  /// A copy of the elements of `view`, without its layout.
  static OwnedBuffer copyOf(const ConstBufferView &view);

  /// The elements of a constant of integer, index, float or complex float type,
  /// splats expanded. Returns nullopt for other element types.
  static std::optional<OwnedBuffer> fromAttr(mlir::DenseElementsAttr attr);

  /// The elements as a constant of tensor type; requires an element type that
  /// fromAttr takes.
  mlir::DenseElementsAttr toAttr() const;

  BufferView view();
  ConstBufferView view() const;

private:
  mlir::Type elementType;
  llvm::SmallVector<int64_t, 8> shape;
  int64_t elementSize;
  std::vector<char> storage;
};

/// How findDifference treats two float elements that are both NaN. Hardware is
/// free in the sign and payload of a NaN that arithmetic yields, so results of
/// reductions are compared with `anyNaN`, results of `none` with `bits`.
enum class NaNComparison { bits, anyNaN };

/// Index of the first element, in row-major order, that differs between two
/// views of the same shape and element type; nullopt if there is none.
/// Integers compare normalised (see readInteger), everything else bit for bit
/// but for NaN; -0 differs from +0.
std::optional<llvm::SmallVector<int64_t, 8>>
findDifference(const ConstBufferView &left, const ConstBufferView &right,
               NaNComparison comparison = NaNComparison::anyNaN);

/// Prints the elements in nested brackets, `[[1, 2], [3, 4]]`.
void printElements(llvm::raw_ostream &os, const ConstBufferView &view);

} // namespace scatter::reference

#endif // SCATTER_REFERENCE_BUFFER_H
