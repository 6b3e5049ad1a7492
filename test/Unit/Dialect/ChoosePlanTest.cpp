//===- ChoosePlanTest.cpp - from an op and a machine to a plan ------------===//

#include "DialectTest.h"

#include "scatter/Plan/ChoosePlan.h"
#include "scatter/Plan/PlanThresholds.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace scatter;

namespace {

constexpr int64_t kMiB = 1 << 20;

class ChoosePlanTest : public DialectTest {
protected:
  ChoosePlanTest() { context.loadDialect<func::FuncDialect>(); }

  /// The facts of a scatter_nd_update on memrefs of these types.
  ScatterNDFacts getFacts(StringRef data, StringRef indices, StringRef updates,
                          StringRef options = "") {
    std::string types = ("memref<" + indices + ">, memref<" + updates +
                         ">) outs(%d : memref<" + data + ">) " + options)
                            .str();
    std::string text =
        ("func.func @f(%d: memref<" + data + ">, %i: memref<" + indices +
         ">, %u: memref<" + updates +
         ">) {\n scatter.scatter_nd_update ins(%i, %u : " + types +
         "\n return\n}")
            .str();
    parsed = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(parsed) << text;
    ScatterNDFacts facts{};
    parsed->walk(
        [&](ScatterNDUpdateOp op) { facts = ScatterNDFacts::get(op); });
    return facts;
  }

  OwningOpRef<ModuleOp> parsed;
};

} // namespace

TEST_F(ChoosePlanTest, FactsFollowFromTypes) {
  ScatterNDFacts facts = getFacts("8x4x16xf32", "10x2xi64", "10x16xf32");
  EXPECT_EQ(facts.depth, 2);
  EXPECT_EQ(facts.tuples, 10);
  EXPECT_EQ(facts.rowBytes, 64);
  EXPECT_EQ(facts.sliceBytes, 64);
  EXPECT_EQ(facts.dataBytes, 2048);
  EXPECT_TRUE(facts.hasTupleLoop && facts.isContiguous &&
              facts.hasContiguousIndices && facts.hasIdentityLayout);

  facts = getFacts("?x4xcomplex<f64>", "?x1xi32", "?x4xcomplex<f64>");
  EXPECT_EQ(facts.rowBytes, 64);
  EXPECT_FALSE(facts.tuples || facts.dataBytes);
}

TEST_F(ChoosePlanTest, LayoutsRestrictPlans) {
  // Two tuple dimensions that do not merge.
  ScatterNDFacts facts =
      getFacts("64xf32", "3x4x1xi64, strided<[8, 1, 1]>", "3x4xf32");
  EXPECT_FALSE(facts.hasTupleLoop || facts.hasContiguousIndices);
  Plan plan;
  plan.threads = 2;
  plan.partition = Partition::buckets;
  plan.offsets = SlotOffsets::precomputed;
  plan.prefetchTuples = 8;
  plan = facts.restrict(plan);
  EXPECT_EQ(plan.partition, Partition::serial);
  EXPECT_EQ(plan.offsets, SlotOffsets::components);
  EXPECT_EQ(plan.prefetchTuples, 0);

  // Slices with gaps between their rows.
  facts =
      getFacts("8x4x16xf32, strided<[128, 32, 1]>", "?x1xi64", "?x4x16xf32");
  EXPECT_FALSE(facts.isContiguous);
  EXPECT_EQ(facts.rowBytes, 64);
  EXPECT_EQ(facts.sliceBytes, 256);
}

// Memory of no bytes may have any other sizes.
TEST_F(ChoosePlanTest, SizesThatOverflowAreUnknown) {
  ScatterNDFacts facts =
      getFacts("4611686018427387904x0x4xf64", "?x1xi64", "?x0x4xf64");
  EXPECT_FALSE(facts.dataBytes);
  EXPECT_EQ(facts.sliceBytes, 0);
}

