//===- Measure.cpp - measures machine descriptions ------------------------===//
//
// A threshold is found with a series of sizes: the smallest size such that the
// code above the threshold is faster at it and all larger ones. Each variant of
// the code is forced by an entry that is below or above all sizes, so that the
// measurement compares exactly what a plan selects from.
//===----------------------------------------------------------------------===//

#include "Measure.h"

#include "Contest.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <limits>
#include <optional>
#include <random>

using namespace llvm;
using namespace scatter;
using namespace scatter::tune;

/// Overwrites the first columns of the rows of `data`.
static constexpr StringLiteral kRows = R"(
func.func @main(%data: memref<?x?xf32>, %updates: memref<?x?xf32>,
                %columns: index) {
  scatter.slice_scatter ins(%updates : memref<?x?xf32>)
    outs(%data : memref<?x?xf32>) from [0] to [%columns] axes [1]
  return
}
)";

/// Adds rows of `columns` elements.
static std::string writeSums(int64_t columns) {
  return formatv(R"(
func.func @main(%data: memref<?x{0}xf32>, %indices: memref<?x1xi64>,
                %updates: memref<?x{0}xf32>) {{
  scatter.scatter_nd_update
    ins(%indices, %updates : memref<?x1xi64>, memref<?x{0}xf32>)
    outs(%data : memref<?x{0}xf32>) reduction(sum)
  return
}
)",
                 columns);
}

/// Adds elements.
static constexpr StringLiteral kElements = R"(
func.func @main(%data: memref<?xf32>, %indices: memref<?x1xi64>,
                %updates: memref<?xf32>) {
  scatter.scatter_nd_update
    ins(%indices, %updates : memref<?x1xi64>, memref<?xf32>)
    outs(%data : memref<?xf32>) reduction(sum)
  return
}
)";

static constexpr int64_t kSumColumns = 128;

static constexpr int64_t kKiB = 1 << 10, kMiB = 1 << 20;
static constexpr ElementType kF32{ElementKind::Float, 32},
    kIndex{ElementKind::Index, 64}, kI64{ElementKind::Signless, 64};

/// Smaller gains are noise.
static constexpr double kMinGain = 1.05;

namespace {

/// A workload that adds `tuples` rows of `columns` f32 elements at random
/// positions of data of `dataBytes` bytes. With one column it adds elements.
struct RandomSums {
  int64_t columns, dataBytes, tuples;

  std::string writeModule() const {
    return columns == 1 ? kElements.str() : writeSums(columns);
  }
};

class Measurements {
public:
  Measurements(const Machine &machine, unsigned threads, double seconds,
               const std::function<void(StringRef)> &report)
      : machine(machine), threads(threads), seconds(seconds), report(report) {}

  Error run();

  SmallVector<Finding> findings;

private:
  using Entry = int64_t Machine::*;

  Expected<Outcome> overwriteRows(const Contest &contest, int64_t bytes,
                                  int64_t rowBytes, int64_t key);
  Expected<Outcome> addRows(const Contest &contest, const RandomSums &sums);
  void addThreshold(Entry entry, ArrayRef<Outcome> outcomes,
                    std::optional<int64_t> never);
  Error findPrefetchedRows();
  Error findThreshold(
      Entry entry, StringRef module, const Contestant &before,
      const Contestant &after, ArrayRef<int64_t> sizes,
      std::optional<int64_t> never,
      function_ref<Expected<Outcome>(const Contest &, int64_t)> measure);
  Expected<double> measureGain(Entry entry, int64_t before, int64_t after,
                               ArrayRef<RandomSums> workloads);
  Error findValue(Entry entry, ArrayRef<int64_t> values,
                  ArrayRef<RandomSums> workloads);

  Contestant make(unsigned number, Entry entry, int64_t value) const {
    Contestant contestant{number, {}};
    contestant.plan.set(entry, value);
    return contestant;
  }
  void reportOutcome(Entry entry, const Outcome &outcome) const;

