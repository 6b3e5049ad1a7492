//===- IndexCheck.cpp - are all indices valid? ----------------------------===//

#include "IndexCheck.h"

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <numeric>

using namespace mlir;
using namespace scatter;

namespace {

/// The valid components of one dimension as an interval of their own type:
/// component - shift, wrapping, is at most `last` as a signed number, by which
/// the largest of many tells whether all are valid. A vector of i1 instead is
/// packed in each iteration where masks have no registers of their own.
struct ValidInterval {
  Value shift, last;
};

/// The check of contiguous tuples by vectors. A period is the smallest number
/// of vectors that hold whole tuples, so that all periods have one pattern of
/// components.
struct VectorCheck {
  const IndexTuples &tuples;
  const OffsetTable *table;
  int64_t lanes, vectorsPerPeriod;

  int64_t getComponentsPerPeriod() const { return lanes * vectorsPerPeriod; }
  int64_t getTuplesPerPeriod() const {
    return getComponentsPerPeriod() / tuples.getDepth();
  }
  Value emit(IndexBuilder &b, ArrayRef<ValidInterval> intervals,
             const Chunk &components) const;
};

} // namespace

/// The smallest signed number of the components' type.
static int64_t getLeast(const IndexTuples &tuples) {
  Type type = tuples.storage.type;
  bool isNarrow = !type.isIndex() && type.getIntOrFloatBitWidth() == 32;
  return isNarrow ? INT32_MIN : INT64_MIN;
}

/// The interval of positions in a dimension of `size` > 0. Bounds beyond the
/// range of the type are cut to it.
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

/// Stores the offsets of the slots of `count` tuples from number `tuple` on.
static void emitStoreOffsets(IndexBuilder &b, const OffsetTable &table,
                             Value tuple, int64_t count) {
  const IndexTuples &tuples = table.slots.tuples;
  Value position = b.add(tuples.buffer.origin, b.mul(tuple, tuples.getDepth()));
  Type type = b.getI32Type();
  if (count == 1) {
    Value offset = table.slots.emitSlot(b, position).offset;
    memref::StoreOp::create(b, arith::IndexCastUIOp::create(b, type, offset),
                            table.offsets, tuple);
    return;
  }
  Value offsets = table.slots.emitOffsets(b, position, count);
  offsets =
      arith::IndexCastUIOp::create(b, VectorType::get({count}, type), offsets);
  vector::StoreOp::create(b, offsets, table.offsets, tuple);
}

/// Whether the components of a chunk, whose ends are multiples of a period, are
/// valid.
Value VectorCheck::emit(IndexBuilder &b, ArrayRef<ValidInterval> intervals,
                        const Chunk &components) const {
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
  for (int64_t v = 0; v < vectorsPerPeriod; ++v) {
    shifts.push_back(build(v, &ValidInterval::shift));
    lasts.push_back(build(v, &ValidInterval::last));
  }

  Value least = arith::ConstantOp::create(
      b, DenseElementsAttr::get(
             type, b.getIntegerAttr(type.getElementType(), getLeast(tuples))));
  auto emitPeriod = [&](Value begin, ValueRange carried) -> SmallVector<Value> {
    SmallVector<Value> largest;
    for (int64_t v = 0; v < vectorsPerPeriod; ++v) {
      Value loaded = vector::LoadOp::create(b, type, tuples.buffer.flat,
                                            b.add(begin, v * lanes));
      largest.push_back(b.maxs(carried[v], b.sub(loaded, shifts[v])));
    }
    if (table)
      emitStoreOffsets(b, *table, b.divu(begin, tuples.getDepth()),
                       getTuplesPerPeriod());
    return largest;
  };
  scf::ForOp loop =
      emitLoop(b, components.begin, components.end, getComponentsPerPeriod(),
               SmallVector<Value>(vectorsPerPeriod, least), emitPeriod);
  Value invalid = b.sgt(loop.getResult(0), lasts[0]);
  for (int64_t v = 1; v < vectorsPerPeriod; ++v)
    invalid = b.bitOr(invalid, b.sgt(loop.getResult(v), lasts[v]));
  return b.isNot(
      vector::ReductionOp::create(b, vector::CombiningKind::OR, invalid));
}

/// Whether the tuples of `dims` from `offset` on are valid, one by one.
static Value emitScalarCheck(IndexBuilder &b, const IndexTuples &tuples,
                             ArrayRef<LoopDim> dims, Value offset) {
  auto emitTuple = [&](ArrayRef<Value> offsets, Value,
                       ValueRange valid) -> SmallVector<Value> {
    Value all = valid.front();
    for (auto [j, size] : llvm::enumerate(tuples.sizes)) {
      Value index = tuples.load(b, offsets[0], j);
      all = b.bitAnd(all, tuples.isValid(b, index, size));
    }
    return {all};
  };
  return emitLoopNest(b, dims, offset, b.boolean(true), emitTuple).front();
}

