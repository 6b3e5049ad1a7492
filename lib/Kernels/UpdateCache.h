//===- UpdateCache.h - updates that are run again ---------------*- C++ -*-===//
//
// Programs often call a function with arrays of the same types, sizes and
// strides, at other addresses. Each thread keeps the updates of its last calls,
// whose arguments are checked and whose kernels are found.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_KERNELS_UPDATECACHE_H
#define SCATTER_LIB_KERNELS_UPDATECACHE_H

#include "Update.h"

#include <memory>

namespace scatter::kernels {

/// All that the checks of a call depend on but addresses.
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

  /// Updates with more words, of arrays of high ranks, are not kept.
  static constexpr uint32_t kMaxWords = 64;

  // Of another type than the words, so that it may stay in a register.
  uint32_t size = 0;
  uint64_t words[kMaxWords];
};

/// Where a thread keeps an update.
struct UpdatePlace {
  struct Entry;
  Entry *entry = nullptr;
  /// How often the entry had got another signature.
  uint64_t version = 0;
};

/// Takes the update that the thread keeps for `signature` and sets `place`, or
/// returns null.
std::unique_ptr<Update> takeUpdate(const Signature &signature,
                                   UpdatePlace &place);

/// Keeps `update` for the next call with `signature`, instead of another one;
/// `place` is where it was taken.
void keepUpdate(const Signature &signature, const UpdatePlace &place,
                std::unique_ptr<Update> update);

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_UPDATECACHE_H
