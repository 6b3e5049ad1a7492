//===- by_hand.cpp - eight hand-written workloads ---------------*- C++ -*-===//
//
// Each function implements one workload of workloads.json as an expert would
// write it, with constant sizes. It has the guarantees of generated code: every
// index is checked before the first write, and the updates of a slot are
// applied in the order of the tuples for any number of threads. A function
// returns whether all indices are valid. The harness compiles this file with
// clang, so that it uses the same OpenMP runtime as copy_limit.cpp.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <vector>

/// The arguments of a function. For an in-place update `out` is `data`. Slices
/// have no `indices`.
struct Problem {
  float *out;
  const float *data;
  const int64_t *indices;
  const float *updates;
  /// The number of tuples.
  int64_t count;
  int threads;

  /// The first tuple in the chunk of `thread`.
  int64_t getBegin(int thread) const { return count * thread / threads; }
};

namespace {

using Line = float __attribute__((vector_size(64)));

/// Larger copies use non-temporal stores.
constexpr size_t kCacheBytes = 16 << 20;

/// Copies rows of whole cache lines by non-temporal stores, two rows
/// interleaved. Four rows are faster with a large cache, but slower if their
/// cache lines conflict.
void copyRowsPastCache(float *target, int64_t targetPitch, const float *source,
                       int64_t sourcePitch, int64_t rows, int64_t width) {
  constexpr int64_t kRows = 2, kLine = sizeof(Line) / sizeof(float);
  int64_t row = 0;
  for (; row + kRows <= rows; row += kRows)
    for (int64_t i = 0; i < width; i += kLine)
      for (int64_t j = row; j < row + kRows; ++j)
        __builtin_nontemporal_store(
            *reinterpret_cast<const Line *>(source + j * sourcePitch + i),
            reinterpret_cast<Line *>(target + j * targetPitch + i));
  for (; row < rows; ++row)
    std::memcpy(target + row * targetPitch, source + row * sourcePitch,
                width * sizeof(float));
}

/// Copies the chunk of `thread` of `threads`.
void copyPart(float *target, const float *source, int64_t size, int thread,
              int threads) {
  constexpr int64_t kPage = 1024;
  int64_t pages = size / kPage;
  int64_t begin = pages * thread / threads,
          end = pages * (thread + 1) / threads;
  target += begin * kPage;
  source += begin * kPage;
  int64_t length = (end - begin) * kPage;
  if (size * sizeof(float) > kCacheBytes)
    copyRowsPastCache(target, kPage, source, kPage, end - begin, kPage);
  else
    std::memcpy(target, source, length * sizeof(float));
  if (thread + 1 == threads)
    std::memcpy(target + length, source + length, size % kPage * sizeof(float));
}

enum class Op { Set, Add };

template <int64_t kWidth, Op kOp>
void writeRow(float *__restrict row, const float *__restrict update) {
  for (int64_t i = 0; i < kWidth; ++i)
    row[i] = kOp == Op::Add ? row[i] + update[i] : update[i];
}

/// Prefetches into L2, which supports more outstanding cache lines than L1.
template <int64_t kWidth>
void prefetchRow(const float *row) {
  for (int64_t i = 0; i < kWidth; i += 16)
    __builtin_prefetch(row + i, /*isWrite=*/0, /*locality=*/2);
}

/// Returns the slot among kSizes that the tuple at `indices` names. Clears
/// `isValid` if an index is out of bounds.
template <int64_t... kSizes>
uint32_t getSlot(const int64_t *indices, bool &isValid) {
  int64_t slot = 0;
  auto add = [&](int64_t component, int64_t size) {
    component += component < 0 ? size : 0;
    isValid &= uint64_t(component) < uint64_t(size);
    slot = slot * size + component;
  };
  (add(*indices++, kSizes), ...);
  return slot;
}

/// Tuples in buckets: one bucket for each group of slots and each thread that
/// reads indices.
struct Lists {
  struct Entry {
    uint32_t tuple, slot;
  };
  std::unique_ptr<Entry[]> entries;
  /// The start of the bucket of (group, reader) in row-major order, followed by
  /// the end of the last bucket.
  std::vector<int64_t> begins;
  bool areValid = true;
};

/// Sorts tuples by group, in parallel and stable. `getGroup` must return less
/// than `groups` for each slot.
template <int64_t... kSizes, typename GetGroup>
Lists sortTuples(const Problem &problem, int groups, GetGroup getGroup) {
  Lists lists;
  lists.entries = std::make_unique_for_overwrite<Lists::Entry[]>(problem.count);
  lists.begins.assign(int64_t(groups) * problem.threads + 1, 0);
  bool areValid = true;
#pragma omp parallel for num_threads(problem.threads) schedule(static, 1)      \
    reduction(&& : areValid) if (problem.threads > 1)
  for (int reader = 0; reader < problem.threads; ++reader) {
    std::vector<int64_t> lengths(groups);
    bool isValid = true;
    for (int64_t i = problem.getBegin(reader); i < problem.getBegin(reader + 1);
         ++i) {
      uint32_t slot =
          getSlot<kSizes...>(problem.indices + i * sizeof...(kSizes), isValid);
      ++lengths[isValid ? getGroup(slot) : 0];
    }
    for (int group = 0; group < groups; ++group)
      lists.begins[int64_t(group) * problem.threads + reader + 1] =
          lengths[group];
    areValid = areValid && isValid;
  }
  lists.areValid = areValid;
  if (!areValid)
    return lists;
  for (size_t i = 1; i < lists.begins.size(); ++i)
    lists.begins[i] += lists.begins[i - 1];
#pragma omp parallel for num_threads(problem.threads)                          \
    schedule(static, 1) if (problem.threads > 1)
  for (int reader = 0; reader < problem.threads; ++reader) {
    std::vector<int64_t> ends(groups);
    for (int group = 0; group < groups; ++group)
      ends[group] = lists.begins[int64_t(group) * problem.threads + reader];
    bool isValid = true;
    for (int64_t i = problem.getBegin(reader); i < problem.getBegin(reader + 1);
         ++i) {
      uint32_t slot =
          getSlot<kSizes...>(problem.indices + i * sizeof...(kSizes), isValid);
      lists.entries[ends[getGroup(slot)]++] = {uint32_t(i), slot};
    }
  }
  return lists;
}

template <int64_t kWidth, Op kOp>
void applyList(float *out, const float *updates, const Lists &lists,
               int64_t begin, int64_t end) {
  constexpr int64_t kAhead = kWidth == 1 ? 96 : kWidth <= 256 ? 16 : 8;
  for (int64_t i = begin; i < end; ++i) {
    if (i + kAhead < end) {
      Lists::Entry next = lists.entries[i + kAhead];
      prefetchRow<kWidth>(out + next.slot * kWidth);
      prefetchRow<kWidth>(updates + next.tuple * kWidth);
    }
    Lists::Entry entry = lists.entries[i];
    writeRow<kWidth, kOp>(out + entry.slot * kWidth,
                          updates + entry.tuple * kWidth);
  }
}

/// Each thread applies the tuples of the slots that it owns. A hash determines
/// the owner.
template <int64_t kWidth, Op kOp, int64_t... kSizes>
bool updateByOwner(const Problem &problem) {
  // For single elements, all elements of two cache lines have the same owner.
  constexpr int kBits = kWidth == 1 ? 5 : 0;
  Lists lists =
      sortTuples<kSizes...>(problem, problem.threads, [&](uint32_t slot) {
        return uint64_t((slot >> kBits) * 0x9E3779B9u) * problem.threads >> 32;
      });
  if (!lists.areValid)
    return false;
#pragma omp parallel num_threads(problem.threads) if (problem.threads > 1)
  {
    if (problem.out != problem.data) {
#pragma omp for schedule(static, 1)
      for (int part = 0; part < problem.threads; ++part)
        copyPart(problem.out, problem.data, (kSizes * ... * kWidth), part,
                 problem.threads);
    }
#pragma omp for schedule(static, 1)
    for (int owner = 0; owner < problem.threads; ++owner)
      applyList<kWidth, kOp>(problem.out, problem.updates, lists,
                             lists.begins[owner * problem.threads],
                             lists.begins[(owner + 1) * problem.threads]);
  }
  return true;
}

/// Updates blocks of slots that fit in L2, one block after the other.
template <int64_t kWidth, Op kOp, int64_t kSize>
bool updateByBlock(const Problem &problem) {
  constexpr int64_t kSlots = (256 << 10) / (kWidth * sizeof(float));
  constexpr int64_t kBlocks = (kSize + kSlots - 1) / kSlots;
  Lists lists = sortTuples<kSize>(problem, kBlocks,
                                  [](uint32_t slot) { return slot / kSlots; });
  if (!lists.areValid)
    return false;
#pragma omp parallel for num_threads(problem.threads)                          \
    schedule(dynamic, 1) if (problem.threads > 1)
  for (int64_t block = 0; block < kBlocks; ++block) {
    int64_t begin = block * kSlots, end = std::min(begin + kSlots, kSize);
    if (problem.out != problem.data)
      std::memcpy(problem.out + begin * kWidth, problem.data + begin * kWidth,
                  (end - begin) * kWidth * sizeof(float));
    applyList<kWidth, kOp>(problem.out, problem.updates, lists,
                           lists.begins[block * problem.threads],
                           lists.begins[(block + 1) * problem.threads]);
  }
  return true;
}

/// The branch-free maximum of IEEE 754-2019: +0 is greater than -0, and a NaN
/// is propagated.
float maximum(float a, float b) {
  float equal =
      std::bit_cast<float>(std::bit_cast<int>(a) & std::bit_cast<int>(b));
  float greater = a > b ? a : b;
  greater = a == b ? equal : greater;
  return a != a ? a : greater;
}

/// For data that fits in the cache of a core: each thread has a private copy.
template <int64_t... kSizes>
bool maximizeInCopies(const Problem &problem) {
  constexpr int64_t kSize = (kSizes * ...);
  constexpr int64_t kRank = sizeof...(kSizes);
  auto copies =
      std::make_unique_for_overwrite<float[]>(kSize * problem.threads);
  bool areValid = true;
#pragma omp parallel num_threads(problem.threads) if (problem.threads > 1)
  {
#pragma omp for schedule(static, 1) reduction(&& : areValid)
    for (int thread = 0; thread < problem.threads; ++thread) {
      float *copy = &copies[kSize * thread];
      std::fill_n(copy, kSize, -std::numeric_limits<float>::infinity());
      bool isValid = true;
      for (int64_t i = problem.getBegin(thread);
           i < problem.getBegin(thread + 1); ++i) {
        uint32_t slot =
            getSlot<kSizes...>(problem.indices + i * kRank, isValid);
        if (!isValid)
          break;
        copy[slot] = maximum(copy[slot], problem.updates[i]);
      }
      areValid = areValid && isValid;
    }
    if (areValid) {
#pragma omp for schedule(static)
      for (int64_t i = 0; i < kSize; ++i) {
        float value = problem.data[i];
        for (int thread = 0; thread < problem.threads; ++thread)
          value = maximum(value, copies[kSize * thread + i]);
        problem.out[i] = value;
      }
    }
  }
  return areValid;
}

} // namespace

