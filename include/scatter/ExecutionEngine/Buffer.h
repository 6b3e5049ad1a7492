//===- Buffer.h - memory passed to and from programs ------------*- C++ -*-===//

#ifndef SCATTER_EXECUTIONENGINE_BUFFER_H
#define SCATTER_EXECUTIONENGINE_BUFFER_H

#include "scatter/ExecutionEngine/Types.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <utility>

namespace scatter {

/// An array in memory that the caller owns.
struct BufferView {
  /// The element at index (0, ..., 0). May be null if the array is empty.
  void *data = nullptr;
  ElementType type;
  /// Sizes; empty for a scalar.
  llvm::SmallVector<int64_t, 4> shape;
  /// Strides in elements. They may be negative. Empty means contiguous,
  /// row-major.
  llvm::SmallVector<int64_t, 4> strides;
};

/// Like BufferView, but refers to sizes and strides in memory of the caller.
/// For functions that read them only during the call.
struct ArrayView {
  ArrayView() = default;
  ArrayView(void *data, ElementType type, llvm::ArrayRef<int64_t> shape,
            llvm::ArrayRef<int64_t> strides = {})
      : data(data), type(type), shape(shape), strides(strides) {}
  ArrayView(const BufferView &view)
      : ArrayView(view.data, view.type, view.shape, view.strides) {}

  void *data = nullptr;
  ElementType type;
  llvm::ArrayRef<int64_t> shape, strides;
};

/// A result in memory that generated code allocated, which is freed with this
/// object, or in the memory of a donated argument, which is the caller's.
/// Movable, not copyable. Independent of the Program that made it.
class OwnedBuffer {
public:
  /// Takes ownership of `allocation`, which malloc returned or which is null.
  /// `view` describes the array in it.
  OwnedBuffer(void *allocation, BufferView view)
      : allocation(allocation), view(std::move(view)) {}
  OwnedBuffer(OwnedBuffer &&other)
      : allocation(std::exchange(other.allocation, nullptr)),
        view(std::move(other.view)) {}
  OwnedBuffer &operator=(OwnedBuffer &&other) {
    std::swap(allocation, other.allocation);
    std::swap(view, other.view);
    return *this;
  }
  ~OwnedBuffer();

  /// The array. Valid until this object is destroyed or the released memory is
  /// freed.
  const BufferView &getView() const { return view; }

  /// Passes the ownership of the allocation to the caller, who must free it
  /// with free(). The view stays valid until then.
  void *release() { return std::exchange(allocation, nullptr); }

private:
  void *allocation;
  BufferView view;
};

} // namespace scatter

#endif // SCATTER_EXECUTIONENGINE_BUFFER_H
