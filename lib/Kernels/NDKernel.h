//===- NDKernel.h - kernels of scatter_nd_update ----------------*- C++ -*-===//

#ifndef SCATTER_LIB_KERNELS_NDKERNEL_H
#define SCATTER_LIB_KERNELS_NDKERNEL_H

#include "Loops.h"
#include "Operand.h"
#include "RunKernel.h"

#include "scatter/Kernels/Kernels.h"
#include <optional>

namespace scatter::kernels {

/// A kernel of scatter_nd_update and the layouts of its arrays. Tuple
/// dimensions are merged where the arrays allow it, and so are slice
/// dimensions.
class NDKernel {
public:
  NDKernel() = default;
  NDKernel(const Operand &target, const Operand &indices,
           const Operand &updates, const NDUpdateOptions &options,
           unsigned threads, bool hasSource);

  bool isSet() const { return call.isSet(); }

  bool isBuiltin() const { return call.isBuiltin(); }

  const KernelKey &getKey() const { return call.getKey(); }

  /// Returns the key of the kernel for this row length if the length is common.
  /// With `forSizes`, returns that of the kernel for these sizes of data, which
  /// has the plan of a program with static sizes. Returns std::nullopt if it is
  /// the kernel of this object, or if there is no compiler.
  std::optional<KernelKey> getSpecialKey(bool forSizes) const;

  /// Switches to `kernel`, whose key is that of getSpecialKey.
  void use(const KernelKey &key, KernelRef kernel) {
    call = KernelCall(key, call.getArrays(), std::move(kernel));
  }

  /// Compiles or loads the kernel unless it is in memory.
  llvm::Error compile() { return call.compile(); }

  /// Runs the kernel on arrays with the layouts that it was made for.
  llvm::Error run(const Operand &target, const Operand &indices,
                  const Operand &updates, const Operand *source) {
    if (source)
      return call.run({source->data, target.data, indices.data, updates.data});
    return call.run({target.data, indices.data, updates.data});
  }

private:
  KernelCall call;
  /// The kernel to compile if no built-in kernel is used.
  KernelKey ownKey;
  /// Whether `ownKey` has a static row length.
  bool hasFastRows = false;
};

/// Checks tuples without an update: by the kernel of an update whose slices are
/// empty.
class TupleChecks {
public:
  TupleChecks() = default;
  /// The checks of `tuples`, of rank q >= 1, which name slots of `shape`.
  TupleChecks(llvm::ArrayRef<int64_t> shape, Operand tuples,
              NegativeIndices negativeIndices, unsigned threads);

  bool isSet() const { return kernel.isSet(); }

  /// Compiles or loads the kernel unless it is in memory.
  llvm::Error compile() { return kernel.compile(); }

  /// Fails with the report of the first tuple out of bounds. The tuples are at
  /// `address`, with the layout of those of the constructor.
  llvm::Error run(char *address) {
    tuples.data = address;
    return kernel.run(slots, tuples, nothing, /*source=*/nullptr);
  }

private:
  NDKernel kernel;
  Operand slots, tuples, nothing;
};

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_NDKERNEL_H
