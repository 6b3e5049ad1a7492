//===- BucketsTest.cpp - tuples sorted into buckets -----------------------===//

#include "scatter/Runtime/Buckets.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <random>
#include <vector>

namespace {

/// Arguments of a call but for memory, for tuples of two components without
/// gaps into 8 x 4 elements of which a page has four.
struct Arguments {
  ScatterErrorKind kind = SCATTER_ERROR_INDEX;
  ScatterTuplePolicy policy = SCATTER_TUPLE_VALID;
  int64_t depth = 2, componentStride = 1, tupleStride = 2, origin = 0;
  int64_t first = 0, buckets = 4;
  std::vector<int64_t> sizes = {8, 4}, strides = {4, 1};
};

struct Entry {
  int64_t offset;
  int32_t tuple;
  bool operator==(const Entry &other) const {
    return offset == other.offset && tuple == other.tuple;
  }
};

/// The buckets of `count` tuples, whose entries have offsets of `Offset`: all
/// of them, or `only` this one.
template <typename Offset, typename T>
std::vector<std::vector<Entry>> sortTo(const std::vector<T> &indices,
                                       int64_t count, const Arguments &a,
                                       int64_t only = -1) {
  struct Pair {
    Offset offset;
    int32_t tuple;
  };
  static_assert(sizeof(Pair) == 2 * sizeof(Offset));
  std::vector<int64_t> begins(a.buckets + 1, -7);
  std::vector<Pair> pairs(a.first + count, {Offset(-7), -7});
  std::vector<ScatterDimension> dimensions;
  for (size_t i = 0; i < a.sizes.size(); ++i)
    dimensions.push_back({a.sizes[i], a.strides[i]});
  constexpr int64_t bytes = sizeof(T);
  ScatterTupleSort sort = {};
  sort.tuples = {indices.data(),
                 bytes,
                 a.componentStride * bytes,
                 a.tupleStride * bytes,
                 a.kind,
                 a.policy,
                 a.depth,
                 dimensions.data(),
                 a.origin,
                 /*page_bits=*/2,
                 a.buckets};
  sort.count = count;
  sort.only = only;
  sort.begins = begins.data();
  sort.entries = pairs.data();
  sort.offset_bytes = sizeof(Offset);
  sort.first = a.first;
  scatter_runtime_fill_buckets(&sort);
  int64_t firstBucket = std::max<int64_t>(only, 0);
  int64_t endBucket = only < 0 ? a.buckets : only + 1;
  EXPECT_EQ(begins[firstBucket], a.first);
  EXPECT_LE(begins[endBucket], a.first + count);
  // Nothing else is written.
  for (int64_t b = 0; b < firstBucket; ++b)
    EXPECT_EQ(begins[b], -7);
  for (int64_t b = endBucket + 1; b <= a.buckets; ++b)
    EXPECT_EQ(begins[b], -7);
  int64_t written = only < 0 ? begins.back() : a.first + count;
  for (int64_t i = written; i < a.first + count; ++i)
    EXPECT_EQ(pairs[i].tuple, -7);
  for (int64_t i = 0; i < a.first; ++i)
    EXPECT_EQ(pairs[i].tuple, -7);
  std::vector<std::vector<Entry>> result(a.buckets);
  for (int64_t b = firstBucket; b < endBucket; ++b)
    for (int64_t i = begins[b]; i < begins[b + 1]; ++i)
      result[b].push_back({int64_t(pairs[i].offset), pairs[i].tuple});
  return result;
}

/// The same for both sizes of offsets and for single buckets, which have equal
/// entries.
template <typename T>
std::vector<std::vector<Entry>>
sort(const std::vector<T> &indices, int64_t count, const Arguments &arguments) {
  auto wide = sortTo<int64_t>(indices, count, arguments);
  EXPECT_EQ(sortTo<uint32_t>(indices, count, arguments), wide);
  for (int64_t b = 0; b < arguments.buckets; ++b) {
    EXPECT_EQ(sortTo<int64_t>(indices, count, arguments, b)[b], wide[b]);
    EXPECT_EQ(sortTo<uint32_t>(indices, count, arguments, b)[b], wide[b]);
  }
  return wide;
}

/// The entries of all buckets by the number of the tuple.
std::map<int32_t, int64_t>
getOffsets(const std::vector<std::vector<Entry>> &buckets) {
  std::map<int32_t, int64_t> offsets;
  for (const auto &bucket : buckets)
    for (const Entry &entry : bucket)
      EXPECT_TRUE(offsets.insert({entry.tuple, entry.offset}).second);
  return offsets;
}

template <typename T>
class Buckets : public testing::Test {};
using Types = testing::Types<int32_t, int64_t>;
TYPED_TEST_SUITE(Buckets, Types);

TYPED_TEST(Buckets, NegativeIndicesCountFromTheEnd) {
  std::vector<TypeParam> indices = {0, 0, -1, -1, -8, 3, 7, -4};
  EXPECT_EQ(getOffsets(sort(indices, 4, {})),
            (std::map<int32_t, int64_t>{{0, 0}, {1, 31}, {2, 3}, {3, 28}}));
}

TYPED_TEST(Buckets, DroppedTuplesAreInNoBucket) {
  std::vector<TypeParam> indices = {0, 4, 8, 0, -9, 0, 1, 1, 0, -5};
  for (int64_t buckets : {2, 4}) {
    Arguments arguments;
    arguments.buckets = buckets;
    arguments.policy = SCATTER_TUPLE_DROP;
    EXPECT_EQ(getOffsets(sort(indices, 5, arguments)),
              (std::map<int32_t, int64_t>{{3, 5}}));
    arguments.kind = SCATTER_ERROR_INDEX_REJECT;
    EXPECT_EQ(
        getOffsets(sort(std::vector<TypeParam>{-1, 0, 1, 2}, 2, arguments)),
        (std::map<int32_t, int64_t>{{1, 6}}));
  }
}

TYPED_TEST(Buckets, ClampedIndicesMoveToTheNearestPosition) {
  std::vector<TypeParam> indices = {9, 9, -20, -20, -1, 5};
  Arguments arguments;
  arguments.policy = SCATTER_TUPLE_CLAMP;
  EXPECT_EQ(getOffsets(sort(indices, 3, arguments)),
            (std::map<int32_t, int64_t>{{0, 31}, {1, 0}, {2, 31}}));
  arguments.kind = SCATTER_ERROR_INDEX_REJECT;
  EXPECT_EQ(getOffsets(sort(std::vector<TypeParam>{-1, -1}, 1, arguments)),
            (std::map<int32_t, int64_t>{{0, 0}}));
  arguments.kind = SCATTER_ERROR_INDEX_UNSIGNED;
  EXPECT_EQ(getOffsets(sort(std::vector<TypeParam>{-1, 2}, 1, arguments)),
            (std::map<int32_t, int64_t>{{0, 30}}));
  arguments.sizes[1] = 0;
  EXPECT_TRUE(getOffsets(sort(indices, 3, arguments)).empty());
}

TYPED_TEST(Buckets, StridesAndOriginGiveTheOffset) {
  // Components in columns, of data whose first dimension is reversed.
  std::vector<TypeParam> indices = {0, 7, 0, 1, 2, 3};
  Arguments arguments;
  arguments.componentStride = 3;
  arguments.tupleStride = 1;
  arguments.strides = {-4, 1};
  arguments.origin = 28;
  arguments.first = 5;
  EXPECT_EQ(getOffsets(sort(indices, 3, arguments)),
            (std::map<int32_t, int64_t>{{5, 29}, {6, 2}, {7, 31}}));
}

TYPED_TEST(Buckets, NoTuplesGiveEmptyBuckets) {
  EXPECT_TRUE(getOffsets(sort(std::vector<TypeParam>(), 0, {})).empty());
}

/// Slots of a page stay together, tuples of a bucket in their order, for any
/// number of components and tuples.
TYPED_TEST(Buckets, SortIsStableAndKeepsPagesTogether) {
  std::mt19937 random(1);
  for (int64_t depth : {1, 2, 3, 4})
    for (int64_t count : {1, 257, 1023, 1024, 1025, 1281})
      for (int64_t buckets : {1, 2, 3, 4, 7, 64}) {
        Arguments arguments;
        arguments.depth = arguments.tupleStride = depth;
        arguments.buckets = buckets;
        arguments.sizes.assign(depth, 5);
        arguments.strides.assign(depth, 1);
        for (int64_t i = depth - 1; i > 0; --i)
          arguments.strides[i - 1] = 5 * arguments.strides[i];
        std::vector<TypeParam> indices(count * depth);
        for (TypeParam &index : indices)
          index = TypeParam(random() % 5);
        auto sorted = sort(indices, count, arguments);
        std::map<int64_t, size_t> bucketOfPage;
        for (size_t b = 0; b < sorted.size(); ++b) {
          for (size_t i = 0; i < sorted[b].size(); ++i) {
            Entry entry = sorted[b][i];
            EXPECT_EQ(bucketOfPage.insert({entry.offset / 4, b}).first->second,
                      b);
            EXPECT_LT(i > 0 ? sorted[b][i - 1].tuple : -1, entry.tuple);
            int64_t offset = 0;
            for (int64_t j = 0; j < depth; ++j)
              offset += indices[entry.tuple * depth + j] * arguments.strides[j];
            EXPECT_EQ(entry.offset, offset);
          }
        }
        EXPECT_EQ(getOffsets(sorted).size(), size_t(count));
      }
}

/// Offsets that are computed before, unsigned numbers of 4 bytes.
TEST(Buckets, TuplesMayBeOffsets) {
  Arguments arguments;
  arguments.kind = SCATTER_ERROR_INDEX_UNSIGNED;
  arguments.depth = arguments.tupleStride = 1;
  arguments.sizes = {int64_t(1) << 32};
  arguments.strides = {1};
  std::vector<uint32_t> offsets = {7, 0, 4294967295u, 7};
  EXPECT_EQ(
      getOffsets(sort(offsets, 4, arguments)),
      (std::map<int32_t, int64_t>{{0, 7}, {1, 0}, {2, 4294967295}, {3, 7}}));
}

/// Updates of any number of bytes go along with the offsets of their slots,
/// whether they have gaps between them or not.
TEST(Buckets, EntriesHaveCopiesOfUpdates) {
  constexpr int64_t count = 300, maxStride = 40;
  std::vector<int64_t> indices(count);
  for (int64_t i = 0; i < count; ++i)
    indices[i] = i * 7 % 64;
  std::vector<char> updates(count * maxStride);
  // Sorts into `buckets` buckets and returns the number of entries.
  auto expectCopies = [&](int32_t offsetBytes, int64_t bytes, int64_t stride,
                          int64_t buckets, int64_t only) {
    for (int64_t i = 0; i < count; ++i)
      std::fill_n(&updates[i * stride], stride, char(i));
    std::vector<int64_t> begins(buckets + 1);
    std::vector<char> entries(count * 2 * offsetBytes);
    ScatterDimension dimension = {/*size=*/64, /*stride=*/1};
    ScatterTuples tuples = {indices.data(),
                            /*component_bytes=*/8,
                            /*component_stride=*/8,
                            /*tuple_stride=*/8,
                            SCATTER_ERROR_INDEX,
                            SCATTER_TUPLE_VALID,
                            /*depth=*/1,
                            &dimension,
                            /*origin=*/0,
                            /*page_bits=*/2,
                            buckets};
    ScatterTupleSort sort = {
        tuples,      count,       only,           begins.data(), entries.data(),
        offsetBytes, /*first=*/0, updates.data(), bytes,         stride};
    scatter_runtime_fill_buckets(&sort);
    int64_t end = only < 0 ? begins.back() : begins[only + 1];
    // Tuples 64 apart have the same slot.
    std::map<int64_t, int64_t> nextTuple;
    for (int64_t entry = 0; entry < end; ++entry) {
      const char *address = &entries[entry * 2 * offsetBytes];
      int64_t slot = 0;
      std::memcpy(&slot, address, offsetBytes);
      auto first = std::find(indices.begin(), indices.end(), slot);
      auto it = nextTuple.insert({slot, first - indices.begin()}).first;
      for (int64_t i = 0; i < bytes; ++i)
        EXPECT_EQ(address[offsetBytes + i], char(it->second));
      it->second += 64;
    }
    return end;
  };
  for (int32_t offsetBytes : {4, 8})
    for (int64_t bytes = 1; bytes <= offsetBytes; ++bytes)
      for (int64_t stride : {bytes, maxStride})
        for (int64_t buckets : {2, 4}) {
          EXPECT_EQ(expectCopies(offsetBytes, bytes, stride, buckets, -1),
                    count);
          int64_t sum = 0;
          for (int64_t b = 0; b < buckets; ++b)
            sum += expectCopies(offsetBytes, bytes, stride, buckets, b);
          EXPECT_EQ(sum, count);
        }
}

/// Entries in `lists` lists, of which each bucket has a range in each. The
/// payload of an entry is its number.
template <typename Offset>
struct Lists {
  struct Pair {
    Offset offset, number;
  };
  int64_t lists, buckets;
  std::vector<int64_t> begins;
  std::vector<Pair> entries;

