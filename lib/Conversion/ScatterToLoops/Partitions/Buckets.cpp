//===- Buckets.cpp - tuples sorted by the owner of their slot -------------===//
//
// The tuples are done block by block. In the first half of a block each thread
// takes a chunk of its tuples and appends the number and the offset of each to
// the bucket of the thread that owns the slot. In the second half each thread
// applies the buckets that it owns, those of the first chunk first: that is the
// order of the tuples, so that each slot sees its updates in the order of one
// thread. A block is so small that the buckets stay in cache and the scratch
// memory is bounded.
//
//===----------------------------------------------------------------------===//

#include "Buckets.h"
#include "Addressing/IndexMath.h"
#include "Tuples/TupleSource.h"

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace scatter;

namespace {

/// The buckets of a block, one for each thread that fills it and each that owns
/// it.
struct BlockBuckets {
  int64_t threads;
  /// Tuples of a chunk, at most.
  int64_t capacity;
  /// threads x threads x capacity entries, row-major: numbers of tuples within
  /// the block, i32, and the offsets of their slots.
  Value tuples, offsets;
  /// The number of entries: a row for each thread that fills, which shares no
  /// cache line with another.
  Value lengths;

  static BlockBuckets create(ImplicitLocOpBuilder &b, const Plan &plan) {
    BlockBuckets buckets;
    int64_t threads = buckets.threads = plan.threads;
    buckets.capacity = llvm::divideCeil(plan.bucketTuples, threads);
    auto alloc = [&](int64_t size, Type type) {
      return emitAllocScratch(b, constantIndex(b, size), type);
    };
    int64_t entries = threads * threads * buckets.capacity;
    buckets.tuples = alloc(entries, b.getI32Type());
    buckets.offsets = alloc(entries, b.getIndexType());
    buckets.lengths = alloc(threads * buckets.getPitch(), b.getIndexType());
    return buckets;
  }
  void destroy(ImplicitLocOpBuilder &b) const {
    memref::DeallocOp::create(b, tuples);
    memref::DeallocOp::create(b, offsets);
    memref::DeallocOp::create(b, lengths);
  }

  int64_t getPitch() const { return llvm::alignTo(threads, kLineBytes / 8); }
  /// Where the bucket that `filler` fills for `owner` begins.
  Value getBegin(ImplicitLocOpBuilder &b, Value filler, Value owner) const {
    Value number = add(b, mul(b, filler, constantIndex(b, threads)), owner);
    return mul(b, number, constantIndex(b, capacity));
  }
  /// Where its number of entries is.
  Value getLength(ImplicitLocOpBuilder &b, Value filler, Value owner) const {
    return add(b, mul(b, filler, constantIndex(b, getPitch())), owner);
  }
};

} // namespace

/// The thread that owns the slot at `offset`: the upper half of a
/// multiplicative hash, scaled to the number of threads. Slots in a pair of
/// cache lines have one owner, so that no cache line moves between cores.
static Value emitOwner(ImplicitLocOpBuilder &b, const NDUpdate &update,
                       Value offset) {
  int64_t perBlock =
      std::max<int64_t>(2 * kLineBytes / update.writer.storage.getBytes(), 1);
  Value block = b.createOrFold<arith::ShRUIOp>(
      offset, constantIndex(b, llvm::Log2_64(perBlock)));
  Value factor = constantIndex(b, 0x9E3779B97F4A7C15);
  Value half = constantIndex(b, 32);
  Value hash =
      arith::ShRUIOp::create(b, arith::MulIOp::create(b, block, factor), half);
  Value scaled =
      arith::MulIOp::create(b, hash, constantIndex(b, update.plan.threads));
  return arith::ShRUIOp::create(b, scaled, half);
}

