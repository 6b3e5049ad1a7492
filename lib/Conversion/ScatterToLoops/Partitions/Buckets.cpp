//===- Buckets.cpp - tuples sorted by the owner of their slot -------------===//
//
// The tuples are processed in blocks, each in two phases. In the first phase,
// each thread takes a chunk of the block. For each of its tuples it computes
// the slot and appends the number of the tuple and the offset of the slot to
// the bucket of the thread that owns the slot. In the second phase, each thread
// applies the tuples in the buckets that it owns, in the order of the chunks.
// This is the order of the tuples, so each slot gets its updates in the same
// order as with one thread. The size of a block bounds the scratch memory, and
// it is large enough that threads seldom wait for each other.
//
//===----------------------------------------------------------------------===//

#include "Partition.h"
#include "Tuples/TupleSource.h"

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace scatter;

/// Bytes of a tuple number, and bytes of an offset or of the length of a
/// bucket.
static constexpr int64_t kTupleBytes = 4, kOffsetBytes = 8;
/// Lengths of buckets per cache line.
static constexpr int64_t kLengthsPerLine = kLineBytes / kOffsetBytes;

namespace {

/// The buckets of a block: one for each pair of the thread that fills it and
/// the thread that owns it.
struct BlockBuckets {
  int64_t threads;
  /// The maximum number of tuples of a chunk.
  Value capacity;
  /// Arrays of threads x threads x capacity entries in row-major order: the
  /// numbers of tuples within the block as i32, and the offsets of their slots.
  Value tuples, offsets;
  /// The number of entries of each bucket. Each thread that fills buckets has a
  /// row of them, which shares no cache line with the row of another thread.
  Value lengths;
  /// The memory that the other members are views of.
  Value scratch;

  static BlockBuckets create(IndexBuilder &b, const Plan &plan, Value count) {
    BlockBuckets buckets;
    int64_t threads = buckets.threads = plan.threads;
    buckets.capacity = b.ceildivu(b.minu(count, plan.bucketTuples), threads);
    Value entries = b.mul(buckets.capacity, threads * threads);
    int64_t lengths = threads * buckets.getPitch();
    Value tuplesAt = b.mul(b.add(entries, lengths), kOffsetBytes);
    buckets.scratch = emitAllocScratch(
        b, b.add(tuplesAt, b.mul(entries, kTupleBytes)), b.getI8Type());
    auto emitView = [&](IndexOperand begin, IndexOperand size, Type type) {
      auto viewType = MemRefType::get(ShapedType::kDynamic, type);
      return memref::ViewOp::create(b, viewType, buckets.scratch, b.get(begin),
                                    b.get(size));
    };
    buckets.lengths = emitView(0, lengths, b.getIndexType());
    buckets.offsets =
        emitView(lengths * kOffsetBytes, entries, b.getIndexType());
    buckets.tuples = emitView(tuplesAt, entries, b.getI32Type());
    return buckets;
  }
  void destroy(IndexBuilder &b) const { memref::DeallocOp::create(b, scratch); }

  int64_t getPitch() const { return llvm::alignTo(threads, kLengthsPerLine); }
  /// Returns where the bucket that `filler` fills for `owner` begins.
  Value getBegin(IndexBuilder &b, Value filler, IndexOperand owner) const {
    return b.mul(b.add(b.mul(filler, threads), owner), capacity);
  }
  /// Returns the position of the length of that bucket.
  Value getLength(IndexBuilder &b, Value filler, IndexOperand owner) const {
    return b.add(b.mul(filler, getPitch()), owner);
  }
};

} // namespace

