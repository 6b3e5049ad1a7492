//===- Sizes.h - sizes known at import or at run time -----------*- C++ -*-===//
//
// A size is an index attribute if it is known at import, else a value of type
// index. Sizes are computed by ops of arith, which are folded where possible,
// so that equal sizes are recognized.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_IMPORT_UTILS_SIZES_H
#define SCATTER_IMPORT_UTILS_SIZES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/OpDefinition.h"
#include <optional>

namespace scatter {

using Sizes = llvm::SmallVector<mlir::OpFoldResult>;

//===----------------------------------------------------------------------===//
// Sizes of tensors
//===----------------------------------------------------------------------===//

/// An attribute of function arguments that is used while a model is imported.
/// For each dimension of the argument, it names a dimension that has the same
/// size: the number of an argument and the number of a dimension of that
/// argument.
inline constexpr llvm::StringLiteral kSizesAttr = "scatter.sizes";

/// A unit attribute of scf.while that is used while a model is imported: what
/// the loop carries has the sizes of the initial values.
inline constexpr llvm::StringLiteral kKeepsSizesAttr = "scatter.keeps_sizes";

/// Returns the shape of a tensor of `sizes`. Sizes known only at run time are
/// kDynamic.
llvm::SmallVector<int64_t> getShape(llvm::ArrayRef<mlir::OpFoldResult> sizes);

mlir::RankedTensorType makeTensorType(llvm::ArrayRef<mlir::OpFoldResult> sizes,
                                      mlir::Type element);

/// Returns the size of dimension `dim` of `tensor`. Derives it from the op that
/// defines `tensor` if possible, else creates a tensor.dim.
mlir::OpFoldResult getSize(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                           int64_t dim);
Sizes getSizes(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor);

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// Returns the value of `size`, or none if it is known only at run time.
std::optional<int64_t> getKnown(mlir::OpFoldResult size);

/// Returns the value of a constant as an attribute, any other `number`
/// unchanged. `number` may be null.
mlir::OpFoldResult foldConstant(mlir::OpFoldResult number);

inline bool isKnown(mlir::OpFoldResult size, int64_t value) {
  return getKnown(size) == value;
}

/// Whether both sizes are known to be equal in every run.
bool isSameSize(mlir::OpFoldResult lhs, mlir::OpFoldResult rhs);
bool areSameSizes(llvm::ArrayRef<mlir::OpFoldResult> lhs,
                  llvm::ArrayRef<mlir::OpFoldResult> rhs);

/// Whether the number is never negative unless a sum or a product overflows. It
/// is derived from the ops that compute it from sizes. The type is index or an
/// integer type.
bool isNonNegative(mlir::OpFoldResult number);

/// Whether the number is never negative, even if sums or products overflow.
/// Positions of elements require this, because a model may compute them from
/// numbers that overflow.
bool isNeverNegative(mlir::OpFoldResult number);

mlir::Value toValue(mlir::ImplicitLocOpBuilder &b, mlir::OpFoldResult size);

/// Converts a signless integer to type index. If it is the result of casting an
/// index to i32, returns that index: the caller ensures that the cast does not
/// change the value.
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
/// Returns `lhs` divided by `rhs`, rounded up. `lhs` must not be negative, and
/// `rhs` must be positive.
mlir::OpFoldResult ceilDivideSizes(mlir::ImplicitLocOpBuilder &b,
                                   mlir::OpFoldResult lhs, int64_t rhs);

/// Returns an i1 that says whether `lhs` and `rhs` are equal.
mlir::Value emitIsEqual(mlir::ImplicitLocOpBuilder &b, mlir::OpFoldResult lhs,
                        mlir::OpFoldResult rhs);
/// Returns an i1 that says whether `lhs` is at most `rhs`.
mlir::Value emitIsAtMost(mlir::ImplicitLocOpBuilder &b, mlir::OpFoldResult lhs,
                         mlir::OpFoldResult rhs);

/// Returns `index`, or `index` + `size` if `index` is negative.
mlir::Value emitFromEnd(mlir::ImplicitLocOpBuilder &b, mlir::OpFoldResult index,
                        mlir::OpFoldResult size);

/// A product of sizes. `known` is the product of the known sizes, or INT64_MAX
/// if that overflows. `factors` are the other sizes.
struct SizeProduct {
  int64_t known = 1;
  llvm::SmallVector<mlir::Value> factors;

  /// Returns the product of `sizes`. A size that is a product itself is split
  /// into its factors.
  static SizeProduct get(llvm::ArrayRef<mlir::OpFoldResult> sizes);
  /// Whether the products are known to be equal.
  bool isSame(const SizeProduct &other) const;
  /// Divides by `other`. If the quotient is not known to be a product of sizes,
  /// returns false and changes nothing.
  bool divideBy(const SizeProduct &other);
  mlir::OpFoldResult emit(mlir::ImplicitLocOpBuilder &b) const;
  /// Emits the product, or INT64_MAX if it overflows. The factors must not be
  /// negative.
  mlir::Value emitSaturating(mlir::ImplicitLocOpBuilder &b) const;
};

} // namespace scatter

#endif // SCATTER_IMPORT_UTILS_SIZES_H
