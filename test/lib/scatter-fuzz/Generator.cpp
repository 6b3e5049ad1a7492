//===- Generator.cpp - random programs and cases --------------------------===//

#include "Generator.h"

#include "scatter/Reference/Element.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <numeric>

using namespace mlir;

namespace scatter::fuzz {

/// Whether the op takes `reduction` for elements of `type`; the reference
/// evaluator knows some more.
static bool supportsReduction(Type type, Reduction reduction) {
  return reference::supportsReduction(type, reduction) &&
         (reduction == Reduction::none || !type.isF80());
}

Generator::Generator(MLIRContext *context, const GeneratorOptions &options)
    : options(options), payloads(getPayloadTypes(context)),
      indexTypes(getIndexTypes(context)) {
  llvm::erase_if(payloads, [&](const PayloadType &payload) {
    return (!options.type.empty() &&
            debugString(payload.type) != options.type) ||
           (options.op == OpKind::Generic && !hasRegionForm(payload)) ||
           (options.reduction &&
            !supportsReduction(payload.type, *options.reduction));
  });
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

unsigned Generator::addOperand(Random &random, Program &program, Role role,
                               Type type, int64_t size, unsigned rank,
                               bool isPassable) const {
  Operand operand;
  operand.role = role;
  operand.type = type;
  operand.elementSize = size;
  operand.argStatic.assign(rank, false);
  operand.opStatic.assign(rank, false);
  operand.order.resize(rank);
  std::iota(operand.order.rbegin(), operand.order.rend(), 0);
  if (!program.onTensors) {
    operand.otherSpace = random.percent(5);
    operand.erasesLayout = random.percent(8);
    if (!isPassable)
      operand.layout = Layout::View;
    else
      operand.layout = random.pick({Layout::Identity, Layout::Identity,
                                    Layout::Strided, Layout::Reinterpret});
    if (operand.layout == Layout::Strided ||
        operand.layout == Layout::Reinterpret) {
      operand.staticOffset = random.percent(60);
      if (random.percent(30))
        random.shuffle(operand.order);
    }
  }
  program.operands.push_back(operand);
  return program.operands.size() - 1;
}

void Generator::addScatterND(Random &random, Program &program,
                             const PayloadType &payload) const {
  OpModel op;
  op.kind = OpKind::ScatterND;
  unsigned rank = program.getRank();
  bool isAlias = program.onTensors && random.percent(8);
  bool isWindow = program.onTensors && !isAlias && random.percent(6);
  unsigned depth = random.percent(35) ? 1 : random.range(0, rank);
  unsigned batchRank = random.weighted({15, 55, 20, 10});
  if (isAlias)
    batchRank = depth;
  if (isWindow)
    depth = batchRank = 1;

  llvm::SmallVector<unsigned> weights = {30, 20, 12, 14, 12, 12};
  weights.resize(getMaxEnumValForReduction() + 1, 12);
  op.config.reduction = options.reduction
                            ? *options.reduction
                            : static_cast<Reduction>(random.weighted(weights));
  while (!supportsReduction(payload.type, op.config.reduction))
    op.config.reduction = static_cast<Reduction>(random.below(4));
  if (!supportsReduction(payload.type, op.config.reduction))
    op.config.reduction = Reduction::none;
  op.config.outOfBounds =
      static_cast<OutOfBounds>(random.weighted({50, 20, 20, 10}));
  op.config.negativeIndices =
      static_cast<NegativeIndices>(random.weighted({70, 30}));
  op.uniqueIndices = random.percent(25);
  op.indicesAreSorted = random.percent(20);

  // The check of one may serve both.
  const OpModel *first = program.ops.empty() ? nullptr : &program.ops.front();
  if (first && first->kind == OpKind::ScatterND && first->updates != 0 &&
      !program.operands[first->updates].isWindow && random.percent(60)) {
    Reduction reduction = op.config.reduction;
    op = *first;
    op.config.reduction = reduction;
    op.sharesIndices = true;
    program.ops.push_back(op);
    return;
  }

  Type indexType = random.pick(llvm::ArrayRef(indexTypes));
  op.indices = addOperand(random, program, Role::Indices, indexType,
                          *reference::getElementSize(indexType), batchRank + 1,
                          /*isPassable=*/true);
  if (program.onTensors && !isAlias && random.percent(25))
    program.operands[op.indices].isConstant = true;
  if (!isAlias) {
    op.updates =
        addOperand(random, program, Role::Updates, payload.type, payload.size,
                   batchRank + rank - depth, payload.isPassable);
    program.operands[op.updates].isWindow = isWindow;
  }
  program.ops.push_back(op);
}

void Generator::addSlice(Random &random, Program &program,
                         const PayloadType &payload) const {
  OpModel op;
  op.kind = OpKind::Slice;
  unsigned rank = program.getRank();
  bool isAlias = program.onTensors && random.percent(10);
  bool isWindow = program.onTensors && !isAlias && random.percent(10);
  unsigned count = random.percent(8) ? 0 : random.range(1, rank);
  llvm::SmallVector<unsigned, 8> axes(rank);
  std::iota(axes.begin(), axes.end(), 0);
  op.omitsAxes = random.percent(35);
  if (isWindow) {
    count = 1;
  } else if (!op.omitsAxes) {
    random.shuffle(axes);
  }
  for (unsigned axis : llvm::ArrayRef(axes).take_front(count)) {
    AxisModel model;
    model.axis = !op.omitsAxes && random.percent(30) ? int64_t(axis) - rank
                                                     : int64_t(axis);
    op.axes.push_back(model);
  }
  op.omitsSteps = random.percent(25);
  if (!isWindow && !op.axes.empty() && random.percent(45)) {
    if (rank > 1 && !isAlias && random.percent(30))
      op.singleAxes = random.range(1, std::min(rank - 1, 2u));
    // The axes from that of the rows on take part, in any place of the list.
    if (op.omitsAxes)
      while (op.axes.size() < rank)
        op.axes.push_back({static_cast<int64_t>(op.axes.size())});
    // An axis that does not is whole, and one row with the axis before it.
    bool isWhole = op.singleAxes > 0 && random.percent(50);
    for (int64_t dim = program.getRowDim(op) + isWhole; dim < rank; ++dim) {
      if (llvm::any_of(op.axes, [&](const AxisModel &axis) {
            return program.getDim(axis) == dim;
          }))
        continue;
      op.axes.push_back({random.percent(50) ? dim : dim - rank});
      std::swap(op.axes.back(), op.axes[random.below(op.axes.size())]);
    }
    op.omitsSteps = false;
    // Updates that are `data` itself have room in a whole axis only.
    op.rowStep =
        isAlias ? random.pick<int64_t>({1, -1})
                : random.pick<int64_t>({1, -1, -1, 2, 2, -2, -2, 3, 4, 4, -4});
  }
  // Two writes to one slice.
  const OpModel *first = program.ops.empty() ? nullptr : &program.ops.front();
  if (first && first->kind == OpKind::Slice && first->updates != 0 &&
      !program.operands[first->updates].isWindow && random.percent(50)) {
    op = *first;
    op.sharesBounds = true;
    isAlias = isWindow = false;
  }
  if (!isAlias) {
    op.updates = addOperand(random, program, Role::Updates, payload.type,
                            payload.size, rank, payload.isPassable);
    program.operands[op.updates].isWindow = isWindow;
  }
  program.ops.push_back(op);
}

void Generator::addGather(Random &random, Program &program,
                          const PayloadType &payload) const {
  OpModel op;
  op.kind = OpKind::Gather;
  unsigned rank = program.getRank();
  unsigned batchRank =
      random.percent(40) ? std::min(rank, 1u) : random.range(0, rank);
  unsigned sliceRank = rank - batchRank;
  op.batchDims = random.percent(70) ? 0 : random.range(0, batchRank);
  op.gatherDepth = random.weighted({8, 60, 22, 10});
  if (op.batchDims + op.gatherDepth + sliceRank == 0)
    op.gatherDepth = 1;
  op.config.outOfBounds =
      static_cast<OutOfBounds>(random.weighted({45, 25, 20, 10}));
  op.config.negativeIndices =
      static_cast<NegativeIndices>(random.weighted({70, 30}));
  Type type = payload.type;
  op.hasFill = random.percent(50) &&
               (type.isIndex() || type.isF16() || type.isBF16() ||
                type.isF32() || type.isF64() ||
                (type.isSignlessInteger() && type.getIntOrFloatBitWidth() > 3 &&
                 type.getIntOrFloatBitWidth() <= 64));

  Type indexType = random.pick(llvm::ArrayRef(indexTypes));
  op.indices = addOperand(random, program, Role::Indices, indexType,
                          *reference::getElementSize(indexType), batchRank + 1,
                          /*isPassable=*/true);
  if (program.onTensors && random.percent(25))
    program.operands[op.indices].isConstant = true;
  op.updates =
      addOperand(random, program, Role::Updates, type, payload.size,
                 op.batchDims + op.gatherDepth + sliceRank, payload.isPassable);
  program.ops.push_back(op);
}

/// Whether the components of an index operand of a scatter.generic have
/// dimensions with positions.
static bool hasSlots(const Program &program, unsigned number) {
  const GenericModel &generic = *program.generic;
  unsigned end = generic.getNumDims(), first = end;
  for (auto [operand, depth] :
       llvm::zip_equal(generic.indices, generic.depths)) {
    first = end;
    end += depth;
    if (operand == number)
      break;
  }
  for (auto [operand, map] : llvm::zip_equal(generic.getMapped(), generic.maps))
    for (auto [dim, expr] : llvm::enumerate(map))
      if (expr >= first && expr < end &&
          program.witness.operands[operand].shape[dim] == 0)
        return false;
  return true;
}

/// A promise cannot hold for a dimension of size 0.
static void repair(Program &program) {
  if (program.generic)
    for (auto [number, policy] :
         llvm::zip_equal(program.generic->indices, program.generic->policies))
      if (policy.outOfBounds == OutOfBounds::undefined &&
          !hasSlots(program, number))
        policy.outOfBounds = OutOfBounds::drop;
  for (OpModel &op : program.ops) {
    if (!hasIndices(op))
      continue;
    auto [indexed, first] = getIndexed(op);
    llvm::ArrayRef<int64_t> sizes(program.witness.operands[indexed].shape);
    if (op.config.outOfBounds == OutOfBounds::undefined &&
        llvm::is_contained(sizes.slice(first, program.getDepth(op)), 0))
      op.config.outOfBounds = OutOfBounds::drop;
  }
}

Program Generator::generateProgram(Random &random) const {
  Program program;
  bool isTiled = options.tilesAll || random.percent(25);
  program.onTensors = random.percent(isTiled ? 75 : 45);
  const PayloadType *payload;
  do {
    payload = &payloads[random.below(payloads.size())];
    // The type that matters most.
    if (random.percent(10))
      for (const PayloadType &type : payloads)
        if (type.type.isF32())
          payload = &type;
    // Types that linalg ops compute with.
    if (isTiled && !hasComplement(payload->type) && random.percent(60))
      payload = &payloads[random.below(payloads.size())];
    if (!payload->isPassable && payloads.size() == 1)
      program.onTensors = false;
  } while (program.onTensors && !payload->isPassable);

  unsigned rank = 1 + random.weighted({28, 30, 18, 10, 5, 4, 3, 2});
  addOperand(random, program, Role::Data, payload->type, payload->size, rank,
             payload->isPassable);
  unsigned count = random.percent(80) ? 1 : 2;
  program.isChain = random.percent(60);
  for (unsigned i = 0; i < count; ++i) {
    bool mayBeGeneric = i == 0 && hasRegionForm(*payload);
    OpKind kind = options.op.value_or(static_cast<OpKind>(
        random.weighted({45, 30, i == 0 ? 15u : 0u, mayBeGeneric ? 15u : 0u})));
    if (kind == OpKind::ScatterND)
      addScatterND(random, program, *payload);
    else if (kind == OpKind::Slice)
      addSlice(random, program, *payload);
    else if (kind == OpKind::Gather)
      addGather(random, program, *payload);
    else
      addGeneric(random, program, *payload);
    if (kind == OpKind::Gather || kind == OpKind::Generic)
      break;
  }
  chooseOptions(random, options.threads, program.options);
  chooseTiling(random, isTiled, program);
  // Constants are made with the witness, not taken from it.
  std::vector<unsigned> constants;
  for (auto [number, operand] : llvm::enumerate(program.operands))
    if (std::exchange(operand.isConstant, false))
      constants.push_back(number);
  program.witness = generateCase(random, program);
  for (unsigned number : constants)
    program.operands[number].isConstant = true;
  repair(program);
  chooseStatic(random, program);
  if (program.generic)
    // (G3)
    for (unsigned number : program.generic->indices) {
      program.operands[number].argStatic.back() = true;
      program.operands[number].opStatic.back() = true;
    }
  return program;
}

//===----------------------------------------------------------------------===//
// Cases
//===----------------------------------------------------------------------===//

/// Elements that an operand may have.
static constexpr int64_t maxUpdateElements = int64_t(1) << 17;

static int64_t countElements(const OperandCase &operand) {
  int64_t count = 1;
  for (int64_t size : operand.shape)
    count *= size;
  return count;
}

/// The strides of an operand without elements depend on its other sizes.
static bool isLarge(const Case &call) {
  return llvm::any_of(call.operands, [](const OperandCase &operand) {
    int64_t count = 1;
    for (int64_t size : operand.shape)
      count *= std::max<int64_t>(size, 1);
    return count > maxUpdateElements;
  });
}

/// Shapes and bounds without the rest.
static Case takeShapes(const Case &call) {
  Case result;
  result.bounds = call.bounds;
  for (const OperandCase &operand : call.operands) {
    result.operands.emplace_back();
    result.operands.back().shape = operand.shape;
  }
  return result;
}

Case Generator::generateCase(Random &random, const Program &program) const {
  Case call;
  bool isWitness = program.witness.operands.empty();
  for (unsigned attempt = 0; attempt == 0 || isLarge(call); ++attempt) {
    call = Case();
    chooseShapes(random, program, attempt > 0, call);
    // What is fixed may leave no other choice than the sizes of the witness.
    if (attempt == 4)
      call = takeShapes(program.witness);
  }
  call.guardBefore = random.percent(40);
  if (!isWitness && !program.ops.front().sizesMatch && random.percent(7))
    breakShapes(random, program, call);

  for (unsigned i = 0; i < program.operands.size(); ++i)
    chooseLayout(random, program, i, call);
  if (program.generic)
    fillGenericIndices(random, program, call);
  for (const OpModel &op : program.ops)
    if (hasIndices(op) && !op.sharesIndices)
      fillIndices(random, program, op, call);

  const Operand &data = program.getData();
  ValueSource values(data.type, data.elementSize);
  for (auto [operand, operandCase] :
       llvm::zip_equal(program.operands, call.operands)) {
    if (operand.isConstant && !isWitness)
      operandCase = program.witness.operands[&operand - &program.operands[0]];
    if (operand.role == Role::Indices || operand.isWindow)
      continue;
    int64_t count = countElements(operandCase);
    operandCase.bytes.resize(count * operand.elementSize);
    if (operand.type == data.type)
      values.fill(random, operandCase.bytes.data(), count);
    else
      ValueSource(operand.type, operand.elementSize)
          .fill(random, operandCase.bytes.data(), count);
  }
  return call;
}

} // namespace scatter::fuzz
