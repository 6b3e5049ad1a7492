//===- Tensors.h - linalg ops over tensors of any integers ------*- C++ -*-===//
//
// arith supports only signless integers. Tensors keep the element types of the
// source, including unsigned ones. Scalars are signless inside of the ops that
// are built here. They are cast when they are loaded and stored.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_IMPORT_UTILS_TENSORS_H
#define SCATTER_IMPORT_UTILS_TENSORS_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/OpDefinition.h"
#include <string>

namespace scatter {

/// The maximum rank of a tensor in a model, the same as in NumPy. The time of
/// passes grows with the square of the rank and more.
inline constexpr int64_t kMaxModelRank = 64;

/// Returns what a diagnostic says after "expected" if a model must not have a
/// tensor of `type`, because of its rank or because memory cannot hold it.
/// Returns an empty string otherwise.
std::string findModelViolation(mlir::RankedTensorType type);

/// Returns the signless form of an integer type, any other type unchanged.
mlir::Type getSignless(mlir::Type type);

/// Casts `scalar` to its signless type.
mlir::Value toSignless(mlir::ImplicitLocOpBuilder &b, mlir::Value scalar);

/// Casts the signless `scalar` to `type`.
mlir::Value fromSignless(mlir::ImplicitLocOpBuilder &b, mlir::Value scalar,
                         mlir::Type type);

/// Extracts an element of `tensor` as a signless scalar.
mlir::Value extractElement(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                           mlir::ValueRange indices = {});

/// Converts an integer scalar to index. It is zero-extended if `isUnsigned` is
/// set, else sign-extended. Unsigned values of 2^63 and more become 2^63 - 1.
mlir::Value toIndex(mlir::ImplicitLocOpBuilder &b, mlir::Value scalar,
                    bool isUnsigned);

/// A constant of type index.
mlir::Value getIndex(mlir::ImplicitLocOpBuilder &b, int64_t value);

/// Returns a constant of a signless integer or float type.
mlir::Value getNumber(mlir::ImplicitLocOpBuilder &b, mlir::Type type,
                      double value);

/// Computes a signless result from signless scalars. Returns null on failure.
using ScalarBody = llvm::function_ref<mlir::Value(mlir::ImplicitLocOpBuilder &,
                                                  mlir::ValueRange)>;

/// The body of ops that only move elements.
inline mlir::Value takeFirst(mlir::ImplicitLocOpBuilder &,
                             mlir::ValueRange args) {
  return args.front();
}

/// Creates a tensor of `type`. `body` computes each element from the elements
/// of `inputs` that `maps` reads at its indices. If `type` has rank 0, no loop
/// is emitted. If `type` is dynamic, `sizes` has its sizes, or is empty if they
/// follow from the inputs. Returns null if `body` returns null.
mlir::Value mapElements(mlir::ImplicitLocOpBuilder &b,
                        mlir::RankedTensorType type, mlir::ValueRange inputs,
                        llvm::ArrayRef<mlir::AffineMap> maps, ScalarBody body,
                        llvm::ArrayRef<mlir::OpFoldResult> sizes = {});

/// Returns the index along `dimension` of the element that `body` of
/// mapElements computes. May be called only in `body`.
mlir::Value getLoopIndex(mlir::ImplicitLocOpBuilder &b, int64_t dimension);
/// Returns the indices along `count` dimensions from `first` on.
llvm::SmallVector<mlir::Value> getLoopIndices(mlir::ImplicitLocOpBuilder &b,
                                              int64_t first, int64_t count);

/// Reshapes `tensor` to `shape`. The number of elements must be the same.
mlir::Value reshape(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                    llvm::ArrayRef<int64_t> shape);

/// Transposes `tensor`: dimension `permutation[i]` becomes dimension i.
mlir::Value transpose(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                      llvm::ArrayRef<int64_t> permutation);

/// Returns the value of `tensor` if it is a constant, else null.
mlir::DenseElementsAttr getConstant(mlir::Value tensor);

/// Creates a tensor of type `type`, which has rank 0, with the signless element
/// `scalar`.
mlir::Value makeScalar(mlir::ImplicitLocOpBuilder &b, mlir::Value scalar,
                       mlir::RankedTensorType type);

/// Creates a constant of zeros.
mlir::Value makeZeros(mlir::ImplicitLocOpBuilder &b,
                      mlir::RankedTensorType type);

/// Creates a tensor whose elements are not initialized.
mlir::Value makeEmpty(mlir::ImplicitLocOpBuilder &b,
                      mlir::RankedTensorType type);

/// Creates a tensor of `type` that is filled with the element of the rank-0
/// tensor `element`.
mlir::Value makeFilled(mlir::ImplicitLocOpBuilder &b,
                       mlir::RankedTensorType type, mlir::Value element);

} // namespace scatter

#endif // SCATTER_IMPORT_UTILS_TENSORS_H
