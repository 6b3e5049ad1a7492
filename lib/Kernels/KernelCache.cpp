//===- KernelCache.cpp - compiled kernels ---------------------------------===//

#include "KernelCache.h"

#include "BuiltinKernels.h"
#include "CompileKernel.h"
#include "scatter/Kernels/Kernels.h"

#include "llvm/ADT/STLExtras.h"
#include <condition_variable>
#include <mutex>
#include <new>
#include <pthread.h>
#include <unordered_map>
#include <unordered_set>

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
  KernelRef find(const KernelKey &key);
  uint64_t getClock() const { return clock.load(std::memory_order_relaxed); }
  KernelCounts getCounts();
  size_t setLimit(size_t count);

private:
  class Compilation;

  KernelRef findLocked(const KernelKey &key);
  void insert(const KernelKey &key, KernelRef kernel, bool isBuiltin);
  KernelRef removeOldest();
  void trim();
  void beginFork();
  void endFork();

  /// Guards the members below.
  std::mutex mutex;
  /// Signals that a compilation or a fork has ended.
  std::condition_variable ended;
  std::unordered_map<KernelKey, KernelRef, HashKey> kernels;
  /// The kernels that are being compiled. Other threads that want one of them
  /// wait for it.
  std::unordered_set<KernelKey, HashKey> compiling;
  unsigned numForks = 0;
  size_t limit = kDefaultMaxKernels;
  KernelCounts counts;
  /// Incremented by each lookup in the map.
  std::atomic<uint64_t> clock = 1;
};

/// Registers the compilation of a kernel while it runs.
class KernelCache::Compilation {
public:
  /// Waits until no thread compiles the kernel `key` and none forks. `lock`
  /// holds the mutex of the cache.
  Compilation(KernelCache &cache, const KernelKey &key,
              std::unique_lock<std::mutex> &lock)
      : cache(cache), key(key) {
    cache.ended.wait(lock, [&] {
      return cache.numForks == 0 && !cache.compiling.count(key);
    });
    cache.compiling.insert(key);
  }
  ~Compilation() {
    std::lock_guard lock(cache.mutex);
    cache.compiling.erase(key);
    cache.ended.notify_all();
  }

private:
  KernelCache &cache;
  const KernelKey key;
};

/// Tells the host that the calling thread waits for a compiler, see
/// setWaitCallback.
class Waiting {
public:
  Waiting() : callback(get().load(std::memory_order_acquire)) {
    if (callback)
      callback(/*begins=*/1);
  }
  ~Waiting() {
    if (callback)
      callback(/*begins=*/0);
  }

  static std::atomic<WaitCallback> &get() {
    static std::atomic<WaitCallback> callback = nullptr;
    return callback;
  }

private:
  const WaitCallback callback;
};

} // namespace

static thread_local bool isBackgroundThread = false;

KernelCache &KernelCache::get() {
  // Never destroyed: threads may run kernels while the process ends.
  static KernelCache &cache = [&]() -> KernelCache & {
    auto *result = new KernelCache;
    pthread_atfork([] { get().beginFork(); }, [] { get().endFork(); },
                   [] {
                     // Threads of the parent may wait for it.
                     new (&get().ended) std::condition_variable;
                     get().endFork();
                   });
    return *result;
  }();
  return cache;
}

/// Waits until no kernel is being compiled: the child has no other thread that
/// could finish a compilation. Locks the mutex until the fork has ended.
void KernelCache::beginFork() {
  std::unique_lock lock(mutex);
  ++numForks;
  ended.wait(lock, [&] { return compiling.empty(); });
  lock.release();
}

void KernelCache::endFork() {
  --numForks;
  ended.notify_all();
  mutex.unlock();
}

KernelRef KernelCache::findLocked(const KernelKey &key) {
  uint64_t now = clock.fetch_add(1, std::memory_order_relaxed) + 1;
  auto it = kernels.find(key);
  if (it == kernels.end())
    return nullptr;
  it->second->lastUse.store(now, std::memory_order_relaxed);
  return it->second;
}

KernelRef KernelCache::find(const KernelKey &key) {
  std::lock_guard lock(mutex);
  return findLocked(key);
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

void KernelCache::insert(const KernelKey &key, KernelRef kernel,
                         bool isBuiltin) {
  bool isLoaded = kernel->program.isFromCache();
  kernel->lastUse.store(getClock(), std::memory_order_relaxed);
  {
    std::lock_guard lock(mutex);
    kernels.emplace(key, std::move(kernel));
    if (!isBuiltin) {
      ++(isLoaded ? counts.loaded : counts.compiled);
      counts.inBackground += isBackgroundThread;
    }
  }
  trim();
}

static Expected<KernelRef> makeKernel(Expected<Program> program) {
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
  if (void (*code)(void **) = findBuiltinKernel(key)) {
    Expected<KernelRef> kernel = makeKernel(makeBuiltinProgram(key, code));
    if (kernel)
      insert(key, *kernel, /*isBuiltin=*/true);
    return kernel;
  }
  Waiting waiting;
  std::unique_lock lock(mutex);
  Compilation compilation(*this, key, lock);
  KernelRef found = findLocked(key);
  lock.unlock();
  if (found)
    return found;
  Expected<KernelRef> kernel = makeKernel(compileKernel(key));
  if (kernel)
    insert(key, *kernel, /*isBuiltin=*/false);
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

KernelRef kernels::findKernel(const KernelKey &key) {
  return KernelCache::get().find(key);
}

void kernels::setBackgroundThread() { isBackgroundThread = true; }

void scatter::setWaitCallback(WaitCallback callback) {
  Waiting::get().store(callback, std::memory_order_release);
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
