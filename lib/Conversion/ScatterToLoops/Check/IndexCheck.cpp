//===- IndexCheck.cpp - check that all indices are valid ------------------===//

#include "IndexCheck.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Plan/PlanThresholds.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <numeric>

using namespace mlir;
using namespace scatter;

namespace {

/// The valid indices of one dimension, as an interval of their own integer
/// type: an index is valid if index - shift, computed with wrap-around, is at
/// most `last` as a signed number. The maximum over many indices therefore
/// tells whether all of them are valid. A carried vector of i1 is slower where
/// masks have no registers of their own (docs/Performance.md, "Check").
struct ValidInterval {
  Value shift, last;
};

/// The vectorized check of contiguous tuples. A period is the smallest number
/// of vectors that holds whole tuples: the components are in the same lanes in
/// every period.
struct VectorCheck {
  VectorCheck(const IndexTuples &tuples, const CheckPlan &plan,
              const OffsetTable *table);

  Value emit(IndexBuilder &b, ArrayRef<ValidInterval> intervals,
             const Chunk &chunk, Value count) const;

  const IndexTuples &tuples;
  const OffsetTable *table;
  /// `lanes` is the number of components per vector, `vectors` the number of
  /// vectors per period, and `period` the number of tuples per period.
  int64_t lanes, vectors, period;
};

} // namespace

/// Returns the smallest signed number of the type of the indices.
static int64_t getLeast(const IndexTuples &tuples) {
  Type type = tuples.storage.type;
  bool isNarrow = !type.isIndex() && type.getIntOrFloatBitWidth() == 32;
  return isNarrow ? INT32_MIN : INT64_MIN;
}

/// Emits the interval of a dimension of `size` > 0. Bounds that the index type
/// cannot represent are clamped to its range.
static ValidInterval emitInterval(IndexBuilder &b, const IndexTuples &tuples,
                                  Value size) {
  Value low = tuples.wraps ? b.sub(0, size) : b.index(0);
  Value high = b.sub(size, 1);
  int64_t least = getLeast(tuples);
  if (least == INT32_MIN) {
    high = b.mins(high, tuples.isUnsigned ? UINT32_MAX : INT32_MAX);
    low = b.maxs(low, least);
  }
  auto cast = [&](Value value) {
    return b.createOrFold<arith::IndexCastOp>(tuples.storage.type, value);
  };
  return {cast(b.sub(low, least)), cast(b.add(b.sub(high, low), least))};
}

VectorCheck::VectorCheck(const IndexTuples &tuples, const CheckPlan &plan,
                         const OffsetTable *table)
    : tuples(tuples), table(table) {
  int64_t depth = tuples.getDepth();
  lanes = plan.vectorBytes / tuples.storage.getBytes();
  vectors = depth / std::gcd(depth, lanes);
  period = vectors * lanes / depth;
  // Offsets have 64 bits. A period must hold enough tuples to fill a vector of
  // them.
  for (; table && period < plan.vectorBytes / 8; period *= 2)
    vectors *= 2;
}

/// Stores the offsets of the slots of `count` tuples, beginning with tuple
/// number `tuple`.
static void emitStoreOffsets(IndexBuilder &b, const OffsetTable &table,
                             Value tuple, int64_t count) {
  Value position = b.add(table.slots.tuples.buffer.origin,
                         b.mul(tuple, table.slots.tuples.getDepth()));
  Value offsets = table.slots.emitSlots(b, position, count).offsets;
  offsets = arith::IndexCastUIOp::create(
      b, VectorType::get({count}, b.getI32Type()), offsets);
  vector::StoreOp::create(b, offsets, table.offsets, tuple);
}

