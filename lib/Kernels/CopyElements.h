//===- CopyElements.h - copies the elements of arrays -----------*- C++ -*-===//

#ifndef SCATTER_LIB_KERNELS_COPYELEMENTS_H
#define SCATTER_LIB_KERNELS_COPYELEMENTS_H

#include "Operand.h"

namespace scatter::kernels {

/// Copies all elements of `from` to `to`, which has the same type and shape.
/// The arrays must not overlap.
llvm::Error copyElements(const Operand &from, const Operand &to,
                         unsigned threads);

/// Owns memory, or nothing. The memory is freed with the object.
class ScratchMemory {
public:
  ScratchMemory() = default;
  /// Fails with std::errc::not_enough_memory.
  static llvm::Expected<ScratchMemory> allocate(size_t bytes);

  ScratchMemory(ScratchMemory &&other)
      : memory(std::exchange(other.memory, nullptr)) {}
  ScratchMemory &operator=(ScratchMemory &&other) {
    std::swap(memory, other.memory);
    return *this;
  }
  ~ScratchMemory();

  void *get() const { return memory; }

private:
  explicit ScratchMemory(void *memory) : memory(memory) {}

  void *memory = nullptr;
};

/// Makes the error std::errc::not_enough_memory for `bytes` bytes.
llvm::Error makeMemoryError(size_t bytes);

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_COPYELEMENTS_H
