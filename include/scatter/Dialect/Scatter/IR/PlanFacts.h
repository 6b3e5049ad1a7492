//===- PlanFacts.h - what a plan depends on ---------------------*- C++ -*-===//
//
// Facts that the types and attributes of an op tell, and which plans they
// allow. Tensors count as row-major without padding, as bufferization makes
// them unless told otherwise.
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

/// Vectors of a strided row, at most, until its elements are in the same lanes
/// again. Strided rows with more have no code by vectors.
constexpr int64_t kMaxStridedVectors = 16;

/// For each dimension of `type`, whether its stride is the size times the
/// stride of the next one, so that the two iterate as one.
llvm::SmallVector<bool> getPackedDims(mlir::ShapedType type);

/// What a plan of a scatter_nd_update depends on.
struct ScatterNDFacts {
  static ScatterNDFacts get(ScatterNDUpdateOp op);

  Reduction reduction;
  OutOfBounds policy;
  bool hasUniqueIndices, hasSortedIndices;
  /// Components of a tuple (k).
  int64_t depth;
  /// If static: the number of tuples, bytes of the innermost contiguous part of
  /// a slice, of a slice, of `data`.
  std::optional<int64_t> tuples, rowBytes, sliceBytes, dataBytes;
  /// Whether the updates of a slot may be grouped.
  bool isOrderFree;
  /// Whether a slice has dimensions.
  bool hasSliceDims;
  /// Whether a slice is contiguous in `data` and in `updates`, and has vectors.
  bool isContiguous;
  /// Whether the tuples form one loop, and name slots.
  bool hasTupleLoop;
  /// Whether all components are contiguous.
  bool hasContiguousIndices;
  /// Whether `data` has the identity layout.
  bool hasIdentityLayout;
  /// Whether the op has a `source`.
  bool hasSource;

  /// Why threads that divide the work by `partition` could write something else
  /// than one thread; empty if they cannot.
  llvm::StringRef getObjection(Partition partition) const;

  /// `plan` without what the layouts do not allow: what is left out costs
  /// speed, never results.
  Plan restrict(Plan plan) const;
};

/// What a plan of a slice_scatter depends on.
struct SliceFacts {
  static SliceFacts get(SliceScatterOp op);

  /// Storage elements in a vector of a given number of bytes, see
  /// ElementStorage.
  ElementStorage storage;
  /// The step along the innermost axis that has more than one position, if it
  /// is a literal.
  std::optional<int64_t> rowStep;
  /// Whether the op has a `source`, so that all of `data` is written.
  bool hasSource;
};

} // namespace scatter

#endif // SCATTER_DIALECT_SCATTER_IR_PLANFACTS_H