/// Returns an i1 that says whether the tuples of `chunk` are valid. `chunk` is
/// a part of all `count` tuples and has at least one period. If its length is
/// not a multiple of the period, the last period overlaps the one before it.
Value VectorCheck::emit(IndexBuilder &b, ArrayRef<ValidInterval> intervals,
                        const Chunk &chunk, Value count) const {
  auto type = VectorType::get({lanes}, tuples.storage.type);
  auto build = [&](int64_t vector, Value ValidInterval::*member) -> Value {
    SmallVector<Value> elements;
    for (int64_t i = vector * lanes; i < (vector + 1) * lanes; ++i)
      elements.push_back(intervals[i % intervals.size()].*member);
    if (intervals.size() == 1)
      return vector::BroadcastOp::create(b, type, elements.front());
    return vector::FromElementsOp::create(b, type, elements);
  };
  SmallVector<Value> shifts, lasts;
  for (int64_t v = 0; v < vectors; ++v) {
    shifts.push_back(build(v, &ValidInterval::shift));
    lasts.push_back(build(v, &ValidInterval::last));
  }

  Value least = arith::ConstantOp::create(
      b, DenseElementsAttr::get(
             type, b.getIntegerAttr(type.getElementType(), getLeast(tuples))));
  Value last;
  if (!isConstantIntValue(b.remu(count, period), 0))
    last = b.sub(chunk.end, period);
  auto emitPeriod = [&](Value tuple, ValueRange carried) -> SmallVector<Value> {
    if (last)
      tuple = b.minu(tuple, last);
    Value begin = b.mul(tuple, tuples.getDepth());
    SmallVector<Value> largest;
    for (int64_t v = 0; v < vectors; ++v) {
      Value loaded = vector::LoadOp::create(b, type, tuples.buffer.flat,
                                            b.add(begin, v * lanes));
      largest.push_back(b.maxs(carried[v], b.sub(loaded, shifts[v])));
    }
    if (table)
      emitStoreOffsets(b, *table, tuple, period);
    return largest;
  };
  scf::ForOp loop = emitLoop(b, chunk.begin, chunk.end, period,
                             SmallVector<Value>(vectors, least), emitPeriod);
  Value invalid = b.sgt(loop.getResult(0), lasts[0]);
  for (int64_t v = 1; v < vectors; ++v)
    invalid = b.bitOr(invalid, b.sgt(loop.getResult(v), lasts[v]));
  return b.isNot(
      vector::ReductionOp::create(b, vector::CombiningKind::OR, invalid));
}

/// Emits a loop over `dims` that checks the tuples one by one.
static Value emitScalarCheck(IndexBuilder &b, const IndexTuples &tuples,
                             ArrayRef<LoopDim> dims) {
  auto emitTuple = [&](ArrayRef<Value> offsets, Value,
                       ValueRange valid) -> SmallVector<Value> {
    Value all = valid.front();
    for (auto [j, size] : llvm::enumerate(tuples.sizes)) {
      Value index = tuples.load(b, offsets[0], j);
      all = b.bitAnd(all, tuples.isValid(b, index, size));
    }
    return {all};
  };
  return emitLoopNest(b, dims, tuples.buffer.origin, b.boolean(true), emitTuple)
      .front();
}

/// Divides the check of `count` tuples among `threads` threads and returns the
/// conjunction of their results. There is at least one `period` per thread. The
/// length of each chunk but the last is a multiple of the period.
static Value emitDividedCheck(IndexBuilder &b, int64_t threads, Value count,
                              int64_t period,
                              function_ref<Value(const Chunk &)> emitCheck) {
  // All threads clear one flag. The scope frees it if the check is in a loop.
  Type flagType = b.getI8Type();
  auto scope = memref::AllocaScopeOp::create(b, b.getI1Type());
  OpBuilder::InsertionGuard guard(b);
  b.createBlock(&scope.getBodyRegion());
  Value flag = memref::AllocaOp::create(b, MemRefType::get({}, flagType));
  memref::StoreOp::create(b, arith::ConstantIntOp::create(b, flagType, 1),
                          flag);
  Value length = b.mul(b.divu(count, threads * period), period);
  emitParallel(b, threads, [&](Value thread) {
    Value begin = b.mul(thread, length);
    Value isLast = b.eq(thread, threads - 1);
    Value end = b.select(isLast, count, b.add(begin, length));
    Value valid = emitCheck({begin, end});
    memref::AtomicRMWOp::create(b, arith::AtomicRMWKind::andi,
                                arith::ExtUIOp::create(b, flagType, valid),
                                flag, ValueRange());
  });
  Value valid = arith::TruncIOp::create(b, b.getI1Type(),
                                        memref::LoadOp::create(b, flag));
  memref::AllocaScopeReturnOp::create(b, valid);
  return scope.getResult(0);
}

