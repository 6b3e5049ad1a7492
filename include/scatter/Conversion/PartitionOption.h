//===- PartitionOption.h - Partition on command lines -----------*- C++ -*-===//

#ifndef SCATTER_CONVERSION_PARTITIONOPTION_H
#define SCATTER_CONVERSION_PARTITIONOPTION_H

#include "scatter/Conversion/Patterns.h"

#include "llvm/Support/CommandLine.h"

namespace scatter {

/// The values of an option of type Partition, in passes, pipelines and tools.
inline llvm::cl::ValuesClass getPartitionValues() {
  return llvm::cl::values(
      clEnumValN(Partition::Auto, "auto", "by types, attributes and sizes"),
      clEnumValN(Partition::Serial, "serial", "one thread"),
      clEnumValN(Partition::Tuples, "tuples",
                 "runs of tuples, under unique_indices"),
      clEnumValN(Partition::Lists, "lists",
                 "lists of the tuples of each thread's slots"),
      clEnumValN(Partition::Columns, "columns",
                 "ranges of the slice, for all tuples"));
}

} // namespace scatter

#endif // SCATTER_CONVERSION_PARTITIONOPTION_H
