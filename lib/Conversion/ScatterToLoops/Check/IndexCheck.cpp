//===- IndexCheck.cpp - are all indices valid? ----------------------------===//

#include "IndexCheck.h"
#include "Addressing/IndexMath.h"

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <numeric>

using namespace mlir;
using namespace scatter;

namespace {

/// The valid components of one dimension as an interval of their own type:
/// component - low, wrapping, is at most `range` as an unsigned number.
struct ValidInterval {
  Value low, range;
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
  Value emit(ImplicitLocOpBuilder &b, ArrayRef<ValidInterval> intervals,
             const Chunk &components) const;
};

} // namespace

static Value emitBool(ImplicitLocOpBuilder &b, bool value) {
  return arith::ConstantIntOp::create(b, b.getI1Type(), value);
}

/// The interval of positions in a dimension of `size` > 0. Bounds beyond the
/// range of the type are cut to it.
static ValidInterval emitInterval(ImplicitLocOpBuilder &b,
                                  const IndexTuples &tuples, Value size) {
  Value one = constantIndex(b, 1), low = constantIndex(b, 0);
  Value high = sub(b, size, one);
  if (tuples.wraps)
    low = sub(b, low, size);
  Type type = tuples.storage.type;
  if (!type.isIndex() && type.getIntOrFloatBitWidth() == 32) {
    int64_t largest = tuples.isUnsigned ? UINT32_MAX : INT32_MAX;
    high = b.createOrFold<arith::MinSIOp>(high, constantIndex(b, largest));
    low = b.createOrFold<arith::MaxSIOp>(low, constantIndex(b, INT32_MIN));
  }
  auto cast = [&](Value value) {
    return b.createOrFold<arith::IndexCastOp>(type, value);
  };
  return {cast(low), cast(sub(b, high, low))};
}

/// Stores the offsets of the slots of `count` tuples from number `tuple` on.
static void emitStoreOffsets(ImplicitLocOpBuilder &b, const OffsetTable &table,
                             Value tuple, int64_t count) {
  const IndexTuples &tuples = table.slots.tuples;
  Value position = add(b, tuples.buffer.origin,
                       mul(b, tuple, constantIndex(b, tuples.getDepth())));
  Type type = b.getI32Type();
  if (count == 1) {
    Value offset = arith::IndexCastUIOp::create(
        b, type, table.slots.emitSlot(b, position).offset);
    memref::StoreOp::create(b, offset, table.offsets, tuple);
    return;
  }
  Value offsets =
      arith::IndexCastUIOp::create(b, VectorType::get({count}, type),
                                   table.slots.emitOffsets(b, position, count));
  vector::StoreOp::create(b, offsets, table.offsets, tuple);
}

/// Whether the components of a chunk, whose ends are multiples of a period, are
/// valid.
Value VectorCheck::emit(ImplicitLocOpBuilder &b,
                        ArrayRef<ValidInterval> intervals,
                        const Chunk &components) const {
  auto type = VectorType::get({lanes}, tuples.storage.type);
  auto maskType = VectorType::get({lanes}, b.getI1Type());
  SmallVector<Value> lows, ranges;
  for (int64_t v = 0; v < vectorsPerPeriod; ++v) {
    SmallVector<Value> low, range;
    for (int64_t lane = 0; lane < lanes; ++lane) {
      const ValidInterval &interval =
          intervals[(v * lanes + lane) % intervals.size()];
      low.push_back(interval.low);
      range.push_back(interval.range);
    }
    auto build = [&](ArrayRef<Value> elements) -> Value {
      if (intervals.size() == 1)
        return vector::BroadcastOp::create(b, type, elements.front());
      return vector::FromElementsOp::create(b, type, elements);
    };
    lows.push_back(build(low));
    ranges.push_back(build(range));
  }

  Value none = arith::ConstantOp::create(
      b, DenseElementsAttr::get(maskType, b.getBoolAttr(false)));
  auto loop =
      scf::ForOp::create(b, components.begin, components.end,
                         constantIndex(b, getComponentsPerPeriod()), none);
  // With fewer than four vectors per iteration the loop limits the loads, see
  // docs/Performance.md, "Check".
  setUnrollCount(loop, llvm::divideCeil(4, vectorsPerPeriod));
  ImplicitLocOpBuilder inner(
      b.getLoc(), OpBuilder::atBlockEnd(loop.getBody(), b.getListener()));
  Value invalid = loop.getRegionIterArg(0);
  for (int64_t v = 0; v < vectorsPerPeriod; ++v) {
    Value position =
        add(inner, loop.getInductionVar(), constantIndex(inner, v * lanes));
    Value loaded =
        vector::LoadOp::create(inner, type, tuples.buffer.flat, position);
    Value distance = arith::SubIOp::create(inner, loaded, lows[v]);
    Value beyond = arith::CmpIOp::create(inner, arith::CmpIPredicate::ugt,
                                         distance, ranges[v]);
    invalid = arith::OrIOp::create(inner, invalid, beyond);
  }
  if (table) {
    Value tuple = inner.createOrFold<arith::DivUIOp>(
        loop.getInductionVar(), constantIndex(inner, tuples.getDepth()));
    emitStoreOffsets(inner, *table, tuple, getTuplesPerPeriod());
  }
  scf::YieldOp::create(inner, invalid);
  Value anyInvalid = vector::ReductionOp::create(b, vector::CombiningKind::OR,
                                                 loop.getResult(0));
  return arith::XOrIOp::create(b, anyInvalid, emitBool(b, true));
}

