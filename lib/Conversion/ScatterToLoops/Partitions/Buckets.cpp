//===- Buckets.cpp - tuples sorted by their slots -------------------------===//
//
// The tuples are processed in blocks, each in two phases. In the first phase,
// each thread takes a chunk of the block and sorts its tuples into buckets,
// stably; the runtime library does that. In the second phase, threads take one
// bucket after the other and apply its tuples, in the order of the chunks. This
// is the order of the tuples, so each slot gets its updates in the same order
// as with one thread, whichever thread takes its bucket. The size of a block
// bounds the scratch memory, and it is large enough that threads seldom wait
// for each other.
//
// Up to getOnePhaseTuples, each thread finds the tuples of its own bucket
// among all and applies them, in one phase.
//
//===----------------------------------------------------------------------===//

#include "Partition.h"
#include "Tuples/TupleSource.h"

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"
#include "scatter/Plan/PlanThresholds.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace scatter;

/// Bytes of the begin of a bucket.
static constexpr int64_t kBeginBytes = 8;

namespace {

/// Memory in which each thread finds the last tuples of slots, see
/// `scatter.keep_last`.
struct LastTuples {
  /// The logarithm of a number of storage elements in which at most one slot
  /// begins.
  int64_t slotBits;
  /// The words of a thread in `seen`. 0 stands for all tuples.
  Value words;
  /// The first entry of each list of the current bucket. Each thread has a row.
  Value firsts;
  int64_t firstsPitch;
  Value seen;
};

/// The buckets of a block, filled by each thread for its chunk.
struct BlockBuckets {
  int64_t threads;
  /// Whether each thread finds the tuples of its bucket among all tuples.
  Value isOnePhase;
  /// The number of buckets.
  Value count;
  /// An i64: the number of buckets that threads have taken. Null if each thread
  /// has one.
  Value taken;
  /// Storage elements of an update, if the entries have copies of the updates.
  std::optional<int64_t> updateLength;
  /// Pairs of the offset of a slot and a number of as many bytes, which has the
  /// number of the tuple within the block or a copy of its update. The entries
  /// of a chunk of tuples have the same positions as the tuples.
  Value entries;
  int64_t offsetBytes;
  /// `entries` as memory of the second halves.
  Value payloads;
  int64_t payloadBytes;
  /// The first entry of each bucket and the end of the last one. Each thread
  /// that fills buckets has a row of them, which shares no cache line with the
  /// row of another thread.
  Value begins, pitch;
  /// Set if all but the last tuple of a slot may be left out.
  std::optional<LastTuples> last;
  /// The memory that the other members are views of.
  Value scratch;

  static BlockBuckets create(IndexBuilder &b, const NDUpdate &update);
  void destroy(IndexBuilder &b) const { memref::DeallocOp::create(b, scratch); }

  Value loadOffset(IndexBuilder &b, Value entry) const {
    return b.toIndex(memref::LoadOp::create(b, entries, b.mul(entry, 2)));
  }
  /// The position in `payloads` of what belongs to `entry`.
  Value getPayload(IndexBuilder &b, Value entry) const {
    int64_t offset = offsetBytes / payloadBytes;
    return b.add(b.mul(entry, 2 * offset), offset);
  }
};

} // namespace

/// Returns the number of buckets for blocks of `tuples` tuples: one for each
/// thread, or several for each if the plan limits the bytes of `data` for each
/// bucket. `areFew` says whether each thread may search all tuples.
static Value emitCount(IndexBuilder &b, const NDUpdate &update, Value tuples,
                       Value areFew) {
  const Plan &plan = update.plan;
  if (plan.bucketBytes == 0)
    return b.index(plan.threads);
  Value dataBytes = update.emitDataBytes(b);
  Value wanted = b.divu(dataBytes, plan.bucketBytes);
  if (plan.bucketDataBytes > 0) {
    Value pays = b.allOf(
        {b.uge(dataBytes, plan.bucketDataBytes),
         b.uge(update.emitUpdatesBytes(b), b.mul(dataBytes, kUpdatesPerData))});
    wanted = b.select(pays, wanted, 0);
  }
  // A thread that searches all tuples fills one bucket. Filling several would
  // take longer than slots in a fast cache save.
  if (getCopiedUpdateBytes(update.facts))
    wanted = b.select(areFew, 0, wanted);
  Value most = b.minu(b.divu(tuples, kMinBucketTuples), kMaxBuckets);
  // A multiple of the number of threads, so that the work can be divided
  // evenly.
  Value each = b.divu(b.minu(wanted, most), plan.threads);
  return b.mul(b.maxu(each, 1), plan.threads);
}

