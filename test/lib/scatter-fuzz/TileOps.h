//===- TileOps.h - random tiles by upstream's functions ---------*- C++ -*-===//

#ifndef SCATTER_TEST_LIB_SCATTER_FUZZ_TILEOPS_H
#define SCATTER_TEST_LIB_SCATTER_FUZZ_TILEOPS_H

#include "llvm/ADT/StringRef.h"

#include <array>
#include <cstdint>
#include <memory>

namespace mlir {
class Pass;
} // namespace mlir

namespace scatter::fuzz {

/// What is done to an op, and what may come with it.
enum class Tiling {
  /// Loops over tiles of the op.
  Loops,
  /// scf.forall instead of scf.for, in this or another way.
  Parallel,
  /// The producers of the operands are moved into the loops.
  WithProducers,
  /// The consumer of the result is moved into the loops of the op.
  WithConsumer,
  /// The op is moved into the loops of the consumer of its result.
  IntoConsumer,
  /// The op is moved into the loops of the producer of an operand.
  IntoProducer,
  /// Partial results that are combined.
  PartialResults,
  /// Loops over elements, on memrefs.
  Elements,
  /// The op refuses the tiles, or upstream the fusion.
  Refused
};
constexpr unsigned numTilings = static_cast<unsigned>(Tiling::Refused) + 1;

/// The words for a kind in the summary.
llvm::StringRef describe(Tiling kind);

/// How many ops were tiled in each way.
using TilingCounts = std::array<uint64_t, numTilings>;

/// Adds to `sum`.
inline void addCounts(const TilingCounts &counts, TilingCounts &sum) {
  for (unsigned i = 0; i < numTilings; ++i)
    sum[i] += counts[i];
}

/// Creates a pass on a module that tiles the ops of its functions in random
/// ways, which depend on `seed` alone, on one or two levels. What the ops and
/// upstream refuse is left as it was. The numbers are added to `counts`.
std::unique_ptr<mlir::Pass> createTileOpsPass(uint64_t seed,
                                              TilingCounts &counts);

} // namespace scatter::fuzz

#endif // SCATTER_TEST_LIB_SCATTER_FUZZ_TILEOPS_H
