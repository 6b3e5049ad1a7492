//===- ChooseLayout.cpp - random strides and offsets ----------------------===//

#include "Generator.h"

#include <algorithm>

namespace scatter::fuzz {

/// Elements that an operand may span; its buffer has room for them.
static constexpr int64_t maxSpan = int64_t(1) << 16;

/// Strides in the memory order of the operand, with gaps if asked for. Elements
/// have distinct addresses. Returns the number of elements spanned.
static int64_t chooseStrides(Random &random, const Operand &operand,
                             const Shape &witness, bool hasGaps,
                             OperandCase &result) {
  result.strides.assign(operand.getRank(), 1);
  int64_t running = 1, span = 1;
  for (unsigned i = 0; i < operand.getRank(); ++i) {
    unsigned dim = operand.order[i];
    int64_t stride = running;
    if (i < operand.staticStrides)
      stride = witness[dim];
    else if (hasGaps && random.percent(35))
      stride = running * random.range(1, 2) + random.range(0, 3);
    result.strides[dim] = stride;
    int64_t size = std::max<int64_t>(result.shape[dim], 1);
    running = stride * size;
    span += stride * (size - 1);
  }
  return span;
}

/// Lets all positions along a dimension be one element, which is legal for what
/// is only read.
static void broadcast(Random &random, const Operand &operand, unsigned rank,
                      OperandCase &result) {
  for (unsigned i = operand.staticStrides; i < operand.getRank(); ++i)
    if (operand.order[i] < rank && random.percent(25))
      result.strides[operand.order[i]] = 0;
}

/// Lets some dimensions run backwards.
static void reverse(Random &random, const Operand &operand,
                    OperandCase &result) {
  int64_t reach = 0;
  for (unsigned i = operand.staticStrides; i < operand.getRank(); ++i) {
    int64_t &stride = result.strides[operand.order[i]];
    int64_t size = result.shape[operand.order[i]];
    if (!random.percent(40))
      continue;
    reach += stride * std::max<int64_t>(size - 1, 0);
    stride = -stride;
  }
  // The elements stay in the pool that they are cut from.
  if (operand.layout == Layout::Reinterpret)
    result.offset += reach;
}

void chooseLayout(Random &random, const Program &program, unsigned number,
                  Case &call) {
  const Operand &operand = program.operands[number];
  OperandCase &result = call.operands[number];
  bool hasWitness = !program.witness.operands.empty();
  if (operand.layout == Layout::Identity || operand.layout == Layout::View) {
    result.strides = reference::getContiguousStrides(result.shape);
    result.offset = 0;
    return;
  }
  Shape witness(operand.getRank(), 1);
  if (hasWitness)
    witness = program.witness.operands[number].strides;
  int64_t span =
      chooseStrides(random, operand, witness, random.percent(60), result);
  if (span > maxSpan)
    chooseStrides(random, operand, witness, /*hasGaps=*/false, result);

  if (operand.staticOffset && hasWitness)
    result.offset = program.witness.operands[number].offset;
  else if (operand.layout == Layout::Reinterpret || operand.staticOffset)
    result.offset = random.percent(50) ? random.range(0, 9) : 0;
  bool mayReverse = operand.layout == Layout::Strided || !operand.staticOffset;
  if (mayReverse && hasWitness && random.percent(8))
    reverse(random, operand, result);
  // The components of a tuple are values of their own.
  unsigned rank = operand.getRank() - (operand.role == Role::Indices);
  if (operand.role != Role::Data && hasWitness && random.percent(4))
    broadcast(random, operand, rank, result);
}

} // namespace scatter::fuzz
