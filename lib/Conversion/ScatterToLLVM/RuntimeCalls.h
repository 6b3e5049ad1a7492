//===- RuntimeCalls.h - calls of the runtime library ------------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLLVM_RUNTIMECALLS_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLLVM_RUNTIMECALLS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseSet.h"

namespace scatter {

// The functions of scatter/Runtime/Runtime.h.
inline constexpr llvm::StringLiteral kReport = "scatter_runtime_report";
inline constexpr llvm::StringLiteral kReportInvalidIndex =
    "scatter_runtime_report_invalid_index";
inline constexpr llvm::StringLiteral kGetRecord = "scatter_runtime_get_record";
inline constexpr llvm::StringLiteral kInstallRecord =
    "scatter_runtime_install_record";
inline constexpr llvm::StringLiteral kCountFailures =
    "scatter_runtime_count_failures";
// The function of scatter/Runtime/ParallelFor.h.
inline constexpr llvm::StringLiteral kParallelFor = "scatter_parallel_for";

/// The declaration of one of these functions in `module`, made if missing.
/// Emits an error if the name is taken by a function of another type.
mlir::FailureOr<mlir::LLVM::LLVMFuncOp>
getRuntimeFunction(mlir::OpBuilder &b, mlir::ModuleOp module,
                   llvm::StringRef name);

/// The address of a constant "file:line:column" with a terminating zero, the
/// source position behind `loc`, else its name, or "unknown"; one global per
/// text.
mlir::Value getLocationString(mlir::OpBuilder &b, mlir::ModuleOp module,
                              mlir::Location loc);

/// The functions of `module` that hold a call for which `isDirect` is true, or
/// call such a function.
llvm::DenseSet<mlir::LLVM::LLVMFuncOp>
collectCallers(mlir::ModuleOp module,
               llvm::function_ref<bool(mlir::LLVM::CallOp)> isDirect);

/// Whether `op` or an op in it is a call for which `isCall` is true.
bool containsCall(mlir::Operation *op,
                  llvm::function_ref<bool(mlir::LLVM::CallOp)> isCall);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLLVM_RUNTIMECALLS_H
