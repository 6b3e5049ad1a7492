//===- ShapeChecks.h - run-time checks of sizes -----------------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_CHECK_SHAPECHECKS_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_CHECK_SHAPECHECKS_H

#include "Addressing/FlatBuffer.h"

#include "scatter/Dialect/Scatter/IR/StaticSizes.h"
#include "scatter/Dialect/Scatter/Utils/SizeConditions.h"

namespace scatter {

/// The sizes of memrefs, each by one value.
class MemrefSizes {
public:
  /// Takes the sizes of the first of `memrefs` from `buffers`, their views.
  MemrefSizes(IndexBuilder &b, ValueRange memrefs = {},
              ArrayRef<FlatBuffer *> buffers = {});

  /// Returns size `dim` of `memref`.
  Value operator()(Value memref, int64_t dim);

private:
  IndexBuilder &b;
  llvm::DenseMap<std::pair<Value, int64_t>, Value> sizes;
};

/// Lets `buffers`, the views of the first operands, share one value for sizes
/// that must be equal: a constant if one of the two is a constant.
void shareSizes(ArrayRef<SizeMatch> matches, ArrayRef<FlatBuffer *> buffers);

/// Emits an `scf.if`: `emitBody` emits its `then` branch, and the reports of
/// `conditions` are in its `else` branch. If there are no conditions, only the
/// body is emitted.
void emitGuarded(IndexBuilder &b, ArrayRef<SizeCondition> conditions,
                 function_ref<void()> emitBody);

/// Emits the body of `op`, a scatter_nd_update or gather_nd, guarded by the
/// conditions on its sizes. In the body `buffers`, the views of its first
/// operands, share sizes.
template <typename OpT>
void emitIfSizesMatch(IndexBuilder &b, OpT op, ArrayRef<FlatBuffer *> buffers,
                      function_ref<void()> emitBody) {
  MemrefSizes sizes(b, op->getOperands(), buffers);
  SmallVector<SizeCondition> conditions = emitSizeConditions(b, op, sizes);
  shareSizes(getSizeMatches(op), buffers);
  emitGuarded(b, conditions, emitBody);
}

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_CHECK_SHAPECHECKS_H
