//===- PlanOptions.cpp - the options of scatter-plan ----------------------===//

#include "scatter/Plan/PlanOptionSet.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"

using namespace mlir;
using namespace scatter;

FailureOr<Machine> PlanOptions::getMachine(Operation *op) const {
  FailureOr<Machine> described = scatter::getMachine(op);
  if (failed(described))
    return failure();
  for (auto [member, value] : machine) {
    std::string objection = getMachineEntry(member).getObjection(value);
    if (!objection.empty())
      return emitError(UnknownLoc::get(op->getContext())) << objection;
    (*described).*member = value;
  }
  return described;
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