/// Returns `slotBits` and `words` for updates of which only the last one of a
/// slot matters, if there are enough tuples.
static std::optional<LastTuples> emitLastTuples(IndexBuilder &b,
                                                const NDUpdate &update) {
  int64_t percent = getLastTuplesPercent(update.facts);
  std::optional<int64_t> length =
      getConstantIntValue(b.product(1, getSizes(update.sliceDims)));
  if (percent == 0 || !length || *length == 0)
    return std::nullopt;
  LastTuples last;
  last.slotBits = llvm::Log2_64(*length);
  Value slots = b.product(1, update.indices.sizes);
  Value areMany =
      b.uge(update.tupleDims[0].size, b.ceildivu(b.mul(slots, percent), 100));
  Value bits = b.add(b.shru(b.mul(slots, *length), last.slotBits), 1);
  // Rows of whole cache lines.
  constexpr int64_t lineBits = 8 * kLineBytes;
  Value words = b.mul(b.ceildivu(bits, lineBits), lineBits / 64);
  last.words = b.select(areMany, words, 0);
  if (isConstantIntValue(last.words, 0))
    return std::nullopt;
  return last;
}

BlockBuckets BlockBuckets::create(IndexBuilder &b, const NDUpdate &update) {
  const ElementStorage &storage = update.storage;
  BlockBuckets buckets;
  buckets.threads = update.plan.threads;
  Value tuples = b.minu(update.tupleDims[0].size, kBucketTuples);
  Value areFew =
      b.ule(update.tupleDims[0].size, getOnePhaseTuples(update.plan.threads));
  buckets.count = emitCount(b, update, tuples, areFew);
  buckets.isOnePhase = b.allOf({areFew, b.eq(buckets.count, buckets.threads)});
  if (getCopiedUpdateBytes(update.facts))
    buckets.updateLength =
        *getCopiedUpdateBytes(update.facts) / storage.getBytes();
  Type payloadType = b.getI32Type();
  int64_t payloadLength = 1;
  buckets.payloadBytes = 4;
  if (buckets.updateLength) {
    payloadType = storage.type;
    payloadLength = *buckets.updateLength;
    buckets.payloadBytes = storage.getBytes();
  }
  // Precomputed offsets have 32 bits.
  bool isNarrow =
      payloadLength * buckets.payloadBytes <= 4 &&
      (update.precomputedOffsets || isTrue(update.emitHasNarrowOffsets(b)));
  buckets.offsetBytes = isNarrow ? 4 : 8;

  // Rows of whole cache lines, with one element more than buckets.
  constexpr int64_t perLine = kLineBytes / kBeginBytes;
  buckets.pitch = b.mul(b.ceildivu(b.add(buckets.count, 1), perLine), perLine);
  Value begins = b.mul(buckets.pitch, buckets.threads);
  // `taken` has a cache line of its own.
  bool countsTaken = !isConstantIntValue(buckets.count, buckets.threads);
  int64_t beginsAt = countsTaken ? kLineBytes : 0;
  Value entriesAt = b.add(b.mul(begins, kBeginBytes), beginsAt);
  Value entries =
      b.mul(tuples, b.select(buckets.isOnePhase, buckets.threads, 1));
  Value entriesBytes = b.mul(entries, 2 * buckets.offsetBytes);
  Value bytes = b.add(entriesAt, entriesBytes);
  buckets.last = emitLastTuples(b, update);
  Value firsts, firstsAt, seen, seenAt;
  if (buckets.last) {
    int64_t pitch = llvm::alignTo(buckets.threads, perLine);
    buckets.last->firstsPitch = pitch;
    firsts = b.index(pitch * buckets.threads);
    firstsAt = b.mul(b.ceildivu(bytes, kLineBytes), kLineBytes);
    seen = b.mul(buckets.last->words, buckets.threads);
    seenAt = b.add(firstsAt, b.mul(firsts, kBeginBytes));
    bytes = b.add(seenAt, b.mul(seen, 8));
  }
  buckets.scratch = emitAllocScratch(b, bytes, b.getI8Type());
  auto emitView = [&](Value begin, Value size, Type type) {
    auto viewType = MemRefType::get(ShapedType::kDynamic, type);
    return memref::ViewOp::create(b, viewType, buckets.scratch, begin, size);
  };
  if (countsTaken)
    buckets.taken = emitView(b.index(0), b.index(1), b.getI64Type());
  buckets.begins = emitView(b.index(beginsAt), begins, b.getIndexType());
  buckets.entries = emitView(entriesAt, b.mul(entries, 2),
                             b.getIntegerType(8 * buckets.offsetBytes));
  buckets.payloads = emitView(
      entriesAt, b.divu(entriesBytes, buckets.payloadBytes), payloadType);
  if (buckets.last) {
    buckets.last->firsts = emitView(firstsAt, firsts, b.getIndexType());
    buckets.last->seen = emitView(seenAt, seen, b.getI64Type());
  }
  return buckets;
}

