//===- RunKernel.h - runs kernels -------------------------------*- C++ -*-===//

#ifndef SCATTER_LIB_KERNELS_RUNKERNEL_H
#define SCATTER_LIB_KERNELS_RUNKERNEL_H

#include "KernelCache.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <vector>

namespace scatter::kernels {

/// An array argument of a kernel, without its address.
struct KernelArray {
  ElementType type;
  llvm::SmallVector<int64_t, 4> shape;
  /// In elements; empty if the layout is contiguous.
  llvm::SmallVector<int64_t, 4> strides;
};

class PreparedCall;

/// A deleter that keeps a prepared call for other calls of this thread.
struct KeepUnused {
  void operator()(PreparedCall *call) const;
};

/// A kernel, and the sizes and strides that it is called with. May be run many
/// times.
class KernelCall {
public:
  KernelCall() = default;
  /// Makes a call of the kernel `key`, or of a built-in kernel with the same
  /// results. If there is a compiler, a key with static sizes always gets a
  /// compiled kernel.
  KernelCall(const KernelKey &key, std::vector<KernelArray> arrays);
  /// Makes a call of `kernel`, whose key is `key`.
  KernelCall(const KernelKey &key, std::vector<KernelArray> arrays,
             KernelRef kernel)
      : key(key), threads(key.threads), arrays(std::move(arrays)),
        kernel(std::move(kernel)) {}

  const KernelKey &getKey() const { return key; }
  const std::vector<KernelArray> &getArrays() const { return arrays; }
  /// False after default construction.
  bool isSet() const { return !arrays.empty(); }
  /// Whether the kernel is a built-in one, see BuiltinKernels.h.
  bool isBuiltin() const { return hasBuiltinKernel; }
  /// Whether there is a built-in kernel, or a compiler that can make the
  /// kernel.
  bool isAvailable() const;

  /// Compiles or loads the kernel unless it is in memory.
  llvm::Error compile();

  /// Runs the kernel on the arrays at these addresses and on scalars. The first
  /// run prepares the call; later ones take no lock. Fails as the functions of
  /// Kernels.h do.
  llvm::Error run(llvm::ArrayRef<void *> addresses,
                  llvm::ArrayRef<int64_t> scalars = {});

private:
  llvm::Error prepare(llvm::ArrayRef<void *> addresses, size_t numScalars);

  KernelKey key;
  bool hasBuiltinKernel = false;
  /// The number of threads that may be used.
  unsigned threads = 1;
  std::vector<KernelArray> arrays;
  /// Null until it is known.
  KernelRef kernel;
  /// Null before the first run.
  std::unique_ptr<PreparedCall, KeepUnused> prepared;
};

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_RUNKERNEL_H
