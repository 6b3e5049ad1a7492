//===- Plan.h - how an op is lowered ----------------------------*- C++ -*-===//
//
// The value of the attribute `plan`. A field is defined by its member here and
// its row in the table of Plan.cpp. Assembly, verifier and tools are derived
// from these.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_DIALECT_SCATTER_IR_PLAN_H
#define SCATTER_DIALECT_SCATTER_IR_PLAN_H

#include "scatter/Dialect/Scatter/IR/ScatterEnums.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Hashing.h"

#include <cstdint>

namespace scatter {

/// A plan. The fields are described at `#scatter.plan` in ScatterPlan.td.
/// Counts are in bytes or tuples.
struct Plan {
  Partition partition = Partition::serial;
  SlotOffsets offsets = SlotOffsets::components;
  int64_t threads = 1;
  int64_t vectorBytes = 64;
  int64_t parallelBytes = 0;
  int64_t parallelTupleBytes = 0;
  int64_t parallelDataBytes = 0;
  int64_t parallelSortedBytes = 0;
  int64_t sortedTupleBytes = 96;
  int64_t parallelCheckBytes = 0;
  int64_t prefetchTuples = 0;
  int64_t prefetchDataBytes = 0;
  int64_t prefetchTotalBytes = 0;
  int64_t prefetchLevel = 2;
  int64_t prefetchBytes = 0;
  int64_t minOffsetTuples = 256;
  int64_t scratchBytes = 64 << 20;
  int64_t offsetBlockTuples = 2048;
  int64_t bucketTuples = 1 << 22;
  int64_t onePhaseTuples = 1024;
  int64_t dividedTuples = 16;
  int64_t minBucketTuples = 2048;
  int64_t maxBuckets = 512;
  int64_t bucketBytes = 0;
  int64_t bucketDataBytes = 0;
  int64_t lastTuplesPercent = 0;
  int64_t nontemporalBytes = 0;
  int64_t nontemporalRowBytes = 2048;
  int64_t memcpyBytes = 0;
  int64_t chunkBytes = 16384;
  int64_t unrolledBytes = 256;
  int64_t stridedVectors = 0;
  int64_t parallelCopyBytes = 0;
  int64_t nontemporalCopyBytes = 0;
  int64_t onePassRowBytes = 256;
  int64_t sparseRowBytes = 8 << 10;
};

bool operator==(const Plan &lhs, const Plan &rhs);
llvm::hash_code hash_value(const Plan &plan);

/// An integer field of a plan.
struct PlanField {
  llvm::StringLiteral name;
  int64_t Plan::*member;
  /// The smallest and the largest value that are allowed.
  int64_t min, max;
  bool isPowerOfTwo = false;
};

/// Returns the integer fields in the order in which they are printed.
llvm::ArrayRef<PlanField> getPlanFields();

} // namespace scatter

#endif // SCATTER_DIALECT_SCATTER_IR_PLAN_H
