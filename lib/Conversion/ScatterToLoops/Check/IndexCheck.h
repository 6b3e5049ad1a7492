//===- IndexCheck.h - are all indices valid? --------------------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_CHECK_INDEXCHECK_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_CHECK_INDEXCHECK_H

#include "Addressing/IndexTuples.h"

#include "scatter/Dialect/Scatter/IR/Plan.h"

namespace scatter {

/// Memory for the offsets of the slots of all tuples, which the check fills.
struct OffsetTable {
  SlotAddresses slots;
  /// memref<?xi32>, an entry for each tuple: the offset of its slot, any number
  /// for a tuple that is not valid.
  mlir::Value offsets;
};

/// Emits the check: whether every component of every tuple is valid. If there
/// is a `table` it is filled; the tuples must be contiguous then.
mlir::Value emitAllValid(mlir::ImplicitLocOpBuilder &b,
                         const IndexTuples &tuples, const Plan &plan,
                         const OffsetTable *table = nullptr);

/// A component that is out of bounds: the number of its tuple in row-major
/// order, its number in the tuple, the index that was found, and the size of
/// the dimension.
struct InvalidIndex {
  /// Whether there is one, of type i1.
  mlir::Value isFound;
  mlir::Value tuple, component, index, size;
};

/// Emits the search for the first component that is out of bounds.
InvalidIndex emitFirstInvalid(mlir::ImplicitLocOpBuilder &b,
                              const IndexTuples &tuples);

/// Emits the report of a component that was found.
void emitReport(mlir::ImplicitLocOpBuilder &b, const IndexTuples &tuples,
                const InvalidIndex &first);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_CHECK_INDEXCHECK_H
