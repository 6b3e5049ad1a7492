//===- ReferenceBuffer.h - memory of the evaluator --------------*- C++ -*-===//
//
// Views of strided memory, buffers that own their memory, and comparison of
// both.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_REFERENCE_REFERENCEBUFFER_H
#define SCATTER_REFERENCE_REFERENCEBUFFER_H

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

/// A tensor or memref in memory that the caller owns. The element at `index` is
/// at `data + elementSize * sum(index[d] * strides[d])`. Strides may have any
/// value, including 0 and negative ones. Alignment is not required. `Pointer`
/// is `void *` or `const void *`.
template <typename Pointer>
struct BasicBufferView {
  mlir::Type elementType;
  /// The address of the element [0, ..., 0]. It may be null if there are no
  /// elements.
  Pointer data = nullptr;
  llvm::SmallVector<int64_t, 8> shape;
  /// One stride per dimension, in elements.
  llvm::SmallVector<int64_t, 8> strides;
  /// In bytes.
  int64_t elementSize = 0;

  BasicBufferView() = default;

  /// An `elementSize` of 0 means getElementSize(elementType), which must know
  /// the type then. `strides` must have as many entries as `shape`.
  BasicBufferView(mlir::Type elementType, Pointer data,
                  llvm::ArrayRef<int64_t> shape,
                  llvm::ArrayRef<int64_t> strides, int64_t elementSize = 0);

  /// Returns a view of a contiguous row-major buffer.
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

  /// Returns the product of the sizes, which is 1 for rank 0.
  int64_t getNumElements() const;

  /// Returns the address of the element at `index`, which has one entry per
  /// dimension. Does not check bounds.
  Pointer getAddress(llvm::ArrayRef<int64_t> index) const;
};

using BufferView = BasicBufferView<void *>;
using ConstBufferView = BasicBufferView<const void *>;

extern template struct BasicBufferView<void *>;
extern template struct BasicBufferView<const void *>;

/// Returns the strides, in elements, of a contiguous row-major buffer.
llvm::SmallVector<int64_t, 8>
getContiguousStrides(llvm::ArrayRef<int64_t> shape);

/// Copies every element bit for bit. The views must have the same shape and
/// element size and must not overlap.
void copyElements(const ConstBufferView &from, const BufferView &to);

/// A row-major buffer that owns its memory.
class OwnedBuffer {
public:
  /// Creates a buffer of zero bytes. `elementSize` is as in BasicBufferView.
  OwnedBuffer(mlir::Type elementType, llvm::ArrayRef<int64_t> shape,
              int64_t elementSize = 0);

  /// Copies the elements of `view` to a contiguous buffer.
  static OwnedBuffer copyOf(const ConstBufferView &view);

  /// Returns the elements of a constant of integer, index, float or complex
  /// float type, with splats expanded. Returns nullopt for other element types.
  static std::optional<OwnedBuffer> fromAttr(mlir::DenseElementsAttr attr);

  /// Returns the elements as a constant of tensor type. The element type must
  /// be one that fromAttr supports.
  mlir::DenseElementsAttr toAttr() const;

  BufferView view();
  ConstBufferView view() const;

private:
  mlir::Type elementType;
  llvm::SmallVector<int64_t, 8> shape;
  int64_t elementSize;
  std::vector<char> storage;
};

/// How findDifference compares two float elements that are both NaN. Hardware
/// may choose sign and payload of a NaN that arithmetic returns. Therefore
/// results of reductions are compared with `anyNaN`, and results of `none` with
/// `bits`.
enum class NaNComparison { bits, anyNaN };

/// Returns the index of the first element, in row-major order, that differs
/// between two views of the same shape and element type, or nullopt if there is
/// none. Integers are compared normalized (see readInteger). All other elements
/// are compared bit for bit, except for NaN; -0 differs from +0.
std::optional<llvm::SmallVector<int64_t, 8>>
findDifference(const ConstBufferView &left, const ConstBufferView &right,
               NaNComparison comparison = NaNComparison::anyNaN);

/// Prints the elements in nested brackets, `[[1, 2], [3, 4]]`.
void printElements(llvm::raw_ostream &os, const ConstBufferView &view);

} // namespace scatter::reference

#endif // SCATTER_REFERENCE_REFERENCEBUFFER_H