/// Whether the tuples of `dims` from `offset` on are valid, one by one.
static Value emitScalarCheck(ImplicitLocOpBuilder &b, const IndexTuples &tuples,
                             ArrayRef<LoopDim> dims, Value offset) {
  return emitLoopNest(b, dims, offset, emitBool(b, true),
                      [&](ImplicitLocOpBuilder &inner, ArrayRef<Value> offsets,
                          Value, ValueRange valid) -> SmallVector<Value> {
                        Value all = valid.front();
                        for (auto [j, size] : llvm::enumerate(tuples.sizes)) {
                          Value index = tuples.load(inner, offsets[0], j);
                          all = arith::AndIOp::create(
                              inner, all, tuples.isValid(inner, index, size));
                        }
                        return {all};
                      })
      .front();
}

/// The conjunction of what `emitCheck` says of the chunks of `size` components,
/// whose ends are multiples of `period`, by all threads.
static Value
emitDividedCheck(ImplicitLocOpBuilder &b, int64_t threads, Value size,
                 int64_t period,
                 function_ref<Value(ImplicitLocOpBuilder &, Chunk)> emitCheck) {
  // A flag for each thread, in a cache line of its own.
  Value flags = emitAllocScratch(b, constantIndex(b, threads * kLineBytes),
                                 b.getI8Type());
  auto flagOf = [&](ImplicitLocOpBuilder &b, Value thread) {
    return mul(b, thread, constantIndex(b, kLineBytes));
  };
  emitParallel(b, threads, [&](ImplicitLocOpBuilder &inner, Value thread) {
    Value valid =
        emitCheck(inner, emitChunk(inner, size, thread, threads, period));
    memref::StoreOp::create(
        inner, arith::ExtUIOp::create(inner, inner.getI8Type(), valid), flags,
        flagOf(inner, thread));
  });
  Value all = arith::ConstantIntOp::create(b, b.getI8Type(), 1);
  for (int64_t thread = 0; thread < threads; ++thread)
    all = arith::AndIOp::create(
        b, all,
        memref::LoadOp::create(b, flags, flagOf(b, constantIndex(b, thread))));
  memref::DeallocOp::create(b, flags);
  return arith::TruncIOp::create(b, b.getI1Type(), all);
}

/// Whether the components before `end`, a multiple of a period, are valid.
static Value emitVectorCheck(ImplicitLocOpBuilder &b, const VectorCheck &check,
                             const Plan &plan, Value end) {
  SmallVector<ValidInterval> intervals;
  for (Value size : check.tuples.sizes)
    intervals.push_back(emitInterval(b, check.tuples, size));
  auto emitCheck = [&](ImplicitLocOpBuilder &b, const Chunk &components) {
    return check.emit(b, intervals, components);
  };
  auto emitAlone = [&](ImplicitLocOpBuilder &b) {
    return emitCheck(b, {constantIndex(b, 0), end});
  };
  if (plan.threads < 2)
    return emitAlone(b);
  Value bytes = mul(b, end, constantIndex(b, check.tuples.storage.getBytes()));
  Value isLarge = compare(b, arith::CmpIPredicate::uge, bytes,
                          constantIndex(b, plan.parallelCheckBytes));
  return emitIfElse(
      b, isLarge,
      [&](ImplicitLocOpBuilder &b) {
        return emitDividedCheck(b, plan.threads, end,
                                check.getComponentsPerPeriod(), emitCheck);
      },
      emitAlone);
}

