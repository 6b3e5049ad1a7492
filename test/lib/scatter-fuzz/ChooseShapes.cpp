//===- ChooseShapes.cpp - random sizes ------------------------------------===//
//
// Sizes that belong together are chosen once; where a type makes one of them
// static, all of them take the value of the witness.
//
//===----------------------------------------------------------------------===//

#include "Generator.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace scatter::fuzz {

namespace {

/// A size to be chosen.
struct Size {
  std::optional<int64_t> fixed;
  int64_t least = 0;
};

/// The sizes of one case.
class ShapeChooser {
public:
  ShapeChooser(Random &random, const Program &program, bool isSmall, Case &call)
      : random(random), program(program), isSmall(isSmall), call(call),
        data(program.getRank()) {}

  void choose();

private:
  int64_t chooseBudget();
  bool hasRows() const {
    return llvm::any_of(program.ops,
                        [](const OpModel &op) { return op.rowStep; });
  }
  void fixData(unsigned dim, int64_t size) { data[dim].fixed = size; }
  void constrain(const OpModel &op, const BoundsCase &witness);
  void constrainScatterND(const OpModel &op);
  void constrainSlice(const OpModel &op, const BoundsCase &witness);
  void chooseSizes(llvm::MutableArrayRef<Size> sizes, int64_t budget);
  void constrainGather(const OpModel &op);
  void chooseTuples(const OpModel &op);
  void chooseTable(const OpModel &op);
  void chooseSlice(const OpModel &op, unsigned number);

  const Operand &operandOf(unsigned number) const {
    return program.operands[number];
  }
  const Shape &witnessOf(unsigned number) const {
    return program.witness.operands[number].shape;
  }

  Random &random;
  const Program &program;
  bool isSmall;
  Case &call;
  llvm::SmallVector<Size, 8> data;
};

} // namespace

/// Elements of `data`: mostly few, sometimes so many that rows have pages.
int64_t ShapeChooser::chooseBudget() {
  if (isSmall)
    return 16;
  size_t kind = hasRows() ? 1 + random.weighted({50, 40, 10})
                          : random.weighted({55, 34, 9, 2});
  switch (kind) {
  case 0:
    return random.range(1, 48);
  case 1:
    return random.range(16, 400);
  case 2:
    return random.range(300, 3000);
  default:
    return random.range(3000, 24000);
  }
}

void ShapeChooser::chooseSizes(llvm::MutableArrayRef<Size> sizes,
                               int64_t budget) {
  for (const Size &size : sizes)
    budget /= std::max<int64_t>(size.fixed.value_or(1), 1);
  llvm::SmallVector<unsigned, 8> order;
  for (unsigned i = 0; i < sizes.size(); ++i)
    if (!sizes[i].fixed)
      order.push_back(i);
  random.shuffle(order);
  // Long rows matter most. Axes of which a slice has one position are fixed.
  auto *last = llvm::max_element(order);
  if (last != order.end() && random.percent(hasRows() ? 85 : 50))
    std::swap(*last, order.front());
  size_t left = order.size();
  bool mayBeEmpty = random.percent(6);
  for (unsigned i : order) {
    Size &size = sizes[i];
    int64_t limit = std::max<int64_t>(budget, 1);
    int64_t value;
    bool isLong = i == order.front() && hasRows();
    if (isLong)
      value = random.range(limit / 2, limit);
    else if (left == 1 || random.percent(25))
      value = random.percent(60) ? limit : random.range(1, limit);
    else
      value = random.range(1, std::min<int64_t>(limit, random.pick({2, 4, 9})));
    // Multiples of vectors, and their neighbours.
    if (value > 20 && random.percent(50))
      value = value / 16 * 16 + random.pick({0, 0, 1, -1});
    if (mayBeEmpty && !isSmall && random.percent(40))
      value = 0;
    size.fixed = std::max(value, size.least);
    budget /= std::max<int64_t>(*size.fixed, 1);
    --left;
  }
}

void ShapeChooser::constrainScatterND(const OpModel &op) {
  const Operand &indices = operandOf(op.indices);
  const Operand &updates = operandOf(op.updates);
  unsigned batchRank = indices.getRank() - 1;
  unsigned depth = program.getDepth(op);
  bool isAlias = op.updates == 0;
  for (unsigned dim = batchRank; dim < updates.getRank(); ++dim)
    if (updates.isFixed(dim))
      fixData(depth + dim - batchRank, witnessOf(op.updates)[dim]);
  for (unsigned dim = 0; isAlias && dim < batchRank; ++dim)
    if (indices.isFixed(dim))
      fixData(dim, witnessOf(op.indices)[dim]);
  for (unsigned dim = 0; dim < depth; ++dim) {
    // Constants are valid for the sizes that they were made for.
    if (indices.isConstant)
      fixData(dim, witnessOf(0)[dim]);
    if (op.config.outOfBounds == OutOfBounds::undefined)
      data[dim].least = std::max<int64_t>(data[dim].least, 1);
  }
  if (updates.isWindow && (indices.isFixed(0) || updates.isFixed(0)))
    data[0].least = std::max(data[0].least, witnessOf(op.updates)[0]);
}

