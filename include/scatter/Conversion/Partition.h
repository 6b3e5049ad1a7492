//===- Partition.h - how threads share tuples -------------------*- C++ -*-===//

#ifndef SCATTER_CONVERSION_PARTITION_H
#define SCATTER_CONVERSION_PARTITION_H

#include "llvm/ADT/StringRef.h"

#include <array>

namespace scatter {

/// How threads share the tuples of scatter_nd_update. The result is that of one
/// thread, bit for bit.
enum class Partition {
  /// The lowering chooses, by types, attributes and sizes.
  Auto,
  /// One thread does everything.
  Serial,
  /// Each thread takes a run of tuples; those of a slot must be one, or follow
  /// each other.
  Tuples,
  /// Each thread sorts a run of tuples into lists, one for each owner of the
  /// slots, then applies the lists that are its own.
  Lists,
  /// Each thread takes a range of the slice, for all tuples.
  Columns,
  /// Each thread applies a run of tuples to a copy of `data`, then the copies
  /// are combined; the order must make no difference.
  Copies,
};

/// What options and remarks say of a partition.
struct PartitionInfo {
  Partition value;
  llvm::StringLiteral name, summary;
};

/// All partitions, in the order of the enumeration.
inline constexpr std::array<PartitionInfo, 6> kPartitions = {{
    {Partition::Auto, "auto", "by types, attributes and sizes"},
    {Partition::Serial, "serial", "one thread"},
    {Partition::Tuples, "tuples",
     "runs of tuples, under unique_indices or indices_are_sorted"},
    {Partition::Lists, "lists", "lists of the tuples of each thread's slots"},
    {Partition::Columns, "columns", "ranges of the slice, for all tuples"},
    {Partition::Copies, "copies", "runs of tuples, each into a copy of data"},
}};

/// The name of `partition` as options spell it.
inline llvm::StringRef stringifyPartition(Partition partition) {
  return kPartitions[unsigned(partition)].name;
}

} // namespace scatter

#endif // SCATTER_CONVERSION_PARTITION_H
