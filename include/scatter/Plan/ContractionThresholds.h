//===- ContractionThresholds.h - thresholds of contractions -----*- C++ -*-===//
//
// Numbers of scatter-vectorize-contractions. The table of docs/Performance.md
// that supports them is "Other code".
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_PLAN_CONTRACTIONTHRESHOLDS_H
#define SCATTER_PLAN_CONTRACTIONTHRESHOLDS_H

#include <cstdint>

namespace scatter {

/// The minimum of products for tiles: loops of fewer take a microsecond, and
/// are less code. "Other code".
inline constexpr int64_t kMinTiledProducts = 4096;

/// Products that a tile adds to each sum before the next tile of the row: more
/// reuse the sums in registers, fewer keep the factors in the caches. "Other
/// code".
inline constexpr int64_t kTileDepth = 512;

/// The same for few rows, whose sums stay in L1 while rows of the other factor
/// are read from one end to the other. "Other code".
inline constexpr int64_t kRowDepth = 8;

} // namespace scatter

#endif // SCATTER_PLAN_CONTRACTIONTHRESHOLDS_H
