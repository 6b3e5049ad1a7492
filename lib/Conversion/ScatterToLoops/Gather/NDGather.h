//===- NDGather.h - a gather_nd to be lowered -------------------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_GATHER_NDGATHER_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_GATHER_NDGATHER_H

#include "Addressing/IndexTuples.h"
#include "Rows/Row.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"

namespace scatter {

/// The flat operands of a gather_nd.
struct GatherOperands {
  GatherOperands(IndexBuilder &b, GatherNDOp op);

  ElementStorage storage;
  FlatBuffer data, out;
  IndexTuples indices;
};

/// A gather_nd: its operands and its plan.
struct NDGather : GatherOperands {
  /// The sizes of `operands` must be checked. `plan` is that of the op,
  /// restricted to what the op allows.
  NDGather(IndexBuilder &b, GatherNDOp op, const GatherOperands &operands);

  OutOfBounds policy;
  Plan plan;
  Combiner overwrite;
  bool isContiguous, hasTupleLoop;
  /// The batches and the tuples of a batch, with strides in `indices`, `out`
  /// and `data`. A batch is a part of `data`, so that the stride of tuples in
  /// `data` is 0. If a batch has one tuple only, the batches are `tupleDims`.
  SmallVector<LoopDim> batchDims, tupleDims;
  /// The dimensions of a slice, with strides in `out` and `data`.
  SmallVector<LoopDim> sliceDims;
  /// The storage elements that dropped tuples read, one for each part. Empty if
  /// no tuple is dropped.
  SmallVector<Value> fill;
  /// Whether stores are non-temporal, and a condition as that of RowWriter.
  StoreMethod stores = StoreMethod::Ordinary;
  Value storesCondition = {};
  /// Tuples between a prefetch and the use, 0 for none.
  int64_t prefetchTuples;

  /// Stores by `method` if `condition` holds.
  NDGather withStores(StoreMethod method, Value condition) const;
  /// Reads the positions of `range` in the outermost dimension of each slice,
  /// whose stride is 1.
  NDGather onSliceRange(IndexBuilder &b, const Chunk &range) const;

  /// The writer of slices of `data` to `out`.
  RowWriter getWriter() const {
    return RowWriter(out.flat, data.flat, overwrite, plan)
        .withStores(stores, storesCondition);
  }

  /// The slots of tuples, without the offset of their batch.
  SlotAddresses getSlots(Value origin) const {
    return {indices, policy, origin,
            ArrayRef(data.strides).slice(firstIndexedDim, indices.getDepth())};
  }

  /// The bytes of a slice.
  Value emitSliceBytes(IndexBuilder &b) const;
  /// The number of tuples of all batches.
  Value emitTuples(IndexBuilder &b) const;

private:
  int64_t firstIndexedDim;
};

/// Reads the tuples of `chunk`, which are numbered through all batches, or all
/// tuples if there is no chunk. Ends with a fence if there are non-temporal
/// stores.
void emitGather(IndexBuilder &b, const NDGather &gather,
                const std::optional<Chunk> &chunk = std::nullopt);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_GATHER_NDGATHER_H