/// Sorts `chunk` of the tuples from `begin` on into the buckets of the thread
/// `producer`, or into its bucket `only` if that is not null. Entry numbers
/// begin at `first`.
static void emitFill(IndexBuilder &b, const NDUpdate &update,
                     const BlockBuckets &buckets, Value begin,
                     const Chunk &chunk, Value producer, Value first,
                     Value only = {}) {
  Value tuple = b.add(begin, chunk.begin);
  int64_t pageElements =
      std::max<int64_t>(kPageBytes / update.storage.getBytes(), 1);
  Value updates, updatesOffset, updatesStride;
  if (buckets.updateLength) {
    updates = update.updates.flat;
    updatesOffset = update.emitUpdatesOffset(b, tuple);
    updatesStride = update.tupleDims[0].strides[1];
  }
  auto emitSort = [&](ViolationKind kind, Value indices, Value position,
                      Value tupleStride, Value componentStride,
                      ValueRange sizes, ValueRange strides, Value origin) {
    FillBucketsOp::create(b, kind, update.policy, llvm::Log2_64(pageElements),
                          buckets.updateLength.value_or(1), indices, position,
                          b.sub(chunk.end, chunk.begin), tupleStride,
                          componentStride, sizes, strides, origin,
                          buckets.count, only, buckets.begins,
                          b.mul(producer, buckets.pitch), buckets.entries,
                          first, updates, updatesOffset, updatesStride);
  };
  const IndexTuples &indices = update.indices;
  bool computesOffsets = only && indices.getDepth() <= kMaxComputedDepth;
  if (!update.precomputedOffsets || computesOffsets)
    return emitSort(
        indices.getViolationKind(), indices.buffer.flat,
        update.emitPosition(b, tuple), update.tupleDims[0].strides[0],
        indices.componentStride, indices.sizes,
        ArrayRef(update.data.strides).take_front(indices.getDepth()),
        update.data.origin);
  // Precomputed offsets are tuples of one component with a stride of 1.
  Value one = b.index(1);
  emitSort(ViolationKind::index_unsigned, update.precomputedOffsets, tuple, one,
           one, b.index(int64_t(1) << 32), one, b.index(0));
}

