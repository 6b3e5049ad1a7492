//===- Import.h - TensorFlow graphs as modules ------------------*- C++ -*-===//

#ifndef SCATTER_TARGET_TENSORFLOW_IMPORT_H
#define SCATTER_TARGET_TENSORFLOW_IMPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace scatter {

/// Whether a file of this name is taken for a graph of TensorFlow.
bool isTensorFlowFile(llvm::StringRef name);

/// The GraphDef or SavedModel in `source` as a module with one function,
/// `main`, on tensors. Its arguments are the Placeholders in the order of the
/// graph and its results the nodes that no other uses, or both are those of the
/// signature `serving_default`, in the order of their names; the names are in
/// `scatter.name`. Null after an error was emitted, one for each graph. A
/// context is used by one thread at a time.
mlir::OwningOpRef<mlir::ModuleOp> importTensorFlow(llvm::MemoryBufferRef source,
                                                   mlir::MLIRContext *context);

/// Prints the table of ops that are imported, in Markdown.
void printTensorFlowOps(llvm::raw_ostream &os);

} // namespace scatter

#endif // SCATTER_TARGET_TENSORFLOW_IMPORT_H
