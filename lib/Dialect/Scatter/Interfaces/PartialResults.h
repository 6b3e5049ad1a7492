//===- PartialResults.h - copies of outs for parts of the tuples -*- C++
//-*-===//
//
// A reduction whose order makes no difference may be computed in parts: tuples
// update copies of an out that hold the identity at first, and all copies are
// combined with the out at the end. The copies are one tensor, whose first
// dimensions number them, one for each divided dimension of the tuples.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_DIALECT_SCATTER_INTERFACES_PARTIALRESULTS_H
#define SCATTER_LIB_DIALECT_SCATTER_INTERFACES_PARTIALRESULTS_H

#include "TilingUtils.h"

#include "llvm/ADT/SetVector.h"

namespace scatter {

/// Whether partial results of a reduction of elements of type `type` have the
/// bits of the whole one. They are combined by linalg ops, where LLVM flushes
/// denormals of bf16.
bool hasExactParts(Reduction reduction, mlir::Type type);

/// Whether a tile updates one copy, by itself.
inline bool isOuterParallel(mlir::ReductionTilingStrategy strategy) {
  return strategy ==
         mlir::ReductionTilingStrategy::PartialReductionOuterParallel;
}

/// Returns the part of the copies of an out that the tile `domain` of the
/// iteration space updates: with `isOne` one copy, the one at `copy`, and
/// otherwise one for each position of the `divided` dimensions. `map` says
/// where a tuple updates the out, whose sizes are `outSizes`.
Tile getTileOfCopies(mlir::OpBuilder &b, mlir::AffineMap map,
                     llvm::ArrayRef<mlir::OpFoldResult> outSizes,
                     const Tile &domain,
                     const llvm::SetVector<unsigned> &divided, bool isOne,
                     llvm::ArrayRef<mlir::OpFoldResult> copy);

/// Returns where a tuple updates the copies if each position of the `divided`
/// dimensions updates a copy of its own, and `map` is the place in the copy.
mlir::AffineMap getMapOfCopies(mlir::AffineMap map,
                               const llvm::SetVector<unsigned> &divided);

/// Emits copies of the sizes `sizes` that hold the identity of `reduction`.
mlir::Value emitCopies(mlir::OpBuilder &b, mlir::Location loc,
                       llvm::ArrayRef<mlir::OpFoldResult> sizes,
                       Reduction reduction, mlir::Type element);

/// Emits the reduction of `copies`, which their first `numDivided` dimensions
/// number, into `outs`, by one op. There is a reduction for each out.
mlir::Operation *mergeCopies(mlir::OpBuilder &b, mlir::Location loc,
                             mlir::ValueRange copies, mlir::ValueRange outs,
                             int64_t numDivided,
                             llvm::ArrayRef<Reduction> reductions);

} // namespace scatter

#endif // SCATTER_LIB_DIALECT_SCATTER_INTERFACES_PARTIALRESULTS_H
