//===- UpdateCache.cpp - updates that are run again -----------------------===//

#include "UpdateCache.h"

#include "ThreadLocal.h"
#include <algorithm>

using namespace llvm;
using namespace scatter;
using namespace scatter::kernels;

namespace scatter::kernels {
/// Updates by the hash of their signatures.
class UpdateCache {
public:
  std::unique_ptr<Update> take(const Signature &signature) {
    Entry &entry = getEntry(signature);
    if (!entry.isFor(signature))
      return nullptr;
    // While the update runs the caller's code may run others.
    return std::move(entry.update);
  }

  void keep(const Signature &signature, std::unique_ptr<Update> update) {
    if (signature.size > Signature::kMaxWords)
      return;
    Entry &entry = getEntry(signature);
    if (!entry.isFor(signature)) {
      entry.size = signature.size;
      std::copy_n(signature.words, signature.size, entry.words);
    }
    entry.update = std::move(update);
  }

private:
  struct Entry {
    bool isFor(const Signature &signature) const {
      if (size != signature.size)
        return false;
      // Too few words for a call of memcmp to pay.
      for (size_t i = 0; i < size; ++i)
        if (words[i] != signature.words[i])
          return false;
      return true;
    }

    std::unique_ptr<Update> update;
    size_t size = 0;
    uint64_t words[Signature::kMaxWords];
  };

  Entry &getEntry(const Signature &signature) {
    return entries[(signature.hash >> 32) % kNumEntries];
  }

  static constexpr size_t kNumEntries = 8;
  Entry entries[kNumEntries];
};
} // namespace scatter::kernels

std::unique_ptr<Update> kernels::takeUpdate(const Signature &signature) {
  UpdateCache *cache = ThreadLocal<UpdateCache>::get();
  return cache ? cache->take(signature) : nullptr;
}

void kernels::keepUpdate(const Signature &signature,
                         std::unique_ptr<Update> update) {
  if (UpdateCache *cache = ThreadLocal<UpdateCache>::get())
    cache->keep(signature, std::move(update));
}