/// Returns an i1 that says whether all `count` tuples are valid. There is at
/// least one period of them.
static Value emitVectorCheck(IndexBuilder &b, const VectorCheck &check,
                             const CheckPlan &plan, Value count) {
  const IndexTuples &tuples = check.tuples;
  SmallVector<ValidInterval> intervals;
  for (Value size : tuples.sizes)
    intervals.push_back(emitInterval(b, tuples, size));
  auto emitCheck = [&](const Chunk &chunk) {
    return check.emit(b, intervals, chunk, count);
  };
  auto emitAlone = [&] { return emitCheck({b.index(0), count}); };
  int64_t period = check.period, threads = plan.threads;
  auto emitDivided = [&] {
    return emitDividedCheck(b, threads, count, period, emitCheck);
  };
  int64_t tupleBytes = tuples.getDepth() * tuples.storage.getBytes();
  int64_t minTuples = std::max<int64_t>(
      llvm::divideCeil(plan.parallelBytes, tupleBytes), threads * period);
  Value isLarge = threads > 1 ? b.uge(count, minTuples) : b.boolean(false);
  Value valid = emitIfElse(b, isLarge, emitDivided, emitAlone);
  // An empty dimension has no valid index and therefore no interval.
  for (Value size : tuples.sizes)
    valid = b.bitAnd(valid, b.ne(size, 0));
  return valid;
}

CheckPlan CheckPlan::get(const Plan &plan) {
  return {plan.threads, getParallelCheckBytes(plan), plan.vectorBytes};
}

int64_t scatter::getMinTableTuples(const Plan &plan) {
  // A period holds at most as many tuples as a vector holds 32-bit components.
  return plan.vectorBytes / 4;
}

Value scatter::emitAllValid(IndexBuilder &b, const IndexTuples &tuples,
                            const CheckPlan &plan, const OffsetTable *table) {
  int64_t depth = tuples.getDepth();
  VectorCheck check(tuples, plan, table);
  SmallVector<LoopDim> dims = tuples.getDims(b);
  Value count = dims.empty() ? b.index(1) : dims[0].size;
  bool isContiguous =
      dims.size() <= 1 &&
      (depth == 1 || isConstantIntValue(tuples.componentStride, 1)) &&
      (dims.empty() || isConstantIntValue(dims[0].strides[0], depth));
  auto emitVectors = [&] { return emitVectorCheck(b, check, plan, count); };
  if (table)
    return emitVectors();
  auto emitScalars = [&] { return emitScalarCheck(b, tuples, dims); };
  if (!isContiguous)
    return emitScalars();
  return emitIfElse(b, b.uge(count, check.period), emitVectors, emitScalars);
}

void scatter::emitReportInvalid(IndexBuilder &b, const IndexTuples &tuples) {
  auto toI64 = [&](Value value) { return b.toI64(value); };
  SmallVector<LoopDim> dims = tuples.getDims(b);
  auto strides = llvm::map_to_vector(
      dims, [&](const LoopDim &dim) { return toI64(dim.strides[0]); });
  ReportInvalidIndexOp::create(
      b, tuples.getViolationKind(), tuples.buffer.flat, tuples.buffer.origin,
      llvm::map_to_vector(getSizes(dims), toI64), strides,
      llvm::map_to_vector(tuples.sizes, toI64), toI64(tuples.componentStride));
}
