//===- Plan.h - how an op is lowered ----------------------------*- C++ -*-===//
//
// The value of the attribute `plan`. A field is defined by its member here and
// its row in the table of Plan.cpp. Assembly, verifier and tools are derived
// from these. What the fields do not say follows from the functions of
// scatter/Plan/PlanThresholds.h.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_DIALECT_SCATTER_IR_PLAN_H
#define SCATTER_DIALECT_SCATTER_IR_PLAN_H

#include "scatter/Dialect/Scatter/IR/ScatterEnums.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Hashing.h"

#include <cstdint>
#include <string>

namespace scatter {

/// A plan. The fields are described at `#scatter.plan` in ScatterPlan.td.
struct Plan {
  Partition partition = Partition::serial;
  int64_t threads = 1;
  int64_t parallelBytes = 0;
  int64_t parallelDataBytes = 0;
  int64_t bucketBytes = 0;
  int64_t bucketDataBytes = 0;
  SlotOffsets offsets = SlotOffsets::components;
  int64_t scratchBytes = 64 << 20;
  int64_t prefetchTuples = 0;
  int64_t prefetchLevel = 2;
  int64_t prefetchDataBytes = 0;
  int64_t prefetchTotalBytes = 0;
  int64_t vectorBytes = 64;
  int64_t nontemporalBytes = 0;
  int64_t memcpyBytes = 0;
  int64_t stridedVectors = 0;
};

bool operator==(const Plan &lhs, const Plan &rhs);
llvm::hash_code hash_value(const Plan &plan);

/// An integer field of a plan.
struct PlanField {
  /// The group that it is printed in, and its name there. The first field of a
  /// group may have none.
  llvm::StringLiteral group, name;
  int64_t Plan::*member;
  /// The smallest and the largest value that are allowed.
  int64_t min, max;
  bool isPowerOfTwo = false;

  /// Returns the name for messages and remarks: `group` or `group.name`.
  std::string getKey() const;
};

/// Returns the integer fields in the order in which they are printed.
llvm::ArrayRef<PlanField> getPlanFields();

} // namespace scatter

#endif // SCATTER_DIALECT_SCATTER_IR_PLAN_H
