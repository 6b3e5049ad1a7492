//===- Scratch.cpp - memory for converted arguments -----------------------===//

#include "Scratch.h"

#include <algorithm>
#include <array>
#include <cstring>

using namespace scatter::python;

/// Larger blocks are not kept.
static constexpr size_t kMaxIdleBytes = 4 << 20;

Scratch::Block Scratch::idle;

void Scratch::release() {
  if (block.bytes <= kMaxIdleBytes && block.bytes >= idle.bytes)
    idle = std::move(block);
}

Scratch::Block &Scratch::take(size_t bytes) {
  // The idle block is taken, because calls of other threads may run meanwhile.
  if (idle.bytes >= bytes) {
    block = std::move(idle);
    idle.bytes = 0;
    return block;
  }
  // A power of two, so that slightly larger arrays find it large enough.
  size_t size = 4096;
  while (size < bytes && size <= kMaxIdleBytes)
    size *= 2;
  size = std::max(size, bytes);
  block = {{std::malloc(size), std::free}, size, 0, 0};
  if (!block.memory)
    block.bytes = 0;
  return block;
}

void *Scratch::allocate(size_t bytes) {
  Block &taken = take(bytes);
  taken.filledBytes = 0;
  return taken.memory.get();
}

template <typename T>
static void fillElements(void *memory, const void *number, size_t count) {
  T value;
  std::memcpy(&value, number, sizeof(T));
  std::fill_n(static_cast<T *>(memory), count, value);
}

void *Scratch::fill(const void *number, size_t itemSize, size_t count) {
  size_t bytes = count * itemSize;
  Block &taken = take(bytes);
  void *memory = taken.memory.get();
  if (!memory || bytes == 0 ||
      (taken.itemSize == itemSize && taken.filledBytes >= bytes &&
       std::memcmp(memory, number, itemSize) == 0))
    return memory;
  switch (itemSize) {
  case 1:
    fillElements<uint8_t>(memory, number, count);
    break;
  case 2:
    fillElements<uint16_t>(memory, number, count);
    break;
  case 4:
    fillElements<uint32_t>(memory, number, count);
    break;
  case 8:
    fillElements<uint64_t>(memory, number, count);
    break;
  default:
    fillElements<std::array<uint64_t, 2>>(memory, number, count);
  }
  taken.itemSize = itemSize;
  taken.filledBytes = bytes;
  return memory;
}