TEST_F(ChoosePlanTest, PartitionsOfTwoThreads) {
  struct Case {
    const char *data, *indices, *updates, *options;
    Partition partition;
  };
  const Case cases[] = {
      {"65536x256xf32", "?x1xi64", "?x256xf32", "", Partition::buckets},
      {"1048576x8xf32", "?x1xi64", "?x8xf32", "", Partition::buckets},
      {"1048576x3xf32", "?x1xi64", "?x3xf32", "", Partition::buckets},
      {"262144x7xf32", "?x1xi64", "?x7xf32", "", Partition::serial},
      {"65536x128xf32", "?x1xi64", "?x128xf32", "reduction(sum)",
       Partition::buckets},
      {"1024x128xf32", "?x1xi64", "?x128xf32", "reduction(sum)",
       Partition::buckets},
      {"64x18xf32", "100000x1xi64", "100000x18xf32", "reduction(sum)",
       Partition::serial},
      {"64x19xf32", "100000x1xi64", "100000x19xf32", "reduction(sum)",
       Partition::buckets},
      {"8x8x25xf32", "100000x2xi64", "100000x25xf32", "reduction(sum)",
       Partition::serial},
      {"1024x128xi32", "?x1xi64", "?x128xi32", "reduction(sum)",
       Partition::private_copies},
      {"?x128xi32", "?x1xi64", "?x128xi32", "reduction(sum)",
       Partition::buckets},
      {"?x1xf32", "?x1xi64", "?x1xf32", "{unique_indices}", Partition::chunks},
      {"512x512xf32", "1048576x2xi64", "1048576xf32", "reduction(max)",
       Partition::private_copies},
      {"512x512xf32", "1024x2xi64", "1024xf32", "reduction(max)",
       Partition::serial},
      {"512x512xf32", "12x0xi64", "12x512x512xf32", "", Partition::slice},
  };
  Machine machine;
  machine.threads = 2;
  for (const Case &c : cases) {
    Plan plan =
        choosePlan(getFacts(c.data, c.indices, c.updates, c.options), machine);
    EXPECT_EQ(plan.partition, c.partition)
        << c.data << " " << c.indices << " " << c.options << ": "
        << stringifyPartition(plan.partition).str();
  }
}

TEST_F(ChoosePlanTest, BucketsThatFitInACache) {
  struct Case {
    const char *data, *updates, *options;
    int64_t bytes, dataBytes;
  };
  Machine machine;
  machine.threads = 2;
  auto check = [&](const Case &c) {
    Plan plan = choosePlan(getFacts(c.data, "?x1xi64", c.updates, c.options),
                           machine, Partition::buckets);
    EXPECT_EQ(plan.bucketBytes, c.bytes) << c.data << " " << c.options;
    EXPECT_EQ(plan.bucketDataBytes, c.dataBytes) << c.data << " " << c.options;
  };
  // Updates that are copied into buckets.
  check({"1024xf64", "?xf64", "", kMiB, 0});
  check({"131072x128xf32", "?x128xf32", "reduction(sum)", kMiB / 4, 64 * kMiB});
  check({"?x32xf32", "?x32xf32", "reduction(sum)", kMiB / 4, 64 * kMiB});
  check({"?x31xf32", "?x31xf32", "reduction(sum)", 0, 0});
  check({"?x?xf32", "?x?xf32", "", 0, 0});
  check({"131071x128xf32", "?x128xf32", "reduction(sum)", 0, 0});
  // Only the last tuple of a slot is applied.
  check({"131072x128xf32", "?x128xf32", "", 0, 0});
  machine.bucketDataBytes = 0;
  check({"1024xf64", "?xf64", "", kMiB, 0});
  check({"131072x128xf32", "?x128xf32", "reduction(sum)", 0, 0});
  // A fast last-level cache has fewer and larger ones.
  machine.prefetchTotalBytes = 6 * kMiB;
  check({"1024xf64", "?xf64", "", 3 * kMiB, 0});
  check({"4194304xf64", "?xf64", "", 3 * kMiB, 0});
  check({"16777216xf64", "?xf64", "", 8 * kMiB, 0});
  machine.prefetchTotalBytes = machine.coreCacheBytes;
  check({"16777216xf64", "?xf64", "", kMiB, 0});
}

