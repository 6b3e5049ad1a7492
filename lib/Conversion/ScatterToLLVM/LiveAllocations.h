//===- LiveAllocations.h - memory that a region has not freed ---*- C++ -*-===//
//
// What has to be freed where control leaves a region of the LLVM dialect early.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLLVM_LIVEALLOCATIONS_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLLVM_LIVEALLOCATIONS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"

namespace scatter {

/// The bytes that `call` allocates, null if it calls something else.
mlir::Value getAllocatedBytes(mlir::LLVM::CallOp call);

/// The allocations of a region that are made on every path to an op and freed
/// on none. One that may have been freed, or that another function or memory
/// has been given, does not count. Changes of the region after the construction
/// have no effect.
class LiveAllocations {
public:
  /// Remembers what is live where an op is for which `isPoint` is true.
  LiveAllocations(mlir::Region &region,
                  llvm::function_ref<bool(mlir::Operation &)> isPoint);

  /// In the order in which they are made; none for other ops.
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
