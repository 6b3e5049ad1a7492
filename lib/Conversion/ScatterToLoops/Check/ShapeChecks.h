//===- ShapeChecks.h - sizes that the types leave open ----------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_CHECK_SHAPECHECKS_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_CHECK_SHAPECHECKS_H

#include "Addressing/FlatBuffer.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"

namespace scatter {

/// Run-time conditions of an op, in the order in which they are reported.
class RuntimeChecks {
public:
  explicit RuntimeChecks(IndexBuilder &b) : b(b) {}

  /// Requires `found` == `expected`, both of type index. Nothing is recorded if
  /// that is known.
  void requireSize(int64_t operand, int64_t dim, Value found, Value expected);
  /// Requires the sizes of a scatter_nd_update with tuples of `depth`
  /// components to fit. From here on equal sizes are one value, a constant if
  /// one of them is.
  void requireShapes(FlatBuffer &indices, FlatBuffer &updates, FlatBuffer &data,
                     int64_t depth);
  /// Requires entry number `entry` of `step` to differ from 0.
  void requireStep(int64_t entry, int64_t axis, Value step);

  /// Emits `scf.if` around what `emitBody` emits, the reports in its other
  /// branch. Without conditions there is no `scf.if`.
  void emitGuarded(function_ref<void()> emitBody);

private:
  struct Check {
    Value holds;
    ViolationKind kind;
    int64_t position, component;
    Value found, expected;
  };
  void require(Value holds, ViolationKind kind, int64_t position,
               int64_t component, Value found, Value expected);

  IndexBuilder &b;
  SmallVector<Check> checks;
};

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_CHECK_SHAPECHECKS_H
