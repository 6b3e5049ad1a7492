//===- Reverse.h - the reverse pass over a function -------------*- C++ -*-===//

#ifndef SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_REVERSE_H
#define SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_REVERSE_H

#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/DenseSet.h"

namespace scatter {

/// Whether values of `type` have a gradient.
bool isDifferentiable(mlir::Type type);

/// Visits the ops of a function in reverse, and emits at the insertion point of
/// `builder` what the cotangents of their results contribute to those of their
/// operands.
class Reverse {
public:
  /// Of the ops of `block`, the body of the function, those that depend on an
  /// argument with a gradient have a derivative.
  Reverse(mlir::OpBuilder &builder, mlir::Location loc, mlir::Block &block);

  /// Whether scatter_nd_update has a rule for `reduction`. Others have that of
  /// the scatter.generic that they are.
  static bool hasRule(Reduction reduction);

  /// Adds `cotangent` to that of `value`.
  void add(mlir::Value value, mlir::Value cotangent);
  /// Fails after a diagnostic for an op without a rule.
  mlir::LogicalResult visit(mlir::Operation *op);
  /// The cotangent of `value`, zeros if it has no influence.
  mlir::Value get(mlir::Value value);

private:
  /// Whether `op` uses a value that depends on an argument with a gradient.
  bool dependsOnArgument(mlir::Operation *op) const;
  /// Fails after a diagnostic if `op` depends on an element of an argument in a
  /// form that no rule differentiates: as a scalar, as a part of a complex
  /// number or of an unranked tensor, or as the bits of an integer.
  mlir::LogicalResult checkDependencies(mlir::Operation *op) const;
  mlir::Value emitEmpty(mlir::Value like);
  mlir::Value emitZeros(mlir::Value like);
  struct ElementwiseInputs;
  mlir::LogicalResult visit(mlir::linalg::GenericOp op);
  mlir::LogicalResult visitExtract(mlir::linalg::GenericOp op,
                                   mlir::tensor::ExtractOp extract,
                                   const ElementwiseInputs &inputs);
  mlir::LogicalResult
  addAtPositions(mlir::linalg::GenericOp op, const ElementwiseInputs &inputs,
                 mlir::Value source, mlir::Value scalar,
                 llvm::function_ref<llvm::SmallVector<mlir::Value>(
                     mlir::ImplicitLocOpBuilder &, const mlir::IRMapping &)>
                     emit);
  mlir::LogicalResult visit(GenericOp op);
  mlir::LogicalResult visit(ScatterNDUpdateOp op);
  mlir::LogicalResult visit(SliceScatterOp op);
  mlir::LogicalResult visitIndependent(GenericOp op, bool isSum);
  mlir::LogicalResult visitDependent(GenericOp op);
  mlir::Value emitReadSlice(SliceScatterOp op, mlir::Value g);
  void visitExtreme(ScatterNDUpdateOp op, mlir::Value g);
  /// Emits a tensor of the shape of the first of `inputs`, whose elements are
  /// what `fn` emits of theirs.
  mlir::Value
  emitElementwise(mlir::ValueRange inputs,
                  llvm::function_ref<mlir::Value(mlir::ImplicitLocOpBuilder &,
                                                 mlir::ValueRange)>
                      fn);
  mlir::Value emitGradientInit(GenericOp op, int64_t input);
  void addGradient(GenericOp op, int64_t input, mlir::Value gradient);
  llvm::SmallVector<mlir::Value> emitTape(GenericOp op);
  mlir::Value emitGather(ScatterNDUpdateOp op, mlir::Value cotangent,
                         bool isNegated);
  mlir::Value emitWinners(ScatterNDUpdateOp op);

  mlir::ImplicitLocOpBuilder b;
  llvm::DenseMap<mlir::Value, mlir::Value> cotangents;
  llvm::DenseSet<mlir::Value> dependent;
};

} // namespace scatter

#endif // SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_REVERSE_H
