//===- Scratch.h - memory for converted arguments ---------------*- C++ -*-===//

#ifndef SCATTER_PYTHON_SRC_SCRATCH_H
#define SCATTER_PYTHON_SRC_SCRATCH_H

#include "Arrays.h"

#include <cstdlib>
#include <memory>
#include <utility>

namespace scatter::python {

/// Memory for a converted argument. Later calls use it again, so that they need
/// not map and clear pages.
class Scratch {
public:
  Scratch() = default;
  Scratch(const Scratch &) = delete;
  Scratch &operator=(const Scratch &) = delete;
  ~Scratch() {
    if (block.memory)
      release();
  }

  /// Returns memory of `bytes` bytes, or null.
  void *allocate(size_t bytes);

  /// Returns `count` elements that have the `itemSize` bytes of `number`, or
  /// null. Does nothing if the memory has them from an earlier call.
  void *fill(const void *number, size_t itemSize, size_t count);

  void swap(Scratch &other) { std::swap(block, other.block); }

  /// One element.
  alignas(16) char number[16];

private:
  struct Block {
    std::unique_ptr<void, decltype(&std::free)> memory = {nullptr, std::free};
    size_t bytes = 0;
    /// The size of the elements that the first `filledBytes` bytes repeat.
    size_t itemSize = 0, filledBytes = 0;
  };
  Block &take(size_t bytes);
  void release();

  Block block;
  /// A block that no call uses.
  static Block idle;
};

} // namespace scatter::python

#endif // SCATTER_PYTHON_SRC_SCRATCH_H