TEST_F(ChoosePlanTest, NoMorePrivateCopiesOrOwnersOfBucketsThanCores) {
  Machine machine;
  machine.threads = 4;
  auto getThreads = [&](const char *indices, const char *updates) {
    Plan plan = choosePlan(
        getFacts("512x512xf32", indices, updates, "reduction(max)"), machine);
    EXPECT_EQ(plan.partition, Partition::private_copies);
    return plan.threads;
  };
  EXPECT_EQ(getThreads("1048576x2xi64", "1048576xf32"), 4);
  machine.cores = 8;
  EXPECT_EQ(getThreads("1048576x2xi64", "1048576xf32"), 4);
  machine.cores = 3;
  EXPECT_EQ(getThreads("1048576x2xi64", "1048576xf32"), 3);
  EXPECT_EQ(getThreads("?x2xi64", "?xf32"), 3);
  machine.cores = 1;
  EXPECT_EQ(getThreads("1048576x2xi64", "1048576xf32"), 4);
  auto chooseForRows = [&](const char *options,
                           std::optional<Partition> preferred) {
    return choosePlan(
        getFacts("65536x256xf32", "?x1xi64", "?x256xf32", options), machine,
        preferred);
  };
  EXPECT_EQ(chooseForRows("", std::nullopt).threads, 4);
  machine.cores = 2;
  EXPECT_EQ(chooseForRows("", std::nullopt).threads, 2);
  EXPECT_EQ(chooseForRows("", Partition::buckets).threads, 4);
  // A chunk of tuples has less work the more there are.
  EXPECT_EQ(chooseForRows("{unique_indices}", std::nullopt).threads, 4);
}

TEST_F(ChoosePlanTest, LastTuplesOfManyForFewSlots) {
  auto getPercent = [&](const char *data, const char *updates,
                        const char *options) {
    return getLastTuplesPercent(getFacts(data, "?x1xi64", updates, options));
  };
  // The shorter a slot is, the more tuples are needed.
  EXPECT_EQ(getPercent("1048576x15xf32", "?x15xf32", ""), 0);
  EXPECT_EQ(getPercent("1048576x16xf32", "?x16xf32", ""), 100);
  EXPECT_EQ(getPercent("1048576x32xf32", "?x32xf32", ""), 50);
  EXPECT_EQ(getPercent("?x4x32xf32", "?x4x32xf32", ""), 25);
  // Every update counts, each slot has one, or slots may overlap or have any
  // length.
  EXPECT_EQ(getPercent("1048576x32xf32", "?x32xf32", "reduction(sum)"), 0);
  EXPECT_EQ(getPercent("1048576x32xf32", "?x32xf32", "{unique_indices}"), 0);
  EXPECT_EQ(getPercent("1048576x32xf32, strided<[33, 1]>", "?x32xf32", ""), 0);
  EXPECT_EQ(getPercent("?x?xf32", "?x?xf32", ""), 0);
}

TEST_F(ChoosePlanTest, SlotsShorterThanACacheLine) {
  Machine machine;
  machine.threads = 2;
  machine.elementDataBytes = 12 * kMiB;
  auto getDataBytes = [&](const char *data, const char *updates) {
    return choosePlan(getFacts(data, "?x1xi64", updates, ""), machine)
        .parallelDataBytes;
  };
  EXPECT_EQ(getDataBytes("?x15xf32", "?x15xf32"), 12 * kMiB);
  EXPECT_EQ(getDataBytes("?x16xf32", "?x16xf32"), 3 * kMiB);
  EXPECT_EQ(getDataBytes("?x?xf32", "?x?xf32"), 3 * kMiB);
  // Not while slots are near.
  machine.prefetchTotalBytes = 4 * kMiB;
  EXPECT_EQ(getDataBytes("?x15xf32", "?x15xf32"), 12 * kMiB);
  EXPECT_EQ(getDataBytes("?x16xf32", "?x16xf32"), 4 * kMiB);
}

TEST_F(ChoosePlanTest, SortingTakesLongerWithMoreComponents) {
  struct Case {
    const char *data, *indices, *updates, *options;
    int64_t tupleBytes, bytes;
  };
  Machine machine;
  machine.threads = 2;
  machine.parallelBytes = 64 << 10;
  for (const Case &c :
       {Case{"?x?xf32", "?x1xi64", "?x?xf32", "", 72, 96 << 10},
        Case{"?x?x?xf32", "?x2xi64", "?x?xf32", "", 108, 96 << 10},
        Case{"?x?xf16", "?x1xi64", "?x?xf16", "", 72, 96 << 10},
        Case{"?x?xf16", "?x1xi64", "?x?xf16", "reduction(sum)", 18, 24 << 10},
        Case{"?x?xf32", "?x1xi64", "?x?xf32", "reduction(min)", 72,
             96 << 10}}) {
    ScatterNDFacts facts = getFacts(c.data, c.indices, c.updates, c.options);
    ParallelWork work = ParallelWork::get(facts, choosePlan(facts, machine));
    EXPECT_EQ(work.sortedTupleBytes, c.tupleBytes) << c.data << c.options;
    EXPECT_EQ(work.sortedBytes, c.bytes) << c.data << c.options;
    EXPECT_EQ(work.bytes, 512 << 10) << c.data << c.options;
  }
  // A thread reads entries of other threads.
  machine.threads = 5;
  ScatterNDFacts facts = getFacts("?x?xf32", "?x1xi64", "?x?xf32");
  EXPECT_EQ(
      ParallelWork::get(facts, choosePlan(facts, machine)).sortedTupleBytes,
      96);
}