  const Machine &machine;
  unsigned threads;
  /// The time for each size of a series.
  double seconds;
  const std::function<void(StringRef)> &report;
};

} // namespace

void Measurements::reportOutcome(Entry entry, const Outcome &outcome) const {
  report(formatv("{0}, {1} bytes: {2:f2} us, {3:f2} us, {4:f2} times as fast",
                 getMachineEntry(entry).name, outcome.bytes,
                 outcome.seconds[0] * 1e6, outcome.seconds[1] * 1e6,
                 outcome.getGain())
             .str());
}

/// Overwrites rows of about `rowBytes`, `bytes` in total. Rows are not aligned
/// to cache lines, neither in `data` nor in `updates`. `key` is stored in the
/// outcome.
Expected<Outcome> Measurements::overwriteRows(const Contest &contest,
                                              int64_t bytes, int64_t rowBytes,
                                              int64_t key) {
  constexpr int64_t kGap = 3;
  int64_t columns = rowBytes / 4 + 1;
  int64_t rows = std::max<int64_t>(bytes / rowBytes, 1);
  Memory data(rows * (columns + kGap) * 4), updates(rows * columns * 4);
  BufferView arguments[] = {
      {data.get(), kF32, {rows, columns + kGap}, {}},
      {updates.get(), kF32, {rows, columns}, {}},
      {&columns, kIndex, {}, {}},
  };
  return contest.run(arguments, key, seconds);
}

Expected<Outcome> Measurements::addRows(const Contest &contest,
                                        const RandomSums &sums) {
  auto [columns, dataBytes, tuples] = sums;
  int64_t rows = dataBytes / (4 * columns);
  Memory data(dataBytes), updates(tuples * 4 * columns), indices(tuples * 8);
  std::mt19937_64 generator(1);
  std::uniform_int_distribution<int64_t> distribution(0, rows - 1);
  auto *numbers = static_cast<int64_t *>(indices.get());
  std::generate_n(numbers, tuples, [&] { return distribution(generator); });
  SmallVector<int64_t, 4> dataShape = {rows}, updatesShape = {tuples};
  if (columns > 1) {
    dataShape.push_back(columns);
    updatesShape.push_back(columns);
  }
  BufferView arguments[] = {
      {data.get(), kF32, dataShape, {}},
      {indices.get(), kI64, {tuples, 1}, {}},
      {updates.get(), kF32, updatesShape, {}},
  };
  return contest.run(arguments, dataBytes, seconds);
}

/// Sets `entry` to the smallest size such that the second contestant is faster
/// at it and all larger ones. `outcomes` are in ascending order. If there is no
/// such size, the value is `never`. If that is not set, or programs whose plan
/// differs would be slower, the entry is unchanged.
void Measurements::addThreshold(Entry entry, ArrayRef<Outcome> outcomes,
                                std::optional<int64_t> never) {
  std::optional<int64_t> threshold = never;
  for (const Outcome &outcome : llvm::reverse(outcomes)) {
    if (outcome.getGain() < kMinGain)
      break;
    threshold = outcome.bytes;
  }
  if (!threshold) {
    report(formatv("{0}: no size at which it pays", getMachineEntry(entry).name)
               .str());
    return;
  }
  auto isAfter = [&](int64_t bytes, int64_t from) {
    return from != never && bytes >= from;
  };
  double sum = 0;
  int64_t changed = 0;
  for (const Outcome &outcome : outcomes) {
    bool was = isAfter(outcome.bytes, machine.*entry);
    bool is = isAfter(outcome.bytes, *threshold);
    if (was == is)
      continue;
    ++changed;
    sum += std::log(outcome.getGain()) * (is ? 1 : -1);
  }
  double gain = changed ? std::exp(sum / changed) : 1;
  // What changes between two sizes may cost more than the threshold gains.
  if (gain < 1) {
    report(formatv("{0}: unchanged, {1} would be {2:f2} times as fast",
                   getMachineEntry(entry).name, *threshold, gain)
               .str());
    return;
  }
  findings.push_back({entry, *threshold, gain});
}

