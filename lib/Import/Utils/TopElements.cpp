//===- TopElements.cpp - the first elements of a sorted tensor ------------===//

#include "RowSorter.h"
#include "scatter/Import/Utils/Scalars.h"
#include "scatter/Import/Utils/SizedShapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include <array>

using namespace mlir;
using namespace scatter;

namespace {

/// Takes the first elements of a row. They are in a heap whose root is the last
/// of them, which the next element of the row is compared with.
class RowSelector {
public:
  /// An element and its position in the row.
  using Entry = std::array<Value, 2>;

  RowSelector(ImplicitLocOpBuilder &b, Value count, Type element,
              TopOrder order)
      : count(count), element(element), order(order), zero(getIndex(b, 0)),
        one(getIndex(b, 1)), last(arith::SubIOp::create(b, count, one)) {}

  /// Selects elements of `row`, which has `size` elements. `heap` has the first
  /// `count` of them and their positions.
  SmallVector<Value> select(ImplicitLocOpBuilder &b, Value row, Value size,
                            ValueRange heap);

private:
  Value isBefore(ImplicitLocOpBuilder &b, ValueRange first, ValueRange second);
  SmallVector<Value> sort(ImplicitLocOpBuilder &b, ValueRange heap,
                          bool isReversed);
  SmallVector<Value> replaceRoot(ImplicitLocOpBuilder &b, Entry entry,
                                 ValueRange heap);
  void emitDescent(ImplicitLocOpBuilder &b, Entry entry, ValueRange state);

  Value count;
  Type element;
  TopOrder order;
  Value zero, one, last;
};

} // namespace

static RowSelector::Entry readEntry(ImplicitLocOpBuilder &b, ValueRange heap,
                                    Value at) {
  return {tensor::ExtractOp::create(b, heap[0], at),
          tensor::ExtractOp::create(b, heap[1], at)};
}

static SmallVector<Value> writeEntry(ImplicitLocOpBuilder &b, ValueRange entry,
                                     ValueRange heap, Value at) {
  return {tensor::InsertOp::create(b, entry[0], heap[0], at),
          tensor::InsertOp::create(b, entry[1], heap[1], at)};
}

/// Whether one entry comes before another. Of equal elements, that at the lower
/// position does.
Value RowSelector::isBefore(ImplicitLocOpBuilder &b, ValueRange first,
                            ValueRange second) {
  auto getKey = [&](Value value) -> Value {
    if (!order.areZerosEqual || !isa<FloatType>(element))
      return toSignless(b, value);
    // -0 + 0 is 0.
    return arith::AddFOp::create(b, value, getNumber(b, element, 0));
  };
  Value lhs = getKey(first[0]), rhs = getKey(second[0]);
  Comparison comparison =
      order.isLargestFirst ? Comparison::Greater : Comparison::Less;
  auto compare = [&](Value lhs, Value rhs) {
    return emitTotalCompare(
        ScalarOp(b, ValueRange{lhs, rhs}, element, b.getI1Type()), comparison);
  };
  Value isLower =
      arith::CmpIOp::create(b, arith::CmpIPredicate::slt, first[1], second[1]);
  Value isTied = arith::SelectOp::create(
      b, compare(rhs, lhs), getNumber(b, b.getI1Type(), 0), isLower);
  return arith::OrIOp::create(b, compare(lhs, rhs), isTied);
}

SmallVector<Value> RowSelector::sort(ImplicitLocOpBuilder &b, ValueRange heap,
                                     bool isReversed) {
  auto order = [&](ImplicitLocOpBuilder &inner, ValueRange first,
                   ValueRange second) {
    return isReversed ? isBefore(inner, second, first)
                      : isBefore(inner, first, second);
  };
  RowSorter sorter(b, count, order);
  return sorter.sort(b, heap, makeRows(b, heap, foldConstant(count)));
}

/// Emits the condition of the loop over the path from the root down. `state`
/// has the place to fill and the heap. The loop goes on while a child of the
/// place comes after `entry`; it then has the place, the heap, the child that
/// comes last and its entry.
void RowSelector::emitDescent(ImplicitLocOpBuilder &b, Entry entry,
                              ValueRange state) {
  Value place = state[0];
  ValueRange heap = state.drop_front();
  auto isIn = [&](Value at) {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::slt, at, count)
        .getResult();
  };
  Value left =
      arith::AddIOp::create(b, arith::AddIOp::create(b, place, place), one);
  Value right = arith::AddIOp::create(b, left, one);
  // A place behind the heap is read as its last one.
  Entry leftEntry =
      readEntry(b, heap, arith::MinSIOp::create(b, left, last).getResult());
  Entry rightEntry =
      readEntry(b, heap, arith::MinSIOp::create(b, right, last).getResult());
  Value takesRight =
      arith::AndIOp::create(b, isIn(right), isBefore(b, leftEntry, rightEntry));
  auto pick = [&](Value fromRight, Value fromLeft) {
    return arith::SelectOp::create(b, takesRight, fromRight, fromLeft)
        .getResult();
  };
  Entry child = {pick(rightEntry[0], leftEntry[0]),
                 pick(rightEntry[1], leftEntry[1])};
  Value goesOn =
      arith::AndIOp::create(b, isIn(left), isBefore(b, entry, child));
  // Bufferization wants tensors where the loop carries them.
  scf::ConditionOp::create(b, goesOn,
                           ValueRange{place, heap[0], heap[1],
                                      pick(right, left), child[0], child[1]});
}