/// Puts the tuples of `filler` among the `count` ones from `begin` on into its
/// buckets. All buckets are written at their end, and only that of the owner
/// grows, none for a tuple that is dropped: there is no branch to mispredict.
static void emitFill(ImplicitLocOpBuilder &b, const NDUpdate &update,
                     const BlockBuckets &buckets, Value begin, Value count,
                     Value filler) {
  Chunk chunk = emitChunk(b, count, filler, buckets.threads, /*grain=*/1);
  SmallVector<Value> bucketBegins;
  for (int64_t owner = 0; owner < buckets.threads; ++owner)
    bucketBegins.push_back(
        buckets.getBegin(b, filler, constantIndex(b, owner)));
  SmallVector<Value> noEntries(buckets.threads, constantIndex(b, 0));
  Value stride = update.tupleDims[0].strides[0];
  auto loop = scf::ForOp::create(
      b, chunk.begin, chunk.end, constantIndex(b, 1), noEntries,
      [&](OpBuilder &nested, Location loc, Value number, ValueRange lengths) {
        ImplicitLocOpBuilder inner(loc, nested);
        Value tuple = add(inner, begin, number);
        Slot slot = update.getSlots().emitSlot(
            inner, add(inner, update.indices.buffer.origin,
                       mul(inner, tuple, stride)));
        Value owner = emitOwner(inner, update, slot.offset);
        Value entry = arith::IndexCastOp::create(inner, b.getI32Type(), number);
        SmallVector<Value> newLengths;
        for (auto [i, length] : llvm::enumerate(lengths)) {
          Value end = add(inner, bucketBegins[i], length);
          memref::StoreOp::create(inner, entry, buckets.tuples, end);
          memref::StoreOp::create(inner, slot.offset, buckets.offsets, end);
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
        b, length, buckets.lengths,
        buckets.getLength(b, filler, constantIndex(b, owner)));
}

/// Applies the buckets of `owner` for the block of tuples from `begin` on.
static void emitApply(ImplicitLocOpBuilder &b, const NDUpdate &update,
                      const BlockBuckets &buckets, Value begin, Value owner) {
  auto emitBucket = [&](ImplicitLocOpBuilder &b, Value filler) {
    Value bucketBegin = buckets.getBegin(b, filler, owner);
    Value length = memref::LoadOp::create(b, buckets.lengths,
                                          buckets.getLength(b, filler, owner));
    auto load = [&](ImplicitLocOpBuilder &b, Value from, Value position) {
      return memref::LoadOp::create(b, from, add(b, bucketBegin, position));
    };
    TupleSource source;
    source.hasScatteredUpdates = true;
    source.emitSlot = [&](ImplicitLocOpBuilder &b, Value position) -> Slot {
      return {load(b, buckets.offsets, position), Value()};
    };
    source.emitUpdatesOffset = [&](ImplicitLocOpBuilder &b, Value position) {
      Value number = arith::IndexCastUIOp::create(
          b, b.getIndexType(), load(b, buckets.tuples, position));
      return add(b, update.updates.origin,
                 mul(b, add(b, begin, number), update.tupleDims[0].strides[1]));
    };
    emitTupleLoop(b, update, source, constantIndex(b, 0), length,
                  sub(b, length, constantIndex(b, 1)));
  };
  emitLoop(b, constantIndex(b, 0), constantIndex(b, buckets.threads), 1,
           emitBucket);
  update.writer.emitFence(b);
}

static void emitBlocks(ImplicitLocOpBuilder &b, const NDUpdate &update) {
  BlockBuckets buckets = BlockBuckets::create(b, update.plan);
  Value count = update.tupleDims[0].size;
  int64_t blockTuples = update.plan.bucketTuples;
  emitLoop(b, constantIndex(b, 0), count, blockTuples,
           [&](ImplicitLocOpBuilder &b, Value begin) {
             Value size = b.createOrFold<arith::MinUIOp>(
                 sub(b, count, begin), constantIndex(b, blockTuples));
             emitParallel(b, buckets.threads,
                          [&](ImplicitLocOpBuilder &inner, Value filler) {
                            emitFill(inner, update, buckets, begin, size,
                                     filler);
                          });
             emitParallel(b, buckets.threads,
                          [&](ImplicitLocOpBuilder &inner, Value owner) {
                            emitApply(inner, update, buckets, begin, owner);
                          });
           });
  buckets.destroy(b);
}

void scatter::emitBuckets(ImplicitLocOpBuilder &b, const NDUpdate &update,
                          Value isLarge) {
  emitIf(
      b, isLarge, [&](ImplicitLocOpBuilder &b) { emitBlocks(b, update); },
      [&](ImplicitLocOpBuilder &b) { emitTuples(b, update); });
}
