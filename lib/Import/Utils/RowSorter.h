//===- RowSorter.h - the rows of tensors in order ---------------*- C++ -*-===//

#ifndef SCATTER_LIB_IMPORT_UTILS_ROWSORTER_H
#define SCATTER_LIB_IMPORT_UTILS_ROWSORTER_H

#include "scatter/Import/Utils/Sizes.h"
#include "scatter/Import/Utils/Sorting.h"

namespace scatter {

/// Sorts tensors of rank 1 together.
class RowSorter {
public:
  /// The rows have `size` elements.
  RowSorter(mlir::ImplicitLocOpBuilder &b, mlir::Value size,
            SortOrder isBefore);

  /// Sorts `rows`, tensors of rank 1. `others` have the same types.
  llvm::SmallVector<mlir::Value> sort(mlir::ImplicitLocOpBuilder &b,
                                      mlir::ValueRange rows,
                                      mlir::ValueRange others);

  bool isValid = true;

private:
  llvm::SmallVector<mlir::Value> mergeRuns(mlir::ImplicitLocOpBuilder &b,
                                           mlir::Value width,
                                           mlir::ValueRange from,
                                           mlir::ValueRange to);
  llvm::SmallVector<mlir::Value> mergePair(mlir::ImplicitLocOpBuilder &b,
                                           mlir::Value begin, mlir::Value width,
                                           mlir::ValueRange from,
                                           mlir::ValueRange to);
  llvm::SmallVector<mlir::Value>
  mergeElement(mlir::ImplicitLocOpBuilder &b, mlir::Value at,
               mlir::Value middle, mlir::Value end, mlir::ValueRange from,
               mlir::ValueRange state);

  mlir::Value size;
  SortOrder isBefore;
  mlir::Value one, last;
};

/// The rows of tensors along a dimension. The tensors differ in size along this
/// dimension only.
class Rows {
public:
  Rows(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor, int64_t dim)
      : sizes(getSizes(b, tensor)), dim(dim), zero(b.getIndexAttr(0)),
        one(b.getIndexAttr(1)) {}

  mlir::OpFoldResult getSize() const { return sizes[dim]; }

  /// Emits a loop over the rows, which carries `tensors`.
  using Body = llvm::function_ref<llvm::SmallVector<mlir::Value>(
      mlir::ImplicitLocOpBuilder &, llvm::ArrayRef<mlir::OpFoldResult> row,
      mlir::ValueRange tensors)>;
  llvm::SmallVector<mlir::Value> forEach(mlir::ImplicitLocOpBuilder &b,
                                         mlir::ValueRange tensors,
                                         Body body) const;

  /// Returns the first `size` elements of a row of `tensor`.
  mlir::Value read(mlir::ImplicitLocOpBuilder &b,
                   llvm::ArrayRef<mlir::OpFoldResult> row, mlir::Value tensor,
                   mlir::OpFoldResult size) const;
  /// Writes `values`, of `size` elements, to a row of `tensor`.
  mlir::Value write(mlir::ImplicitLocOpBuilder &b,
                    llvm::ArrayRef<mlir::OpFoldResult> row, mlir::Value values,
                    mlir::Value tensor, mlir::OpFoldResult size) const;

private:
  Sizes getExtents(mlir::OpFoldResult size) const {
    Sizes extents(sizes.size(), one);
    extents[dim] = size;
    return extents;
  }

  Sizes sizes;
  int64_t dim;
  mlir::OpFoldResult zero, one;
};

/// Returns tensors of `size` elements of the types of `rows`.
llvm::SmallVector<mlir::Value> makeRows(mlir::ImplicitLocOpBuilder &b,
                                        mlir::ValueRange rows,
                                        mlir::OpFoldResult size);

} // namespace scatter

#endif // SCATTER_LIB_IMPORT_UTILS_ROWSORTER_H