/// Applies the tuples of bucket number `number` of the block that begins at
/// tuple `begin`. `isFirst` says whether it is the first bucket of `thread` in
/// the block.
static void emitApply(IndexBuilder &b, const NDUpdate &update,
                      const BlockBuckets &buckets, Value begin, Value number,
                      Value thread, Value isFirst) {
  NDUpdate applied = update;
  TupleSource source;
  source.emitSlot = [&](Value entry) -> Slot {
    return {buckets.loadOffset(b, entry), b.boolean(true)};
  };
  if (buckets.updateLength) {
    applied = update.withUpdatesIn(buckets.payloads);
    source.emitUpdatesOffset = [&](Value entry) {
      return buckets.getPayload(b, entry);
    };
  } else {
    source.hasScatteredUpdates = true;
    source.emitUpdatesOffset = [&](Value entry) {
      Value number = memref::LoadOp::create(b, buckets.payloads,
                                            buckets.getPayload(b, entry));
      return update.emitUpdatesOffset(b, b.add(begin, b.toIndex(number)));
    };
  }
  Value firstProducer = b.select(buckets.isOnePhase, thread, 0);
  Value producers = b.select(buckets.isOnePhase, 1, buckets.threads);
  Value beginAt = b.add(b.mul(firstProducer, buckets.pitch), number);
  Value firstsRow;
  if (const std::optional<LastTuples> &last = buckets.last) {
    firstsRow = b.mul(thread, last->firstsPitch);
    // Other buckets of the thread in this block have other slots.
    Value cleared = b.select(isFirst, last->words, 0);
    KeepLastOp::create(b, last->slotBits, producers, buckets.begins, beginAt,
                       buckets.pitch, buckets.entries, last->seen,
                       b.mul(thread, last->words), last->words, cleared,
                       last->firsts, firstsRow);
  }
  emitLoop(b, 0, producers, 1, [&](Value producer) {
    Value at = b.add(beginAt, b.mul(producer, buckets.pitch));
    Value first = firstsRow ? memref::LoadOp::create(b, buckets.last->firsts,
                                                     b.add(firstsRow, producer))
                            : memref::LoadOp::create(b, buckets.begins, at);
    Value end = memref::LoadOp::create(b, buckets.begins, b.add(at, 1));
    emitTupleLoop(b, applied, source, first, end, b.sub(end, 1));
  });
}

/// Emits a loop in which `thread` takes one bucket after the other, until there
/// is none left, or takes its own one. `isFirst` says whether it is the first
/// bucket of the thread.
static void
emitTakeBuckets(IndexBuilder &b, const BlockBuckets &buckets, Value thread,
                function_ref<void(Value number, Value isFirst)> emitBody) {
  if (!buckets.taken)
    return emitBody(thread, b.boolean(true));
  Value one = b.toI64(1);
  Value attempts = b.select(buckets.isOnePhase, 1, buckets.count);
  emitLoop(b, 0, attempts, 1, [&](Value attempt) {
    Value taken = b.toIndex(memref::AtomicRMWOp::create(
        b, arith::AtomicRMWKind::addi, one, buckets.taken, b.index(0)));
    Value number = b.select(buckets.isOnePhase, thread, taken);
    emitIf(b, b.ult(number, buckets.count),
           [&] { emitBody(number, b.eq(attempt, 0)); });
  });
}

/// Emits the tuples of the block of `count` tuples from `begin` on.
static void emitBlock(IndexBuilder &b, const NDUpdate &update,
                      const BlockBuckets &buckets, Value begin, Value count) {
  emitIf(b, b.isNot(buckets.isOnePhase), [&] {
    emitParallel(b, buckets.threads, [&](Value producer) {
      Chunk chunk = emitChunk(b, count, producer, buckets.threads);
      emitFill(b, update, buckets, begin, chunk, producer, chunk.begin);
    });
  });
  if (buckets.taken)
    memref::StoreOp::create(b, b.toI64(0), buckets.taken, b.index(0));
  emitParallel(b, buckets.threads, [&](Value thread) {
    // The number of the first entry that `thread` fills.
    Value first = b.mul(thread, count);
    emitIf(b, buckets.isOnePhase, [&] {
      emitFill(b, update, buckets, begin, {b.index(0), count}, thread, first,
               /*only=*/thread);
    });
    Value numbered = b.sub(begin, b.select(buckets.isOnePhase, first, 0));
    emitTakeBuckets(b, buckets, thread, [&](Value number, Value isFirst) {
      emitApply(b, update, buckets, numbered, number, thread, isFirst);
    });
    update.getWriter().emitFence(b);
  });
}

void scatter::emitBuckets(IndexBuilder &b, const NDUpdate &update) {
  Value count = update.tupleDims[0].size;
  int64_t blockTuples = kBucketTuples;
  BlockBuckets buckets = BlockBuckets::create(b, update);
  std::optional<int64_t> staticCount = getConstantIntValue(count);
  if (staticCount && *staticCount <= blockTuples)
    emitBlock(b, update, buckets, b.index(0), count);
  else
    emitLoop(b, 0, count, blockTuples, [&](Value begin) {
      emitBlock(b, update, buckets, begin,
                b.minu(b.sub(count, begin), blockTuples));
    });
  buckets.destroy(b);
}
