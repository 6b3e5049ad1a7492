//===- ShapeChecks.h - run-time checks of sizes -----------------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_CHECK_SHAPECHECKS_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_CHECK_SHAPECHECKS_H

#include "Addressing/FlatBuffer.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"

namespace scatter {

/// Run-time conditions of an op, in the order in which violations are reported.
class RuntimeChecks {
public:
  /// With `areKnownToHold` no condition is checked.
  RuntimeChecks(IndexBuilder &b, bool areKnownToHold)
      : b(b), areKnownToHold(areKnownToHold) {}

  /// Requires `found` == `expected`, both of type index. A condition that is
  /// known to hold is not recorded.
  void requireSize(int64_t operand, int64_t dim, Value found, Value expected);
  /// Requires the sizes of the operands of a scatter_nd_update to match. Tuples
  /// have `depth` components. Afterwards the buffers share one value for sizes
  /// that must be equal: a constant if one of the two is a constant.
  void requireShapes(FlatBuffer &indices, FlatBuffer &updates, FlatBuffer &data,
                     int64_t depth);
  /// The same for a gather_nd with `batchDims` batch dimensions.
  void requireGatherShapes(FlatBuffer &indices, FlatBuffer &data,
                           FlatBuffer &out, int64_t batchDims, int64_t depth);
  /// Requires entry number `entry` of `step` to differ from 0.
  void requireStep(int64_t entry, int64_t axis, Value step);

  /// Emits an `scf.if`: `emitBody` emits its `then` branch, and the reports are
  /// in its `else` branch. If there are no conditions, only the body is
  /// emitted.
  void emitGuarded(function_ref<void()> emitBody);

private:
  /// Requires dimension `dim` of `buffer` to be dimension `otherDim` of
  /// `other`, and lets both share one value.
  void requireSameSize(int64_t operand, FlatBuffer &buffer, int64_t dim,
                       FlatBuffer &other, int64_t otherDim);

  struct Check {
    Value holds;
    ViolationKind kind;
    int64_t position, component;
    Value found, expected;
  };
  void require(Value holds, ViolationKind kind, int64_t position,
               int64_t component, Value found, Value expected);

  IndexBuilder &b;
  bool areKnownToHold;
  SmallVector<Check> checks;
};

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_CHECK_SHAPECHECKS_H
