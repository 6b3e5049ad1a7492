//===- UpdateCache.h - keeps updates to run them again ----------*- C++ -*-===//
//
// Programs often call a function with arrays of the same types, sizes and
// strides, at other addresses. Each thread keeps the updates of its last calls.
// Their arguments have been checked and their kernels have been found.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_KERNELS_UPDATECACHE_H
#define SCATTER_LIB_KERNELS_UPDATECACHE_H

#include "Update.h"

#include <memory>

namespace scatter::kernels {

/// Everything that the checks of a call depend on, except for addresses.
class Signature {
public:
  /// Adds a number.
  void add(uint64_t word) {
    if (LLVM_LIKELY(size < kMaxWords))
      words[size] = word;
    ++size;
  }

  void add(llvm::ArrayRef<int64_t> numbers) {
    for (int64_t number : numbers)
      add(uint64_t(number));
  }

  void add(const ArrayView &view) {
    add(uint64_t(view.type.kind) | uint64_t(view.type.bitWidth) << 8 |
        uint64_t(view.strides.size()) << 24 |
        uint64_t(view.shape.size()) << 40);
    add(view.shape);
    add(view.strides);
  }

private:
  friend class UpdateCache;
  friend struct UpdatePlace;

  /// Updates with more words, of arrays of high rank, are not kept.
  static constexpr uint32_t kMaxWords = 64;

  // Of another type than the words. Stores to the words then cannot alias it,
  // and it may stay in a register.
  uint32_t size = 0;
  uint64_t words[kMaxWords];
};

/// The cache entry that an update was taken from.
struct UpdatePlace {
  struct Entry;
  Entry *entry = nullptr;
  /// The version of the entry. It is incremented when the entry gets another
  /// signature.
  uint64_t version = 0;
};

/// Takes the update that this thread keeps for `signature` and sets `place`.
/// Returns null if there is none.
std::unique_ptr<Update> takeUpdate(const Signature &signature,
                                   UpdatePlace &place);

/// Keeps `update` for the next call with `signature`. It may replace another
/// update. `place` is the value that takeUpdate set.
void keepUpdate(const Signature &signature, const UpdatePlace &place,
                std::unique_ptr<Update> update);

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_UPDATECACHE_H
