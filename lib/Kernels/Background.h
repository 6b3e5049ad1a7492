//===- Background.h - kernels compiled by another thread --------*- C++ -*-===//

#ifndef SCATTER_LIB_KERNELS_BACKGROUND_H
#define SCATTER_LIB_KERNELS_BACKGROUND_H

#include "KernelCache.h"

#include <optional>

namespace scatter::kernels {

/// A kernel that a thread of the library compiles or loads.
class KernelRequest {
public:
  explicit KernelRequest(const KernelKey &key) : key(key) {}

  /// Whether the thread is done, successfully or not.
  bool isDone() const { return done.load(std::memory_order_acquire); }

  /// The kernel, or null if it cannot be compiled. Call if done.
  KernelRef getKernel() const { return kernel; }

  const KernelKey key;

private:
  friend class Background;
  KernelRef kernel;
  std::atomic<bool> done = false;
};

/// Asks the thread of the library for the kernel `key`. Returns at once.
/// Thread-safe, also in a forked process.
std::shared_ptr<const KernelRequest> requestKernel(const KernelKey &key);

/// A kernel for the sizes of a call, which replaces a general one when it is
/// in memory. Calls with these sizes must have done some work before it is
/// compiled, see isHot (KernelThresholds.h). Not thread-safe.
class SpecialKernel {
public:
  SpecialKernel() = default;
  /// `key` is that of the special kernel. Without one there is none.
  explicit SpecialKernel(std::optional<KernelKey> key)
      : key(key.value_or(KernelKey())), isWanted(key.has_value()) {}

  const KernelKey &getKey() const { return key; }

  /// Whether there is a special kernel, which is not in use yet.
  bool isOpen() const { return isWanted; }

  /// Counts a call with work of `bytes` bytes. Returns the kernel if it is in
  /// memory, otherwise null. The object is closed when it has returned a
  /// kernel, and when the kernel cannot be compiled. Call if open.
  KernelRef countCall(size_t bytes);

  /// Closes the object and returns the kernel. Compiles it if necessary. Fails
  /// as getKernel does.
  llvm::Expected<KernelRef> compile();

private:
  KernelRef finish(KernelRef kernel) {
    isWanted = false;
    request.reset();
    return kernel;
  }

  KernelKey key;
  bool isWanted = false;
  std::shared_ptr<const KernelRequest> request;
  unsigned calls = 0;
  size_t work = 0;
};

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_BACKGROUND_H
