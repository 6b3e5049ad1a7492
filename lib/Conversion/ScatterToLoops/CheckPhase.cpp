//===- CheckPhase.cpp - one pass over the indices before any write --------===//

#include "IndexMath.h"
#include "Parallel.h"
#include "TupleIndices.h"

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
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

} // namespace

/// The interval of positions in a dimension of `size` > 0. Bounds beyond the
/// range of the type are cut to it.
static ValidInterval emitInterval(ImplicitLocOpBuilder &b,
                                  const TupleIndices &indices, Value size) {
  Value one = constantIndex(b, 1), low = constantIndex(b, 0);
  Value high = sub(b, size, one);
  if (indices.wraps)
    low = sub(b, low, size);
  if (!indices.type.isIndex() && indices.type.getIntOrFloatBitWidth() == 32) {
    int64_t largest = indices.isUnsigned ? UINT32_MAX : INT32_MAX;
    high = b.createOrFold<arith::MinSIOp>(high, constantIndex(b, largest));
    low = b.createOrFold<arith::MaxSIOp>(low, constantIndex(b, INT32_MIN));
  }
  auto cast = [&](Value value) {
    return b.createOrFold<arith::IndexCastOp>(indices.type, value);
  };
  return {cast(low), cast(sub(b, high, low))};
}

