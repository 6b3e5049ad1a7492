//===- KernelCache.cpp - compiled kernels ---------------------------------===//

#include "KernelCache.h"

#include "BuiltinKernels.h"
#include "CompileKernel.h"
#include "scatter/Kernels/Kernels.h"

#include "llvm/ADT/STLExtras.h"
#include <mutex>
#include <pthread.h>
#include <unordered_map>

using namespace llvm;
using namespace scatter;
using namespace scatter::kernels;

namespace {

struct HashKey {
  size_t operator()(const KernelKey &key) const { return key.getHash(); }
};

/// All kernels of the process.
class KernelCache {
public:
  static KernelCache &get();

  Expected<KernelRef> getKernel(const KernelKey &key);
  uint64_t getClock() const { return clock.load(std::memory_order_relaxed); }
  KernelCounts getCounts();
  size_t setLimit(size_t count);

private:
  KernelRef find(const KernelKey &key);
  void insert(const KernelKey &key, KernelRef kernel);
  KernelRef removeOldest();
  void trim();

  /// Held while a kernel is compiled. Threads that begin with the same call
  /// thus wait for one compilation. Locked before `mutex`.
  std::mutex compileMutex;
  /// Guards the members below.
  std::mutex mutex;
  std::unordered_map<KernelKey, KernelRef, HashKey> kernels;
  size_t limit = kDefaultMaxKernels;
  KernelCounts counts;
  /// Incremented by each lookup in the map.
  std::atomic<uint64_t> clock = 1;
};

} // namespace

KernelCache &KernelCache::get() {
  // Never destroyed: threads may run kernels while the process ends.
  static KernelCache &cache = [&]() -> KernelCache & {
    auto *result = new KernelCache;
    // The fork handlers hold both mutexes, so that no kernel is being compiled
    // during a fork. The child has no other thread that could finish a
    // compilation.
    pthread_atfork(
        [] {
          get().compileMutex.lock();
          get().mutex.lock();
        },
        [] {
          get().mutex.unlock();
          get().compileMutex.unlock();
        },
        [] {
          get().mutex.unlock();
          get().compileMutex.unlock();
        });
    return *result;
  }();
  return cache;
}

KernelRef KernelCache::find(const KernelKey &key) {
  std::lock_guard lock(mutex);
  uint64_t now = clock.fetch_add(1, std::memory_order_relaxed) + 1;
  auto it = kernels.find(key);
  if (it == kernels.end())
    return nullptr;
  it->second->lastUse.store(now, std::memory_order_relaxed);
  return it->second;
}

/// Removes the least recently used kernel if there are more than the limit.
/// Returns it, so that it is destroyed after `mutex` is unlocked, or null.
KernelRef KernelCache::removeOldest() {
  std::lock_guard lock(mutex);
  if (kernels.size() <= limit)
    return nullptr;
  auto oldest = min_element(kernels, [](const auto &a, const auto &b) {
    return a.second->lastUse.load(std::memory_order_relaxed) <
           b.second->lastUse.load(std::memory_order_relaxed);
  });
  KernelRef removed = std::move(oldest->second);
  kernels.erase(oldest);
  return removed;
}

void KernelCache::trim() {
  while (removeOldest())
    ;
}

void KernelCache::insert(const KernelKey &key, KernelRef kernel) {
  bool isBuiltin = findBuiltinKernel(key) != nullptr;
  bool isLoaded = kernel->program.isFromCache();
  kernel->lastUse.store(getClock(), std::memory_order_relaxed);
  {
    std::lock_guard lock(mutex);
    kernels.emplace(key, std::move(kernel));
    if (!isBuiltin)
      ++(isLoaded ? counts.loaded : counts.compiled);
  }
  trim();
}

/// Makes the kernel for `key`: a built-in one, or one that is compiled or
/// loaded from disk.
static Expected<KernelRef> makeKernel(const KernelKey &key) {
  Expected<Program> program = [&]() -> Expected<Program> {
    if (void (*code)(void **) = findBuiltinKernel(key))
      return makeBuiltinProgram(key, code);
    return compileKernel(key);
  }();
  if (!program)
    return program.takeError();
  Expected<const EntryPoint *> entry = program->lookup();
  if (!entry)
    return entry.takeError();
  return std::make_shared<const Kernel>(std::move(*program), **entry);
}

Expected<KernelRef> KernelCache::getKernel(const KernelKey &key) {
  if (KernelRef found = find(key))
    return found;
  std::lock_guard lock(compileMutex);
  if (KernelRef found = find(key))
    return found;
  Expected<KernelRef> kernel = makeKernel(key);
  if (kernel)
    insert(key, *kernel);
  return kernel;
}

KernelCounts KernelCache::getCounts() {
  std::lock_guard lock(mutex);
  counts.inMemory = kernels.size();
  return counts;
}

size_t KernelCache::setLimit(size_t count) {
  size_t former;
  {
    std::lock_guard lock(mutex);
    former = std::exchange(limit, count);
  }
  trim();
  return former;
}

Expected<KernelRef> kernels::getKernel(const KernelKey &key) {
  return KernelCache::get().getKernel(key);
}

void kernels::markUsed(const Kernel &kernel) {
  uint64_t now = KernelCache::get().getClock();
  // Most calls find it marked. They do not write, so that the cache line stays
  // shared between threads.
  if (kernel.lastUse.load(std::memory_order_relaxed) != now)
    kernel.lastUse.store(now, std::memory_order_relaxed);
}

KernelCounts scatter::getKernelCounts() {
  return KernelCache::get().getCounts();
}

size_t scatter::setMaxKernels(size_t count) {
  return KernelCache::get().setLimit(count);
}
