//===- ShapeChecks.cpp - sizes that the types leave open ------------------===//

#include "ShapeChecks.h"
#include "Addressing/IndexMath.h"
#include "Addressing/LoopNest.h"

#include "scatter/Runtime/Runtime.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace scatter;

void RuntimeChecks::requireSize(int64_t operand, int64_t dim, Value found,
                                Value expected) {
  Value holds = compare(b, arith::CmpIPredicate::eq, found, expected);
  if (!isTrue(holds))
    checks.push_back(
        {holds, ViolationKind::shape, operand, dim, found, expected});
}

void RuntimeChecks::requireShapes(FlatBuffer &indices, FlatBuffer &updates,
                                  FlatBuffer &data, int64_t depth) {
  int64_t batchRank = indices.sizes.size() - 1;
  requireSize(SCATTER_OPERAND_INDICES, batchRank, indices.uncheckedSizes.back(),
              constantIndex(b, depth));
  for (int64_t dim = 0, rank = updates.sizes.size(); dim < rank; ++dim) {
    bool isBatch = dim < batchRank;
    FlatBuffer &other = isBatch ? indices : data;
    int64_t otherDim = isBatch ? dim : depth + dim - batchRank;
    requireSize(SCATTER_OPERAND_UPDATES, dim, updates.uncheckedSizes[dim],
                other.uncheckedSizes[otherDim]);
    Value &size = updates.sizes[dim];
    Value &otherSize = other.sizes[otherDim];
    size = otherSize = getConstantIntValue(size) ? size : otherSize;
  }
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
  emitGuarded(arith::ConstantIntOp::create(b, b.getI1Type(), true), emitBody,
              [](ImplicitLocOpBuilder &) {});
}

void RuntimeChecks::emitGuarded(
    Value precondition, function_ref<void(ImplicitLocOpBuilder &)> emitBody,
    function_ref<void(ImplicitLocOpBuilder &)> emitInstead) {
  SmallVector<Value> conditions = {precondition};
  for (const Check &check : checks)
    conditions.push_back(check.holds);
  emitIf(b, allOf(b, conditions), emitBody, [&](ImplicitLocOpBuilder &b) {
    emitInstead(b);
    // The runtime keeps the first report, so each one that fails is made.
    for (const Check &check : checks)
      emitIf(
          b, check.holds, [](ImplicitLocOpBuilder &) {},
          [&](ImplicitLocOpBuilder &b) {
            ReportOp::create(b, check.kind,
                             toI64(b, constantIndex(b, check.position)),
                             toI64(b, constantIndex(b, check.component)),
                             toI64(b, check.value), toI64(b, check.size));
          });
  });
}
