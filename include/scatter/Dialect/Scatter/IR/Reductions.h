//===- Reductions.h - what is known of a reduction --------------*- C++ -*-===//

#ifndef SCATTER_DIALECT_SCATTER_IR_REDUCTIONS_H
#define SCATTER_DIALECT_SCATTER_IR_REDUCTIONS_H

#include "scatter/Dialect/Scatter/IR/ScatterEnums.h"

#include "llvm/Support/ErrorHandling.h"

namespace mlir {
class Type;
} // namespace mlir

namespace scatter {

/// Whether `reduction` compares elements. It then is not defined on complex
/// numbers, and depends on whether integers are signed.
inline bool comparesElements(Reduction reduction) {
  switch (reduction) {
  case Reduction::none:
  case Reduction::sum:
  case Reduction::sub:
  case Reduction::prod:
    return false;
  case Reduction::min:
  case Reduction::max:
    return true;
  }
  llvm_unreachable("unknown reduction");
}

/// (ND8): whether `reduction` is defined on elements of `type`.
bool supportsReduction(mlir::Type type, Reduction reduction);

/// Whether `reduction` has an identity, and its result does not depend on the
/// order and grouping of the updates: it is the same bit for bit, except for
/// NaN.
bool isOrderFree(Reduction reduction, mlir::Type elementType);

/// Whether `reduction` may convert elements of `type` to f32 and back.
bool combinesNarrowFloats(Reduction reduction, mlir::Type type);

/// Whether combining two elements of `type` takes several instructions, or one
/// with a long latency.
bool combinesSlowly(Reduction reduction, mlir::Type type);

} // namespace scatter

#endif // SCATTER_DIALECT_SCATTER_IR_REDUCTIONS_H
