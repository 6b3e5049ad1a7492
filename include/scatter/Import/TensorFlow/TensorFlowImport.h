//===- TensorFlowImport.h - imports TensorFlow graphs -----------*- C++ -*-===//

#ifndef SCATTER_IMPORT_TENSORFLOW_TENSORFLOWIMPORT_H
#define SCATTER_IMPORT_TENSORFLOW_TENSORFLOWIMPORT_H

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

/// Whether `name` has the extension of a TensorFlow graph.
bool isTensorFlowFile(llvm::StringRef name);

/// Imports the GraphDef or SavedModel in `source` as a module with one
/// function, `main`, on tensors. If there is a signature `serving_default`, the
/// arguments and results are those of the signature, sorted by name. Otherwise
/// the arguments are the Placeholders in the order of the graph, and the
/// results are the nodes that no other node uses. The names are in
/// `scatter.name`.
///
/// On failure, emits one error and returns null. Only one thread may use the
/// context during the call.
mlir::OwningOpRef<mlir::ModuleOp> importTensorFlow(llvm::MemoryBufferRef source,
                                                   mlir::MLIRContext *context);

/// Prints the table of supported ops in Markdown.
void printTensorFlowOps(llvm::raw_ostream &os);

} // namespace scatter

#endif // SCATTER_IMPORT_TENSORFLOW_TENSORFLOWIMPORT_H
