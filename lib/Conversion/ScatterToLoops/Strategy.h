//===- Strategy.h - how the write phase is done -----------------*- C++ -*-===//
//
// The one place that decides, from types, attributes and options, how an op is
// written. What depends on sizes that are dynamic is decided by the generated
// code, against the same thresholds.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_STRATEGY_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_STRATEGY_H

#include "scatter/Conversion/Patterns.h"
#include "scatter/Dialect/Scatter/IR/ScatterEnums.h"

#include "mlir/IR/Location.h"

#include <cstdint>
#include <optional>

namespace scatter {

/// Bytes of a cache line on the targets of this project.
constexpr int64_t kLineBytes = 64;

/// Fewer tuples are not worth scratch memory for their offsets.
constexpr int64_t kMinOffsetTuples = 256;

/// What a choice of strategy depends on.
struct WriteProblem {
  Reduction reduction;
  OutOfBounds policy;
  /// Components of a tuple (k).
  int64_t depth;
  /// Bytes of a slice, if static.
  std::optional<int64_t> rowBytes;
  /// Bytes of `data`, if static.
  std::optional<int64_t> dataBytes;
  /// Whether the updates of a slot may be grouped, see getIdentity.
  bool isOrderFree;
  /// Whether a slice is contiguous in `data` and in `updates`.
  bool isContiguous;
  /// Whether a slice has dimensions.
  bool hasSliceDims;
  /// Whether the tuples form one loop.
  bool hasOneTupleLoop;
  /// Whether all components lie next to each other.
  bool hasPackedIndices;
  /// The promises of the op.
  bool hasUniqueIndices, hasSortedIndices;
  /// Whether `data` has the identity layout.
  bool hasIdentityLayout;
  /// Whether vectors are lines.
  bool hasLineVectors;
};

/// When threads share the work: if the updates have `bytes`, a single element
/// counting as `minTupleBytes`, slots have `rowBytes`, and `data` has
/// `dataBytes`.
struct ParallelThresholds {
  int64_t bytes;
  int64_t minTupleBytes = 0;
  int64_t rowBytes = 0;
  int64_t dataBytes = 0;
};

/// The bytes from which threads share a slice, or a copy of all of `data`.
int64_t chooseSliceThreshold(bool isCopyOfAll,
                             const ScatterToLoopsOptions &options);

/// Whether rows of which every `stride`-th element is overwritten have windows,
/// see RowWindows, of vectors of `lanes` elements; `copiesGaps` says that the
/// other elements have to be written, too.
bool chooseWindows(int64_t stride, int64_t lanes, bool copiesGaps);

/// How the offsets of slots are computed.
enum class Offsets {
  /// From the components of each tuple, when it is written or prefetched.
  Scalar,
  /// By vectors, a block of tuples at a time.
  OfBlocks,
  /// By vectors, of all tuples, in the check phase; scalar for tuples that are
  /// few or more than scratch memory is allowed for.
  OfCheck,
};

/// How scatter_nd_update writes.
struct WriteStrategy {
  /// Never Partition::Auto.
  Partition partition = Partition::Serial;
  ParallelThresholds thresholds;
  /// Tuples between a prefetch and its use, 0 for no prefetch.
  int64_t prefetchDistance = 0;
  Offsets offsets = Offsets::Scalar;
  /// Whether whole lines may bypass the cache once enough is written.
  bool mayStream = false;
};

WriteStrategy chooseWriteStrategy(const WriteProblem &problem,
                                  const ScatterToLoopsOptions &options);

/// Emits the remark of category `scatter-strategy` that says what was chosen
/// and why.
void remarkStrategy(mlir::Location loc, const WriteStrategy &strategy,
                    const WriteProblem &problem,
                    const ScatterToLoopsOptions &options);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_STRATEGY_H
