//===- Sorting.cpp - tensors in order -------------------------------------===//
//
// A row is sorted by merging: runs of elements that are in order are merged in
// pairs until one is left. Whatever the order says, only elements of the row
// are read and written.
//
//===----------------------------------------------------------------------===//

#include "RowSorter.h"

#include "scatter/Import/Utils/SizedShapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace scatter;

//===----------------------------------------------------------------------===//
// Sorting a row
//===----------------------------------------------------------------------===//

RowSorter::RowSorter(ImplicitLocOpBuilder &b, Value size, SortOrder isBefore)
    : size(size), isBefore(isBefore), one(getIndex(b, 1)),
      last(arith::SubIOp::create(b, size, one)) {}

/// Writes element `at` of the merged run. `state` has the positions of the next
/// elements of both runs, then the tensors that are written.
SmallVector<Value> RowSorter::mergeElement(ImplicitLocOpBuilder &b, Value at,
                                           Value middle, Value end,
                                           ValueRange from, ValueRange state) {
  Value left = state[0], right = state[1];
  auto isLess = [&](Value lhs, Value rhs) {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::slt, lhs, rhs)
        .getResult();
  };
  Value hasLeft = isLess(left, middle), hasRight = isLess(right, end);
  // A run that has ended is read at a place in the row.
  Value readLeft = arith::MinSIOp::create(b, left, last);
  Value readRight = arith::MinSIOp::create(b, right, last);
  SmallVector<Value> lefts, rights, leftKeys, rightKeys;
  for (Value row : from) {
    lefts.push_back(tensor::ExtractOp::create(b, row, readLeft));
    rights.push_back(tensor::ExtractOp::create(b, row, readRight));
    leftKeys.push_back(toSignless(b, lefts.back()));
    rightKeys.push_back(toSignless(b, rights.back()));
  }
  Value isRightFirst = isBefore(b, rightKeys, leftKeys);
  if (!isRightFirst) {
    isValid = false;
    isRightFirst = hasRight;
  }
  Value isBoth = arith::AndIOp::create(b, hasRight, isRightFirst);
  Value takesRight = arith::SelectOp::create(b, hasLeft, isBoth,
                                             getNumber(b, b.getI1Type(), 1));
  Value nextLeft = arith::AddIOp::create(b, left, one);
  Value nextRight = arith::AddIOp::create(b, right, one);
  SmallVector<Value> next = {
      arith::SelectOp::create(b, takesRight, left, nextLeft),
      arith::SelectOp::create(b, takesRight, nextRight, right)};
  for (auto [l, r, to] : llvm::zip_equal(lefts, rights, state.drop_front(2)))
    next.push_back(tensor::InsertOp::create(
        b, arith::SelectOp::create(b, takesRight, r, l), to, at));
  return next;
}

/// Merges the run at `begin` and the next one.
SmallVector<Value> RowSorter::mergePair(ImplicitLocOpBuilder &b, Value begin,
                                        Value width, ValueRange from,
                                        ValueRange to) {
  auto getEnd = [&](Value start) {
    return arith::MinSIOp::create(b, arith::AddIOp::create(b, start, width),
                                  size)
        .getResult();
  };
  Value middle = getEnd(begin), end = getEnd(middle);
  SmallVector<Value> state = {begin, middle};
  llvm::append_range(state, to);
  auto loop = scf::ForOp::create(
      b, begin, end, one, state,
      [&](OpBuilder &builder, Location loc, Value at, ValueRange args) {
        ImplicitLocOpBuilder inner(loc, builder);
        scf::YieldOp::create(inner,
                             mergeElement(inner, at, middle, end, from, args));
      });
  return llvm::to_vector(ValueRange(loop.getResults()).drop_front(2));
}

/// Merges pairs of runs of `width` elements of `from` to runs of `to`.
SmallVector<Value> RowSorter::mergeRuns(ImplicitLocOpBuilder &b, Value width,
                                        ValueRange from, ValueRange to) {
  Value step = arith::AddIOp::create(b, width, width);
  auto loop = scf::ForOp::create(
      b, getIndex(b, 0), size, step, to,
      [&](OpBuilder &builder, Location loc, Value begin, ValueRange args) {
        ImplicitLocOpBuilder inner(loc, builder);
        scf::YieldOp::create(inner, mergePair(inner, begin, width, from, args));
      });
  return llvm::to_vector(ValueRange(loop.getResults()));
}

