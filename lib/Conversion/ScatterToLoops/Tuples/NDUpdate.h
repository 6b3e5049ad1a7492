//===- NDUpdate.h - what a scatter_nd_update works on -----------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_TUPLES_NDUPDATE_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_TUPLES_NDUPDATE_H

#include "Addressing/IndexTuples.h"
#include "Rows/Row.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"

namespace scatter {

/// The flat operands of an op and how it is lowered. The partitions change
/// copies of it.
struct NDUpdate {
  OutOfBounds policy;
  bool hasUniqueIndices;
  Plan plan;
  IndexTuples indices;
  FlatBuffer data, updates;
  RowWriter writer;
  /// The tuples' iteration space with strides in `indices` and `updates`, and
  /// the dimensions of a slice with strides in `data` and `updates`; merged.
  llvm::SmallVector<LoopDim> tupleDims, sliceDims;
  /// See OffsetTable; null if the offsets come from the components. They count
  /// from `data.origin` if that is not what the table was filled for.
  mlir::Value precomputedOffsets;
  bool isRelocated;
  /// What `data` becomes a copy of before the writes, if the op says so.
  std::optional<FlatBuffer> source;

  static NDUpdate create(mlir::ImplicitLocOpBuilder &b, ScatterNDUpdateOp op);

  SlotAddresses getSlots() const {
    return {indices, policy, data.origin, data.strides};
  }

  /// Whether slots are prefetched: nontemporal stores do not read them.
  bool prefetchesSlots() const {
    return plan.prefetchTuples > 0 && !writer.isNontemporal;
  }

  /// The same update of `flat`, laid out like `data`, whose first element is
  /// element `origin` there.
  NDUpdate withData(mlir::Value flat, mlir::Value origin) const;

  /// The number of tuples.
  mlir::Value emitCount(mlir::ImplicitLocOpBuilder &b) const;
  /// The bytes of a slice.
  mlir::Value emitSliceBytes(mlir::ImplicitLocOpBuilder &b) const;
  /// The number of storage elements of `data`.
  mlir::Value emitDataLength(mlir::ImplicitLocOpBuilder &b) const;
};

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_TUPLES_NDUPDATE_H