TEST_F(ChoosePlanTest, FewThreadsFindTheirTuplesAmongAll) {
  EXPECT_EQ(getOnePhaseTuples(2), 1 << 20);
  EXPECT_EQ(getOnePhaseTuples(4), 1 << 19);
  EXPECT_EQ(getOnePhaseTuples(5), 1024);
}

TEST_F(ChoosePlanTest, APartitionThatIsAskedForHasNoMinimum) {
  Machine machine;
  machine.threads = 2;
  for (Partition partition : {Partition::buckets, Partition::private_copies,
                              Partition::slice, Partition::chunks}) {
    ScatterNDFacts facts = getFacts("64x8xi32", "9x1xi64", "9x8xi32",
                                    "reduction(sum) {unique_indices}");
    Plan plan = choosePlan(facts, machine, partition);
    EXPECT_EQ(plan.partition, partition);
    ParallelWork work = ParallelWork::get(facts, plan);
    EXPECT_EQ(work.bytes, 0);
    EXPECT_EQ(work.dataBytes, 0);
  }
}

TEST_F(ChoosePlanTest, PrefetchFromTheBytesThatTheCPUCannotHide) {
  struct Case {
    const char *data, *updates, *options;
    int64_t totalBytes, dataBytes;
  };
  Machine machine;
  machine.prefetchTotalBytes = 6 * kMiB;
  machine.coreCacheBytes = 4 * kMiB;
  for (const Case &c :
       {Case{"?xf32", "?xf32", "", 6 * kMiB, kMiB},
        Case{"?xf32", "?xf32", "reduction(sum)", 6 * kMiB, 3 * kMiB},
        Case{"?xf32", "?xf32", "reduction(max)", 6 * kMiB, 3 * kMiB},
        Case{"?xf16", "?xf16", "", 6 * kMiB, kMiB},
        Case{"?xf16", "?xf16", "reduction(sum)", 2 * kMiB, kMiB},
        Case{"?xf16", "?xf16", "reduction(max)", 2 * kMiB, kMiB},
        Case{"?xi32", "?xi32", "reduction(max)", 6 * kMiB, 3 * kMiB},
        Case{"?xi32", "?xi32", "reduction(prod)", 2 * kMiB, kMiB},
        Case{"?x16xf32", "?x16xf32", "reduction(sum)", 6 * kMiB, 3 * kMiB},
        Case{"?x17xf32", "?x17xf32", "reduction(sum)", 2 * kMiB, kMiB},
        Case{"?x17xf32", "?x17xf32", "", 6 * kMiB, kMiB},
        Case{"?x257xf32", "?x257xf32", "reduction(sum)", 6 * kMiB, 3 * kMiB},
        Case{"?x?xf32", "?x?xf32", "reduction(sum)", 2 * kMiB, kMiB}}) {
    Plan plan =
        choosePlan(getFacts(c.data, "?x1xi64", c.updates, c.options), machine);
    EXPECT_EQ(plan.prefetchTotalBytes, c.totalBytes) << c.data << c.options;
    EXPECT_EQ(plan.prefetchDataBytes, c.dataBytes) << c.data << c.options;
  }
  machine.prefetchTotalBytes = 0;
  EXPECT_EQ(choosePlan(getFacts("?xf32", "?x1xi64", "?xf32"), machine)
                .prefetchDataBytes,
            0);
}