/// Replaces the root of `heap` by `entry` and restores the order.
SmallVector<Value> RowSelector::replaceRoot(ImplicitLocOpBuilder &b,
                                            Entry entry, ValueRange heap) {
  Type index = b.getIndexType();
  SmallVector<Type> types = {index, heap[0].getType(),  heap[1].getType(),
                             index, entry[0].getType(), entry[1].getType()};
  auto loop = scf::WhileOp::create(
      b, types, ValueRange{zero, heap[0], heap[1]},
      [&](OpBuilder &builder, Location loc, ValueRange state) {
        ImplicitLocOpBuilder inner(loc, builder);
        emitDescent(inner, entry, state);
      },
      [&](OpBuilder &builder, Location loc, ValueRange args) {
        ImplicitLocOpBuilder inner(loc, builder);
        SmallVector<Value> next = {args[3]};
        llvm::append_range(next, writeEntry(inner, args.take_back(2),
                                            args.slice(1, 2), args[0]));
        scf::YieldOp::create(inner, next);
      });
  return writeEntry(b, entry, loop.getResults().slice(1, 2), loop.getResult(0));
}

SmallVector<Value> RowSelector::select(ImplicitLocOpBuilder &b, Value row,
                                       Value size, ValueRange heap) {
  // Elements in the reversed order are a heap.
  SmallVector<Value> sorted = sort(b, heap, /*isReversed=*/true);
  Value isEmpty =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, count, zero);
  Value end = arith::SelectOp::create(b, isEmpty, count, size);
  Type position = getElementTypeOrSelf(heap[1].getType());
  auto loop = scf::ForOp::create(
      b, count, end, one, sorted,
      [&](OpBuilder &builder, Location loc, Value at, ValueRange state) {
        ImplicitLocOpBuilder inner(loc, builder);
        Entry entry = {tensor::ExtractOp::create(inner, row, at),
                       arith::IndexCastOp::create(inner, position, at)};
        Value isTaken = isBefore(inner, entry, readEntry(inner, state, zero));
        auto branch = scf::IfOp::create(
            inner, isTaken,
            [&](OpBuilder &builder, Location loc) {
              ImplicitLocOpBuilder then(loc, builder);
              scf::YieldOp::create(then, replaceRoot(then, entry, state));
            },
            [&](OpBuilder &builder, Location loc) {
              scf::YieldOp::create(builder, loc, state);
            });
        scf::YieldOp::create(inner, branch.getResults());
      });
  return sort(b, loop.getResults(), /*isReversed=*/false);
}

SmallVector<Value> scatter::topElements(ImplicitLocOpBuilder &b, Value tensor,
                                        TopOrder order, OpFoldResult count,
                                        Type position) {
  Type element = getElementTypeOrSelf(tensor.getType());
  Rows rows(b, tensor, order.dim);
  Sizes sizes = getSizes(b, tensor);
  sizes[order.dim] = count;
  auto emitPosition = [&](ImplicitLocOpBuilder &inner, ValueRange) -> Value {
    return arith::IndexCastOp::create(inner, position, getLoopIndex(inner, 0));
  };
  Value positions = mapElements(b, makeTensorType(count, position), {}, {},
                                emitPosition, count);
  RowSelector selector(b, toValue(b, count), element, order);
  Value size = toValue(b, rows.getSize());
  auto selectRow = [&](ImplicitLocOpBuilder &inner, ArrayRef<OpFoldResult> row,
                       ValueRange tensors) {
    SmallVector<Value> heap = {rows.read(inner, row, tensor, count), positions};
    heap = selector.select(inner, rows.read(inner, row, tensor, rows.getSize()),
                           size, heap);
    for (auto [values, to] : llvm::zip_equal(heap, tensors))
      values = rows.write(inner, row, values, to, count);
    return heap;
  };
  SmallVector<Value> outs = {makeEmptyOf(b, sizes, element),
                             makeEmptyOf(b, sizes, position)};
  return rows.forEach(b, outs, selectRow);
}
