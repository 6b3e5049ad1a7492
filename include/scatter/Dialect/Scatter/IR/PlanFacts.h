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

//===----------------------------------------------------------------------===//
// Loop nests
//===----------------------------------------------------------------------===//
//
// DimT is a dimension of a loop nest: its `size`, its `strides` in each operand
// in storage elements, and `isContiguous`: whether it is contiguous with the
// next dimension in every operand. SizesT computes with them: `is` tells
// whether a size or stride is known to be a number, `get` gives it for a
// number, `multiply` for a product, and `choose` for two that are equal.

/// Drops the loops of size 1 of a nest and merges those that one loop can
/// replace.
template <typename DimT, typename SizesT>
llvm::SmallVector<DimT> mergeDims(llvm::ArrayRef<DimT> dims,
                                  const SizesT &sizes) {
  llvm::SmallVector<DimT> merged;
  for (const DimT &dim : dims) {
    if (sizes.is(dim.size, 1)) {
      // The dimension before it is contiguous with the one after it only if
      // this dimension is contiguous with that one too.
      if (!merged.empty())
        merged.back().isContiguous &= dim.isContiguous;
    } else if (merged.empty() || !merged.back().isContiguous) {
      merged.push_back(dim);
    } else {
      auto size = sizes.multiply(merged.back().size, dim.size);
      merged.back() = dim;
      merged.back().size = size;
    }
  }
  return merged;
}

/// Appends a dimension for the `parts` (real and imaginary) of an element to
/// those of two operands, unless `parts` is 1.
template <typename DimT, typename SizesT>
void appendParts(llvm::SmallVectorImpl<DimT> &dims, int64_t parts,
                 const SizesT &sizes) {
  if (parts == 1)
    return;
  // The last dimension is contiguous with its parts if elements are adjacent in
  // both operands.
  if (!dims.empty())
    dims.back().isContiguous =
        llvm::all_of(dims.back().strides,
                     [&](auto stride) { return sizes.is(stride, parts); });
  dims.push_back({sizes.get(parts), {sizes.get(1), sizes.get(1)}, false});
}

/// Returns `count` merged dimensions that step through `first` from dimension
/// `firstDim` on and through `second` from dimension `secondDim` on. LayoutT is
/// an operand: its `sizes`, `strides` in storage elements and `contiguousDims`.
template <typename DimT, typename LayoutT, typename SizesT>
llvm::SmallVector<DimT>
zipDims(const LayoutT &first, int64_t firstDim, const LayoutT &second,
        int64_t secondDim, int64_t count, int64_t parts, const SizesT &sizes) {
  llvm::SmallVector<DimT> dims;
  for (int64_t i = 0; i < count; ++i) {
    int64_t x = firstDim + i, y = secondDim + i;
    bool isLast = i + 1 == count;
    dims.push_back(
        {sizes.choose(first.sizes[x], second.sizes[y]),
         {first.strides[x], second.strides[y]},
         !isLast && first.contiguousDims[x] && second.contiguousDims[y]});
  }
  appendParts(dims, parts, sizes);
  return mergeDims(llvm::ArrayRef<DimT>(dims), sizes);
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

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