SmallVector<Value> RowSorter::sort(ImplicitLocOpBuilder &b, ValueRange rows,
                                   ValueRange others) {
  SmallVector<Value> state = {one};
  llvm::append_range(state, rows);
  llvm::append_range(state, others);
  unsigned count = rows.size();
  auto loop = scf::WhileOp::create(
      b, TypeRange(ValueRange(state)), state,
      [&](OpBuilder &builder, Location loc, ValueRange args) {
        Value goesOn = arith::CmpIOp::create(
            builder, loc, arith::CmpIPredicate::slt, args[0], size);
        scf::ConditionOp::create(builder, loc, goesOn, args);
      },
      [&](OpBuilder &builder, Location loc, ValueRange args) {
        // There and back, so that no tensors are exchanged.
        ImplicitLocOpBuilder inner(loc, builder);
        ValueRange rows = args.slice(1, count), others = args.take_back(count);
        Value width = args[0];
        SmallVector<Value> there = mergeRuns(inner, width, rows, others);
        Value wider = arith::AddIOp::create(inner, width, width);
        SmallVector<Value> back = mergeRuns(inner, wider, there, rows);
        SmallVector<Value> next = {arith::AddIOp::create(inner, wider, wider)};
        llvm::append_range(next, back);
        llvm::append_range(next, there);
        scf::YieldOp::create(inner, next);
      });
  return llvm::to_vector(ValueRange(loop.getResults()).slice(1, count));
}

//===----------------------------------------------------------------------===//
// Rows of tensors
//===----------------------------------------------------------------------===//

SmallVector<Value> Rows::forEach(ImplicitLocOpBuilder &b, ValueRange tensors,
                                 Body body) const {
  SmallVector<Value> lows, highs, steps;
  for (auto [i, size] : llvm::enumerate(sizes))
    if (int64_t(i) != dim) {
      lows.push_back(toValue(b, zero));
      highs.push_back(toValue(b, size));
      steps.push_back(toValue(b, one));
    }
  auto emit = [&](OpBuilder &builder, Location loc, ValueRange ivs,
                  ValueRange args) -> scf::ValueVector {
    ImplicitLocOpBuilder inner(loc, builder);
    Sizes row = getAsOpFoldResult(ivs);
    row.insert(row.begin() + dim, zero);
    SmallVector<Value> results = body(inner, row, args);
    return scf::ValueVector(results.begin(), results.end());
  };
  scf::LoopNest nest =
      scf::buildLoopNest(b, b.getLoc(), lows, highs, steps, tensors, emit);
  return SmallVector<Value>(nest.results);
}

Value Rows::read(ImplicitLocOpBuilder &b, ArrayRef<OpFoldResult> row,
                 Value tensor, OpFoldResult size) const {
  Type element = getElementTypeOrSelf(tensor.getType());
  return tensor::ExtractSliceOp::create(b, makeTensorType(size, element),
                                        tensor, row, getExtents(size),
                                        Sizes(sizes.size(), one));
}

Value Rows::write(ImplicitLocOpBuilder &b, ArrayRef<OpFoldResult> row,
                  Value values, Value tensor, OpFoldResult size) const {
  return tensor::InsertSliceOp::create(b, values, tensor, row, getExtents(size),
                                       Sizes(sizes.size(), one));
}

SmallVector<Value> scatter::makeRows(ImplicitLocOpBuilder &b, ValueRange rows,
                                     OpFoldResult size) {
  return llvm::map_to_vector(rows, [&](Value row) {
    return makeEmptyOf(b, size, getElementTypeOrSelf(row.getType()));
  });
}

SmallVector<Value> scatter::sortElements(ImplicitLocOpBuilder &b,
                                         ValueRange inputs, int64_t dim,
                                         SortOrder isBefore) {
  Rows rows(b, inputs.front(), dim);
  OpFoldResult size = rows.getSize();
  RowSorter sorter(b, toValue(b, size), isBefore);
  auto sortRow = [&](ImplicitLocOpBuilder &inner, ArrayRef<OpFoldResult> row,
                     ValueRange tensors) {
    SmallVector<Value> values = llvm::map_to_vector(tensors, [&](Value tensor) {
      return rows.read(inner, row, tensor, size);
    });
    values = sorter.sort(inner, values, makeRows(inner, values, size));
    for (auto [value, tensor] : llvm::zip_equal(values, tensors))
      value = rows.write(inner, row, value, tensor, size);
    return values;
  };
  SmallVector<Value> results = rows.forEach(b, inputs, sortRow);
  return sorter.isValid ? results : SmallVector<Value>();
}
