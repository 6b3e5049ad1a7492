//===- Parallel.h - work shared by threads ----------------------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_PARALLEL_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_PARALLEL_H

#include "LoopNest.h"

#include "scatter/Dialect/Scatter/IR/Plan.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace scatter {

/// The iterations [begin, end) of one thread.
struct Share {
  mlir::Value begin, end;
};

/// Share number `part` of `size` iterations, in multiples of `grain`.
Share emitShare(mlir::ImplicitLocOpBuilder &b, mlir::Value size,
                mlir::Value part, int64_t parts, int64_t grain);

/// Emits a loop over `threads` threads, each of which runs one iteration.
void emitParallel(
    mlir::ImplicitLocOpBuilder &b, int64_t threads,
    llvm::function_ref<void(mlir::ImplicitLocOpBuilder &b, mlir::Value part)>
        emitBody);

/// Emits the same work twice: shared by the threads of `plan` if it has
/// several and `isLarge`, else by the calling thread alone, for which `part` is
/// null.
void emitSharedOrAlone(
    mlir::ImplicitLocOpBuilder &b, const Plan &plan, mlir::Value isLarge,
    llvm::function_ref<void(mlir::ImplicitLocOpBuilder &b, mlir::Value part)>
        emitWork);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_PARALLEL_H
