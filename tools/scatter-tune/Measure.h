//===- Measure.h - measures machine descriptions ----------------*- C++ -*-===//

#ifndef SCATTER_TOOLS_SCATTER_TUNE_MEASURE_H
#define SCATTER_TOOLS_SCATTER_TUNE_MEASURE_H

#include "scatter/Plan/Machine.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <functional>

namespace scatter::tune {

/// The result for an entry.
struct Finding {
  int64_t Machine::*entry;
  int64_t value;
  /// The speedup of the cases for which `value` leads to another decision than
  /// the former value. 1 if there are none.
  double gain;
};

/// Measures the entries of `machine` in about `seconds`. Entries about threads
/// are measured with `threads` threads. Calls `report` with a line for each
/// measurement.
llvm::Expected<llvm::SmallVector<Finding>>
measureMachine(const Machine &machine, unsigned threads, double seconds,
               const std::function<void(llvm::StringRef)> &report);

} // namespace scatter::tune

#endif // SCATTER_TOOLS_SCATTER_TUNE_MEASURE_H