extern "C" {

/// Sets rows of 64 elements.
bool pillars(const Problem &problem) {
  return updateByOwner<64, Op::Set, 214272>(problem);
}

/// Sets rows of 32 elements at pairs of indices.
bool pairs_k2_32(const Problem &problem) {
  return updateByOwner<32, Op::Set, 256, 256>(problem);
}

/// Adds rows of 768 elements.
bool emb_grad_sum(const Problem &problem) {
  return updateByOwner<768, Op::Add, 50257>(problem);
}

/// Adds rows of 128 elements, on average seven to each slot.
bool gnn_sum(const Problem &problem) {
  return updateByBlock<128, Op::Add, 169343>(problem);
}

/// Adds elements.
bool elem_1m_sum(const Problem &problem) {
  return updateByOwner<1, Op::Add, 16777216>(problem);
}

/// Replaces elements at pairs of indices by the maximum.
bool hist_max(const Problem &problem) {
  return maximizeInCopies<512, 512>(problem);
}

/// Sets all 4096 rows in reverse order.
bool reverse_rows(const Problem &problem) {
  constexpr int64_t kSize = 4096;
#pragma omp parallel for num_threads(problem.threads)                          \
    schedule(static, 1) if (problem.threads > 1)
  for (int part = 0; part < problem.threads; ++part) {
    int64_t begin = kSize * part / problem.threads,
            end = kSize * (part + 1) / problem.threads;
    copyRowsPastCache(problem.out + begin * kSize, kSize,
                      problem.updates + (kSize - 1 - begin) * kSize, -kSize,
                      end - begin, kSize);
  }
  return true;
}

/// Sets the inner 224 x 224 elements of 64 images of 226 x 226.
bool pad_center(const Problem &problem) {
  constexpr int64_t kImages = 64, kInner = 224, kOuter = kInner + 2;
#pragma omp parallel for num_threads(problem.threads)                          \
    schedule(static) if (problem.threads > 1)
  for (int64_t image = 0; image < kImages; ++image) {
    float *to = problem.out + image * kOuter * kOuter;
    const float *from = problem.data + image * kOuter * kOuter;
    const float *update = problem.updates + image * kInner * kInner;
    if (to != from)
      std::memcpy(to, from, kOuter * sizeof(float));
    for (int64_t i = 0; i < kInner; ++i) {
      float *row = to + (i + 1) * kOuter;
      if (to != from) {
        row[0] = from[(i + 1) * kOuter];
        row[kOuter - 1] = from[(i + 2) * kOuter - 1];
      }
      std::memcpy(row + 1, update + i * kInner, kInner * sizeof(float));
    }
    if (to != from)
      std::memcpy(to + (kOuter - 1) * kOuter, from + (kOuter - 1) * kOuter,
                  kOuter * sizeof(float));
  }
  return true;
}

} // extern "C"
