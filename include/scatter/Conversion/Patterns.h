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
/// of each op. Loads the LLVM dialect into the context, because the loops have
/// annotations of it; call this where dialects can be loaded, for example in
/// Pass::initialize.
///
/// Operands whose elements are held in another type (bf16, floats of 8 bits,
/// complex, booleans, signed and unsigned integers, those of fewer than 8 bits)
/// become memrefs of that type by `builtin.unrealized_conversion_cast`. Both
/// types have the same descriptor, so that the lowering of memref to the LLVM
/// dialect removes the casts.
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
