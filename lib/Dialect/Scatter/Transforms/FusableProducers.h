//===- FusableProducers.h - ops that are fused with updates -----*- C++ -*-===//

#ifndef SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_FUSABLEPRODUCERS_H
#define SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_FUSABLEPRODUCERS_H

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Plan/ChooseFusion.h"

namespace scatter {

/// Whether `value` is computed element by element, by an op that has no other
/// result, for `user` only. `user` may be in a branch, but not in a loop that
/// the op is not in. Queries of sizes do not count as uses.
bool isFusable(mlir::Value value, mlir::Operation *user);

/// Returns the loop nests in which `op` is tiled together with the producer of
/// its `updates`, or none if it is not.
std::optional<llvm::SmallVector<FusionLevel>> getFusion(ScatterNDUpdateOp op,
                                                        const Machine &machine);

/// Whether the producer of `updates` can write to the slice of `data` itself:
/// it overwrites memory of its own, and does not read `data`.
bool canComputeInPlace(SliceScatterOp op);

} // namespace scatter

#endif // SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_FUSABLEPRODUCERS_H
