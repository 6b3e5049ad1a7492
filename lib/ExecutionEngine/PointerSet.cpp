//===- PointerSet.cpp - allocations of a call -----------------------------===//

#include "PointerSet.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <utility>

using namespace scatter;

PointerSet::~PointerSet() {
  if (slots != inlineSlots)
    std::free(slots);
}

/// Allocations are multiples of 16 and often of a page: a multiplication
/// spreads what they differ in over the high bits.
size_t PointerSet::getHome(void *pointer) const {
  uint64_t hash = reinterpret_cast<uintptr_t>(pointer) * 0x9E3779B97F4A7C15u;
  return (hash >> 32) & (capacity - 1);
}

bool PointerSet::grow() {
  if (capacity == 0) {
    capacity = kInlineSlots;
    std::fill_n(slots, capacity, nullptr);
    return true;
  }
  auto **larger =
      static_cast<void **>(std::calloc(2 * capacity, sizeof(void *)));
  if (!larger)
    return false;
  void **former = std::exchange(slots, larger);
  size_t formerCapacity = std::exchange(capacity, 2 * capacity);
  size = 0;
  for (size_t i = 0; i < formerCapacity; ++i)
    if (former[i])
      insert(former[i]);
  if (former != inlineSlots)
    std::free(former);
  return true;
}

bool PointerSet::insert(void *pointer) {
  if (4 * (size + 1) > 3 * capacity && !grow())
    return false;
  size_t slot = getHome(pointer);
  while (slots[slot])
    slot = (slot + 1) & (capacity - 1);
  slots[slot] = pointer;
  ++size;
  return true;
}

void PointerSet::erase(void *pointer) {
  if (size == 0 || !pointer)
    return;
  size_t mask = capacity - 1;
  size_t hole = getHome(pointer);
  for (; slots[hole] != pointer; hole = (hole + 1) & mask)
    if (!slots[hole])
      return;
  --size;
  // Pointers that follow move up unless that would be before their home.
  for (size_t i = (hole + 1) & mask; slots[i]; i = (i + 1) & mask) {
    if (((i - getHome(slots[i])) & mask) < ((i - hole) & mask))
      continue;
    slots[hole] = slots[i];
    hole = i;
  }
  slots[hole] = nullptr;
}

void PointerSet::drain(llvm::function_ref<void(void *)> action) {
  for (size_t i = 0; i < capacity; ++i)
    if (void *pointer = std::exchange(slots[i], nullptr))
      action(pointer);
  size = 0;
}
