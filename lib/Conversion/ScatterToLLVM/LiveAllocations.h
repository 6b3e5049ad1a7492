//===- LiveAllocations.h - memory that a region has not freed ---*- C++ -*-===//
//
// Computes which memory must be freed if control leaves a region of the LLVM
// dialect early.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLLVM_LIVEALLOCATIONS_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLLVM_LIVEALLOCATIONS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"

namespace scatter {

/// Returns the number of bytes that `call` allocates, or null if it does not
/// allocate.
mlir::Value getAllocatedBytes(mlir::LLVM::CallOp call);

/// The live allocations of a region at some of its ops. An allocation is live
/// at an op if it is made on every path to the op and freed on none. An
/// allocation whose pointer was stored or passed to another function does not
/// count as live, because it may have been freed. Later changes of the region
/// have no effect.
class LiveAllocations {
public:
  /// Computes the live allocations at each op for which `isPoint` is true.
  LiveAllocations(mlir::Region &region,
                  llvm::function_ref<bool(mlir::Operation &)> isPoint);

  /// Returns the allocations that are live at `op`, in the order in which they
  /// are made. Returns none if `isPoint` was false for `op`.
  llvm::SmallVector<mlir::LLVM::CallOp> get(mlir::Operation *op) const;

private:
  using Position = llvm::SmallVector<int64_t, 2>;
  using Place = std::pair<mlir::Value, Position>;

  llvm::BitVector
  visit(mlir::Block &block,
        llvm::function_ref<void(mlir::Operation &, const llvm::BitVector &)>
            action);
  void transfer(mlir::Operation &op, llvm::BitVector &live);
  void remove(mlir::Value value, llvm::BitVector &live);
  bool addSources(mlir::Value pointer, llvm::BitVector &sources);
  bool addSourcesOf(Place place, llvm::BitVector &sources,
                    llvm::SmallVectorImpl<Place> &worklist);

  llvm::SmallVector<mlir::LLVM::CallOp> allocations;
  llvm::DenseMap<mlir::Operation *, unsigned> numbers;
  llvm::DenseMap<mlir::Block *, llvm::BitVector> liveAfter;
  llvm::DenseMap<mlir::Operation *, llvm::BitVector> liveAt;
};

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLLVM_LIVEALLOCATIONS_H