Value scatter::emitAllValid(ImplicitLocOpBuilder &b, const IndexTuples &tuples,
                            const Plan &plan, const OffsetTable *table) {
  int64_t depth = tuples.getDepth();
  int64_t lanes = plan.vectorBytes / tuples.storage.getBytes();
  VectorCheck check{tuples, table, lanes, depth / std::gcd(depth, lanes)};
  // Offsets are 64-bit numbers: enough tuples for a vector of them.
  while (table && check.getTuplesPerPeriod() < plan.vectorBytes / 8)
    check.vectorsPerPeriod *= 2;

  SmallVector<LoopDim> dims = tuples.getDims(b);
  Value count = dims.empty() ? constantIndex(b, 1) : dims[0].size;
  std::optional<int64_t> staticCount = getConstantIntValue(count);
  bool isContiguous = dims.size() <= 1 &&
                      (depth == 1 || isConstant(tuples.componentStride, 1)) &&
                      (dims.empty() || isConstant(dims[0].strides[0], depth));
  bool isShort = staticCount && *staticCount < check.getTuplesPerPeriod();
  if (!isContiguous || lanes < 2 || (isShort && !table))
    return emitScalarCheck(b, tuples, dims, tuples.buffer.origin);

  Value rest = b.createOrFold<arith::RemUIOp>(
      count, constantIndex(b, check.getTuplesPerPeriod()));
  Value vectorized = sub(b, count, rest);
  Value end = mul(b, vectorized, constantIndex(b, depth));
  Value valid = emitVectorCheck(b, check, plan, end);

  // The interval of an empty dimension is not one.
  Value zero = constantIndex(b, 0);
  Value hasTuple = compare(b, arith::CmpIPredicate::ne, count, zero);
  for (Value size : tuples.sizes) {
    Value isEmpty = compare(b, arith::CmpIPredicate::eq, size, zero);
    Value fails = b.createOrFold<arith::AndIOp>(isEmpty, hasTuple);
    Value holds = b.createOrFold<arith::XOrIOp>(fails, emitBool(b, true));
    valid = b.createOrFold<arith::AndIOp>(valid, holds);
  }
  if (isConstant(rest, 0))
    return valid;
  if (table)
    emitLoop(b, vectorized, count, 1,
             [&](ImplicitLocOpBuilder &inner, Value tuple) {
               emitStoreOffsets(inner, *table, tuple, 1);
             });
  LoopDim restDim = dims[0];
  restDim.size = rest;
  return arith::AndIOp::create(b, valid,
                               emitScalarCheck(b, tuples, restDim, end));
}

InvalidIndex scatter::emitFirstInvalid(ImplicitLocOpBuilder &b,
                                       const IndexTuples &tuples) {
  // Carried: whether it is found, then what is.
  Value zero = constantIndex(b, 0);
  SmallVector<Value> found =
      emitLoopNest(b, tuples.getDims(b), tuples.buffer.origin,
                   {emitBool(b, false), zero, zero, zero, zero},
                   [&](ImplicitLocOpBuilder &inner, ArrayRef<Value> offsets,
                       Value tuple, ValueRange carried) {
                     SmallVector<Value> first(carried);
                     for (auto [j, size] : llvm::enumerate(tuples.sizes)) {
                       Value index = tuples.load(inner, offsets[0], j);
                       Value keep = inner.createOrFold<arith::OrIOp>(
                           first[0], tuples.isValid(inner, index, size));
                       Value values[] = {emitBool(inner, true), tuple,
                                         constantIndex(inner, j), index, size};
                       for (auto [slot, value] : llvm::zip_equal(first, values))
                         slot = select(inner, keep, slot, value);
                     }
                     return first;
                   });
  return {found[0], found[1], found[2], found[3], found[4]};
}

void scatter::emitReport(ImplicitLocOpBuilder &b, const IndexTuples &tuples,
                         const InvalidIndex &first) {
  ViolationKind kind = tuples.isUnsigned ? ViolationKind::index_unsigned
                       : tuples.wraps    ? ViolationKind::index
                                         : ViolationKind::index_reject;
  ReportOp::create(b, kind, toI64(b, first.tuple), toI64(b, first.component),
                   toI64(b, first.index), toI64(b, first.size));
}
