//===- NDKernel.h - kernels of scatter_nd_update ----------------*- C++ -*-===//

#ifndef SCATTER_LIB_KERNELS_NDKERNEL_H
#define SCATTER_LIB_KERNELS_NDKERNEL_H

#include "Loops.h"
#include "Operand.h"

#include "scatter/Kernels/Kernels.h"

namespace scatter::kernels {

/// A kernel of scatter_nd_update and the layouts of its arrays. Dimensions of
/// tuples, and those of slices, are merged where the arrays allow it.
class NDKernel {
public:
  NDKernel() = default;
  NDKernel(const Operand &target, const Operand &indices,
           const Operand &updates, const NDUpdateOptions &options,
           unsigned threads, bool hasSource);

  bool isSet() const { return call.isSet(); }

  bool isBuiltin() const { return call.isBuiltin(); }

  /// Uses the kernel for rows of this length alone, if their length is common;
  /// with `forSizes` the kernel for the sizes of data alone, which has the plan
  /// of a program with these sizes. Does nothing without a compiler.
  void specialize(bool forSizes);

  /// Runs the kernel on arrays like those that it was made for.
  llvm::Error run(const Operand &target, const Operand &indices,
                  const Operand &updates, const Operand *source) const;

private:
  KernelCall call;
  /// The kernel that would be compiled for the call.
  KernelKey ownKey;
  /// Whether that knows the length of rows.
  bool hasFastRows = false;
};

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_NDKERNEL_H