/// Finds the smallest size such that `after` is faster at it and all larger
/// ones, see addThreshold.
Error Measurements::findThreshold(
    Entry entry, StringRef module, const Contestant &before,
    const Contestant &after, ArrayRef<int64_t> sizes,
    std::optional<int64_t> never,
    function_ref<Expected<Outcome>(const Contest &, int64_t)> measure) {
  Expected<Contest> contest = Contest::create(module, before, after);
  if (!contest)
    return contest.takeError();
  SmallVector<Outcome> outcomes;
  for (int64_t size : sizes) {
    Expected<Outcome> outcome = measure(*contest, size);
    if (!outcome)
      return outcome.takeError();
    reportOutcome(entry, *outcome);
    outcomes.push_back(*outcome);
  }
  addThreshold(entry, outcomes, never);
  return Error::success();
}

/// Finds the rows that are prefetched: those that are shorter than each row
/// that is added faster without prefetches. Plans decide by static lengths.
Error Measurements::findPrefetchedRows() {
  constexpr Entry entry = &Machine::prefetchRowBytes;
  SmallVector<Outcome> outcomes;
  for (int64_t rowBytes : {1536, 2048, 3072, 4096}) {
    int64_t columns = rowBytes / 4;
    Expected<Contest> contest =
        Contest::create(writeSums(columns), make(threads, entry, rowBytes),
                        make(threads, entry, 0));
    if (!contest)
      return contest.takeError();
    Expected<Outcome> outcome =
        addRows(*contest, {columns, 64 * kMiB, 16 * kMiB / rowBytes});
    if (!outcome)
      return outcome.takeError();
    outcome->bytes = rowBytes - 1;
    reportOutcome(entry, *outcome);
    outcomes.push_back(*outcome);
  }
  addThreshold(entry, outcomes, /*never=*/std::nullopt);
  return Error::success();
}

/// Returns the geometric mean of how much faster `workloads` become if `entry`
/// has the value `after` instead of `before`.
Expected<double> Measurements::measureGain(Entry entry, int64_t before,
                                           int64_t after,
                                           ArrayRef<RandomSums> workloads) {
  double sum = 0;
  for (const RandomSums &sums : workloads) {
    Expected<Contest> contest =
        Contest::create(sums.writeModule(), make(threads, entry, before),
                        make(threads, entry, after));
    if (!contest)
      return contest.takeError();
    Expected<Outcome> outcome = addRows(*contest, sums);
    if (!outcome)
      return outcome.takeError();
    reportOutcome(entry, *outcome);
    sum += std::log(outcome->getGain());
  }
  return std::exp(sum / double(workloads.size()));
}

/// Finds the value for which `workloads` are fastest. The entry is unchanged
/// unless another value is faster.
Error Measurements::findValue(Entry entry, ArrayRef<int64_t> values,
                              ArrayRef<RandomSums> workloads) {
  int64_t best = machine.*entry;
  double gain = 1;
  for (int64_t value : values) {
    if (value == best)
      continue;
    Expected<double> measured = measureGain(entry, best, value, workloads);
    if (!measured)
      return measured.takeError();
    if (*measured < kMinGain)
      continue;
    best = value;
    gain *= *measured;
  }
  findings.push_back({entry, best, gain});
  return Error::success();
}

static SmallVector<int64_t> getPowers(int64_t first, int64_t last) {
  SmallVector<int64_t> sizes;
  for (int64_t size = first; size <= last; size *= 2)
    sizes.push_back(size);
  return sizes;
}

