//===- TupleSource.h - loops over tuples ------------------------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_TUPLES_TUPLESOURCE_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_TUPLES_TUPLESOURCE_H

#include "NDUpdate.h"

#include <functional>

namespace scatter {

/// Provides the slot and the updates of each tuple to a loop over tuples. Each
/// source defines what a position means.
struct TupleSource {
  std::function<Slot(Value position)> emitSlot;
  /// Emits the offset of the updates of the tuple at `position`.
  std::function<Value(Value position)> emitUpdatesOffset;
  /// Whether the updates of consecutive positions are not adjacent, so that the
  /// hardware prefetchers do not follow them.
  bool hasScatteredUpdates = false;
  /// Whether slots can be loaded for `prefetch` positions past the last
  /// one. What is loaded there is unspecified.
  bool hasPadding = false;
  /// How often LLVM unrolls the loop.
  int64_t unrollCount = 1;
};

/// Applies the tuples at the positions [begin, end) of `source` in this order.
/// Prefetches go up to position `last`, or past it if the source has padding.
void emitTupleLoop(IndexBuilder &b, const NDUpdate &update,
                   const TupleSource &source, IndexOperand begin, Value end,
                   Value last);

/// Applies the tuples of `chunk`, or all tuples if there is none, in row-major
/// order. The plan decides where their offsets come from. Ends with a fence if
/// there are non-temporal stores.
void emitTuples(IndexBuilder &b, const NDUpdate &update,
                const std::optional<Chunk> &chunk = std::nullopt);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_TUPLES_TUPLESOURCE_H
