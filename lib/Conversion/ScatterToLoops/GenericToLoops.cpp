//===- GenericToLoops.cpp - scatter.generic to loops ----------------------===//

#include "Check/IndexCheck.h"
#include "Check/ShapeChecks.h"
#include "Generic/GenericUpdate.h"
#include "ScatterToLoops.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace scatter;

/// Reports the first component of an index operand under `error` that is out of
/// bounds. Operands after the first have their number in the location.
static void emitReports(IndexBuilder &b, const GenericUpdate &update) {
  GenericOp op = update.op;
  Location loc = b.getLoc();
  for (auto [i, tuples] : llvm::enumerate(update.tuples)) {
    if (op.getPolicy(i) != OutOfBounds::error)
      continue;
    if (i > 0)
      b.setLoc(NameLoc::get(
          b.getStringAttr("'indices' operand " + std::to_string(i)), loc));
    emitReportInvalid(b, tuples);
  }
  b.setLoc(loc);
}

void scatter::lowerGeneric(IndexBuilder &b, GenericOp op) {
  RuntimeChecks checks(b, op.getSizesMatch());
  GenericUpdate update(b, op, checks);
  checks.emitGuarded([&] {
    SmallVector<Value> valid;
    for (auto [i, tuples] : llvm::enumerate(update.tuples))
      if (op.getPolicy(i) == OutOfBounds::error && tuples.getDepth() > 0)
        valid.push_back(emitAllValid(b, tuples, CheckPlan::get(update.plan)));
    emitIf(
        b, b.allOf(valid), [&] { emitGenericWrites(b, update); },
        [&] { emitReports(b, update); });
  });
}
