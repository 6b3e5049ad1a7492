//===- TupleIndices.h - the indices of scatter_nd_update --------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_TUPLEINDICES_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_TUPLEINDICES_H

#include "FlatBuffer.h"
#include "LoopNest.h"

#include "scatter/Conversion/Patterns.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"

namespace scatter {

/// What the phases of the lowering share about the tuples of an op.
struct TupleIndices {
  FlatBuffer buffer;
  /// Signless storage of an index; whether it is of an unsigned type.
  mlir::Type type;
  bool isUnsigned;
  /// Whether index i in [-d, -1] means i + d.
  bool wraps;
  /// Distance of the components of a tuple, in storage elements.
  mlir::Value componentStride;
  /// Sizes of the indexed dimensions of `data`, k of them.
  llvm::SmallVector<mlir::Value> dataSizes;
  /// The tuples' iteration space with strides in `indices`, merged.
  llvm::SmallVector<LoopDim> tupleDims;

  int64_t getDepth() const { return dataSizes.size(); }

  /// Whether all components lie next to each other.
  bool isContiguous() const;

  /// Component `j` of the tuple at `offset`, in its storage type.
  mlir::Value load(mlir::ImplicitLocOpBuilder &b, mlir::Value offset,
                   int64_t j) const;
  /// `index` as a value of type index, extended by its signedness.
  mlir::Value extend(mlir::ImplicitLocOpBuilder &b, mlir::Value index) const;
  /// Whether `index`, extended, is valid in the dimension of `size`.
  mlir::Value isValid(mlir::ImplicitLocOpBuilder &b, mlir::Value index,
                      mlir::Value size) const;
  /// The position that a valid `index`, extended, means.
  mlir::Value normalize(mlir::ImplicitLocOpBuilder &b, mlir::Value index,
                        mlir::Value size) const;
  /// The valid position nearest to what `index`, extended, means; `size` > 0.
  mlir::Value clamp(mlir::ImplicitLocOpBuilder &b, mlir::Value index,
                    mlir::Value size) const;
};

/// Emits something for `tuples` tuples from number `tuple` on.
using TupleEmitter = llvm::function_ref<void(
    mlir::ImplicitLocOpBuilder &b, mlir::Value tuple, int64_t tuples)>;

/// Emits the check phase: whether every component of every tuple is valid. With
/// `emitMore` that is emitted for every tuple as well, valid or not; `indices`
/// must be contiguous then.
mlir::Value emitAllValid(mlir::ImplicitLocOpBuilder &b,
                         const TupleIndices &indices, const Plan &plan,
                         TupleEmitter emitMore = nullptr);

/// Emits the search for the first invalid component and its report. There must
/// be one.
void emitReportFirstInvalid(mlir::ImplicitLocOpBuilder &b,
                            const TupleIndices &indices);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_TUPLEINDICES_H
