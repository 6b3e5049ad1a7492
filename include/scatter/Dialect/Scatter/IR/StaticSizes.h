//===- StaticSizes.h - what static sizes tell -------------------*- C++ -*-===//
//
// The verifier rejects ops whose static sizes contradict each other. Folds and
// patterns can still see such ops: upstream folds tensor.cast into
// destination-style ops, which makes sizes static, and the result is folded and
// rewritten before it is verified.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_DIALECT_SCATTER_IR_STATICSIZES_H
#define SCATTER_DIALECT_SCATTER_IR_STATICSIZES_H

#include "scatter/Dialect/Scatter/IR/SliceArithmetic.h"

#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace mlir {
class ShapedType;
class Value;
} // namespace mlir

namespace scatter {

class GatherNDOp;
class GenericOp;
class ScatterNDUpdateOp;
class SliceScatterOp;

/// Whether `type` has a static size 0, and thus no elements.
bool isStaticallyEmpty(mlir::ShapedType type);

/// Whether no static size of `value` comes from a tensor.cast or memref.cast. A
/// cast to a static size, such as scatter-refine-shapes creates, does not prove
/// the size: it is compared at run time, and an op may be rewritten only if it
/// has nothing to report.
bool hasCertainSizes(mlir::Value value);

/// Whether `value` has a static shape whose sizes are certain.
bool hasCertainShape(mlir::Value value);

/// Two sizes that must be equal: that of dimension `dim` of operand number
/// `operand`, and that of dimension `otherDim` of operand number `other`.
struct SizeMatch {
  unsigned operand;
  int64_t dim;
  unsigned other;
  int64_t otherDim;
};

/// Returns the sizes that (ND5) and (ND6) compare, in the order in which they
/// are compared. Requires correct ranks.
llvm::SmallVector<SizeMatch> getSizeMatches(ScatterNDUpdateOp op);

/// The same for (GN4) to (GN6).
llvm::SmallVector<SizeMatch> getSizeMatches(GatherNDOp op);

/// Whether no two static sizes contradict each other in (ND4), (ND5), (ND6).
/// Requires correct ranks.
bool hasConsistentSizes(ScatterNDUpdateOp op);

/// The same for (GN3) to (GN6).
bool hasConsistentSizes(GatherNDOp op);

/// Whether no two static sizes contradict each other in (S7). Requires all
/// other constraints to hold.
bool hasConsistentSizes(SliceScatterOp op);

/// Whether all sizes that the op compares are known to match: (ND4), (ND5),
/// (ND6).
bool hasKnownSizes(ScatterNDUpdateOp op);

/// The same for (GN3) to (GN6). Sizes of indexed dimensions are not compared.
bool hasKnownSizes(GatherNDOp op);

/// The same for (G3) and (G6).
bool hasKnownSizes(GenericOp op);

/// Whether all sizes that the op compares are known to match (S7).
bool hasKnownSizes(SliceScatterOp op);

/// Whether the op reports an index that is out of bounds: one of its policies
/// is `error`.
bool checksIndices(ScatterNDUpdateOp op);
bool checksIndices(GatherNDOp op);
bool checksIndices(GenericOp op);
bool checksIndices(SliceScatterOp op);

/// Returns the slice of entry number `i` of the bounds of `op` along an axis of
/// `size`, if bounds and size are static.
std::optional<SliceRange> resolveStatic(SliceScatterOp op, unsigned i,
                                        int64_t size);

/// Slices after as many others do not become tensor.insert_slice, because the
/// time of One-Shot Bufferize grows with about the fourth power of the number
/// of them in a chain.
constexpr int kMaxInsertedSlices = 16;

/// Whether a part of `op` can be executed by itself: it has nothing to report.
bool isTileable(ScatterNDUpdateOp op);

} // namespace scatter

#endif // SCATTER_DIALECT_SCATTER_IR_STATICSIZES_H
