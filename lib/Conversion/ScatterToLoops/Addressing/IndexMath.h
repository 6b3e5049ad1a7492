//===- IndexMath.h - arithmetic on sizes and offsets ------------*- C++ -*-===//
//
// Values of type index; what is known at compile time folds to constants, so
// that getConstantIntValue tells whether a size is static.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ADDRESSING_INDEXMATH_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ADDRESSING_INDEXMATH_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace scatter {

mlir::Value constantIndex(mlir::ImplicitLocOpBuilder &b, int64_t value);
mlir::Value add(mlir::ImplicitLocOpBuilder &b, mlir::Value x, mlir::Value y);
mlir::Value sub(mlir::ImplicitLocOpBuilder &b, mlir::Value x, mlir::Value y);
mlir::Value mul(mlir::ImplicitLocOpBuilder &b, mlir::Value x, mlir::Value y);
mlir::Value compare(mlir::ImplicitLocOpBuilder &b,
                    mlir::arith::CmpIPredicate predicate, mlir::Value x,
                    mlir::Value y);
mlir::Value select(mlir::ImplicitLocOpBuilder &b, mlir::Value condition,
                   mlir::Value x, mlir::Value y);

/// The conjunction of `conditions`, true for none.
mlir::Value allOf(mlir::ImplicitLocOpBuilder &b,
                  llvm::ArrayRef<mlir::Value> conditions);

/// `value` of type index as i64.
mlir::Value toI64(mlir::ImplicitLocOpBuilder &b, mlir::Value value);

/// Whether `value` is the constant `expected`.
bool isConstant(mlir::Value value, int64_t expected);

/// Whether the i1 `condition` is the constant true, or false. The matchers of
/// mlir/IR/Matchers.h do not serve: they ask for a trait, and g++ and clang
/// give traits different TypeIDs, so that they match nothing where MLIR was
/// built by the other compiler.
bool isTrue(mlir::Value condition);
bool isFalse(mlir::Value condition);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ADDRESSING_INDEXMATH_H
