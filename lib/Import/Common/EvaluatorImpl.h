//===- EvaluatorImpl.h - the implementation of the evaluator ----*- C++ -*-===//

#ifndef SCATTER_LIB_IMPORT_COMMON_EVALUATORIMPL_H
#define SCATTER_LIB_IMPORT_COMMON_EVALUATORIMPL_H

#include "Evaluator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "llvm/ADT/DenseMap.h"

namespace scatter {

class Evaluator {
public:
  Evaluator(mlir::ImplicitLocOpBuilder &b, int64_t &budget)
      : b(b), budget(budget) {}

  /// Sets the results of `op`. Fails if they cannot be evaluated.
  mlir::LogicalResult run(mlir::Operation &op);

  void set(mlir::Value tensor, EvaluatedTensor elements) {
    tensors[tensor] = std::move(elements);
  }
  /// Returns null if the elements of `tensor` are not known.
  const EvaluatedTensor *find(mlir::Value tensor) const {
    auto it = tensors.find(tensor);
    return it == tensors.end() ? nullptr : &it->second;
  }

private:
  // Evaluator.cpp
  mlir::LogicalResult runScalar(mlir::Operation &op);
  mlir::LogicalResult runAtRunTime(mlir::Operation &op,
                                   llvm::ArrayRef<mlir::OpFoldResult> operands,
                                   llvm::ArrayRef<mlir::Attribute> constants);
  mlir::LogicalResult runGeneric(mlir::linalg::GenericOp op);
  mlir::LogicalResult runExtract(mlir::tensor::ExtractOp op);
  // EvaluatorTensors.cpp
  mlir::LogicalResult runConstant(mlir::arith::ConstantOp op);
  mlir::LogicalResult runEmpty(mlir::tensor::EmptyOp op);
  mlir::LogicalResult runSlice(mlir::tensor::ExtractSliceOp op);
  mlir::LogicalResult runInsert(mlir::tensor::InsertSliceOp op);
  mlir::LogicalResult runReshape(mlir::Value from, mlir::Value to);
  mlir::LogicalResult runFill(mlir::linalg::FillOp op);
  mlir::LogicalResult runFromElements(mlir::tensor::FromElementsOp op);
  mlir::LogicalResult runScatter(ScatterNDUpdateOp op);

  mlir::LogicalResult spend(int64_t amount) {
    budget -= amount;
    return mlir::success(budget >= 0);
  }

  mlir::ImplicitLocOpBuilder &b;
  int64_t &budget;
  llvm::DenseMap<mlir::Value, EvaluatedTensor> tensors;
  /// Attributes, or the values at run time.
  llvm::DenseMap<mlir::Value, mlir::OpFoldResult> scalars;
  /// The current position in the loops around the scalar op.
  llvm::SmallVector<int64_t> position;
};

/// Whether a tensor of `type` has few enough elements to be evaluated.
bool isSmall(mlir::RankedTensorType type);

/// Moves to the next position in row-major order. Returns false after the last.
bool advance(llvm::MutableArrayRef<int64_t> position,
             llvm::ArrayRef<int64_t> shape);

} // namespace scatter

#endif // SCATTER_LIB_IMPORT_COMMON_EVALUATORIMPL_H