void ShapeChooser::constrainSlice(const OpModel &op,
                                  const BoundsCase &witness) {
  const Operand &updates = operandOf(op.updates);
  llvm::SmallVector<const AxisModel *, 8> listed(updates.getRank(), nullptr);
  for (const AxisModel &axis : op.axes)
    listed[program.getDim(axis)] = &axis;
  for (unsigned dim = 0; dim < updates.getRank(); ++dim) {
    if (program.isSingle(op, dim) && !data[dim].fixed)
      fixData(dim, random.range(1, 4));
    if (!updates.isFixed(dim) || program.isSingle(op, dim))
      continue;
    const AxisModel *axis = listed[dim];
    bool isFree = axis && axis->start == BoundMode::Argument &&
                  axis->stop == BoundMode::Argument;
    // Bounds in the text give the length that they gave the witness.
    if (!axis || (!isFree && random.percent(80)))
      fixData(dim, witnessOf(0)[dim]);
    else
      data[dim].least = std::max(data[dim].least, witnessOf(op.updates)[dim]);
  }
}

/// Data is what the gather writes.
void ShapeChooser::constrainGather(const OpModel &op) {
  const Operand &indices = operandOf(op.indices);
  const Operand &table = operandOf(op.updates);
  unsigned batchRank = indices.getRank() - 1;
  for (unsigned dim = 0; dim < batchRank; ++dim) {
    if (indices.isFixed(dim))
      fixData(dim, witnessOf(op.indices)[dim]);
    else if (dim < op.batchDims && table.isFixed(dim))
      fixData(dim, witnessOf(op.updates)[dim]);
  }
  unsigned firstSlice = op.batchDims + op.gatherDepth;
  for (unsigned dim = firstSlice; dim < table.getRank(); ++dim)
    if (table.isFixed(dim))
      fixData(batchRank + dim - firstSlice, witnessOf(op.updates)[dim]);
}

void ShapeChooser::chooseTable(const OpModel &op) {
  const Operand &indices = operandOf(op.indices);
  const Operand &table = operandOf(op.updates);
  llvm::ArrayRef<int64_t> out(call.operands[0].shape);
  unsigned batchRank = indices.getRank() - 1;
  Shape &indicesShape = call.operands[op.indices].shape;
  llvm::append_range(indicesShape, out.take_front(batchRank));
  indicesShape.push_back(op.gatherDepth);

  int64_t row = 1;
  for (int64_t size : out.drop_front(batchRank))
    row *= std::max<int64_t>(size, 1);
  llvm::SmallVector<Size, 8> indexed(op.gatherDepth);
  for (auto [i, size] : llvm::enumerate(indexed)) {
    if (table.isFixed(op.batchDims + i) || indices.isConstant)
      size.fixed = witnessOf(op.updates)[op.batchDims + i];
    size.least = op.config.outOfBounds == OutOfBounds::undefined;
  }
  chooseSizes(indexed, std::max<int64_t>(chooseBudget(), 2) * 4 /
                           std::max<int64_t>(row, 4));
  Shape &tableShape = call.operands[op.updates].shape;
  llvm::append_range(tableShape, out.take_front(op.batchDims));
  for (const Size &size : indexed)
    tableShape.push_back(*size.fixed);
  llvm::append_range(tableShape, out.drop_front(batchRank));
}

void ShapeChooser::chooseTuples(const OpModel &op) {
  const Operand &indices = operandOf(op.indices);
  const Operand &updates = operandOf(op.updates);
  const Shape &dataShape = call.operands[0].shape;
  unsigned batchRank = indices.getRank() - 1;
  unsigned depth = program.getDepth(op);
  bool isAlias = op.updates == 0;

  int64_t slots = 1, row = 1;
  for (auto [dim, size] : llvm::enumerate(dataShape))
    (dim < depth ? slots : row) *= std::max<int64_t>(size, 1);
  int64_t budget =
      std::max<int64_t>(chooseBudget(), 2) * 4 / std::max<int64_t>(row, 4);
  // Offsets of 256 tuples are kept, and more than 1024 tuples are sorted in two
  // phases by more than four threads.
  if (!isSmall && row <= 16 && random.percent(20))
    budget =
        std::max<int64_t>(budget, random.percent(25) ? random.range(1000, 2500)
                                                     : random.range(250, 600));
  if (op.uniqueIndices)
    budget = std::min(budget, slots);

  llvm::SmallVector<Size, 8> batch(batchRank);
  for (unsigned dim = 0; dim < batchRank; ++dim) {
    if (isAlias)
      batch[dim].fixed = dataShape[dim];
    else if (indices.isFixed(dim))
      batch[dim].fixed = witnessOf(op.indices)[dim];
    else if (updates.isFixed(dim))
      batch[dim].fixed = witnessOf(op.updates)[dim];
  }
  if (updates.isWindow && !batch[0].fixed)
    batch[0].fixed = random.range(0, dataShape[0]);
  chooseSizes(batch, budget);

  Shape &indicesShape = call.operands[op.indices].shape;
  Shape updatesShape;
  for (const Size &size : batch) {
    indicesShape.push_back(*size.fixed);
    updatesShape.push_back(*size.fixed);
  }
  indicesShape.push_back(depth);
  llvm::append_range(updatesShape, llvm::drop_begin(dataShape, depth));
  if (!isAlias)
    call.operands[op.updates].shape = updatesShape;
}

