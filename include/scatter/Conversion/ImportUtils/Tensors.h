//===- Tensors.h - linalg ops over tensors of any integers ------*- C++ -*-===//
//
// arith takes signless integers only. Tensors keep the types that they have in
// the source, unsigned ones too; scalars are signless inside of the ops that
// are built here, and loads and stores cast.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_CONVERSION_IMPORTUTILS_TENSORS_H
#define SCATTER_CONVERSION_IMPORTUTILS_TENSORS_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/OpDefinition.h"

namespace scatter {

/// The signless form of an integer type, any other type as it is.
mlir::Type getSignless(mlir::Type type);

/// `scalar` in its signless form.
mlir::Value toSignless(mlir::ImplicitLocOpBuilder &b, mlir::Value scalar);

/// The signless `scalar` as a value of `type`.
mlir::Value fromSignless(mlir::ImplicitLocOpBuilder &b, mlir::Value scalar,
                         mlir::Type type);

/// Element of `tensor`, signless.
mlir::Value extractElement(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                           mlir::ValueRange indices = {});

/// An integer scalar as an index. Those of `isUnsigned` type are zero-extended;
/// beyond 2^63 they become 2^63 - 1.
mlir::Value toIndex(mlir::ImplicitLocOpBuilder &b, mlir::Value scalar,
                    bool isUnsigned);

/// A constant of type index.
mlir::Value getIndex(mlir::ImplicitLocOpBuilder &b, int64_t value);

/// A scalar of a signless integer or float type.
mlir::Value getNumber(mlir::ImplicitLocOpBuilder &b, mlir::Type type,
                      double value);

/// Computes the signless result of signless scalars. Null means failure.
using ScalarBody = llvm::function_ref<mlir::Value(mlir::ImplicitLocOpBuilder &,
                                                  mlir::ValueRange)>;

/// A tensor of `type` of which `body` computes each element from those of
/// `inputs`, which `maps` reads at the element's indices. Scalars are computed
/// without a loop. Null if `body` returns null. Where `type` is dynamic,
/// `sizes` has its sizes, or is empty if those of the inputs give them.
mlir::Value mapElements(mlir::ImplicitLocOpBuilder &b,
                        mlir::RankedTensorType type, mlir::ValueRange inputs,
                        llvm::ArrayRef<mlir::AffineMap> maps, ScalarBody body,
                        llvm::ArrayRef<mlir::OpFoldResult> sizes = {});

/// The index of the element that `body` of mapElements computes.
mlir::Value getLoopIndex(mlir::ImplicitLocOpBuilder &b, int64_t dimension);
/// Those of `count` dimensions from `first` on.
llvm::SmallVector<mlir::Value> getLoopIndices(mlir::ImplicitLocOpBuilder &b,
                                              int64_t first, int64_t count);

/// `tensor` with its elements in another shape of as many elements.
mlir::Value reshape(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                    llvm::ArrayRef<int64_t> shape);

/// `tensor` with dimension `permutation[i]` as dimension i.
mlir::Value transpose(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                      llvm::ArrayRef<int64_t> permutation);

/// The elements of `tensor` if it is a constant, else null.
mlir::DenseElementsAttr getConstant(mlir::Value tensor);

/// The tensor of type `type` and rank 0 with the signless element `scalar`.
mlir::Value makeScalar(mlir::ImplicitLocOpBuilder &b, mlir::Value scalar,
                       mlir::RankedTensorType type);

/// A constant of numbers that are 0.
mlir::Value makeZeros(mlir::ImplicitLocOpBuilder &b,
                      mlir::RankedTensorType type);

/// A tensor without defined elements.
mlir::Value makeEmpty(mlir::ImplicitLocOpBuilder &b,
                      mlir::RankedTensorType type);

/// A tensor of `type` with the element of the rank-0 tensor `element` in all
/// places.
mlir::Value makeFilled(mlir::ImplicitLocOpBuilder &b,
                       mlir::RankedTensorType type, mlir::Value element);

} // namespace scatter

#endif // SCATTER_CONVERSION_IMPORTUTILS_TENSORS_H
