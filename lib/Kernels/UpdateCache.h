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
    // A sum, so that no word waits for the product of the one before.
    hash += (word + size) * (0x9E3779B97F4A7C15u + 2 * size);
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

  /// Updates with more words, of arrays of high ranks, are not kept.
  static constexpr size_t kMaxWords = 64;

  size_t size = 0;
  uint64_t hash = 0;
  uint64_t words[kMaxWords];
};

/// Takes the update that the thread keeps for `signature`, or returns null.
std::unique_ptr<Update> takeUpdate(const Signature &signature);

/// Keeps `update` for the next call with `signature`, instead of another one.
void keepUpdate(const Signature &signature, std::unique_ptr<Update> update);

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_UPDATECACHE_H