/// Returns the thread that owns the slot at `offset`: the upper half of a
/// multiplicative hash, scaled to the number of threads. The slots of a pair of
/// adjacent cache lines have the same owner, so that no cache line moves
/// between cores.
static Value emitOwner(IndexBuilder &b, const NDUpdate &update, Value offset) {
  int64_t perBlock =
      std::max<int64_t>(2 * kLineBytes / update.writer.storage.getBytes(), 1);
  Value block = b.shru(offset, llvm::Log2_64(perBlock));
  constexpr int64_t factor = 0x9E3779B97F4A7C15;
  Value hash = b.shru(b.mul(block, factor), 32);
  return b.shru(b.mul(hash, update.plan.threads), 32);
}

/// Puts a chunk of the `count` tuples from `begin` on into the buckets of
/// `filler`. A dropped tuple is written behind the end of a bucket, but the
/// length of the bucket does not grow. This avoids a branch that would be
/// mispredicted.
static void emitFill(IndexBuilder &b, const NDUpdate &update,
                     const BlockBuckets &buckets, Value begin, Value count,
                     Value filler) {
  Value zeros = arith::ConstantOp::create(
      b, b.getZeroAttr(VectorType::get({kLengthsPerLine}, b.getIndexType())));
  for (int64_t owner = 0; owner < buckets.threads; owner += kLengthsPerLine)
    vector::StoreOp::create(b, zeros, buckets.lengths,
                            buckets.getLength(b, filler, owner));
  Chunk chunk = emitChunk(b, count, filler, buckets.threads);
  emitLoop(b, chunk.begin, chunk.end, 1, [&](Value number) {
    Slot slot = update.emitSlot(b, b.add(begin, number));
    Value owner = emitOwner(b, update, slot.offset);
    Value entry = arith::IndexCastOp::create(b, b.getI32Type(), number);
    Value lengthAt = buckets.getLength(b, filler, owner);
    Value length = memref::LoadOp::create(b, buckets.lengths, lengthAt);
    Value end = b.add(buckets.getBegin(b, filler, owner), length);
    memref::StoreOp::create(b, entry, buckets.tuples, end);
    memref::StoreOp::create(b, slot.offset, buckets.offsets, end);
    memref::StoreOp::create(b, b.add(length, b.toIndex(slot.condition)),
                            buckets.lengths, lengthAt);
  });
}

/// Applies the buckets of `owner` for the block of tuples that begins at
/// `begin`.
static void emitApply(IndexBuilder &b, const NDUpdate &update,
                      const BlockBuckets &buckets, Value begin, Value owner) {
  auto emitBucket = [&](Value filler) {
    Value bucketBegin = buckets.getBegin(b, filler, owner);
    Value length = memref::LoadOp::create(b, buckets.lengths,
                                          buckets.getLength(b, filler, owner));
    auto load = [&](Value from, Value position) -> Value {
      return memref::LoadOp::create(b, from, b.add(bucketBegin, position));
    };
    TupleSource source;
    source.hasScatteredUpdates = true;
    source.emitSlot = [&](Value position) -> Slot {
      return {load(buckets.offsets, position), b.boolean(true)};
    };
    source.emitUpdatesOffset = [&](Value position) {
      Value number = b.toIndex(load(buckets.tuples, position));
      return update.emitUpdatesOffset(b, b.add(begin, number));
    };
    emitTupleLoop(b, update, source, 0, length, b.sub(length, 1));
  };
  emitLoop(b, 0, buckets.threads, 1, emitBucket);
  update.writer.emitFence(b);
}

void scatter::emitBuckets(IndexBuilder &b, const NDUpdate &update) {
  Value count = update.tupleDims[0].size;
  BlockBuckets buckets = BlockBuckets::create(b, update.plan, count);
  int64_t blockTuples = update.plan.bucketTuples;
  emitLoop(b, 0, count, blockTuples, [&](Value begin) {
    Value size = b.minu(b.sub(count, begin), blockTuples);
    emitParallel(b, buckets.threads, [&](Value filler) {
      emitFill(b, update, buckets, begin, size, filler);
    });
    emitParallel(b, buckets.threads, [&](Value owner) {
      emitApply(b, update, buckets, begin, owner);
    });
  });
  buckets.destroy(b);
}