TEST_F(ChoosePlanTest, PrefetchFollowsRows) {
  struct Case {
    const char *data, *updates;
    int64_t tuples;
  };
  Machine machine;
  for (const Case &c :
       {Case{"1024x4xf32", "?x4xf32", 96}, Case{"1024x32xf32", "?x32xf32", 32},
        Case{"1024x64xf32", "?x64xf32", 16},
        Case{"1024x512xf32", "?x512xf32", 8},
        Case{"1024x2048xf32", "?x2048xf32", 0},
        Case{"1024x?xf32", "?x?xf32", 8}})
    EXPECT_EQ(choosePlan(getFacts(c.data, "?x1xi64", c.updates), machine)
                  .prefetchTuples,
              c.tuples)
        << c.data;
  auto choose = [&](int64_t prefetch) {
    machine.prefetch = prefetch;
    return choosePlan(getFacts("1024x64xf32", "?x1xi64", "?x64xf32"), machine);
  };
  EXPECT_EQ(choose(0).prefetchTuples, 0);
  // No tuple is 16 ahead of another.
  EXPECT_EQ(
      choosePlan(getFacts("1024x64xf32", "17x1xi64", "17x64xf32"), Machine())
          .prefetchTuples,
      16);
  EXPECT_EQ(
      choosePlan(getFacts("1024x64xf32", "16x1xi64", "16x64xf32"), Machine())
          .prefetchTuples,
      0);
  EXPECT_EQ(choose(0).prefetchLevel, Plan().prefetchLevel);
  EXPECT_EQ(choose(1).prefetchLevel, 1);
  EXPECT_EQ(choose(2).prefetchLevel, 2);
}

TEST_F(ChoosePlanTest, OffsetsOfShortSlots) {
  struct Case {
    const char *updates, *options;
    SlotOffsets offsets;
  };
  Machine machine;
  for (const Case &c :
       {Case{"?x16xf32", "", SlotOffsets::precomputed},
        Case{"?x32xf32", "", SlotOffsets::components},
        Case{"?x32xf32", "reduction(sum)", SlotOffsets::precomputed},
        Case{"?x16xf32", "reduction(sum) out_of_bounds(undefined)",
             SlotOffsets::blocks},
        Case{"?x16xf32", "out_of_bounds(undefined)", SlotOffsets::components},
        Case{"?x16xf32", "out_of_bounds(drop)", SlotOffsets::components},
        Case{"?x?xf32", "", SlotOffsets::components}}) {
    std::string data = StringRef(c.updates).str();
    EXPECT_EQ(
        choosePlan(getFacts(data, "?x1xi64", c.updates, c.options), machine)
            .offsets,
        c.offsets)
        << c.updates << " " << c.options;
  }
}

TEST_F(ChoosePlanTest, StridedRowsByVectors) {
  Machine machine;
  auto isByVectors = [&](int64_t step, bool hasSource) {
    SliceFacts facts{ElementStorage::get(builder.getF32Type()), step,
                     hasSource};
    return choosePlan(facts, machine).stridedVectors != 0;
  };
  EXPECT_FALSE(isByVectors(1, false));
  EXPECT_TRUE(isByVectors(2, false));
  EXPECT_TRUE(isByVectors(-3, false));
  EXPECT_TRUE(isByVectors(5, false));
  EXPECT_FALSE(isByVectors(6, false));
  EXPECT_FALSE(isByVectors(9, false));
  EXPECT_TRUE(isByVectors(9, true));
  EXPECT_TRUE(isByVectors(-64, true));
  EXPECT_FALSE(isByVectors(65, true));
  EXPECT_FALSE(isByVectors(128, true));
  EXPECT_FALSE(isByVectors(INT64_MIN, true));
}

TEST_F(ChoosePlanTest, CopiesBeforeAnUpdate) {
  Machine machine;
  ScatterNDFacts facts =
      getFacts("?x32xf32", "?x1xi64", "?x32xf32", "reduction(sum)");
  EXPECT_EQ(choosePlan(facts, machine).nontemporalBytes, 0);
  EXPECT_EQ(choosePlan(facts, machine).memcpyBytes, 0);
  facts.hasSource = true;
  Plan plan = choosePlan(facts, machine);
  EXPECT_EQ(plan.threads, 1);
  EXPECT_EQ(plan.memcpyBytes, machine.memcpyBytes);
  EXPECT_EQ(getNontemporalCopyBytes(plan), 16 * kMiB);
  // A reduction has loaded the cache lines of its slots.
  EXPECT_EQ(getNontemporalSlotBytes(facts, plan), 0);
  machine.threads = 2;
  plan = choosePlan(facts, machine);
  EXPECT_EQ(getParallelCopyBytes(plan), kMiB / 4);
  EXPECT_EQ(getNontemporalCopyBytes(plan), 32 * kMiB);
  machine.prefetch = 0;
  EXPECT_EQ(choosePlan(facts, machine).prefetchLevel, 0);
  EXPECT_EQ(getStreamPrefetchBytes(choosePlan(facts, machine)), 0);
}