Error Measurements::run() {
  // Rows that fit in L2.
  if (Error error = findValue(&Machine::vectorBytes, {16, 32, 64},
                              {{kSumColumns, 256 * kKiB, 256}}))
    return error;
  // Elements and rows at random positions of 64 MiB. There are so many that
  // their cache lines from the former call have been evicted.
  if (Error error = findValue(
          &Machine::prefetch, {0, 1, 2},
          {{1, 64 * kMiB, 1 << 20}, {kSumColumns, 64 * kMiB, 1 << 15}}))
    return error;
  if (Error error = findPrefetchedRows())
    return error;
  // Sums of elements, without and with prefetches.
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  if (Error error = findThreshold(&Machine::prefetchTotalBytes, kElements,
                                  make(1, &Machine::prefetchTotalBytes, kMax),
                                  make(1, &Machine::prefetchTotalBytes, 0),
                                  getPowers(512 * kKiB, 32 * kMiB),
                                  /*never=*/std::nullopt,
                                  [&](const Contest &contest, int64_t size) {
                                    return addRows(contest, {1, size, 1 << 17});
                                  }))
    return error;
  // Rows that fit in L2, by vectors and by memcpy.
  if (Error error = findThreshold(
          &Machine::memcpyBytes, kRows, make(1, &Machine::memcpyBytes, 0),
          make(1, &Machine::memcpyBytes, 1), getPowers(512, 64 * kKiB),
          /*never=*/0, [&](const Contest &contest, int64_t size) {
            return overwriteRows(contest, 256 * kKiB, size, size);
          }))
    return error;
  // Rows of 64 KiB, by normal and by non-temporal stores.
  auto makeStores = [&](int64_t value) {
    Contestant contestant = make(1, &Machine::nontemporalBytes, value);
    contestant.plan.set(&Machine::memcpyBytes, 0);
    return contestant;
  };
  if (Error error =
          findThreshold(&Machine::nontemporalBytes, kRows, makeStores(0),
                        makeStores(1), getPowers(2 * kMiB, 128 * kMiB),
                        /*never=*/0, [&](const Contest &contest, int64_t size) {
                          return overwriteRows(contest, size, 64 * kKiB, size);
                        }))
    return error;
  if (threads == 1)
    return Error::success();
  // Rows of 8 KiB.
  if (Error error = findThreshold(
          &Machine::parallelBytes, kRows, make(1, &Machine::parallelBytes, 0),
          make(threads, &Machine::parallelBytes, 0),
          getPowers(32 * kKiB, 4 * kMiB), /*never=*/std::nullopt,
          [&](const Contest &contest, int64_t size) {
            return overwriteRows(contest, size, 8 * kKiB, size);
          }))
    return error;
  auto makeSums = [&](unsigned number, Entry entry, int64_t value) {
    Contestant contestant = make(number, entry, value);
    contestant.plan.set(&Machine::parallelBytes, 0);
    return contestant;
  };
  // Sums of elements, by one thread and by all; all of them check.
  if (Error error = findThreshold(
          &Machine::elementDataBytes, kElements,
          makeSums(threads, &Machine::elementDataBytes, kMax),
          makeSums(threads, &Machine::elementDataBytes, 0),
          getPowers(4 * kMiB, 64 * kMiB),
          /*never=*/std::nullopt, [&](const Contest &contest, int64_t size) {
            return addRows(contest, {1, size, 1 << 18});
          }))
    return error;
  // Four sums for each row, with one bucket for each thread and with more.
  constexpr int64_t kRowBytes = 4 * kSumColumns;
  return findThreshold(
      &Machine::bucketDataBytes, writeSums(kSumColumns),
      make(threads, &Machine::bucketDataBytes, 0),
      make(threads, &Machine::bucketDataBytes, 1),
      getPowers(16 * kMiB, 128 * kMiB), /*never=*/0,
      [&](const Contest &contest, int64_t size) {
        return addRows(contest, {kSumColumns, size, 4 * size / kRowBytes});
      });
}

Expected<SmallVector<Finding>>
tune::measureMachine(const Machine &machine, unsigned threads, double seconds,
                     const std::function<void(StringRef)> &report) {
  // The total number of sizes in all series.
  constexpr unsigned kSizes = 49;
  Measurements measurements(machine, threads, seconds / kSizes, report);
  if (Error error = measurements.run())
    return error;
  return std::move(measurements.findings);
}
