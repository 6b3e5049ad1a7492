//===- ScatterEffects.cpp - effects and speculation of the ops ------------===//

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/IR/StaticSizes.h"

using namespace mlir;
using namespace scatter;

using Effects =
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

/// Adds the effects of the memref forms. They read their inputs and `source`,
/// and write `data`. They also read `data` if `readsData` is set and there is
/// no source. The tensor forms have no effects.
static void addEffects(Effects &effects, ArrayRef<OpOperand *> inputs,
                       MutableOperandRange source, OpOperand &data,
                       bool readsData) {
  auto add = [&](OpOperand &operand, MemoryEffects::Effect *effect) {
    effects.emplace_back(effect, &operand, SideEffects::DefaultResource::get());
  };
  if (!isa<BaseMemRefType>(data.get().getType()))
    return;
  for (OpOperand *input : inputs)
    add(*input, MemoryEffects::Read::get());
  for (OpOperand &operand : source)
    add(operand, MemoryEffects::Read::get());
  if (readsData && source.empty())
    add(data, MemoryEffects::Read::get());
  add(data, MemoryEffects::Write::get());
}

void ScatterNDUpdateOp::getEffects(Effects &effects) {
  addEffects(effects, {&getIndicesMutable(), &getUpdatesMutable()},
             getSourceMutable(), getDataMutable(),
             getReduction() != Reduction::none);
}

void SliceScatterOp::getEffects(Effects &effects) {
  addEffects(effects, {&getUpdatesMutable()}, getSourceMutable(),
             getDataMutable(), /*readsData=*/false);
}

/// An op that can report a violation is not speculatable, because it would
/// report violations that the program never reaches. Neither is an op under the
/// policy `undefined`: executing it with an index out of bounds is undefined
/// behavior.
Speculation::Speculatability ScatterNDUpdateOp::getSpeculatability() {
  bool total = getOutOfBounds() == OutOfBounds::drop ||
               getOutOfBounds() == OutOfBounds::clamp;
  return total && hasCertainShape(getIndices()) &&
                 hasCertainShape(getUpdates()) && hasCertainShape(getData())
             ? Speculation::Speculatable
             : Speculation::NotSpeculatable;
}

Speculation::Speculatability SliceScatterOp::getSpeculatability() {
  return getStart().empty() && getStop().empty() && getStep().empty() &&
                 hasCertainShape(getUpdates()) && hasCertainShape(getData())
             ? Speculation::Speculatable
             : Speculation::NotSpeculatable;
}
