//===- Source.h - parsing of text and bytecode ------------------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_SOURCE_H
#define SCATTER_LIB_EXECUTIONENGINE_SOURCE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace scatter {

/// Parses text or bytecode. Arguments of functions get the names that they have
/// in the text as `scatter.name` attributes, unless they have one. Returns null
/// after an error was emitted.
mlir::OwningOpRef<mlir::ModuleOp> parseSource(llvm::MemoryBufferRef source,
                                              mlir::MLIRContext *context);

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_SOURCE_H
