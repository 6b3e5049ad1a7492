//===- Sorting.h - tensors in order -----------------------------*- C++ -*-===//

#ifndef SCATTER_IMPORT_UTILS_SORTING_H
#define SCATTER_IMPORT_UTILS_SORTING_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace scatter {

/// Computes an i1 that says whether the elements `first`, one of each input,
/// come before the elements `second`. All values are signless. Returns null on
/// failure.
using SortOrder = llvm::function_ref<mlir::Value(mlir::ImplicitLocOpBuilder &,
                                                 mlir::ValueRange first,
                                                 mlir::ValueRange second)>;

/// Sorts `inputs`, at least one, along dimension `dim`. Their sizes must be
/// equal, even if they are dynamic. Elements neither of which comes before the
/// other keep their order. n elements take at most n * (log2(n) + 2)
/// comparisons. An order that contradicts itself gives any order of the
/// elements. Returns no tensors if `isBefore` fails.
llvm::SmallVector<mlir::Value> sortElements(mlir::ImplicitLocOpBuilder &b,
                                            mlir::ValueRange inputs,
                                            int64_t dim, SortOrder isBefore);

/// Which elements topElements takes, and in which order.
struct TopOrder {
  int64_t dim;
  /// The largest first, else the smallest.
  bool isLargestFirst;
  /// Whether 0 and -0 are equal.
  bool areZerosEqual = false;
};

/// Returns the `count` largest or smallest elements along a dimension of
/// `tensor`, and their positions along it as integers of type `position`. Of
/// equal elements, the one at the lower position comes first. Floats are in the
/// total order of IEEE 754; other elements must be integers or booleans.
/// `count` must not exceed the size. n elements take at most about n *
/// log2(count) comparisons.
llvm::SmallVector<mlir::Value> topElements(mlir::ImplicitLocOpBuilder &b,
                                           mlir::Value tensor, TopOrder order,
                                           mlir::OpFoldResult count,
                                           mlir::Type position);

} // namespace scatter

#endif // SCATTER_IMPORT_UTILS_SORTING_H
