//===- Thresholds.h - the thresholds of the project -------------*- C++ -*-===//
//
// Every number that a measurement could change: thresholds and cost constants.
// Entries of the machine description are in Machine.h, numbers of the C runtime
// in RuntimeThresholds.h. Each comment says what a number trades; the quoted
// title is the table of docs/Performance.md that supports it.
// The conversion, the runtime and the kernels hold no numbers
// of this kind.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_PLAN_THRESHOLDS_H
#define SCATTER_PLAN_THRESHOLDS_H

#include <cstdint>
#include <numeric>

namespace scatter {

/// The minimum of ops of dynamic shape in a function for which each becomes a
/// call: calls take time to run, a long function to compile. "Compilation and
/// code".
inline constexpr int64_t kMinOutlinedUpdates = 16;

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

/// The default of `parallel-bytes`, and what the functions go by: less work
/// takes less time than starting threads. "Chunks and slices by two threads".
inline constexpr int64_t kParallelBytes = 128 << 10;

/// Checking indices is this many times as fast per byte as writing: more would
/// leave checks to one thread, less would divide short ones. "Check".
inline constexpr int64_t kCheckedPerWritten = 2;

/// A slice with at least this many bytes for each component and each thread
/// takes so much longer than its check that dividing the check only costs
/// compile time. "Check".
inline constexpr int64_t kSliceBytesPerComponent = 64;

/// The minimum work of buckets in multiples of `parallel-bytes`: sorting the
/// tuples costs more than other partitions. "Buckets by two threads".
inline constexpr int64_t kBucketWork = 8;

/// The minimum work of private copies in multiples of `parallel-bytes`: the
/// copies have to be filled and combined. "Private copies by two threads".
inline constexpr int64_t kPrivateWork = 2;

/// The minimum of updates in multiples of the bytes of all private copies:
/// fewer do not pay for filling and combining them. "Private copies by two
/// threads".
inline constexpr int64_t kUpdatesPerCopy = 4;

/// The minimum cost of a tuple in bytes of a row, for each partition: what a
/// tuple takes besides its elements. "Chunks and slices by two threads",
/// "Buckets by two threads", "Private copies by two threads".
inline constexpr int64_t kChunkedTupleBytes = 8;
inline constexpr int64_t kBucketedTupleBytes = 16;
inline constexpr int64_t kPrivateTupleBytes = 16;

/// The minimum cost of an element of a strided row in bytes of a contiguous
/// row. "Strided rows".
inline constexpr int64_t kStridedElementBytes = 8;

/// The bytes of a slice that are written in the time in which a tuple is put
/// into a bucket, for each component and one more: a lower number divides work
/// that one thread finishes earlier. The larger number is for threads that read
/// entries which other threads have written. "Buckets by two threads".
inline constexpr int64_t kSortedComponentBytes = 36;
inline constexpr int64_t kSharedSortedComponentBytes = 48;

/// Combining floats of 16 bits takes this many times as long as f32, so that
/// sorting pays for fewer bytes. "Buckets by two threads".
inline constexpr int64_t kNarrowFloatSlowness = 4;

/// The minimum of bytes beyond those of sorting, in halves of `parallel-bytes`.
/// "Buckets by two threads".
inline constexpr int64_t kSortedHalfWork = 3;

/// Rows of at least a cache line need this fraction of `element-data-bytes` for
/// threads, but at least `prefetch-total-bytes`: their misses overlap less than
/// those of shorter slots. "Buckets by two threads".
inline constexpr int64_t kElementsPerRowData = 4;

/// Shorter slices are not divided among threads: the ranges would share cache
/// lines. "Chunks and slices by two threads".
inline constexpr int64_t kMinDividedBytes = 1024;

/// Up to this many tuples for each thread, each thread applies all tuples to a
/// range of each slice: few tuples may all be in one bucket. "Chunks and slices
/// by two threads".
inline constexpr int64_t kDividedTuples = 16;

/// The minimum of bytes that a thread takes of a single row: shorter chunks
/// cost more to start than to write. "Chunks and slices by two threads".
inline constexpr int64_t kChunkBytes = 16 << 10;

//===----------------------------------------------------------------------===//
// Buckets
//===----------------------------------------------------------------------===//

/// Updates of at most this many bytes are copied into the buckets: reading them
/// with gaps would cost more than copying. "Buckets by two threads".
inline constexpr int64_t kMaxCopiedUpdateBytes = 8;

/// Up to this many threads each find the tuples of their own bucket among all
/// tuples, if there are at most kOnePhaseEntries for all threads together, and
/// more threads up to kMinTwoPhaseTuples tuples. Otherwise it takes less time
/// to read entries that other threads have written. "Each thread searches all
/// tuples".
inline constexpr int64_t kMaxOnePhaseThreads = 4, kOnePhaseEntries = 1 << 21;
inline constexpr int64_t kMinTwoPhaseTuples = 1024;

/// A thread that searches all tuples computes the offsets of those with at most
/// this many components, by vectors, even if they are precomputed: those are in
/// the caches of other cores. "Each thread searches all tuples".
inline constexpr int64_t kMaxComputedDepth = 2;

/// Tuples that are put into buckets at a time: more take more scratch memory,
/// fewer let threads wait for each other more often. "Each thread searches all
/// tuples".
inline constexpr int64_t kBucketTuples = 1 << 22;

/// The minimum of tuples for each bucket and the maximum of buckets, if there
/// are more than threads: each costs a stream to fill. "Buckets by two
/// threads".
inline constexpr int64_t kMinBucketTuples = 2048;
inline constexpr int64_t kMaxBuckets = 512;

/// More buckets in a fast last-level cache take longer to fill than they save.
/// "Buckets by two threads".
inline constexpr int64_t kMaxLargeBuckets = 16;

/// Shorter rows have one bucket for each thread: reading their updates with
/// wider gaps costs more than the cache saves. "Buckets by two threads".
inline constexpr int64_t kBucketRowBytes = 128;

/// The part of `core-cache-bytes` that a bucket of rows may take: less leaves
/// more room for updates, but makes more buckets. "Buckets by two threads".
inline constexpr int64_t kBucketCacheShare = 8;

/// Rows have smaller buckets if the updates have at least this many times the
/// bytes of `data`, so that slots would otherwise be loaded several times.
/// "Buckets by two threads".
inline constexpr int64_t kUpdatesPerData = 2;

/// Slots of one page of `data` have the same bucket, so that no cache line
/// moves between cores. Larger pages divide less evenly. "Buckets by two
/// threads".
inline constexpr int64_t kPageBytes = 4096;

/// A search for the last tuples of slots takes a constant time for each tuple,
/// and saves more the longer slots are and the more tuples share one. It pays
/// if the tuples are at least kLastTuplesPercentBytes / (bytes of a slot)
/// percent of the slots, and kMinLastTuplesPercent percent. "Buckets by two
/// threads".
inline constexpr int64_t kLastTuplesPercentBytes = 6400;
inline constexpr int64_t kMinLastTuplesPercent = 25;

/// Slots of at most this many bytes whose tuples seem to be sorted are written
/// by one thread: longer ones gain more from a second thread than from their
/// order. "Buckets by two threads".
inline constexpr int64_t kMaxOrderedBytes = 32;

/// The number of distances at which the order of tuples is sampled: fewer take
/// random tuples for sorted ones, each costs two loads. "Buckets by two
/// threads".
inline constexpr int64_t kOrderSamples = 16;

/// Updates of single elements are applied by runs of tuples with equal indices
/// if there are at least kMinRunTuples tuples, and the tuples of half of the
/// samples are in runs of about kLongRun: the search for shorter ones takes
/// longer than it saves. "Other code".
inline constexpr int64_t kMinRunTuples = 2048;
inline constexpr int64_t kRunSamples = 16;
inline constexpr int64_t kLongRun = 32;
/// The end of a run of sorted tuples is searched at this distance, and then
/// tuple by tuple: a bisection waits for each index that it reads. "Other
/// code".
inline constexpr int64_t kSortedStride = 128;
/// The vectors that a run is combined in where its order makes no difference:
/// one waits for itself. "Other code".
inline constexpr int64_t kRunVectors = 4;

/// Tuples of a `scatter.generic` that a thread which owns slots selects at a
/// time: more do not fit into L1, fewer interrupt the writes more often. "Each
/// thread searches all tuples".
inline constexpr int64_t kSelectedTuples = 512;

/// Threads that own slots of a `scatter.generic` search all tuples, which takes
/// each the time of this many bytes of a slice. A slice with more bytes is
/// divided instead. "Chunks and slices by two threads".
inline constexpr int64_t kDividedSliceBytes = 8 << 10;

//===----------------------------------------------------------------------===//
// Offsets
//===----------------------------------------------------------------------===//

/// Slots of at most this many cache lines have offsets that are computed before
/// the writes; overwritten slots of one component half as many. Longer slots
/// hide the arithmetic. "Precomputed offsets".
inline constexpr int64_t kMaxOffsetLines = 2;

/// Fewer tuples are written from their components. "Precomputed offsets".
inline constexpr int64_t kMinOffsetTuples = 256;

/// Tuples of a block of offsets: more do not fit into L1 beside the rows, fewer
/// interrupt the writes more often. "Other code".
inline constexpr int64_t kOffsetBlockTuples = 2048;

/// Unroll counts of loops over loaded offsets, for single elements and for
/// minima and maxima of floats or slots of one vector: unrolling gains the more
/// the less an iteration does, and takes time to compile. "Precomputed
/// offsets".
inline constexpr int64_t kOffsetLoopUnrollCount = 4;
inline constexpr int64_t kSlowOffsetLoopUnrollCount = 2;

//===----------------------------------------------------------------------===//
// Prefetches
//===----------------------------------------------------------------------===//

/// Tuples between a prefetch and the use of a slot of at most one cache line,
/// two cache lines, kFewLinesBytes, and more: far enough to cover the latency
/// of memory, and near enough to stay in the cache. "Prefetch distance".
inline constexpr int64_t kLineDistance = 96;
inline constexpr int64_t kTwoLinesDistance = 32;
inline constexpr int64_t kFewLinesDistance = 16;
inline constexpr int64_t kLongDistance = 8;

/// The hardware prefetches the rest of longer rows. "Prefetch distance".
inline constexpr int64_t kFewLinesBytes = 1024;

/// Prefetches of one slot, at most: more would fill the queue of misses.
/// "Prefetch distance".
inline constexpr int64_t kMaxPrefetchedLines = 64;

/// The part of `core-cache-bytes` up to which slow elements hide no latency of
/// that cache, and the part up to which overwritten slots need none.
/// "Prefetches of near data".
inline constexpr int64_t kNearCacheShare = 2;
inline constexpr int64_t kNearDataShare = 4;

/// The bytes that the source of a copy is prefetched ahead: the hardware
/// prefetcher stops at the end of a page. "Non-temporal copies".
inline constexpr int64_t kStreamPrefetchBytes = 8192;

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// Rows of at most this many bytes have no loop, and neither have half as many
/// of floats that are converted: longer ones run as fast with a loop and
/// compile faster. "Loops of rows".
inline constexpr int64_t kUnrolledBytes = 256;
inline constexpr int64_t kConvertedUnrolledShare = 2;

/// The unroll count of loops over the vectors of a combined row of dynamic
/// length; unrolled copies would each be a stream to the hardware prefetchers.
/// "Loops of rows".
inline constexpr int64_t kCombinedRowUnrollCount = 4;

/// Vector stores are aligned in rows whose address is not a multiple of this:
/// unaligned stores that cross a cache line take longer there. "Loops of rows".
inline constexpr int64_t kOddAddressBytes = 4;

/// The minimum of bytes of a contiguous row of a slice, or of a gap between
/// rows, for non-temporal stores: the cache lines at both ends are written
/// partially. "Non-temporal copies".
inline constexpr int64_t kNontemporalRowBytes = 2048;

/// The unroll count of loops over elements. "Strided rows".
inline constexpr int64_t kElementLoopUnrollCount = 4;

/// With this stride or a longer one, a loop over elements overwrites a strided
/// row in place as fast as vectors do. "Strided rows".
inline constexpr int64_t kElementLoopStrideBytes = 24;

/// Up to this stride, a copy writes a strided row together with its gaps in
/// less time than a copy of everything and a loop over the elements take. "Copy
/// and strided slice in one pass".
inline constexpr int64_t kMaxCopiedStrideBytes = 256;

/// The maximum number of vectors in a block of a strided row: longer blocks
/// take more code than a loop over elements is slower. "Strided rows".
inline constexpr int64_t kMaxStridedVectors = 16;

/// Whether strided rows are written by whole vectors of `lanes` elements of
/// `bytes` bytes. With a source, each cache line is written once, however few
/// elements of the slice it has.
inline bool usesStridedVectors(int64_t stride, int64_t lanes, int64_t bytes,
                               bool hasSource) {
  if (stride < 2 || lanes < 2 ||
      stride / std::gcd(stride, lanes) > kMaxStridedVectors)
    return false;
  if (hasSource)
    return stride <= kMaxCopiedStrideBytes / bytes;
  return stride <= lanes / 2 && stride * bytes < kElementLoopStrideBytes;
}

/// The minimum bytes and lanes of the shorter vectors that continue a strided
/// row, and the minimum of updates in their blocks. "Strided rows".
inline constexpr int64_t kShortVectorBytes = 16;
inline constexpr int64_t kMinShortLanes = 8;
inline constexpr int64_t kMinShortUpdates = 4;

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// Threads divide copies from this multiple of `parallel-bytes`, and several
/// threads use non-temporal stores from this multiple of `nontemporal-bytes`:
/// one thread already saturates the memory, several gain more from the cache.
/// "Copies by two threads", "Non-temporal copies".
inline constexpr int64_t kParallelCopyWork = 2;
inline constexpr int64_t kParallelNontemporalWork = 2;

/// Both thresholds grow with the bytes that the op writes after the copy, up to
/// a multiple of themselves: cache lines that threads have copied move to the
/// thread that updates them, and non-temporal stores make them be read again.
/// The copy needs `least + min(kCopiedPerMoved * moved, (kMostPerLeast - 1) *
/// least)` bytes for threads, and `kCachedPerMoved * moved` bytes, between one
/// and two times the threshold, for non-temporal stores. "Copies by two
/// threads", "Non-temporal copies".
inline constexpr int64_t kCopiedPerMoved = 2;
inline constexpr int64_t kMostPerLeast = 4;
inline constexpr int64_t kCachedPerMoved = 4;
inline constexpr int64_t kMostCachedPerLeast = 2;

/// A row of a slice and the gap before it must have at least this many bytes to
/// be written in one pass with the copy of the source: with fewer, copying all
/// of the source first is faster. "Copy and slice of rows in one pass".
inline constexpr int64_t kOnePassRowBytes = 512;

/// The same for a sparse slice of data that exceeds the cache. "Copy and slice
/// of rows in one pass".
inline constexpr int64_t kSparseRowBytes = 8 << 10;

/// A slice is sparse if `data` has at least this many elements for each of the
/// slice. A row with gaps is sparse if it has at least this many times the
/// bytes from the first to the last element of the slice and of a cache line.
/// "Copy and slice of rows in one pass".
inline constexpr int64_t kSparseFactor = 4;

/// Sparse rows with gaps are copied alone from this share of the bytes of
/// non-temporal copies. "Copy and slice of rows in one pass".
inline constexpr int64_t kSparseCacheShare = 4;

/// Between rows whose blocks are written by ordinary stores, gaps need this
/// multiple of kNontemporalRowBytes for non-temporal ones. "Copy and slice of
/// rows in one pass".
inline constexpr int64_t kGapFactor = 16;

/// Blocks are written by non-temporal stores if at most 1/kMaxRestShare of a
/// row is left after its blocks. "Copy and strided slice in one pass".
inline constexpr int64_t kMaxRestShare = 6;

//===----------------------------------------------------------------------===//
// gather_nd
//===----------------------------------------------------------------------===//

/// The minimum bytes of the vectors that load elements at a vector of offsets:
/// shorter ones have no such instructions. "Reading at tuples".
inline constexpr int64_t kGatherVectorBytes = 32;

/// The minimum bytes of slices that importers gather by the op: a loop over
/// elements can become a part of the loops of elementwise consumers. "Reading
/// at tuples".
inline constexpr int64_t kMinGatheredSliceBytes = 64;

/// The minimum of tuples for each thread: chunks of fewer differ too much in
/// length, and threads take ranges of slices of at least so many bytes instead.
/// "Reading at tuples".
inline constexpr int64_t kGatheredTuplesPerThread = 4;
inline constexpr int64_t kGatherRangeBytes = 4096;

/// The maximum bytes of a row that is prefetched: the hardware prefetches the
/// rest of longer ones. "Reading at tuples".
inline constexpr int64_t kGatherPrefetchRowBytes = 4096;

/// The tuples from a prefetch to its use: for elements, for rows of one or two
/// cache lines, and for longer ones. "Reading at tuples".
inline constexpr int64_t kElementGatherDistance = 64;
inline constexpr int64_t kLineGatherDistance = 16;
inline constexpr int64_t kRowGatherDistance = 8;

/// Rows are prefetched if `data` has more than this part of
/// `core-cache-bytes`. "Reading at tuples".
inline constexpr int64_t kRowGatherCachePart = 2;

/// The loop over tuples of slices of at most so many bytes is unrolled: each of
/// its iterations takes fewer instructions than the loop. "Reading at tuples".
inline constexpr int64_t kUnrolledGatherBytes = 32;
inline constexpr int64_t kGatherUnrollCount = 4;

} // namespace scatter

#endif // SCATTER_PLAN_THRESHOLDS_H
