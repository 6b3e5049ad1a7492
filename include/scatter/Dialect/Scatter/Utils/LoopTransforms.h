//===- LoopTransforms.h - loop annotations for LLVM -------------*- C++ -*-===//

#ifndef SCATTER_DIALECT_SCATTER_UTILS_LOOPTRANSFORMS_H
#define SCATTER_DIALECT_SCATTER_UTILS_LOOPTRANSFORMS_H

#include <cstdint>

namespace mlir {
class Operation;
namespace scf {
class ForOp;
} // namespace scf
} // namespace mlir

namespace scatter {

/// Makes LLVM unroll `loop` by `count` and disables all other non-forced
/// transformations of it. Sets an attribute of the LLVM dialect, which must
/// be loaded.
void setUnrollCount(mlir::scf::ForOp loop, int64_t count);

/// Disables unrolling of `loop` before it is vectorized. Sets an attribute of
/// the LLVM dialect, which must be loaded.
void disableUnrolling(mlir::scf::ForOp loop);

/// Disables LLVM's non-forced transformations of the loops after `before` and
/// before `end`, except for loops that setUnrollCount has marked. If `before`
/// is null, begins at the start of the block. The lowering itself has applied
/// the transformations that pay, see docs/Performance.md, "Compilation and
/// code".
void disableLoopTransforms(mlir::Operation *before, mlir::Operation *end);

} // namespace scatter

#endif // SCATTER_DIALECT_SCATTER_UTILS_LOOPTRANSFORMS_H
