//===- WriteLists.cpp - tuples listed by the owner of their slots ---------===//
//
// The tuples are done block by block. In the first half of a block each thread
// takes a run of its tuples and appends the number and the offset of each to
// the list of the thread that owns the slot. In the second half each thread
// applies the lists that it owns, those of the first run first: that is the
// order of the tuples, so that each slot sees its updates in the order of one
// thread. A block is so small that the lists stay in cache and the scratch
// memory is bounded.
//
//===----------------------------------------------------------------------===//

#include "IndexMath.h"
#include "Parallel.h"
#include "WritePhase.h"

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace scatter;

/// Index elements of a cache line, the distance of the lengths that different
/// threads write.
static constexpr int64_t kLengthPitch = kLineBytes / 8;

/// The lists of a block, one for each finder and owner.
struct scatter::TupleLists {
  int64_t threads;
  /// Tuples of one finder, at most.
  int64_t capacity;
  /// threads x threads x capacity entries, row-major: numbers of tuples within
  /// the block, i32, and the offsets of their slots.
  Value tuples, offsets;
  /// A row for each finder, long enough to share no line with another.
  Value lengths;

  static TupleLists create(ImplicitLocOpBuilder &b, const Plan &plan) {
    TupleLists lists;
    int64_t threads = lists.threads = plan.threads;
    lists.capacity = llvm::divideCeil(plan.bucketTuples, threads);
    auto alloc = [&](int64_t size, Type type) {
      return emitAllocScratch(b, constantIndex(b, size), type);
    };
    int64_t entries = threads * threads * lists.capacity;
    lists.tuples = alloc(entries, b.getI32Type());
    lists.offsets = alloc(entries, b.getIndexType());
    lists.lengths = alloc(threads * lists.getPitch(), b.getIndexType());
    return lists;
  }
  void destroy(ImplicitLocOpBuilder &b) const {
    memref::DeallocOp::create(b, tuples);
    memref::DeallocOp::create(b, offsets);
    memref::DeallocOp::create(b, lengths);
  }

  int64_t getPitch() const { return llvm::alignTo(threads, kLengthPitch); }
  /// Where the list of `finder` for `owner` begins.
  Value getBegin(ImplicitLocOpBuilder &b, Value finder, Value owner) const {
    Value number = add(b, mul(b, finder, constantIndex(b, threads)), owner);
    return mul(b, number, constantIndex(b, capacity));
  }
  Value getLength(ImplicitLocOpBuilder &b, Value finder, Value owner) const {
    return add(b, mul(b, finder, constantIndex(b, getPitch())), owner);
  }
};

/// Appends the tuples of `finder` among the `count` ones from `begin` on to
/// its lists. All lists are written at their end, and only that of the owner
/// grows, none for a tuple that is dropped: there is no branch to mispredict.
void WritePhase::emitFindTuples(ImplicitLocOpBuilder &b,
                                const TupleLists &lists, Value begin,
                                Value count, Value finder) const {
  Share share = emitShare(b, count, finder, lists.threads, 1);
  SmallVector<Value> listBegins, lengths;
  for (int64_t owner = 0; owner < lists.threads; ++owner) {
    listBegins.push_back(lists.getBegin(b, finder, constantIndex(b, owner)));
    lengths.push_back(constantIndex(b, 0));
  }
  Value stride = indices.tupleDims[0].strides[0];
  auto loop = scf::ForOp::create(
      b, share.begin, share.end, constantIndex(b, 1), lengths,
      [&](OpBuilder &nested, Location loc, Value number, ValueRange lengths) {
        ImplicitLocOpBuilder inner(loc, nested);
        Value tuple = add(inner, begin, number);
        Slot slot = emitSlot(inner, add(inner, indices.buffer.origin,
                                        mul(inner, tuple, stride)));
        Value owner = emitOwner(inner, slot.offset);
        Value entry = arith::IndexCastOp::create(inner, b.getI32Type(), number);
        SmallVector<Value> newLengths;
        for (auto [i, length] : llvm::enumerate(lengths)) {
          Value end = add(inner, listBegins[i], length);
          memref::StoreOp::create(inner, entry, lists.tuples, end);
          memref::StoreOp::create(inner, slot.offset, lists.offsets, end);
          Value isOwner = compare(inner, arith::CmpIPredicate::eq, owner,
                                  constantIndex(inner, i));
          if (slot.condition)
            isOwner = arith::AndIOp::create(inner, isOwner, slot.condition);
          newLengths.push_back(add(
              inner, length,
              arith::IndexCastUIOp::create(inner, b.getIndexType(), isOwner)));
        }
        scf::YieldOp::create(inner, newLengths);
      });
  for (auto [owner, length] : llvm::enumerate(loop.getResults()))
    memref::StoreOp::create(
        b, length, lists.lengths,
        lists.getLength(b, finder, constantIndex(b, owner)));
}

