//===- PointerSet.h - allocations of a call ---------------------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_POINTERSET_H
#define SCATTER_LIB_EXECUTIONENGINE_POINTERSET_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstddef>

namespace scatter {

/// A set of addresses other than null. llvm::SmallPtrSet ends the process where
/// there is no memory to grow; here insert() fails.
class PointerSet {
public:
  PointerSet() = default;
  PointerSet(const PointerSet &) = delete;
  PointerSet &operator=(const PointerSet &) = delete;
  ~PointerSet();

  /// Adds `pointer`, which is not in the set. Returns false if there is no
  /// memory for it.
  bool insert(void *pointer);

  /// Removes `pointer` if it is in the set.
  void erase(void *pointer);

  /// Calls `action` for each pointer and removes all.
  void drain(llvm::function_ref<void(void *)> action);

private:
  size_t getHome(void *pointer) const;
  bool grow();

  /// Most calls have few allocations at a time.
  static constexpr size_t kInlineSlots = 16;
  void *inlineSlots[kInlineSlots];
  /// Open addressing with linear probing: each pointer is in the first slot
  /// from its home on that was free. At most three quarters are in use.
  void **slots = inlineSlots;
  size_t size = 0;
  /// A power of two; 0 as long as `inlineSlots` is not initialized.
  size_t capacity = 0;
};

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_POINTERSET_H
