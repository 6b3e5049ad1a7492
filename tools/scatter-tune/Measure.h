//===- Measure.h - entries of a machine description by measuring *- C++ -*-===//

#ifndef SCATTER_TOOLS_SCATTER_TUNE_MEASURE_H
#define SCATTER_TOOLS_SCATTER_TUNE_MEASURE_H

#include "scatter/Dialect/Scatter/Transforms/Machine.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <functional>

namespace scatter::tune {

/// What the measurements say of an entry.
struct Finding {
  int64_t Machine::*entry;
  int64_t value;
  /// How many times as fast what was measured becomes where `value` decides
  /// otherwise than before; 1 where it does not.
  double gain;
};

/// Measures the entries of `machine`, those of threads by `threads` of them,
/// in about `seconds`. `report` gets the line of each measurement.
llvm::Expected<llvm::SmallVector<Finding>>
measureMachine(const Machine &machine, unsigned threads, double seconds,
               const std::function<void(llvm::StringRef)> &report);

} // namespace scatter::tune

#endif // SCATTER_TOOLS_SCATTER_TUNE_MEASURE_H
