//===- Patterns.h - conversion patterns for other compilers -----*- C++ -*-===//
//
// The conversions as patterns, for compilers with passes of their own.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_CONVERSION_PATTERNS_H
#define SCATTER_CONVERSION_PATTERNS_H

namespace mlir {
class DialectRegistry;
class LLVMTypeConverter;
class RewritePatternSet;
} // namespace mlir

namespace scatter {

/// Adds patterns that lower the memref forms of the scatter ops to arith,
/// memref, scf, vector and internal ops of the dialect, such as
/// `scatter.report` and `scatter.report_invalid_index`. They follow the `plan`
/// of each op.
void populateScatterToLoopsPatterns(mlir::RewritePatternSet &patterns);

/// Adds patterns that lower the internal ops of the dialect to the LLVM
/// dialect. Reports become calls of the runtime library. `converter` must
/// outlive the patterns.
void populateScatterToLLVMPatterns(mlir::LLVMTypeConverter &converter,
                                   mlir::RewritePatternSet &patterns);

/// Registers the ConvertToLLVMPatternInterface of the dialect, through which
/// the upstream pass `convert-to-llvm` lowers these ops.
void registerConvertToLLVMInterfaceExternalModel(
    mlir::DialectRegistry &registry);

} // namespace scatter

#endif // SCATTER_CONVERSION_PATTERNS_H