/// Applies the lists of `owner` for the block of tuples from `begin` on, and
/// ends the stores that bypass the cache.
void WritePhase::emitListedTuples(ImplicitLocOpBuilder &b,
                                  const SliceWriter &by,
                                  const TupleLists &lists, Value begin,
                                  Value owner, bool prefetches) const {
  Value updatesStride = indices.tupleDims[0].strides[1];
  auto emitList = [&](ImplicitLocOpBuilder &b, Value finder) {
    Value listBegin = lists.getBegin(b, finder, owner);
    Value length = memref::LoadOp::create(b, lists.lengths,
                                          lists.getLength(b, finder, owner));
    Value last = sub(b, length, constantIndex(b, 1));
    auto load = [&](ImplicitLocOpBuilder &b, Value list, Value position) {
      return memref::LoadOp::create(b, list, add(b, listBegin, position));
    };
    auto loadUpdatesOffset = [&](ImplicitLocOpBuilder &b, Value position) {
      Value number = arith::IndexCastUIOp::create(
          b, b.getIndexType(), load(b, lists.tuples, position));
      return add(b, updates.origin,
                 mul(b, add(b, begin, number), updatesStride));
    };
    emitLoop(b, constantIndex(b, 0), length, 1,
             [&](ImplicitLocOpBuilder &inner, Value position) {
               // One thread's updates have gaps, which the hardware would
               // fetch.
               if (plan.prefetchTuples > 0) {
                 Value ahead = add(inner, position,
                                   constantIndex(inner, plan.prefetchTuples));
                 ahead = inner.createOrFold<arith::MinUIOp>(ahead, last);
                 if (prefetches)
                   emitPrefetch(inner, writer.data,
                                load(inner, lists.offsets, ahead),
                                /*isWrite=*/true);
                 if (!sliceDims.empty())
                   emitPrefetch(inner, writer.updates,
                                loadUpdatesOffset(inner, ahead),
                                /*isWrite=*/false);
               }
               Value slot = load(inner, lists.offsets, position);
               by.emitSlice(inner, sliceDims, slot,
                            loadUpdatesOffset(inner, position));
             });
  };
  emitLoop(b, constantIndex(b, 0), constantIndex(b, lists.threads), 1,
           emitList);
  if (by.streams)
    StreamFenceOp::create(b);
}

void WritePhase::emitLists(ImplicitLocOpBuilder &b, const SliceWriter &by,
                           Value isLarge, bool prefetches) const {
  auto emitAlone = [&](ImplicitLocOpBuilder &b) {
    emitTuples(b, by, std::nullopt, prefetches);
  };
  auto emitShared = [&](ImplicitLocOpBuilder &b) {
    TupleLists lists = TupleLists::create(b, plan);
    Value count = indices.tupleDims[0].size;
    emitLoop(b, constantIndex(b, 0), count, plan.bucketTuples,
             [&](ImplicitLocOpBuilder &b, Value begin) {
               Value size = b.createOrFold<arith::MinUIOp>(
                   sub(b, count, begin), constantIndex(b, plan.bucketTuples));
               emitParallel(b, lists.threads,
                            [&](ImplicitLocOpBuilder &inner, Value finder) {
                              emitFindTuples(inner, lists, begin, size, finder);
                            });
               emitParallel(b, lists.threads,
                            [&](ImplicitLocOpBuilder &inner, Value owner) {
                              emitListedTuples(inner, by, lists, begin, owner,
                                               prefetches);
                            });
             });
    lists.destroy(b);
  };
  emitIf(b, isLarge, emitShared, emitAlone);
}
