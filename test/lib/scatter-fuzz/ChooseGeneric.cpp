//===- ChooseGeneric.cpp - random programs with scatter.generic -----------===//

#include "Generator.h"

#include "scatter/Reference/Element.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <algorithm>
#include <numeric>

using namespace mlir;

namespace scatter::fuzz {

//===----------------------------------------------------------------------===//
// The op
//===----------------------------------------------------------------------===//

/// Most often `payload`, else another type that regions compute with.
const PayloadType &
Generator::chooseRegionType(Random &random, const PayloadType &payload) const {
  if (random.percent(55))
    return payload;
  const PayloadType *type;
  do
    type = &payloads[random.below(payloads.size())];
  while (!hasRegionForm(*type));
  return *type;
}

/// Up to `most` of the numbers in [0, end), each once.
static llvm::SmallVector<unsigned> chooseSome(Random &random, unsigned end,
                                              unsigned most) {
  llvm::SmallVector<unsigned> all(end);
  std::iota(all.begin(), all.end(), 0);
  random.shuffle(all);
  all.truncate(random.range(0, std::min(end, most)));
  return all;
}

/// The maps of the inputs, then those of the outs (G5).
static void chooseMaps(Random &random, unsigned inputs, unsigned outs,
                       GenericModel &generic) {
  unsigned dims = generic.getNumDims();
  unsigned end = dims + generic.getNumComponents();
  for (unsigned i = 0; i < inputs; ++i)
    generic.maps.push_back(chooseSome(random, end, 4));
  for (unsigned i = 0; i < outs; ++i) {
    llvm::SmallVector<unsigned> map;
    for (unsigned expr = 0; expr < end; ++expr) {
      bool isSymbol = expr >= dims, isOfTuples = expr < generic.batchRank;
      bool isUsed = llvm::any_of(generic.maps, [&](const auto &other) {
        return llvm::is_contained(other, expr);
      });
      bool isMissing = isSymbol && i == outs - 1 && !isUsed;
      if (isMissing || (isSymbol     ? random.percent(80)
                        : isOfTuples ? random.percent(25)
                                     : true))
        map.push_back(expr);
    }
    if (random.percent(40))
      random.shuffle(map);
    else // Components come before the slice.
      std::rotate(llvm::lower_bound(map, generic.batchRank),
                  llvm::lower_bound(map, dims), map.end());
    generic.maps.push_back(map);
  }
}

void Generator::addGeneric(Random &random, Program &program,
                           const PayloadType &payload) const {
  OpModel op;
  op.kind = OpKind::Generic;
  op.uniqueIndices = random.percent(15);
  program.ops.push_back(op);
  program.operands.clear();
  GenericModel &generic = program.generic.emplace();
  generic.batchRank = random.weighted({8, 60, 22, 10});
  generic.sliceRank = random.weighted({30, 50, 20});
  for (unsigned i = random.pick({1, 1, 1, 2, 2, 3}); i > 0; --i) {
    generic.depths.push_back(random.weighted({6, 68, 26}));
    reference::ScatterNDUpdateConfig policy;
    policy.outOfBounds =
        static_cast<OutOfBounds>(random.weighted({45, 25, 20, 10}));
    policy.negativeIndices =
        static_cast<NegativeIndices>(random.weighted({70, 30}));
    generic.policies.push_back(policy);
  }
  unsigned inputs = random.weighted({15, 45, 30, 10});
  unsigned outs = random.weighted({0, 70, 25, 5});
  chooseMaps(random, inputs, outs, generic);

  auto add = [&](Role role, const PayloadType &type, unsigned rank) {
    return addOperand(random, program, role, type.type, type.size, rank,
                      type.isPassable);
  };
  for (unsigned i = 0; i < outs; ++i)
    generic.outs.push_back(
        add(Role::Data, i == 0 ? payload : chooseRegionType(random, payload),
            generic.maps[inputs + i].size()));
  bool isCovered = llvm::all_of(
      llvm::seq(generic.getNumComponents()), [&](unsigned component) {
        return llvm::is_contained(generic.maps.back(),
                                  generic.getNumDims() + component);
      });
  for (unsigned i = 0; i < inputs; ++i) {
    // On tensors an out may be read through its own map, if no component is in
    // the map of the input alone (G5).
    if (program.onTensors && isCovered && random.percent(10)) {
      unsigned out = random.below(outs);
      generic.inputs.push_back(generic.outs[out]);
      generic.maps[i] = generic.maps[inputs + out];
      continue;
    }
    generic.inputs.push_back(add(Role::Updates,
                                 chooseRegionType(random, payload),
                                 generic.maps[i].size()));
  }
  for (unsigned i = 0; i < generic.depths.size(); ++i) {
    Type type = random.pick(llvm::ArrayRef(indexTypes));
    unsigned number = addOperand(random, program, Role::Indices, type,
                                 *reference::getElementSize(type),
                                 generic.batchRank + 1, /*isPassable=*/true);
    generic.indices.push_back(number);
    program.operands[number].isConstant =
        program.onTensors && random.percent(15);
  }
  makeRegion(random, program);
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

void chooseGenericShapes(Random &random, const Program &program, bool isSmall,
                         Case &call) {
  const GenericModel &generic = *program.generic;
  unsigned dims = generic.getNumDims();
  unsigned count = dims + generic.getNumComponents();
  llvm::SmallVector<std::optional<int64_t>> sizes(count);
  for (auto [number, operand] : llvm::enumerate(program.operands))
    for (unsigned dim = 0; dim < operand.getRank(); ++dim)
      if (auto expr = generic.getExpr(number, dim))
        if (operand.isFixed(dim))
          sizes[*expr] = program.witness.operands[number].shape[dim];
  // Constants are valid for the sizes that they were made for.
  llvm::SmallVector<int64_t> least(count, 0);
  unsigned component = dims;
  for (auto [number, depth, policy] :
       llvm::zip_equal(generic.indices, generic.depths, generic.policies))
    for (unsigned i = 0; i < depth; ++i, ++component) {
      least[component] = policy.outOfBounds == OutOfBounds::undefined;
      if (program.operands[number].isConstant)
        for (auto [operand, map] :
             llvm::zip_equal(generic.getMapped(), generic.maps))
          if (auto *at = llvm::find(map, component); at != map.end())
            sizes[component] =
                program.witness.operands[operand].shape[at - map.begin()];
    }

  int64_t tuples = isSmall ? 4 : random.pick({8, 30, 30, 200, 600});
  if (program.ops.front().uniqueIndices)
    tuples = std::min<int64_t>(tuples, 8);
  int64_t slice = isSmall ? 4 : random.pick({1, 9, 33, 70});
  bool mayBeEmpty = !isSmall && random.percent(5);
  for (unsigned expr = 0; expr < count; ++expr) {
    int64_t budget = isSmall ? 3 : 12;
    if (expr < dims)
      budget = std::max<int64_t>(expr < generic.batchRank ? tuples : slice, 1);
    bool isLast = expr + 1 == generic.batchRank || expr + 1 == dims;
    if (!isLast)
      budget = std::min<int64_t>(budget, 6);
    int64_t size = random.percent(40) ? budget : random.range(1, budget);
    if (mayBeEmpty && random.percent(25))
      size = 0;
    if (!sizes[expr])
      sizes[expr] = std::max(size, least[expr]);
    if (expr < dims)
      (expr < generic.batchRank ? tuples : slice) /=
          std::max<int64_t>(*sizes[expr], 1);
  }

  call.operands.resize(program.operands.size());
  call.bounds.resize(program.ops.size());
  for (auto [operand, map] :
       llvm::zip_equal(generic.getMapped(), generic.maps)) {
    call.operands[operand].shape.clear();
    for (unsigned expr : map)
      call.operands[operand].shape.push_back(*sizes[expr]);
  }
  for (auto [number, depth] :
       llvm::zip_equal(generic.indices, generic.depths)) {
    for (unsigned dim = 0; dim < generic.batchRank; ++dim)
      call.operands[number].shape.push_back(*sizes[dim]);
    call.operands[number].shape.push_back(depth);
  }
}

} // namespace scatter::fuzz
