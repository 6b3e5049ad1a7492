//===- Update.h - from arguments to a destination ---------------*- C++ -*-===//

#ifndef SCATTER_LIB_KERNELS_UPDATE_H
#define SCATTER_LIB_KERNELS_UPDATE_H

#include "Operand.h"

#include "scatter/Kernels/Kernels.h"

namespace scatter::kernels {

/// An update of `data` by arguments that fit each other, so that at run time
/// only an index can be wrong. May be run again on arrays at other addresses.
class Update {
public:
  Update() = default;
  Update(const Update &) = delete;
  Update &operator=(const Update &) = delete;
  virtual ~Update() = default;

  /// Fails as the functions of Kernels.h do.
  llvm::Error run(const Destination &destination);

protected:
  /// Set the array that is updated, or only its address. Fail with
  /// ArgumentError.
  llvm::Error setData(const ArrayView &view);
  llvm::Error moveData(const ArrayView &view);

  /// Sets the number of threads that options ask for. Fails with ArgumentError.
  llvm::Error setThreads(unsigned number);

  /// Updates `target`, which has the values of data and does not overlap the
  /// inputs.
  virtual llvm::Error updateInPlace(const Operand &target) = 0;

  /// Writes data and the update of it to `target`, which overlaps no argument.
  /// With `keepsTarget` an error leaves `target` as it was.
  virtual llvm::Error updateCopy(const Operand &target, bool keepsTarget) = 0;

  /// The arrays that are read beside data.
  virtual llvm::MutableArrayRef<Operand> getInputs() = 0;

  /// Inputs have other strides than before.
  virtual void forgetKernels() = 0;

  /// Copies data to `target` and updates that.
  llvm::Error copyAndUpdate(const Operand &target);

  /// The threads for work of that many bytes.
  unsigned getThreadsFor(size_t bytes) const;

  Operand data;
  unsigned threads = 1;

private:
  llvm::Error runInPlace(const Operand &target);
  llvm::Error runOnCopiedInputs(const Operand &target);
  llvm::Error runInto(const Operand &out);
  llvm::Error runThroughMemory(const Operand &out);
  bool isData(const ArrayView &view) const;

  /// What data was set to.
  ArrayView dataView;
};

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_UPDATE_H
