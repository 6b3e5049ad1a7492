//===- RuntimeCalls.h - calls of the runtime library ------------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLLVM_RUNTIMECALLS_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLLVM_RUNTIMECALLS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseSet.h"

namespace scatter {

// Functions that scatter/Runtime/Runtime.h declares.
inline constexpr llvm::StringLiteral kReport = "scatter_runtime_report";
inline constexpr llvm::StringLiteral kReportInvalidIndex =
    "scatter_runtime_report_invalid_index";
inline constexpr llvm::StringLiteral kGetRecord = "scatter_runtime_get_record";
inline constexpr llvm::StringLiteral kInstallRecord =
    "scatter_runtime_install_record";
inline constexpr llvm::StringLiteral kCountFailures =
    "scatter_runtime_count_failures";
// Functions that scatter/Runtime/Buckets.h declares.
inline constexpr llvm::StringLiteral kFillBuckets =
    "scatter_runtime_fill_buckets";
inline constexpr llvm::StringLiteral kKeepLast = "scatter_runtime_keep_last";
// The function that scatter/Runtime/Copy.h declares.
inline constexpr llvm::StringLiteral kCopyNontemporal =
    "scatter_runtime_copy_nontemporal";
// The function that scatter/Runtime/ParallelFor.h declares.
inline constexpr llvm::StringLiteral kParallelFor = "scatter_parallel_for";

/// Returns the declaration of one of these functions in `module`, and adds it
/// if it is missing. Emits an error if a function of another type has the name.
mlir::FailureOr<mlir::LLVM::LLVMFuncOp>
getRuntimeFunction(mlir::OpBuilder &b, mlir::ModuleOp module,
                   llvm::StringRef name);

/// Returns the address of a zero-terminated constant: "file:line:column" of the
/// source position behind `loc`, else the name of `loc`, else "unknown". Equal
/// texts share one global.
mlir::Value getLocationString(mlir::OpBuilder &b, mlir::ModuleOp module,
                              mlir::Location loc);

/// Returns the functions of `module` that contain a call for which `isDirect`
/// is true, and all their direct and indirect callers.
llvm::DenseSet<mlir::LLVM::LLVMFuncOp>
collectCallers(mlir::ModuleOp module,
               llvm::function_ref<bool(mlir::LLVM::CallOp)> isDirect);

/// Whether `op` or an op nested in it is a call for which `isCall` is true.
bool containsCall(mlir::Operation *op,
                  llvm::function_ref<bool(mlir::LLVM::CallOp)> isCall);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLLVM_RUNTIMECALLS_H
