//===- ChooseFusion.cpp - when producers of updates are fused -------------===//

#include "scatter/Plan/ChooseFusion.h"

#include "scatter/Plan/FusionThresholds.h"
#include "scatter/Plan/Machine.h"

#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace scatter;
using mlir::ShapedType;

static int64_t multiply(int64_t lhs, int64_t rhs) {
  if (ShapedType::isDynamic(lhs) || ShapedType::isDynamic(rhs))
    return ShapedType::kDynamic;
  int64_t product;
  return llvm::MulOverflow(lhs, rhs, product)
             ? std::numeric_limits<int64_t>::max()
             : product;
}

/// Returns the bytes of one position of dimension `dim`.
static int64_t getInnerBytes(const FusionFacts &facts, int64_t dim) {
  int64_t bytes = facts.elementBytes;
  for (int64_t size : llvm::drop_begin(facts.sizes, dim + 1))
    bytes = multiply(bytes, size);
  return bytes;
}

/// Returns the largest divisor of `size` in [limit / 2, limit], or else
/// `limit`. Tiles of one size need no code for the last one.
static int64_t chooseTileSize(int64_t size, int64_t limit) {
  if (ShapedType::isDynamic(size))
    return limit;
  for (int64_t tile = limit; tile > limit / 2; --tile)
    if (size % tile == 0)
      return tile;
  return limit;
}

/// Adds loops over the dimensions [begin, end) that make tiles of at most
/// `limit` bytes. Each loop nest has one loop, so that the tuples of a tile are
/// consecutive.
static void addTiles(const FusionFacts &facts, int64_t begin, int64_t end,
                     int64_t limit, llvm::SmallVector<FusionLevel> &levels) {
  for (int64_t dim = begin; dim < end; ++dim) {
    int64_t size = facts.sizes[dim], inner = getInnerBytes(facts, dim);
    if (size == 1)
      continue;
    bool isLast = ShapedType::isDynamic(inner) || inner < limit;
    int64_t tile = ShapedType::isDynamic(inner)
                       ? kUnknownSliceTuples
                       : std::max<int64_t>(limit / inner, 1);
    if (ShapedType::isStatic(size) && tile >= size)
      return;
    FusionLevel level;
    level.tileSizes.assign(facts.sizes.size(), 0);
    level.tileSizes[dim] = isLast ? chooseTileSize(size, tile) : 1;
    levels.push_back(level);
    if (isLast)
      return;
  }
}

namespace {
/// How threads divide one dimension.
struct Chunks {
  int64_t dim = 0, size = 0, count = 1;
};
} // namespace

/// Returns the dimension with the most chunks.
static Chunks chooseChunks(const FusionFacts &facts, const Machine &machine) {
  Chunks best;
  int64_t begin = facts.hasUniqueIndices ? 0 : facts.batchRank;
  for (int64_t dim = begin, e = facts.sizes.size(); dim < e; ++dim) {
    int64_t size = facts.sizes[dim], inner = getInnerBytes(facts, dim);
    if (ShapedType::isDynamic(size) || size < 2)
      continue;
    int64_t unit = 1;
    if (dim >= facts.batchRank && ShapedType::isStatic(inner))
      unit = std::max<int64_t>(
          llvm::divideCeil(kMinChunkRowBytes, std::max<int64_t>(inner, 1)), 1);
    Chunks chunks;
    chunks.dim = dim;
    chunks.size = llvm::alignTo(llvm::divideCeil(size, machine.threads), unit);
    chunks.count = llvm::divideCeil(size, chunks.size);
    if (chunks.count > best.count)
      best = chunks;
  }
  return best;
}

std::optional<llvm::SmallVector<FusionLevel>>
scatter::chooseFusion(const FusionFacts &facts, const Machine &machine) {
  if (llvm::is_contained(facts.sizes, 0))
    return std::nullopt;
  int64_t bytes = facts.sizes.empty()
                      ? facts.elementBytes
                      : multiply(facts.sizes.front(), getInnerBytes(facts, 0));
  if (ShapedType::isStatic(bytes) && bytes < kMinFusedBytes)
    return std::nullopt;
  FusionFacts chunk = facts;
  llvm::SmallVector<FusionLevel> levels;
  if (machine.threads > 1 &&
      (ShapedType::isDynamic(bytes) || bytes >= machine.parallelBytes)) {
    Chunks chunks = chooseChunks(facts, machine);
    if (chunks.count * kMaxThreadsPerChunk < machine.threads)
      return std::nullopt;
    if (chunks.count > 1) {
      FusionLevel level;
      level.isParallel = true;
      level.tileSizes.assign(facts.sizes.size(), 0);
      level.tileSizes[chunks.dim] = chunks.size;
      levels.push_back(level);
      chunk.sizes[chunks.dim] = chunks.size;
    }
  }
  addTiles(chunk, 0, facts.batchRank, kTileBytes, levels);
  int64_t sliceBytes = getInnerBytes(chunk, facts.batchRank - 1);
  if (ShapedType::isStatic(sliceBytes) && sliceBytes > kMinFusedBytes)
    addTiles(chunk, facts.batchRank, facts.sizes.size(), kMinFusedBytes / 2,
             levels);
  return levels;
}

bool scatter::fusesIntoRegion(int64_t sliceBytes) {
  return ShapedType::isDynamic(sliceBytes) ||
         sliceBytes >= kMinRegionSliceBytes;
}
