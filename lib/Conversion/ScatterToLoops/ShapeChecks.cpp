//===- ShapeChecks.cpp - sizes that the types leave open ------------------===//

#include "ShapeChecks.h"
#include "IndexMath.h"
#include "LoopNest.h"

using namespace mlir;
using namespace scatter;

void RuntimeChecks::requireSize(int64_t operand, int64_t dim, Value found,
                                Value expected) {
  Value holds = compare(b, arith::CmpIPredicate::eq, found, expected);
  if (!isTrue(holds))
    checks.push_back(
        {holds, ViolationKind::shape, operand, dim, found, expected});
}

void RuntimeChecks::requireDepth(int64_t operand, int64_t dim, Value found,
                                 int64_t depth) {
  requireSize(operand, dim, found, constantIndex(b, depth));
}

void RuntimeChecks::requireStep(int64_t entry, int64_t axis, Value step) {
  Value zero = constantIndex(b, 0);
  Value holds = compare(b, arith::CmpIPredicate::ne, step, zero);
  if (!isTrue(holds))
    checks.push_back(
        {holds, ViolationKind::zero_step, entry, axis, step, zero});
}

void RuntimeChecks::emitGuarded(
    function_ref<void(ImplicitLocOpBuilder &)> emitBody) {
  if (checks.empty())
    return emitBody(b);
  Value holds = allOf(b, llvm::map_to_vector(checks, [](const Check &check) {
                        return check.holds;
                      }));
  // The runtime keeps the first report, so each one that fails is made.
  auto emitReports = [&](ImplicitLocOpBuilder &inner) {
    for (const Check &check : checks)
      emitIf(
          inner, check.holds, [](ImplicitLocOpBuilder &) {},
          [&](ImplicitLocOpBuilder &report) {
            ReportOp::create(
                report, check.kind,
                toI64(report, constantIndex(report, check.position)),
                toI64(report, constantIndex(report, check.component)),
                toI64(report, check.value), toI64(report, check.size));
          });
  };
  emitIf(b, holds, emitBody, emitReports);
}