/// The conjunction of what `emitCheck` says of the chunks of `size` components,
/// whose ends are multiples of `period`, by all threads.
static Value emitDividedCheck(IndexBuilder &b, int64_t threads, Value size,
                              int64_t period,
                              function_ref<Value(Chunk)> emitCheck) {
  // A flag for each thread, in a cache line of its own.
  Type flagType = b.getI8Type();
  Value flags = emitAllocScratch(b, threads * kLineBytes, flagType);
  emitParallel(b, threads, [&](Value thread) {
    Value valid = emitCheck(emitChunk(b, size, thread, threads, period));
    memref::StoreOp::create(b, arith::ExtUIOp::create(b, flagType, valid),
                            flags, b.mul(thread, kLineBytes));
  });
  Value all = arith::ConstantIntOp::create(b, flagType, 1);
  for (int64_t thread = 0; thread < threads; ++thread) {
    Value flag = memref::LoadOp::create(b, flags, b.index(thread * kLineBytes));
    all = b.bitAnd(all, flag);
  }
  memref::DeallocOp::create(b, flags);
  return arith::TruncIOp::create(b, b.getI1Type(), all);
}

/// Whether the components before `end`, a multiple of a period, are valid.
static Value emitVectorCheck(IndexBuilder &b, const VectorCheck &check,
                             const Plan &plan, Value end) {
  SmallVector<ValidInterval> intervals;
  for (Value size : check.tuples.sizes)
    intervals.push_back(emitInterval(b, check.tuples, size));
  auto emitCheck = [&](const Chunk &components) {
    return check.emit(b, intervals, components);
  };
  auto emitAlone = [&] { return emitCheck({b.index(0), end}); };
  if (plan.threads < 2)
    return emitAlone();
  Value bytes = b.mul(end, check.tuples.storage.getBytes());
  auto emitDivided = [&] {
    return emitDividedCheck(b, plan.threads, end,
                            check.getComponentsPerPeriod(), emitCheck);
  };
  return emitIfElse(b, b.uge(bytes, plan.parallelCheckBytes), emitDivided,
                    emitAlone);
}

Value scatter::emitAllValid(IndexBuilder &b, const IndexTuples &tuples,
                            const Plan &plan, const OffsetTable *table) {
  int64_t depth = tuples.getDepth();
  int64_t lanes = plan.vectorBytes / tuples.storage.getBytes();
  VectorCheck check{tuples, table, lanes, depth / std::gcd(depth, lanes)};
  // Offsets are 64-bit numbers: enough tuples for a vector of them.
  while (table && check.getTuplesPerPeriod() < plan.vectorBytes / 8)
    check.vectorsPerPeriod *= 2;

  SmallVector<LoopDim> dims = tuples.getDims(b);
  Value count = dims.empty() ? b.index(1) : dims[0].size;
  std::optional<int64_t> staticCount = getConstantIntValue(count);
  bool isContiguous = dims.size() <= 1 &&
                      (depth == 1 || isConstant(tuples.componentStride, 1)) &&
                      (dims.empty() || isConstant(dims[0].strides[0], depth));
  bool isShort = staticCount && *staticCount < check.getTuplesPerPeriod();
  if (!isContiguous || lanes < 2 || (isShort && !table))
    return emitScalarCheck(b, tuples, dims, tuples.buffer.origin);

  Value rest = b.remu(count, check.getTuplesPerPeriod());
  Value vectorized = b.sub(count, rest);
  Value end = b.mul(vectorized, depth);
  Value valid = emitVectorCheck(b, check, plan, end);

  // The interval of an empty dimension is not one.
  Value hasTuple = b.ne(count, 0);
  for (Value size : tuples.sizes)
    valid = b.bitAnd(valid, b.isNot(b.bitAnd(b.eq(size, 0), hasTuple)));
  if (isConstant(rest, 0))
    return valid;
  if (table)
    emitLoop(b, vectorized, count, 1,
             [&](Value tuple) { emitStoreOffsets(b, *table, tuple, 1); });
  LoopDim restDim = dims[0];
  restDim.size = rest;
  return b.bitAnd(valid, emitScalarCheck(b, tuples, restDim, end));
}

void scatter::emitReportInvalid(IndexBuilder &b, const IndexTuples &tuples) {
  ViolationKind kind = tuples.isUnsigned ? ViolationKind::index_unsigned
                       : tuples.wraps    ? ViolationKind::index
                                         : ViolationKind::index_reject;
  auto toI64 = [&](Value value) { return b.toI64(value); };
  SmallVector<LoopDim> dims = tuples.getDims(b);
  auto strides = llvm::map_to_vector(
      dims, [&](const LoopDim &dim) { return toI64(dim.strides[0]); });
  ReportInvalidIndexOp::create(
      b, kind, tuples.buffer.flat, tuples.buffer.origin,
      llvm::map_to_vector(getSizes(dims), toI64), strides,
      llvm::map_to_vector(tuples.sizes, toI64), toI64(tuples.componentStride));
}
