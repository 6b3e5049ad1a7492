//===- ChooseFusion.h - when producers of updates are fused -----*- C++ -*-===//
//
// The only place that decides which updates are tiled together with the ops
// that compute `updates`, and by which tiles.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_PLAN_CHOOSEFUSION_H
#define SCATTER_PLAN_CHOOSEFUSION_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>

namespace scatter {

struct Machine;

/// What the tiles of a scatter_nd_update depend on.
struct FusionFacts {
  /// The sizes of `updates`, ShapedType::kDynamic where they are not static.
  llvm::SmallVector<int64_t> sizes;
  /// The number of dimensions of tuples; those of a slice follow.
  int64_t batchRank = 0;
  int64_t elementBytes = 1;
  /// Whether threads may divide the tuples.
  bool hasUniqueIndices = false;
};

/// A loop nest around a tile. A tile size of 0 leaves a dimension whole.
struct FusionLevel {
  llvm::SmallVector<int64_t> tileSizes;
  /// Whether threads share the iterations.
  bool isParallel = false;
};

/// Returns the loop nests to tile an update with, from the outermost to the
/// innermost, or none if its producer is not fused.
std::optional<llvm::SmallVector<FusionLevel>>
chooseFusion(const FusionFacts &facts, const Machine &machine);

/// Whether producers of updates become the region of a scatter.generic, which
/// divides tuples among any number of threads. `sliceBytes` are the bytes of a
/// slice, or kDynamic.
bool fusesIntoRegion(int64_t sliceBytes);

} // namespace scatter

#endif // SCATTER_PLAN_CHOOSEFUSION_H
