//===- LoopTransforms.h - what LLVM does with loops -------------*- C++ -*-===//

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

/// Has LLVM unroll `loop` by `count` and disables its other transformations of
/// the loop, by an attribute of the LLVM dialect; does nothing where that is
/// not loaded.
void setUnrollCount(mlir::scf::ForOp loop, int64_t count);

/// Disables LLVM's non-forced transformations of the loops between `before`,
/// null for the start of the block, and `end`, except those of setUnrollCount.
/// The lowering has done what pays, see docs/Performance.md, "Compilation and
/// code".
void disableLoopTransforms(mlir::Operation *before, mlir::Operation *end);

} // namespace scatter

#endif // SCATTER_DIALECT_SCATTER_UTILS_LOOPTRANSFORMS_H