  Lists(int64_t lists, int64_t buckets, int64_t maxSlot, std::mt19937 &random)
      : lists(lists), buckets(buckets) {
    for (int64_t list = 0; list < lists; ++list) {
      for (int64_t bucket = 0; bucket < buckets; ++bucket) {
        begins.push_back(int64_t(entries.size()));
        for (uint32_t count = random() % 60; count > 0; --count) {
          // Slots of 20 elements. Those of a bucket are its own.
          Offset slot = Offset(random() % maxSlot) * Offset(buckets) + bucket;
          entries.push_back({slot * 20, Offset(entries.size())});
        }
      }
      begins.push_back(int64_t(entries.size()));
    }
  }

  int64_t getPitch() const { return buckets + 1; }

  /// The numbers of the entries of `bucket`, from `firsts` on if it is given.
  std::vector<int64_t> getNumbers(int64_t bucket,
                                  const int64_t *firsts = nullptr) const {
    std::vector<int64_t> numbers;
    for (int64_t list = 0; list < lists; ++list) {
      const int64_t *range = &begins[list * getPitch() + bucket];
      for (int64_t i = firsts ? firsts[list] : range[0]; i < range[1]; ++i)
        numbers.push_back(int64_t(entries[i].number));
    }
    return numbers;
  }
};

template <typename Offset>
void expectLastTuples(std::mt19937 &random) {
  int64_t maxSlot = 1 + random() % 40, lists = 1 + random() % 4;
  Lists<Offset> found(lists, /*buckets=*/3, maxSlot, random);
  Lists<Offset> before = found;
  // A bit for each 16 offsets.
  std::vector<uint64_t> seen(maxSlot * 3 * 20 / 16 / 64 + 1, ~uint64_t(0));
  for (int64_t bucket = 0; bucket < 3; ++bucket) {
    std::vector<int64_t> firsts(lists), expected;
    int64_t words = int64_t(seen.size());
    ScatterLastTuples last = {lists,
                              &found.begins[bucket],
                              found.getPitch(),
                              found.entries.data(),
                              sizeof(Offset),
                              seen.data(),
                              words,
                              /*cleared=*/bucket == 0 ? words : 0,
                              /*slot_bits=*/4,
                              firsts.data()};
    scatter_runtime_keep_last(&last);
    std::vector<int64_t> all = before.getNumbers(bucket);
    for (size_t i = 0; i < all.size(); ++i)
      if (std::none_of(all.begin() + i + 1, all.end(), [&](int64_t later) {
            return before.entries[later].offset ==
                   before.entries[all[i]].offset;
          }))
        expected.push_back(all[i]);
    EXPECT_EQ(found.getNumbers(bucket, firsts.data()), expected);
    for (int64_t number : found.getNumbers(bucket, firsts.data()))
      EXPECT_TRUE(std::any_of(
          found.entries.begin(), found.entries.end(), [&](auto &entry) {
            return int64_t(entry.number) == number &&
                   entry.offset == before.entries[number].offset;
          }));
  }
}

TEST(Buckets, LastTuplesOfSlots) {
  std::mt19937 random(1);
  for (int i = 0; i < 200; ++i) {
    expectLastTuples<uint32_t>(random);
    expectLastTuples<uint64_t>(random);
  }
}

TEST(Buckets, AllTuplesWithoutMemoryForSlots) {
  std::mt19937 random(2);
  Lists<uint32_t> lists(2, /*buckets=*/2, /*maxSlot=*/3, random);
  Lists<uint32_t> before = lists;
  int64_t firsts[2];
  ScatterLastTuples last = {/*lists=*/2,        &lists.begins[1],
                            lists.getPitch(),   lists.entries.data(),
                            /*offset_bytes=*/4,
                            /*seen=*/nullptr,
                            /*words=*/0,
                            /*cleared=*/0,
                            /*slot_bits=*/4,    firsts};
  scatter_runtime_keep_last(&last);
  EXPECT_EQ(lists.getNumbers(1, firsts), before.getNumbers(1));
}

} // namespace
