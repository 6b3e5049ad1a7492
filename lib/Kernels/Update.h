//===- Update.h - runs an update for a destination --------------*- C++ -*-===//

#ifndef SCATTER_LIB_KERNELS_UPDATE_H
#define SCATTER_LIB_KERNELS_UPDATE_H

#include "Operand.h"

#include "scatter/Kernels/Kernels.h"

namespace scatter::kernels {

/// The alignment of memory for results: a cache line.
inline constexpr size_t kResultAlignment = 64;

/// The number of threads of a call.
class CallThreads {
protected:
  /// Sets the number of threads from the options. Fails with ArgumentError.
  llvm::Error setThreads(unsigned number);

  /// Whether the option `number` selects the number of threads that is set.
  bool hasThreads(unsigned number) const;

  /// The number of threads for work of this many bytes.
  unsigned getThreadsFor(size_t bytes) const;

  unsigned threads = 1;
};

/// An update of `data` whose arguments have been checked. At run time only an
/// index can be invalid. May be run again on arrays at other addresses.
class Update : protected CallThreads {
public:
  Update() = default;
  Update(const Update &) = delete;
  Update &operator=(const Update &) = delete;
  virtual ~Update() = default;

  /// Fails as the functions of Kernels.h do.
  llvm::Error run(const Destination &destination) {
    const ArrayView *array = destination.getArray();
    if (LLVM_LIKELY(array && isData(*array) && !overlapsInputs(data)))
      return updateInPlace(data);
    return runAnywhere(destination);
  }

protected:
  /// Updates `target`, which holds the values of data. `target` must not
  /// overlap the inputs.
  virtual llvm::Error updateInPlace(const Operand &target) = 0;

  /// Writes an updated copy of data to `target`, which must not overlap any
  /// argument. With `keepsTarget`, `target` is unchanged if an error is
  /// returned.
  virtual llvm::Error updateCopy(const Operand &target, bool keepsTarget) = 0;

  /// Discards cached kernels, because the strides of inputs have changed.
  virtual void forgetKernels() = 0;

  /// Copies data to `target` and updates `target`.
  llvm::Error copyAndUpdate(const Operand &target);

  /// The array to update, and those that are read. An update without indices
  /// leaves them empty.
  Operand data, indices, updates;

private:
  /// Whether `view` describes data, as in most in-place calls. Data whose
  /// elements might share memory needs a check and is not recognized.
  bool isData(const ArrayView &view) const {
    return view.data == data.data && data.isContiguous && data.hasLayout(view);
  }
  bool overlapsInputs(const Operand &target) const {
    return mayOverlap(indices, target) || mayOverlap(updates, target);
  }
  llvm::Error runAnywhere(const Destination &destination);
  llvm::Error runInPlace(const Operand &target);
  llvm::Error runOnCopiedInputs(const Operand &target);
  llvm::Error runInto(const Operand &out);
  llvm::Error runThroughMemory(const Operand &out);
};

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_UPDATE_H
