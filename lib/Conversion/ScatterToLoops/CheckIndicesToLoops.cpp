//===- CheckIndicesToLoops.cpp - checks and reports to loops --------------===//

#include "CheckIndicesToLoops.h"
#include "Addressing/IndexMath.h"
#include "Check/IndexCheck.h"
#include "Check/ShapeChecks.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"

using namespace mlir;
using namespace scatter;

Value scatter::lowerCheckIndices(ImplicitLocOpBuilder &b, CheckIndicesOp op) {
  if (op.getIndexDepth() == 0)
    return arith::ConstantIntOp::create(b, b.getI1Type(), 1);
  SmallVector<Value> sizes =
      getValueOrCreateConstantIndexOp(b, op.getLoc(), op.getMixedSizes());
  IndexTuples tuples =
      IndexTuples::create(b, op.getIndices(), sizes, op.getNegativeIndices());
  const FlatBuffer &buffer = tuples.buffer;

  // Memory that has other sizes than the types say is not looked at.
  SmallVector<Value> fits;
  auto require = [&](Value found, Value expected) {
    fits.push_back(compare(b, arith::CmpIPredicate::eq, found, expected));
  };
  require(buffer.uncheckedSizes.back(), constantIndex(b, op.getIndexDepth()));
  for (int64_t dim = 0; dim < op.getBatchRank(); ++dim)
    require(buffer.uncheckedSizes[dim], buffer.sizes[dim]);
  return emitIfElse(
      b, allOf(b, fits),
      [&](ImplicitLocOpBuilder &b) {
        return emitAllValid(b, tuples, op.getPlanOrDefault());
      },
      [](ImplicitLocOpBuilder &b) -> Value {
        return arith::ConstantIntOp::create(b, b.getI1Type(), 1);
      });
}

void scatter::lowerReportIndices(ImplicitLocOpBuilder &b, ReportIndicesOp op) {
  ElementStorage storage =
      ElementStorage::get(op.getDataType().getElementType());
  FlatBuffer data = FlatBuffer::create(b, op.getData(), storage);
  FlatBuffer updates = FlatBuffer::create(b, op.getUpdates(), storage);
  IndexTuples tuples = IndexTuples::create(
      b, op.getIndices(), ArrayRef(data.sizes).take_front(op.getIndexDepth()),
      op.getNegativeIndices());
  RuntimeChecks checks(b);
  checks.requireShapes(tuples.buffer, updates, data, op.getIndexDepth());
  checks.emitGuarded([&](ImplicitLocOpBuilder &b) {
    if (op.getIndexDepth() == 0)
      return;
    InvalidIndex first = emitFirstInvalid(b, tuples);
    emitIf(b, first.isFound,
           [&](ImplicitLocOpBuilder &b) { emitReport(b, tuples, first); });
  });
}
