//===- PlanOptionSet.h - options of passes and pipelines --------*- C++ -*-===//
//
// The options are derived from the entries of a machine description and from
// the enum Partition.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_PLAN_PLANOPTIONSET_H
#define SCATTER_PLAN_PLANOPTIONSET_H

#include "scatter/Plan/PlanOptions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"

#include <list>

namespace scatter {

/// Returns the values of an option of type Partition.
llvm::cl::ValuesClass getPartitionValues();

/// The options of a pass or a pipeline: one for each entry of a machine
/// description. IntegerT is its Option<int64_t>.
template <typename IntegerT>
class MachineOptionSet {
public:
  template <typename ParentT>
  explicit MachineOptionSet(ParentT &parent) {
    for (const MachineEntry &entry : getMachineEntries())
      entries.emplace_back(parent, entry.name, llvm::cl::desc(entry.summary),
                           llvm::cl::init(Machine().*entry.member));
  }

  /// Returns the options that were set.
  PlanOptions get() const {
    PlanOptions given;
    for (auto [option, entry] : llvm::zip_equal(entries, getMachineEntries()))
      if (option.hasValue())
        given.set(entry.member, option.getValue());
    return given;
  }

  void set(const PlanOptions &given) {
    for (auto [option, entry] : llvm::zip_equal(entries, getMachineEntries()))
      for (auto [member, value] : given.machine)
        if (member == entry.member)
          option = value;
  }

private:
  std::list<IntegerT> entries;
};

/// All options of scatter-plan. PartitionT is the Option<Partition> of the
/// parent.
template <typename IntegerT, typename PartitionT>
class PlanOptionSet {
public:
  template <typename ParentT>
  explicit PlanOptionSet(ParentT &parent)
      : partition(parent, "partition",
                  llvm::cl::desc("how threads divide scatter_nd_update, where "
                                 "the op allows it"),
                  llvm::cl::init(kAutoPartition), getPartitionValues()),
        machine(parent) {}

  /// Returns the options that were set.
  PlanOptions get() const {
    PlanOptions given = machine.get();
    if (partition.getValue() != kAutoPartition)
      given.partition = partition.getValue();
    return given;
  }

  void set(const PlanOptions &given) {
    machine.set(given);
    if (given.partition)
      partition = *given.partition;
  }

private:
  PartitionT partition;
  MachineOptionSet<IntegerT> machine;
};

} // namespace scatter

#endif // SCATTER_PLAN_PLANOPTIONSET_H
