//===- SizeChecks.h - sizes that are checked at run time --------*- C++ -*-===//
//
// What does not fit is reported when the program runs: the call ends with the
// report, before any op that follows the check. Reports name the operand.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_TARGET_COMMON_SIZECHECKS_H
#define SCATTER_LIB_TARGET_COMMON_SIZECHECKS_H

#include "NodeConversionBase.h"
#include "scatter/Runtime/Runtime.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace scatter {

/// Has the program report a size of `operand` unless `holds`, and end the call.
void reportUnless(mlir::ImplicitLocOpBuilder &b, const llvm::Twine &operand,
                  mlir::Value holds, ScatterErrorOperand expectation,
                  int64_t dim, mlir::OpFoldResult found,
                  mlir::OpFoldResult expected);

/// Has the program check that dimension `dim` of operand `i`, of size `found`,
/// has size `expected`. Fails, without a diagnostic, if it is known not to.
mlir::LogicalResult requireSize(NodeConversionBase &c, unsigned i, int64_t dim,
                                mlir::OpFoldResult found,
                                mlir::OpFoldResult expected);

/// The same for the first dimensions of operand `i`, one for each of
/// `expected`.
mlir::LogicalResult requireSizes(NodeConversionBase &c, unsigned i,
                                 llvm::ArrayRef<mlir::OpFoldResult> expected);

/// Has the program check that dimension `dim` of operand `i`, of size `found`,
/// is at most `limit`, unless both are known.
void requireAtMost(NodeConversionBase &c, unsigned i, int64_t dim,
                   mlir::OpFoldResult found, mlir::OpFoldResult limit);

/// Has the program check that `value`, which is element `at` of operand `i`, is
/// at least `least`.
void requireAtLeast(NodeConversionBase &c, unsigned i, int64_t at,
                    mlir::OpFoldResult value, mlir::OpFoldResult least);

/// `value`, which is element `at` of operand `i`, if it is not negative: the
/// program checks that.
mlir::OpFoldResult requireNonNegative(NodeConversionBase &c, unsigned i,
                                      int64_t at, mlir::OpFoldResult value);

/// The same for a `value` that is at most `limit`, which is not negative.
/// Fails, without a diagnostic, if it is known not to be.
mlir::FailureOr<mlir::OpFoldResult> requireUpTo(NodeConversionBase &c,
                                                unsigned i, int64_t at,
                                                mlir::OpFoldResult value,
                                                mlir::OpFoldResult limit);

/// The place that `index`, which is element `at` of operand `i`, names among
/// `size` elements: negative ones count from the end. The program checks it.
mlir::FailureOr<mlir::OpFoldResult> requireIndex(NodeConversionBase &c,
                                                 unsigned i, int64_t at,
                                                 mlir::OpFoldResult index,
                                                 mlir::OpFoldResult size);

/// Has the program check that dimension `dim` of operand `i` is not empty.
/// Fails, without a diagnostic, if it is known to be.
mlir::LogicalResult requireElements(NodeConversionBase &c, unsigned i,
                                    int64_t dim);

/// The sizes that operands of sizes `operands` have after broadcasting as NumPy
/// does. None if they are known not to fit; what is known at run time is
/// checked then. `names` are those of the operands in reports.
std::optional<Sizes> broadcastSizes(NodeConversionBase &c,
                                    llvm::ArrayRef<Sizes> operands,
                                    llvm::ArrayRef<std::string> names);

/// Has the program check that operand `i` can be broadcast to `sizes`. Fails,
/// without a diagnostic, if it is known that it cannot.
mlir::LogicalResult requireBroadcast(NodeConversionBase &c, unsigned i,
                                     llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// Checks at the begin of `function` that dimensions with the same name have
/// the same size in all arguments: `dims[i][j]` is the name of dimension j of
/// argument i, empty if there is none. Sizes of dimensions with one name are
/// then equal to getSize, until `removeSizeNames`.
void checkNamedSizes(mlir::ImplicitLocOpBuilder &b,
                     mlir::FunctionOpInterface function,
                     llvm::ArrayRef<llvm::StringRef> arguments,
                     llvm::ArrayRef<llvm::SmallVector<std::string>> dims);
void removeSizeNames(mlir::FunctionOpInterface function);

} // namespace scatter

#endif // SCATTER_LIB_TARGET_COMMON_SIZECHECKS_H
