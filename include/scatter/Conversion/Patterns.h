//===- Patterns.h - conversion patterns for other compilers -----*- C++ -*-===//
//
// The conversions as patterns, for a compiler that has passes of its own.
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

/// Patterns that lower the memref forms of the scatter ops to arith, memref,
/// scf, vector, `scatter.report` and `scatter.report_invalid_index`, as their
/// `plan` says.
void populateScatterToLoopsPatterns(mlir::RewritePatternSet &patterns);

/// Patterns that lower the internal ops of the dialect to the LLVM dialect,
/// reports to calls of the runtime library. `converter` must outlive the
/// patterns.
void populateScatterToLLVMPatterns(mlir::LLVMTypeConverter &converter,
                                   mlir::RewritePatternSet &patterns);

/// Registers the ConvertToLLVMPatternInterface of the dialect, by which the
/// upstream pass `convert-to-llvm` lowers these ops.
void registerConvertToLLVMInterfaceExternalModel(
    mlir::DialectRegistry &registry);

} // namespace scatter

#endif // SCATTER_CONVERSION_PATTERNS_H