void ShapeChooser::chooseSlice(const OpModel &op, unsigned number) {
  const Operand &updates = operandOf(op.updates);
  const Shape &dataShape = call.operands[0].shape;
  Shape shape = dataShape;
  BoundsCase &bounds = call.bounds[number];
  for (auto [entry, axis] : llvm::enumerate(op.axes)) {
    int64_t dim = program.getDim(axis);
    int64_t size = dataShape[dim];
    if (op.sharesBounds) {
      shape[dim] = call.operands[program.ops.front().updates].shape[dim];
      continue;
    }
    AxisBounds chosen;
    const BoundsCase *witness = nullptr;
    if (!program.witness.bounds.empty()) {
      witness = &program.witness.bounds[number];
      if (axis.start != BoundMode::Argument)
        chosen.start = witness->start[entry];
      if (axis.stop != BoundMode::Argument)
        chosen.stop = witness->stop[entry];
      if (axis.step != BoundMode::Argument)
        chosen.step = witness->step[entry];
    }
    if (op.omitsSteps)
      chosen.step = 1;
    if (op.rowStep && dim == program.getRowDim(op))
      chosen.step = op.rowStep;
    std::optional<int64_t> length;
    if (op.updates == 0)
      length = size;
    else if (program.isSingle(op, dim))
      length = 1;
    else if (updates.isFixed(dim))
      length = witnessOf(op.updates)[dim];
    else if (program.ops.back().sharesBounds &&
             operandOf(program.ops.back().updates).isFixed(dim))
      length = witnessOf(program.ops.back().updates)[dim];
    if (!chooseBounds(random, size, length, chosen) && witness)
      chosen = {witness->start[entry], witness->stop[entry],
                witness->step[entry]};
    bounds.start.push_back(*chosen.start);
    bounds.stop.push_back(*chosen.stop);
    bounds.step.push_back(*chosen.step);
    reference::SliceIndices range = reference::computeSliceIndices(
        *chosen.start, *chosen.stop, *chosen.step, size);
    shape[dim] = length.value_or(range.length);
  }
  if (op.sharesBounds)
    bounds = call.bounds.front();
  if (op.updates != 0)
    call.operands[op.updates].shape = shape;
}

void ShapeChooser::choose() {
  call.operands.resize(program.operands.size());
  call.bounds.resize(program.ops.size());
  for (unsigned dim = 0; dim < data.size(); ++dim)
    if (operandOf(0).isFixed(dim))
      fixData(dim, witnessOf(0)[dim]);
  for (auto [number, op] : llvm::enumerate(program.ops)) {
    if (op.kind == OpKind::ScatterND)
      constrainScatterND(op);
    else if (op.kind == OpKind::Gather)
      constrainGather(op);
    else
      constrainSlice(op, program.witness.bounds.empty()
                             ? BoundsCase()
                             : program.witness.bounds[number]);
  }
  chooseSizes(data, chooseBudget());
  for (const Size &size : data)
    call.operands[0].shape.push_back(*size.fixed);

  for (auto [number, op] : llvm::enumerate(program.ops)) {
    if (op.sharesIndices)
      continue;
    if (op.kind == OpKind::ScatterND)
      chooseTuples(op);
    else if (op.kind == OpKind::Gather)
      chooseTable(op);
    else
      chooseSlice(op, number);
    if (operandOf(op.updates).isWindow)
      call.bounds[number].windowStart = random.range(
          0, call.operands[0].shape[0] - call.operands[op.updates].shape[0]);
  }
}

void chooseShapes(Random &random, const Program &program, bool isSmall,
                  Case &call) {
  if (program.generic)
    return chooseGenericShapes(random, program, isSmall, call);
  ShapeChooser(random, program, isSmall, call).choose();
}

} // namespace scatter::fuzz