TEST_F(ChoosePlanTest, DividesChecksThatTakeTime) {
  auto divides = [&](int64_t threads, StringRef data, StringRef indices,
                     StringRef updates, StringRef options = "") {
    return dividesCheck(getFacts(data, indices, updates, options), threads);
  };
  EXPECT_FALSE(divides(1, "?x31xf32", "?x1xi64", "?x31xf32"));
  EXPECT_TRUE(divides(2, "?x31xf32", "?x1xi64", "?x31xf32"));
  EXPECT_FALSE(
      divides(2, "?x31xf32", "?x1xi64", "?x31xf32", "out_of_bounds(drop)"));
  EXPECT_FALSE(divides(2, "?x32xf32", "?x1xi64", "?x32xf32"));
  EXPECT_TRUE(divides(2, "?x?x63xf32", "?x2xi64", "?x63xf32"));
  EXPECT_FALSE(divides(2, "?x?x64xf32", "?x2xi64", "?x64xf32"));
  EXPECT_TRUE(divides(2, "?x?xf32", "?x1xi64", "?x?xf32"));
  EXPECT_TRUE(divides(4, "?x32xf32", "?x1xi64", "?x32xf32"));
  EXPECT_FALSE(divides(4, "?x64xf32", "?x1xi64", "?x64xf32"));
  Machine machine;
  machine.threads = 2;
  EXPECT_EQ(getParallelCheckBytes(choosePlan(
                getFacts("?x31xf32", "?x1xi64", "?x31xf32"), machine)),
            kMiB / 4);
}

TEST_F(ChoosePlanTest, SlicesPastTheCache) {
  Machine machine;
  SliceFacts facts{ElementStorage::get(builder.getF32Type()), 1, false};
  EXPECT_EQ(choosePlan(facts, machine).nontemporalBytes, 16 * kMiB);
  machine.threads = 2;
  EXPECT_EQ(getNontemporalCopyBytes(choosePlan(facts, machine)), 32 * kMiB);
  EXPECT_EQ(choosePlan(facts, machine).parallelBytes, kMiB / 8);
}

TEST_F(ChoosePlanTest, ThresholdsDoNotOverflow) {
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  Machine machine;
  machine.threads = 2;
  machine.parallelBytes = kMax;
  ScatterNDFacts facts = getFacts("?x8xf32", "?x1xi64", "?x8xf32");
  facts.hasSource = true;
  Plan plan = choosePlan(facts, machine);
  EXPECT_EQ(plan.partition, Partition::buckets);
  EXPECT_EQ(ParallelWork::get(facts, plan).bytes, kMax);
  EXPECT_EQ(getParallelCheckBytes(plan), kMax);
  EXPECT_EQ(getParallelCopyBytes(plan), kMax);

  facts = getFacts("4xf32", "?x1xi64", "?xf32", "reduction(max)");
  plan = choosePlan(facts, machine);
  EXPECT_EQ(plan.partition, Partition::private_copies);
  EXPECT_EQ(ParallelWork::get(facts, plan).bytes, kMax);
}

// Each private copy of 64 KiB has to be worth 256 KiB of updates, a tuple
// counting for 16 bytes.
TEST_F(ChoosePlanTest, ThreadsThatHaveEnoughUpdatesForACopy) {
  struct Case {
    int64_t tuples;
    Partition partition;
    int64_t threads;
  };
  Machine machine;
  machine.threads = 8;
  for (const Case &c : {Case{16384, Partition::serial, 8},
                        Case{49152, Partition::private_copies, 3},
                        Case{1 << 20, Partition::private_copies, 8}}) {
    std::string tuples = std::to_string(c.tuples);
    Plan plan = choosePlan(getFacts("16384xf32", tuples + "x1xi64",
                                    tuples + "xf32", "reduction(max)"),
                           machine);
    EXPECT_EQ(plan.partition, c.partition) << tuples;
    EXPECT_EQ(plan.threads, c.threads) << tuples;
  }
}

TEST_F(ChoosePlanTest, ChecksAreDividedByTheirBytes) {
  Machine machine;
  EXPECT_EQ(chooseCheckPlan(machine), Plan());
  machine.threads = 2;
  machine.vectorBytes = 32;
  machine.parallelBytes = 3 * kMiB;
  Plan plan;
  plan.threads = 2;
  plan.vectorBytes = 32;
  plan.parallelBytes = 3 * kMiB;
  EXPECT_EQ(chooseCheckPlan(machine), plan);
}
