//===- FusionThresholds.h - thresholds of fused producers -------*- C++ -*-===//
//
// The table of docs/Performance.md that supports a number is "Fused producers".
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_PLAN_FUSIONTHRESHOLDS_H
#define SCATTER_PLAN_FUSIONTHRESHOLDS_H

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"

namespace scatter {

/// Smaller `updates` stay in the caches next to the core between the producer
/// and the update.
inline constexpr int64_t kMinFusedBytes = 32 << 10;

/// A tile stays in the first-level cache together with the rows of `data` that
/// it updates.
inline constexpr int64_t kTileBytes = 4 << 10;

/// Tuples of a tile if the bytes of a slice are not known.
inline constexpr int64_t kUnknownSliceTuples = 8;

/// A chunk of rows that are split along the slice has at least this many bytes:
/// threads would write the same cache lines otherwise.
inline constexpr int64_t kMinChunkRowBytes = 2 * kLineBytes;

/// With more threads for each chunk of the slice, the partitions of the update
/// itself use the machine better than fused loops do.
inline constexpr int64_t kMaxThreadsPerChunk = 4;

/// The update of shorter slots by scatter_nd_update, with precomputed offsets
/// and buckets, takes less time than the region saves.
inline constexpr int64_t kMinRegionSliceBytes = 32;

} // namespace scatter

#endif // SCATTER_PLAN_FUSIONTHRESHOLDS_H
