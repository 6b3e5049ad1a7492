//===- Sizes.h - sizes known at import or at run time -----------*- C++ -*-===//
//
// A size is an index attribute where it is known at import, else a value of
// type index. Sizes are computed by ops of arith, which are folded where that
// is possible, so that equal sizes are recognised.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_CONVERSION_IMPORTUTILS_SIZES_H
#define SCATTER_CONVERSION_IMPORTUTILS_SIZES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/OpDefinition.h"
#include <optional>

namespace scatter {

using Sizes = llvm::SmallVector<mlir::OpFoldResult>;

//===----------------------------------------------------------------------===//
// Sizes of tensors
//===----------------------------------------------------------------------===//

/// The attribute of a function's argument that names the dimensions whose sizes
/// those of the argument are: a number of an argument and one of a dimension of
/// it for each dimension. It is there while a model is imported.
inline constexpr llvm::StringLiteral kSizesAttr = "scatter.sizes";

/// `shape`, which has no dynamic sizes.
Sizes makeSizes(mlir::MLIRContext *context, llvm::ArrayRef<int64_t> shape);

/// The shape of a tensor of `sizes`, kDynamic for those known at run time.
llvm::SmallVector<int64_t> getShape(llvm::ArrayRef<mlir::OpFoldResult> sizes);

mlir::RankedTensorType makeTensorType(llvm::ArrayRef<mlir::OpFoldResult> sizes,
                                      mlir::Type element);

/// The size of dimension `dim` of `tensor`, from the op that defines it where
/// that tells.
mlir::OpFoldResult getSize(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                           int64_t dim);
Sizes getSizes(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor);

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// The number, or none if it is known at run time only.
std::optional<int64_t> getKnown(mlir::OpFoldResult size);

/// `number` as an attribute if it is the result of a constant. It may be null.
mlir::OpFoldResult foldConstant(mlir::OpFoldResult number);

inline bool isKnown(mlir::OpFoldResult size, int64_t value) {
  return getKnown(size) == value;
}

/// Whether both are the same number in every run. False may mean unknown.
bool isSameSize(mlir::OpFoldResult lhs, mlir::OpFoldResult rhs);
bool areSameSizes(llvm::ArrayRef<mlir::OpFoldResult> lhs,
                  llvm::ArrayRef<mlir::OpFoldResult> rhs);

/// Whether the number, of type index or an integer type, is a size or made of
/// sizes such that it is not negative unless a sum or a product overflows.
bool isNonNegative(mlir::OpFoldResult number);

/// The same for numbers that do not overflow either, as places of elements must
/// not: a model may add up numbers such that they do.
bool isNeverNegative(mlir::OpFoldResult number);

mlir::Value toValue(mlir::ImplicitLocOpBuilder &b, mlir::OpFoldResult size);

/// A signless integer as a number of type index. Casts of a number of type
/// index to i32 are seen through: the caller has made sure that it fits.
mlir::OpFoldResult toIndexSize(mlir::ImplicitLocOpBuilder &b,
                               mlir::OpFoldResult scalar, bool isUnsigned);

mlir::OpFoldResult addSizes(mlir::ImplicitLocOpBuilder &b,
                            mlir::OpFoldResult lhs, mlir::OpFoldResult rhs);
mlir::OpFoldResult subtractSizes(mlir::ImplicitLocOpBuilder &b,
                                 mlir::OpFoldResult lhs,
                                 mlir::OpFoldResult rhs);
mlir::OpFoldResult multiplySizes(mlir::ImplicitLocOpBuilder &b,
                                 mlir::OpFoldResult lhs,
                                 mlir::OpFoldResult rhs);
mlir::OpFoldResult minSize(mlir::ImplicitLocOpBuilder &b,
                           mlir::OpFoldResult lhs, mlir::OpFoldResult rhs);
mlir::OpFoldResult maxSize(mlir::ImplicitLocOpBuilder &b,
                           mlir::OpFoldResult lhs, mlir::OpFoldResult rhs);
/// `lhs`, which is not negative, divided by `rhs`, which is positive, and
/// rounded up.
mlir::OpFoldResult ceilDivideSizes(mlir::ImplicitLocOpBuilder &b,
                                   mlir::OpFoldResult lhs, int64_t rhs);

/// Whether `lhs` and `rhs` are equal, of type i1.
mlir::Value emitIsEqual(mlir::ImplicitLocOpBuilder &b, mlir::OpFoldResult lhs,
                        mlir::OpFoldResult rhs);
/// Whether `lhs` is at most `rhs`, of type i1.
mlir::Value emitIsAtMost(mlir::ImplicitLocOpBuilder &b, mlir::OpFoldResult lhs,
                         mlir::OpFoldResult rhs);

/// `index`, or its sum with `size` if it is negative.
mlir::Value emitFromEnd(mlir::ImplicitLocOpBuilder &b, mlir::OpFoldResult index,
                        mlir::OpFoldResult size);

/// A product of sizes: the known ones multiplied, INT64_MAX if that overflows,
/// and the others.
struct SizeProduct {
  int64_t known = 1;
  llvm::SmallVector<mlir::Value> factors;

  /// The product of `sizes`, products among them as their factors.
  static SizeProduct get(llvm::ArrayRef<mlir::OpFoldResult> sizes);
  /// Whether the numbers are known to be equal.
  bool isSame(const SizeProduct &other) const;
  /// Divides by `other`. False, and left alone, where the quotient is not known
  /// to be a product of sizes.
  bool divideBy(const SizeProduct &other);
  mlir::OpFoldResult emit(mlir::ImplicitLocOpBuilder &b) const;
  /// The product of numbers that are not negative, 2^63 - 1 if it is more.
  mlir::Value emitSaturating(mlir::ImplicitLocOpBuilder &b) const;
};

} // namespace scatter

#endif // SCATTER_CONVERSION_IMPORTUTILS_SIZES_H