/// Whether the components of `share` of a contiguous `indices` are valid, by
/// vectors. Both ends of the share are multiples of a period, `vectors` vectors
/// that repeat one pattern of components.
static Value emitVectorCheck(ImplicitLocOpBuilder &b,
                             const TupleIndices &indices,
                             ArrayRef<ValidInterval> intervals, Share share,
                             int64_t lanes, int64_t vectors,
                             TupleEmitter emitMore) {
  auto type = VectorType::get({lanes}, indices.type);
  auto maskType = VectorType::get({lanes}, b.getI1Type());
  SmallVector<Value> lows, ranges;
  for (int64_t v = 0; v < vectors; ++v) {
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
  auto loop = scf::ForOp::create(b, share.begin, share.end,
                                 constantIndex(b, lanes * vectors), none);
  // One vector per turn is less than a core can load: 2^20 pairs 1.9 ms, with
  // four 1.7.
  setUnrolling(loop, llvm::divideCeil(4, vectors));
  ImplicitLocOpBuilder inner(
      b.getLoc(), OpBuilder::atBlockEnd(loop.getBody(), b.getListener()));
  Value invalid = loop.getRegionIterArg(0);
  for (int64_t v = 0; v < vectors; ++v) {
    Value position =
        add(inner, loop.getInductionVar(), constantIndex(inner, v * lanes));
    Value components =
        vector::LoadOp::create(inner, type, indices.buffer.flat, position);
    Value distance = arith::SubIOp::create(inner, components, lows[v]);
    Value beyond = arith::CmpIOp::create(inner, arith::CmpIPredicate::ugt,
                                         distance, ranges[v]);
    invalid = arith::OrIOp::create(inner, invalid, beyond);
  }
  if (emitMore) {
    int64_t depth = indices.getDepth();
    Value tuple = inner.createOrFold<arith::DivUIOp>(
        loop.getInductionVar(), constantIndex(inner, depth));
    emitMore(inner, tuple, lanes * vectors / depth);
  }
  scf::YieldOp::create(inner, invalid);
  Value anyInvalid = vector::ReductionOp::create(b, vector::CombiningKind::OR,
                                                 loop.getResult(0));
  Value one = arith::ConstantIntOp::create(b, b.getI1Type(), 1);
  return arith::XOrIOp::create(b, anyInvalid, one);
}

/// Whether the tuples of `dims` from `offset` on are valid, one by one.
static Value emitScalarCheck(ImplicitLocOpBuilder &b,
                             const TupleIndices &indices,
                             ArrayRef<LoopDim> dims, Value offset) {
  Value isTrue = arith::ConstantIntOp::create(b, b.getI1Type(), 1);
  return emitLoopNest(
             b, dims, {offset, offset}, isTrue,
             [&](ImplicitLocOpBuilder &inner, ArrayRef<Value> offsets, Value,
                 ValueRange valid) -> SmallVector<Value> {
               Value all = valid.front();
               for (int64_t j = 0; j < indices.getDepth(); ++j) {
                 Value index =
                     indices.extend(inner, indices.load(inner, offsets[0], j));
                 all = arith::AndIOp::create(
                     inner, all,
                     indices.isValid(inner, index, indices.dataSizes[j]));
               }
               return {all};
             })
      .front();
}

/// The conjunction of what `emitCheck` says of the shares of `size` components,
/// by all threads if there are enough of them.
static Value
emitSharedCheck(ImplicitLocOpBuilder &b, const Plan &plan, Value size,
                int64_t period, int64_t indexBytes,
                function_ref<Value(ImplicitLocOpBuilder &, Share)> emitCheck) {
  auto emitAlone = [&](ImplicitLocOpBuilder &b) {
    return emitCheck(b, {constantIndex(b, 0), size});
  };
  if (plan.threads < 2)
    return emitAlone(b);
  Value isLarge = compare(b, arith::CmpIPredicate::uge,
                          mul(b, size, constantIndex(b, indexBytes)),
                          constantIndex(b, plan.parallelCheckBytes));
  if (isFalse(isLarge))
    return emitAlone(b);

  // A flag for each thread, on a line of its own.
  auto emitByThreads = [&](ImplicitLocOpBuilder &b) -> Value {
    Value flags = emitAllocScratch(
        b, constantIndex(b, plan.threads * kLineBytes), b.getI8Type());
    auto flagOf = [&](ImplicitLocOpBuilder &b, Value part) {
      return mul(b, part, constantIndex(b, kLineBytes));
    };
    emitParallel(b, plan.threads, [&](ImplicitLocOpBuilder &inner, Value part) {
      Value valid =
          emitCheck(inner, emitShare(inner, size, part, plan.threads, period));
      memref::StoreOp::create(
          inner, arith::ExtUIOp::create(inner, inner.getI8Type(), valid), flags,
          flagOf(inner, part));
    });
    Value all = arith::ConstantIntOp::create(b, b.getI8Type(), 1);
    for (unsigned part = 0; part < plan.threads; ++part)
      all = arith::AndIOp::create(
          b, all,
          memref::LoadOp::create(b, flags, flagOf(b, constantIndex(b, part))));
    memref::DeallocOp::create(b, flags);
    return arith::TruncIOp::create(b, b.getI1Type(), all);
  };
  if (isTrue(isLarge))
    return emitByThreads(b);
  auto emitYield = [&](auto emit) {
    return [&, emit](OpBuilder &nested, Location loc) {
      ImplicitLocOpBuilder inner(loc, nested);
      scf::YieldOp::create(inner, emit(inner));
    };
  };
  return scf::IfOp::create(b, isLarge, emitYield(emitByThreads),
                           emitYield(emitAlone))
      .getResult(0);
}

Value scatter::emitAllValid(ImplicitLocOpBuilder &b,
                            const TupleIndices &indices, const Plan &plan,
                            TupleEmitter emitMore) {
  Value zero = constantIndex(b, 0);
  int64_t depth = indices.getDepth();
  int64_t width =
      indices.type.isIndex() ? 64 : indices.type.getIntOrFloatBitWidth();
  int64_t lanes = plan.vectorBytes * 8 / width;
  int64_t vectors = depth / std::gcd(depth, lanes);
  // Enough tuples for a vector of one 64-bit number each.
  while (emitMore && lanes * vectors / depth < plan.vectorBytes / 8)
    vectors *= 2;
  int64_t tuplesPerPeriod = lanes * vectors / depth;

  Value count = indices.tupleDims.empty() ? constantIndex(b, 1)
                                          : indices.tupleDims[0].size;
  std::optional<int64_t> staticCount = getConstantIntValue(count);
  if (!indices.isContiguous() || lanes < 2 ||
      (staticCount && *staticCount < tuplesPerPeriod && !emitMore))
    return emitScalarCheck(b, indices, indices.tupleDims,
                           indices.buffer.origin);

  Value period = constantIndex(b, tuplesPerPeriod);
  Value rest = b.createOrFold<arith::RemUIOp>(count, period);
  Value vectorized = sub(b, count, rest);
  Value depthValue = constantIndex(b, depth);
  SmallVector<ValidInterval> intervals;
  for (Value size : indices.dataSizes)
    intervals.push_back(emitInterval(b, indices, size));
  Value valid =
      emitSharedCheck(b, plan, mul(b, vectorized, depthValue), lanes * vectors,
                      width / 8, [&](ImplicitLocOpBuilder &b, Share share) {
                        return emitVectorCheck(b, indices, intervals, share,
                                               lanes, vectors, emitMore);
                      });

  // The interval of an empty dimension is not one.
  Value hasTuple = compare(b, arith::CmpIPredicate::ne, count, zero);
  for (Value size : indices.dataSizes) {
    Value isEmpty = compare(b, arith::CmpIPredicate::eq, size, zero);
    Value fails = b.createOrFold<arith::AndIOp>(isEmpty, hasTuple);
    Value holds = b.createOrFold<arith::XOrIOp>(
        fails, arith::ConstantIntOp::create(b, b.getI1Type(), 1));
    valid = b.createOrFold<arith::AndIOp>(valid, holds);
  }
  if (isConstant(rest, 0))
    return valid;
  if (emitMore)
    emitLoop(b, vectorized, count, 1,
             [&](ImplicitLocOpBuilder &inner, Value tuple) {
               emitMore(inner, tuple, 1);
             });
  LoopDim restDim = indices.tupleDims[0];
  restDim.size = rest;
  Value restValid =
      emitScalarCheck(b, indices, restDim, mul(b, vectorized, depthValue));
  return arith::AndIOp::create(b, valid, restValid);
}

void scatter::emitReportFirstInvalid(ImplicitLocOpBuilder &b,
                                     const TupleIndices &indices) {
  // Carried: whether it is found, then what is reported.
  Value isFalse = arith::ConstantIntOp::create(b, b.getI1Type(), 0);
  Value zero = constantIndex(b, 0), origin = indices.buffer.origin;
  SmallVector<Value> found = emitLoopNest(
      b, indices.tupleDims, {origin, zero}, {isFalse, zero, zero, zero, zero},
      [&](ImplicitLocOpBuilder &inner, ArrayRef<Value> offsets, Value tuple,
          ValueRange carried) {
        SmallVector<Value> first(carried);
        Value isTrue = arith::ConstantIntOp::create(inner, b.getI1Type(), 1);
        for (int64_t j = 0; j < indices.getDepth(); ++j) {
          Value size = indices.dataSizes[j];
          Value index =
              indices.extend(inner, indices.load(inner, offsets[0], j));
          Value keep = inner.createOrFold<arith::OrIOp>(
              first[0], indices.isValid(inner, index, size));
          Value values[] = {isTrue, tuple, constantIndex(inner, j), index,
                            size};
          for (auto [slot, value] : llvm::zip_equal(first, values))
            slot = select(inner, keep, slot, value);
        }
        return first;
      });
  ViolationKind kind = indices.isUnsigned ? ViolationKind::index_unsigned
                       : indices.wraps    ? ViolationKind::index
                                          : ViolationKind::index_reject;
  ReportOp::create(b, kind, toI64(b, found[1]), toI64(b, found[2]),
                   toI64(b, found[3]), toI64(b, found[4]));
}
