//===- ChooseStatic.cpp - what of a program is static ---------------------===//

#include "Generator.h"

#include "llvm/ADT/STLExtras.h"

namespace scatter::fuzz {

void chooseStatic(Random &random, Program &program) {
  // For all dimensions: none, all, or one by one.
  unsigned chance = random.pick({0, 0, 50, 50, 50, 100});
  bool hasWindow = llvm::any_of(program.operands,
                                [](const Operand &o) { return o.isWindow; });
  for (auto [number, operand] : llvm::enumerate(program.operands)) {
    bool hasCast = random.percent(20) && !operand.isWindow;
    for (unsigned dim = 0; dim < operand.getRank(); ++dim) {
      operand.argStatic[dim] = operand.isConstant || random.percent(chance);
      // Upstream rejects a slice of a dimension of which the type says that it
      // is empty.
      if (number == 0 && hasWindow &&
          program.witness.operands[0].shape[dim] == 0)
        operand.argStatic[dim] = false;
      operand.opStatic[dim] =
          hasCast && !hasWindow ? random.percent(50) : operand.argStatic[dim];
    }
    if (operand.layout == Layout::Identity || operand.layout == Layout::View)
      continue;
    unsigned possible = 1;
    while (possible < operand.getRank() &&
           operand.isFixed(operand.order[possible - 1]))
      ++possible;
    if (operand.getRank() > 0)
      operand.staticStrides = random.range(0, possible);
  }
  for (const OpModel &op : program.ops)
    for (int64_t dim = 0; dim < program.getRank(); ++dim)
      for (unsigned number : {0u, op.updates}) {
        Operand &operand = program.operands[number];
        if (program.isSingle(op, dim))
          operand.argStatic[dim] = operand.opStatic[dim] = true;
      }
  unsigned literals = random.pick({0, 30, 60, 100});
  unsigned constants = random.pick({0, 30, 100});
  auto chooseMode = [&] {
    if (random.percent(literals))
      return BoundMode::Literal;
    return random.percent(constants) ? BoundMode::Constant
                                     : BoundMode::Argument;
  };
  for (OpModel &op : program.ops)
    for (AxisModel &axis : op.axes) {
      axis.start = chooseMode();
      axis.stop = chooseMode();
      int64_t dim = program.getDim(axis);
      if (program.isSingle(op, dim)) {
        axis.start = axis.stop = axis.step = BoundMode::Literal;
        continue;
      }
      bool isRow = op.rowStep && dim == program.getRowDim(op);
      axis.step = op.omitsSteps || isRow ? BoundMode::Literal : chooseMode();
    }
  if (program.ops.back().sharesBounds)
    program.ops.back().axes = program.ops.front().axes;
}

} // namespace scatter::fuzz
