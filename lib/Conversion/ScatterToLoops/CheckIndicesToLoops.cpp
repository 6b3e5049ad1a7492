//===- CheckIndicesToLoops.cpp - checks and reports to loops --------------===//

#include "Check/IndexCheck.h"
#include "Check/ShapeChecks.h"
#include "ScatterToLoops.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"

using namespace mlir;
using namespace scatter;

Value scatter::lowerCheckIndices(IndexBuilder &b, CheckIndicesOp op) {
  if (op.getIndexDepth() == 0)
    return b.boolean(true);
  SmallVector<Value> sizes =
      getValueOrCreateConstantIndexOp(b, op.getLoc(), op.getMixedSizes());
  IndexTuples tuples =
      IndexTuples::create(b, op.getIndices(), sizes, op.getNegativeIndices());
  const FlatBuffer &buffer = tuples.buffer;

  // If the memory has other sizes than the types assert, it must not be read.
  SmallVector<Value> fits = {
      b.eq(buffer.uncheckedSizes.back(), op.getIndexDepth())};
  for (int64_t dim = 0; dim < op.getBatchRank(); ++dim)
    fits.push_back(b.eq(buffer.uncheckedSizes[dim], buffer.sizes[dim]));
  return emitIfElse(
      b, b.allOf(fits),
      [&] { return emitAllValid(b, tuples, op.getPlanOrDefault()); },
      [&] { return b.boolean(true); });
}

void scatter::lowerReportIndices(IndexBuilder &b, ReportIndicesOp op) {
  ElementStorage storage =
      ElementStorage::get(op.getDataType().getElementType());
  FlatBuffer data = FlatBuffer::create(b, op.getData(), storage);
  FlatBuffer updates = FlatBuffer::create(b, op.getUpdates(), storage);
  IndexTuples tuples = IndexTuples::create(
      b, op.getIndices(), ArrayRef(data.sizes).take_front(op.getIndexDepth()),
      op.getNegativeIndices());
  RuntimeChecks checks(b);
  checks.requireShapes(tuples.buffer, updates, data, op.getIndexDepth());
  checks.emitGuarded([&] {
    if (op.getIndexDepth() > 0)
      emitReportInvalid(b, tuples);
  });
}
