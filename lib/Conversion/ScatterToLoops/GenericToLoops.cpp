//===- GenericToLoops.cpp - scatter.generic to loops ----------------------===//

#include "Check/IndexCheck.h"
#include "Check/ShapeChecks.h"
#include "Generic/GenericUpdate.h"
#include "ScatterToLoops.h"

using namespace mlir;
using namespace scatter;

/// Reports the first component of an index operand under `error` that is out of
/// bounds.
static void emitIndexReports(IndexBuilder &b, const GenericUpdate &update) {
  GenericOp op = update.op;
  for (auto [i, tuples] : llvm::enumerate(update.tuples)) {
    if (op.getPolicy(i) != OutOfBounds::error)
      continue;
    b.setLoc(getIndicesLoc(op, i));
    emitReportInvalid(b, tuples);
  }
  b.setLoc(op.getLoc());
}

void scatter::lowerGeneric(IndexBuilder &b, GenericOp op) {
  MemrefSizes sizes(b);
  SmallVector<SizeCondition> conditions = emitSizeConditions(b, op, sizes);
  GenericUpdate update(b, op, sizes);
  emitGuarded(b, conditions, [&] {
    SmallVector<Value> valid;
    for (auto [i, tuples] : llvm::enumerate(update.tuples))
      if (op.getPolicy(i) == OutOfBounds::error && tuples.getDepth() > 0)
        valid.push_back(emitAllValid(b, tuples, CheckPlan::get(update.plan)));
    emitIf(
        b, b.allOf(valid), [&] { emitGenericWrites(b, update); },
        [&] { emitIndexReports(b, update); });
  });
}
