//===- Shrink.cpp - smaller programs and cases that fail alike ------------===//
//
// Tries simplifications one by one, each in a process of its own, and keeps
// those with which the failure stays what it was.
//
//===----------------------------------------------------------------------===//

#include "Session.h"

#include "scatter/Reference/Element.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cstring>
#include <functional>

namespace scatter::fuzz {

namespace {

/// Changes program and case; returns false if there is nothing to change.
using Move = std::function<bool(Program &, Case &)>;

} // namespace

/// Attempts for one failure; each takes some tens of milliseconds.
static constexpr unsigned maxAttempts = 300;

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// Cuts `operandCase` down to `shape`.
static void resize(const Operand &operand, OperandCase &operandCase,
                   const Shape &shape) {
  if (!operandCase.bytes.empty() || operand.role == Role::Indices) {
    OperandCase old = operandCase;
    reference::OwnedBuffer small(operand.type, shape, operand.elementSize);
    auto from = reference::ConstBufferView::contiguous(
        operand.type, old.bytes.data(), old.shape, operand.elementSize);
    from.shape = shape;
    if (!old.bytes.empty())
      reference::copyElements(from, small.view());
    reference::BufferView view = small.view();
    auto *bytes = static_cast<char *>(view.data);
    operandCase.bytes.assign(bytes, bytes + view.getNumElements() *
                                                operand.elementSize);
  }
  operandCase.shape = shape;
  // Wider strides stay right for fewer elements.
  if (operand.layout == Layout::Identity || operand.layout == Layout::View)
    operandCase.strides = reference::getContiguousStrides(shape);
}

static void resizeDim(const Program &program, Case &call, unsigned number,
                      unsigned dim, int64_t size) {
  Shape shape = call.operands[number].shape;
  if (shape[dim] <= size)
    return;
  shape[dim] = size;
  resize(program.operands[number], call.operands[number], shape);
}

/// Moves the components of `op` that name positions of dimension `dim`, which
/// gets smaller, inside. What is out of bounds stays so.
static void moveIndices(const Program &program, const OpModel &op, Case &call,
                        unsigned dim, int64_t oldSize, int64_t newSize) {
  const Operand &operand = program.operands[op.indices];
  OperandCase &indices = call.operands[op.indices];
  int64_t depth = indices.shape.back();
  if (int64_t(dim) >= depth)
    return;
  int64_t count = indices.bytes.size() / operand.elementSize;
  for (int64_t i = dim; i < count; i += depth) {
    char *at = indices.bytes.data() + i * operand.elementSize;
    int64_t value = reference::readInteger(operand.type, at);
    if (value >= newSize && value < oldSize)
      value = newSize - 1;
    else if (value < -newSize && value >= -oldSize)
      value = -newSize;
    else if (value == oldSize)
      value = newSize;
    reference::writeInteger(operand.type, at, value);
  }
}

static bool shrinkData(Program &program, Case &call, unsigned dim,
                       int64_t size) {
  int64_t oldSize = call.operands[0].shape[dim];
  if (size >= oldSize)
    return false;
  // The promise that indices are in bounds is kept.
  for (const OpModel &op : program.ops)
    if (op.kind == OpKind::ScatterND && size == 0 &&
        op.config.outOfBounds == OutOfBounds::undefined)
      return false;
  resizeDim(program, call, 0, dim, size);
  const OpModel &gather = program.ops.front();
  if (gather.kind == OpKind::Gather) {
    unsigned batchRank = program.operands[gather.indices].getRank() - 1;
    if (dim < batchRank)
      resizeDim(program, call, gather.indices, dim, size);
    if (dim < gather.batchDims)
      resizeDim(program, call, gather.updates, dim, size);
    else if (dim >= batchRank)
      resizeDim(program, call, gather.updates,
                dim - batchRank + gather.batchDims + gather.gatherDepth, size);
    return true;
  }
  for (auto [number, op] : llvm::enumerate(program.ops)) {
    if (op.kind == OpKind::ScatterND) {
      unsigned depth = program.getDepth(op);
      moveIndices(program, op, call, dim, oldSize, size);
      if (op.updates == 0 && dim < depth)
        resizeDim(program, call, op.indices, dim, size);
      else if (op.updates != 0 && dim >= depth)
        resizeDim(program, call, op.updates,
                  dim - depth + program.operands[op.indices].getRank() - 1,
                  size);
      continue;
    }
    if (op.updates == 0)
      continue;
    int64_t length = size;
    for (auto [entry, axis] : llvm::enumerate(op.axes)) {
      const BoundsCase &bounds = call.bounds[number];
      if (program.getDim(axis) == int64_t(dim) && bounds.step[entry] != 0)
        length = reference::computeSliceIndices(bounds.start[entry],
                                                bounds.stop[entry],
                                                bounds.step[entry], size)
                     .length;
    }
    resizeDim(program, call, op.updates, dim, length);
  }
  return true;
}

static bool shrinkTuples(Program &program, Case &call, const OpModel &op,
                         unsigned dim, int64_t size) {
  if (op.updates == 0 || size >= call.operands[op.indices].shape[dim])
    return false;
  resizeDim(program, call, op.indices, dim, size);
  resizeDim(program, call, op.updates, dim, size);
  return true;
}

/// Half the size, and one less.
static void addSizeMoves(const Program &program, const Case &call,
                         std::vector<Move> &moves) {
  auto addMoves = [&](int64_t size, auto shrinkTo) {
    for (int64_t smaller : {int64_t(0), int64_t(1), size / 2, size - 1})
      if (smaller >= 0 && smaller < size)
        moves.push_back(
            [=](Program &p, Case &c) { return shrinkTo(p, c, smaller); });
  };
  for (auto [number, op] : llvm::enumerate(program.ops)) {
    if (op.kind != OpKind::ScatterND)
      continue;
    for (unsigned dim = 0; dim + 1 < program.operands[op.indices].getRank();
         ++dim)
      addMoves(call.operands[op.indices].shape[dim],
               [number = number, dim](Program &p, Case &c, int64_t size) {
                 return shrinkTuples(p, c, p.ops[number], dim, size);
               });
  }
  for (unsigned dim = 0; dim < program.getRank(); ++dim)
    addMoves(call.operands[0].shape[dim],
             [dim](Program &p, Case &c, int64_t size) {
               return shrinkData(p, c, dim, size);
             });
}

//===----------------------------------------------------------------------===//
// Structure
//===----------------------------------------------------------------------===//

static bool makePlain(Operand &operand, OperandCase &operandCase) {
  if (operand.layout == Layout::Identity || operand.layout == Layout::View)
    return false;
  operand.layout = Layout::Identity;
  operandCase.strides = reference::getContiguousStrides(operandCase.shape);
  operandCase.offset = 0;
  return true;
}

template <typename T>
static bool assign(T &field, T value) {
  return std::exchange(field, value) != value;
}

static void addOperandMoves(unsigned number, std::vector<Move> &moves) {
  moves.push_back([=](Program &p, Case &c) {
    return makePlain(p.operands[number], c.operands[number]);
  });
  moves.push_back([=](Program &p, Case &) {
    return assign(p.operands[number].otherSpace, false);
  });
  moves.push_back([=](Program &p, Case &) {
    return assign(p.operands[number].erasesLayout, false);
  });
  moves.push_back([=](Program &p, Case &) {
    Operand &operand = p.operands[number];
    return assign(operand.opStatic, operand.argStatic);
  });
  moves.push_back([=](Program &p, Case &) {
    return assign(p.operands[number].isConstant, false);
  });
  moves.push_back([=](Program &p, Case &) {
    return assign(p.operands[number].hasProducer, false);
  });
  for (bool isStatic : {true, false})
    moves.push_back([=](Program &p, Case &) {
      Operand &operand = p.operands[number];
      if (operand.isConstant)
        return false;
      llvm::SmallVector<bool, 8> mask(operand.getRank(), isStatic);
      if (p.generic && operand.role == Role::Indices)
        mask.back() = true;
      if (!isStatic)
        operand.staticStrides = std::min(operand.staticStrides, 1u);
      assign(operand.opStatic, mask);
      return assign(operand.argStatic, mask) && !isStatic;
    });
  moves.push_back([=](Program &p, Case &c) {
    std::vector<char> &bytes = c.operands[number].bytes;
    if (p.operands[number].role == Role::Indices ||
        llvm::all_of(bytes, [](char byte) { return byte == 0; }))
      return false;
    llvm::fill(bytes, 0);
    return true;
  });
}

static void addProgramMoves(const Program &program, std::vector<Move> &moves) {
  if (program.ops.size() > 1)
    for (unsigned number : {0u, 1u})
      moves.push_back([=](Program &p, Case &c) {
        p.ops.erase(p.ops.begin() + number);
        c.bounds.erase(c.bounds.begin() + number);
        p.ops.front().sharesBounds = false;
        p.ops.front().sharesIndices = false;
        return true;
      });
  CompileOptions plain;
  plain.simplifies = program.options.simplifies;
  moves.push_back([=](Program &p, Case &) {
    bool changes = printOptions(p.options) != printOptions(plain);
    p.options = plain;
    return changes;
  });
  auto addOption = [&](auto field) {
    moves.push_back([=](Program &p, Case &) {
      return assign(p.options.*field, CompileOptions().*field);
    });
  };
  addOption(&CompileOptions::simplifies);
  addOption(&CompileOptions::splitsChecks);
  addOption(&CompileOptions::generalizes);
  addOption(&CompileOptions::planSeed);
  addOption(&CompileOptions::tileSeed);
  addOption(&CompileOptions::partition);
  for (const MachineEntry &entry : getMachineEntries())
    moves.push_back([&entry](Program &p, Case &) {
      return assign(p.options.machine.*entry.member, Machine().*entry.member);
    });
  moves.push_back([](Program &p, Case &) {
    return assign(p.options.machine.prefetch, int64_t(0));
  });
  moves.push_back(
      [](Program &p, Case &) { return assign(p.options.simplifies, false); });
  moves.push_back(
      [](Program &p, Case &) { return assign(p.hasConsumer, false); });
  moves.push_back(
      [](Program &p, Case &) { return assign(p.options.optLevel, 0u); });
  for (unsigned number = 0; number < program.ops.size(); ++number) {
    moves.push_back([=](Program &p, Case &) {
      return assign(p.ops[number].uniqueIndices, false);
    });
    moves.push_back([=](Program &p, Case &) {
      return assign(p.ops[number].indicesAreSorted, false);
    });
    moves.push_back([=](Program &p, Case &) {
      return assign(p.ops[number].sizesMatch, false);
    });
    moves.push_back([=](Program &p, Case &) {
      if (p.ops.back().sharesBounds)
        return false;
      bool changes = false;
      for (AxisModel &axis : p.ops[number].axes)
        for (BoundMode AxisModel::*mode :
             {&AxisModel::start, &AxisModel::stop, &AxisModel::step})
          if (!p.ops[number].omitsSteps || mode != &AxisModel::step)
            changes |= assign(axis.*mode, BoundMode::Argument);
      return changes;
    });
  }
  for (unsigned number = 0; number < program.operands.size(); ++number)
    addOperandMoves(number, moves);
}

void shrink(const SessionOptions &options, Program &program, Case &call,
            Outcome outcome) {
  unsigned attempts = 0;
  for (bool hasChanged = true; hasChanged;) {
    hasChanged = false;
    std::vector<Move> moves;
    addProgramMoves(program, moves);
    if (!program.generic)
      addSizeMoves(program, call, moves);
    size_t opCount = program.ops.size();
    for (const Move &move : moves) {
      Program newProgram = program;
      Case newCall = call;
      if (!move(newProgram, newCall))
        continue;
      if (++attempts > maxAttempts)
        return;
      newProgram.witness = newCall;
      if (attempt(options, newProgram, newCall) != outcome)
        continue;
      program = newProgram;
      call = newCall;
      hasChanged = true;
      // The other moves are for another number of ops.
      if (program.ops.size() != opCount)
        break;
    }
  }
}

} // namespace scatter::fuzz
