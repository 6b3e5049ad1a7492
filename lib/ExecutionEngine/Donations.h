//===- Donations.h - arguments whose memory holds results -------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_DONATIONS_H
#define SCATTER_LIB_EXECUTIONENGINE_DONATIONS_H

#include "mlir/Support/LLVM.h"
#include "scatter/ExecutionEngine/Types.h"
#include "llvm/Support/Error.h"

namespace mlir {
class ModuleOp;
} // namespace mlir

namespace scatter {

struct EngineOptions;

/// Adds the attribute `scatter.donated` to the arguments of entry points that
/// `options` donates, and to those that JAX does. Fails with CompileError for a
/// donation of the options that does not fit, and emits an error for one of the
/// source.
llvm::Error addDonations(mlir::ModuleOp module,
                         llvm::ArrayRef<EntryPoint> entryPoints,
                         const EngineOptions &options);

/// Whether an argument of an entry point is donated.
bool hasDonations(mlir::ModuleOp module,
                  llvm::ArrayRef<EntryPoint> entryPoints);

/// Sets the donors of results from the lowered `module`, and removes the
/// attributes that say them.
void takeDonors(mlir::ModuleOp module,
                llvm::MutableArrayRef<EntryPoint> entries);

/// Removes the attribute `scatter.donated` from arguments of `module`, which
/// has not been lowered, that hold no result according to `entryPoints`.
/// Returns whether there were any.
bool removeUnusedDonations(mlir::ModuleOp module,
                           llvm::ArrayRef<EntryPoint> entryPoints);

/// Fails with CompileError if an argument that `options` donates holds no
/// result.
llvm::Error checkDonations(llvm::ArrayRef<EntryPoint> entryPoints,
                           const EngineOptions &options);

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_DONATIONS_H
