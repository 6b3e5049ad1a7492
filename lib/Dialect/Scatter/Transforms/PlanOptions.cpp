//===- PlanOptions.cpp - the options of scatter-plan ----------------------===//

#include "scatter/Dialect/Scatter/Transforms/PlanOptionSet.h"

using namespace mlir;
using namespace scatter;

LogicalResult
PlanOptions::apply(Machine &target,
                   function_ref<InFlightDiagnostic()> emitError) const {
  for (auto [member, value] : machine) {
    for (const MachineEntry &entry : getMachineEntries())
      if (entry.member == member && !entry.getObjection(value).empty())
        return emitError() << entry.getObjection(value);
    target.*member = value;
  }
  return success();
}

llvm::cl::ValuesClass scatter::getPartitionValues() {
  return llvm::cl::values(
      clEnumValN(kAutoPartition, "auto", "by types, attributes and sizes"),
      clEnumValN(Partition::serial, "serial", "one thread"),
      clEnumValN(Partition::chunks, "chunks",
                 "chunks of the tuples, under unique_indices or "
                 "indices_are_sorted"),
      clEnumValN(Partition::buckets, "buckets",
                 "buckets of the tuples of each thread's slots"),
      clEnumValN(Partition::slice, "slice",
                 "ranges of the slice, for all tuples"),
      clEnumValN(Partition::private_copies, "private",
                 "chunks of the tuples, each into a private copy of data"));
}
