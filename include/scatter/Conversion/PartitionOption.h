//===- PartitionOption.h - Partition on command lines -----------*- C++ -*-===//

#ifndef SCATTER_CONVERSION_PARTITIONOPTION_H
#define SCATTER_CONVERSION_PARTITIONOPTION_H

#include "scatter/Conversion/Partition.h"

#include "llvm/Support/CommandLine.h"

#include <tuple>

namespace scatter {

/// The values of an option of type Partition, in passes, pipelines and tools.
inline llvm::cl::ValuesClass getPartitionValues() {
  return std::apply(
      [](const auto &...info) {
        return llvm::cl::values(
            clEnumValN(info.value, info.name, info.summary)...);
      },
      kPartitions);
}

} // namespace scatter

#endif // SCATTER_CONVERSION_PARTITIONOPTION_H
