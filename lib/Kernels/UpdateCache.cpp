//===- UpdateCache.cpp - keeps updates to run them again ------------------===//

#include "UpdateCache.h"

#include "ThreadLocal.h"
#include <algorithm>

using namespace llvm;
using namespace scatter;
using namespace scatter::kernels;

/// An update and its signature.
struct UpdatePlace::Entry {
  std::unique_ptr<Update> update;
  uint64_t version = 0;
  uint32_t size = 0;
  uint64_t words[Signature::kMaxWords];

  bool isFor(const Signature &signature) const {
    if (size != signature.size)
      return false;
    // There are too few words for early exits or a call of memcmp to be faster.
    uint64_t differences = 0;
    for (uint32_t i = 0; i < size; ++i)
      differences |= words[i] ^ signature.words[i];
    return differences == 0;
  }
};

namespace scatter::kernels {
/// Updates, indexed by the hash of their signatures.
class UpdateCache {
public:
  std::unique_ptr<Update> take(const Signature &signature, UpdatePlace &place) {
    if (!last->isFor(signature)) {
      last = &getEntry(signature);
      if (!last->isFor(signature))
        return nullptr;
    }
    place = {last, last->version};
    // Moved out, because the caller's code may run other updates meanwhile.
    return std::move(last->update);
  }

  void keep(const Signature &signature, const UpdatePlace &place,
            std::unique_ptr<Update> update) {
    UpdatePlace::Entry *entry = place.entry;
    if (LLVM_UNLIKELY(!entry || entry->version != place.version)) {
      if (signature.size > Signature::kMaxWords)
        return;
      entry = &getEntry(signature);
      ++entry->version;
      entry->size = signature.size;
      std::copy_n(signature.words, signature.size, entry->words);
    }
    entry->update = std::move(update);
  }

private:
  UpdatePlace::Entry &getEntry(const Signature &signature) {
    // A sum of independent products, so that no multiplication waits for the
    // one before.
    uint64_t hash = 0;
    for (uint32_t i = 0, e = std::min(signature.size, Signature::kMaxWords);
         i < e; ++i)
      hash +=
          (signature.words[i] + i) * (0x9E3779B97F4A7C15u + 2 * uint64_t(i));
    return entries[(hash >> 32) % std::size(entries)];
  }

  UpdatePlace::Entry entries[8];
  UpdatePlace::Entry *last = entries;
};
} // namespace scatter::kernels

std::unique_ptr<Update> kernels::takeUpdate(const Signature &signature,
                                            UpdatePlace &place) {
  UpdateCache *cache = ThreadLocal<UpdateCache>::get();
  return cache ? cache->take(signature, place) : nullptr;
}

void kernels::keepUpdate(const Signature &signature, const UpdatePlace &place,
                         std::unique_ptr<Update> update) {
  if (UpdateCache *cache = ThreadLocal<UpdateCache>::get())
    cache->keep(signature, place, std::move(update));
}
