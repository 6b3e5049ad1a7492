//===- TupleSource.h - loops over tuples ------------------------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_TUPLES_TUPLESOURCE_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_TUPLES_TUPLESOURCE_H

#include "NDUpdate.h"

#include <functional>

namespace scatter {

/// Where a loop over tuples takes the slot and the updates of each from. What a
/// position means is up to the source.
struct TupleSource {
  std::function<Slot(Value position)> emitSlot;
  /// The offset of the updates of the tuple.
  std::function<Value(Value position)> emitUpdatesOffset;
  /// Whether the updates of consecutive positions have gaps between them, which
  /// the hardware's prefetchers do not follow.
  bool hasScatteredUpdates = false;
  /// How often LLVM unrolls the loop.
  int64_t unrollCount = 1;
};

/// Applies the tuples at the positions [begin, end) of `source` in this order.
/// Those up to position `last` are prefetched.
void emitTupleLoop(IndexBuilder &b, const NDUpdate &update,
                   const TupleSource &source, IndexOperand begin, Value end,
                   Value last);

/// Applies the tuples of `chunk`, all without one, in row-major order and by
/// the source that the plan asks for, and ends nontemporal stores.
void emitTuples(IndexBuilder &b, const NDUpdate &update,
                const std::optional<Chunk> &chunk = std::nullopt);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_TUPLES_TUPLESOURCE_H
