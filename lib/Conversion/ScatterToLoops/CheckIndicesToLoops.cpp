//===- CheckIndicesToLoops.cpp - checks and reports to loops --------------===//

#include "Check/IndexCheck.h"
#include "Check/ShapeChecks.h"
#include "ScatterToLoops.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"

using namespace mlir;
using namespace scatter;

/// The tuples of a check or a report, and whether their memory has the sizes
/// that the types assert. If it has not, it must not be read.
template <typename OpT>
static std::pair<IndexTuples, Value> createTuples(IndexBuilder &b, OpT op) {
  SmallVector<Value> sizes =
      getValueOrCreateConstantIndexOp(b, op.getLoc(), op.getMixedSizes());
  IndexTuples tuples =
      IndexTuples::create(b, op.getIndices(), sizes, op.getNegativeIndices());
  FlatBuffer &buffer = tuples.buffer;
  MemrefSizes getSize(b, op.getIndices(), &buffer);
  Value memory = stripCasts(op.getIndices());
  int64_t tupleRank = op.getBatchRank();
  SmallVector<Value> fits = {
      b.eq(getSize(memory, tupleRank), op.getIndexDepth())};
  for (int64_t dim = 0; dim < tupleRank; ++dim)
    fits.push_back(b.eq(getSize(memory, dim), buffer.sizes[dim]));
  Value allFit = b.allOf(fits);
  return {std::move(tuples), allFit};
}

Value scatter::lowerCheckIndices(IndexBuilder &b, CheckIndicesOp op) {
  if (op.getIndexDepth() == 0)
    return b.boolean(true);
  auto [tuples, fits] = createTuples(b, op);
  return emitIfElse(
      b, fits,
      [&, &tuples = tuples] {
        return emitAllValid(b, tuples, CheckPlan::get(op.getPlanOrDefault()));
      },
      [&] { return b.boolean(true); });
}

void scatter::lowerReportIndices(IndexBuilder &b, ReportIndicesOp op) {
  if (op.getIndexDepth() == 0)
    return;
  auto [tuples, fits] = createTuples(b, op);
  emitIf(b, fits, [&, &tuples = tuples] { emitReportInvalid(b, tuples); });
}
