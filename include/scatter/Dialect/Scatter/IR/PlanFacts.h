//===- PlanFacts.h - what a plan depends on ---------------------*- C++ -*-===//
//
// The facts about an op that follow from its types and attributes, and the
// plans that they allow. Tensors are assumed to be row-major without padding,
// which is the default layout of bufferization.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_DIALECT_SCATTER_IR_PLANFACTS_H
#define SCATTER_DIALECT_SCATTER_IR_PLANFACTS_H

#include "scatter/Dialect/Scatter/IR/ElementStorage.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include <optional>

namespace scatter {

/// Bytes of a cache line on the targets of this project.
constexpr int64_t kLineBytes = 64;

/// For each dimension of `type`, returns whether it is contiguous with the next
/// one: its stride is the size times the stride of the next dimension.
llvm::SmallVector<bool> getContiguousDims(mlir::ShapedType type);

/// Drops the loops of size 1 of a nest and merges those that one loop can
/// replace. DimT is a dimension of the nest: its `size`, what else it has for
/// an iteration (strides), and `isContiguous`: whether it is contiguous with
/// the next dimension in every operand. `isOne` tells of a size whether it is
/// known to be 1, `multiply` gives the product of two sizes.
template <typename DimT, typename IsOneT, typename MultiplyT>
llvm::SmallVector<DimT> mergeDims(llvm::ArrayRef<DimT> dims, IsOneT isOne,
                                  MultiplyT multiply) {
  llvm::SmallVector<DimT> merged;
  for (const DimT &dim : dims) {
    if (isOne(dim.size)) {
      // The dimension before it is contiguous with the one after it only if
      // this dimension is contiguous with that one too.
      if (!merged.empty())
        merged.back().isContiguous &= dim.isContiguous;
    } else if (merged.empty() || !merged.back().isContiguous) {
      merged.push_back(dim);
    } else {
      auto size = multiply(merged.back().size, dim.size);
      merged.back() = dim;
      merged.back().size = size;
    }
  }
  return merged;
}

/// The facts that a plan of a scatter_nd_update depends on.
struct ScatterNDFacts {
  static ScatterNDFacts get(ScatterNDUpdateOp op);

  Reduction reduction;
  OutOfBounds policy;
  bool hasUniqueIndices, hasSortedIndices;
  /// The number of components of a tuple (k).
  int64_t depth;
  /// The number of tuples, and the bytes of a row (the innermost contiguous
  /// part of a slice), of a slice and of `data`. They are set if they are
  /// static.
  std::optional<int64_t> tuples, rowBytes, sliceBytes, dataBytes;
  /// Whether the reduction is order-free, see isOrderFree.
  bool isOrderFree;
  /// Whether combining two elements takes several instructions, and whether
  /// that is because they are converted to wider floats.
  bool combinesSlowly, combinesNarrowFloats;
  /// Whether a slice has dimensions other than those of size 1.
  bool hasSliceDims;
  /// Whether a slice is contiguous in `data` and in `updates`, and its elements
  /// have vectors.
  bool isContiguous;
  /// Whether the tuples form one loop and have at least one component.
  bool hasTupleLoop;
  /// Whether the components of all tuples are contiguous.
  bool hasContiguousIndices;
  /// Whether `data` has the identity layout.
  bool hasIdentityLayout;
  /// Whether the op has a `source`.
  bool hasSource;

  /// Returns why the result could differ from that of one thread if threads
  /// divide the work by `partition`. Returns an empty string if it cannot.
  llvm::StringRef getObjection(Partition partition) const;

  /// Whether the tuples are applied one after the other by a loop over them, if
  /// the op has `plan`.
  bool isTupleLoop(const Plan &plan) const;

  /// Whether non-temporal stores can write the slots, if they are aligned to
  /// cache lines.
  bool canStoreLines(const Plan &plan) const;

  /// Whether slots are known not to overlap and to have one static length.
  bool hasDisjointSlots() const;

  /// Returns `plan` without what the op and the layouts do not allow.
  Plan restrict(Plan plan) const;
};

/// The facts that a plan of a gather_nd depends on.
struct GatherFacts {
  static GatherFacts get(GatherNDOp op);

  OutOfBounds policy;
  /// The number of components of a tuple (k).
  int64_t depth;
  /// The bytes of a storage element.
  int64_t elementBytes;
  /// As in ScatterNDFacts. The tuples are those of all batches.
  std::optional<int64_t> tuples, rowBytes, sliceBytes, dataBytes;
  bool hasSliceDims, isContiguous;
  /// Whether the batches form at most one loop, and so do the tuples of a
  /// batch.
  bool hasTupleLoop;
  /// Whether the components of the tuples of a batch are contiguous, and an
  /// element that a tuple reads is next to that of the tuple before it.
  bool hasElementVectors;
  /// Whether `out` has the identity layout.
  bool hasIdentityLayout;

  /// Returns why `partition` is not one of a gather_nd, or not one of this op.
  /// Returns an empty string if it is.
  llvm::StringRef getObjection(Partition partition) const;

  /// Returns `plan` without what the op and the layouts do not allow. This
  /// never changes a result, but it may make the op slower.
  Plan restrict(Plan plan) const;
};

/// The facts that a plan of a slice_scatter depends on.
struct SliceFacts {
  static SliceFacts get(SliceScatterOp op);

  /// Gives the number of storage elements in a vector of a given number of
  /// bytes, see ElementStorage.
  ElementStorage storage;
  /// The distance in elements of `data` from one position to the next along the
  /// innermost axis of which the slice has more than one, if it is static.
  std::optional<int64_t> rowStep;
  /// Whether the op has a `source`, in which case all of `data` is written.
  bool hasSource;
};

} // namespace scatter

#endif // SCATTER_DIALECT_SCATTER_IR_PLANFACTS_H
