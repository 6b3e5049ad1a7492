//===- SizeChecks.h - run-time checks of sizes ------------------*- C++ -*-===//
//
// Checks that are made at run time. If one fails, the program reports it and
// the call ends before any op that follows the check. Reports name the operand.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_IMPORT_COMMON_SIZECHECKS_H
#define SCATTER_LIB_IMPORT_COMMON_SIZECHECKS_H

#include "NodeConversionBase.h"
#include "scatter/Import/Utils/Reports.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace scatter {

/// Makes the program check that dimension `dim` of operand `i`, of size
/// `found`, has size `expected`. Fails without a diagnostic if the sizes are
/// known to differ.
mlir::LogicalResult requireSize(NodeConversionBase &c, unsigned i, int64_t dim,
                                mlir::OpFoldResult found,
                                mlir::OpFoldResult expected);

/// Checks the first dimensions of operand `i`, one for each of `expected`, as
/// requireSize does.
mlir::LogicalResult requireSizes(NodeConversionBase &c, unsigned i,
                                 llvm::ArrayRef<mlir::OpFoldResult> expected);

/// Makes the program check that dimension `dim` of operand `i`, of size
/// `found`, is at most `limit`, unless both are static.
void requireAtMost(NodeConversionBase &c, unsigned i, int64_t dim,
                   mlir::OpFoldResult found, mlir::OpFoldResult limit);

/// Makes the program check that `value`, which is element `at` of operand `i`,
/// is at least `least`.
void requireAtLeast(NodeConversionBase &c, unsigned i, int64_t at,
                    mlir::OpFoldResult value, mlir::OpFoldResult least);

/// Makes the program check that `value`, which is element `at` of operand `i`,
/// is not negative. Returns it.
mlir::OpFoldResult requireNonNegative(NodeConversionBase &c, unsigned i,
                                      int64_t at, mlir::OpFoldResult value);

/// Makes the program check that `value` is not negative and at most `limit`,
/// which must not be negative. Fails without a diagnostic if it is known to
/// violate this.
mlir::FailureOr<mlir::OpFoldResult> requireUpTo(NodeConversionBase &c,
                                                unsigned i, int64_t at,
                                                mlir::OpFoldResult value,
                                                mlir::OpFoldResult limit);

/// Returns the position that `index`, which is element `at` of operand `i`,
/// names among `size` elements. Negative indices count from the end. The
/// program checks that the index is in bounds.
mlir::FailureOr<mlir::OpFoldResult> requireIndex(NodeConversionBase &c,
                                                 unsigned i, int64_t at,
                                                 mlir::OpFoldResult index,
                                                 mlir::OpFoldResult size);

/// Makes the program check that dimension `dim` of operand `i` is not empty.
/// Fails without a diagnostic if it is known to be empty.
mlir::LogicalResult requireElements(NodeConversionBase &c, unsigned i,
                                    int64_t dim);

/// Returns the sizes that operands of sizes `operands` have after NumPy's
/// broadcasting. Returns std::nullopt if the sizes are known not to be
/// compatible. The program checks dynamic sizes. Reports call the operands
/// `names`.
std::optional<Sizes> broadcastSizes(NodeConversionBase &c,
                                    llvm::ArrayRef<Sizes> operands,
                                    llvm::ArrayRef<std::string> names);

/// Makes the program check that operand `i` can be broadcast to `sizes`. Fails
/// without a diagnostic if it is known that it cannot.
mlir::LogicalResult requireBroadcast(NodeConversionBase &c, unsigned i,
                                     llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// Checks at the start of `function` that dimensions with the same name have
/// the same size in all arguments. `dims[i][j]` is the name of dimension j of
/// argument i, or empty. Until `removeSizeNames` is called, getSize returns the
/// same size for all dimensions with the same name.
void checkNamedSizes(mlir::ImplicitLocOpBuilder &b,
                     mlir::FunctionOpInterface function,
                     llvm::ArrayRef<llvm::StringRef> arguments,
                     llvm::ArrayRef<llvm::SmallVector<std::string>> dims);
void removeSizeNames(mlir::FunctionOpInterface function);

} // namespace scatter

#endif // SCATTER_LIB_IMPORT_COMMON_SIZECHECKS_H
