//===- CopyElements.h - copies of arrays ------------------------*- C++ -*-===//

#ifndef SCATTER_LIB_KERNELS_COPYELEMENTS_H
#define SCATTER_LIB_KERNELS_COPYELEMENTS_H

#include "Operand.h"

namespace scatter::kernels {

/// Copies all elements of `from` to `to`, which has its type and sizes. They do
/// not overlap.
llvm::Error copyElements(const Operand &from, const Operand &to,
                         unsigned threads);

/// Memory that is freed with the object, or none.
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

/// std::errc::not_enough_memory.
llvm::Error makeMemoryError(size_t bytes);

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_COPYELEMENTS_H
