//===- BreakShapes.cpp - sizes that do not fit together -------------------===//

#include "Generator.h"

#include <algorithm>

namespace scatter::fuzz {

/// Elements that an operand with a wrong size may have.
static constexpr int64_t maxElements = int64_t(1) << 17;

/// Changes sizes of one operand of a scatter.generic.
static void breakGenericShapes(Random &random, const Program &program,
                               Case &call) {
  unsigned number = random.below(program.operands.size());
  const Operand &operand = program.operands[number];
  for (unsigned dim = 0; dim < operand.getRank(); ++dim) {
    if (operand.isFixed(dim) || !program.generic->getExpr(number, dim) ||
        !random.percent(40))
      continue;
    int64_t &size = call.operands[number].shape[dim];
    size = std::max<int64_t>(
        random.pick<int64_t>({size + 1, size - 1, 1, size + 7}), 1);
  }
}

void breakShapes(Random &random, const Program &program, Case &call) {
  if (program.generic)
    return breakGenericShapes(random, program, call);
  unsigned number = random.below(program.ops.size());
  const OpModel &op = program.ops[number];
  if (op.kind == OpKind::Slice && random.percent(30)) {
    if (program.ops.back().sharesBounds)
      return;
    for (auto [entry, axis] : llvm::enumerate(op.axes))
      if (axis.step == BoundMode::Argument && random.percent(60))
        call.bounds[number].step[entry] = 0;
    return;
  }
  unsigned broken = op.updates;
  if (hasIndices(op) && random.percent(40))
    broken = op.indices;
  const Operand &operand = program.operands[broken];
  if (broken == 0 || operand.isWindow || operand.isConstant)
    return;
  Shape &shape = call.operands[broken].shape;
  for (unsigned dim = 0; dim < operand.getRank(); ++dim) {
    // Any size of an indexed dimension is right.
    bool isIndexed = op.kind == OpKind::Gather && broken == op.updates &&
                     dim >= op.batchDims && dim < op.batchDims + op.gatherDepth;
    if (operand.isFixed(dim) || isIndexed || !random.percent(40))
      continue;
    int64_t size =
        std::max<int64_t>(random.pick<int64_t>({shape[dim] + 1, shape[dim] - 1,
                                                0, shape[dim] + 7, 1}),
                          0);
    Shape others = shape;
    others[dim] = size;
    int64_t count = 1;
    for (int64_t other : others)
      count *= std::max<int64_t>(other, 1);
    if (count <= maxElements)
      shape = others;
  }
}

} // namespace scatter::fuzz
