//===- ONNXImport.h - imports ONNX models -----------------------*- C++ -*-===//

#ifndef SCATTER_IMPORT_ONNX_ONNXIMPORT_H
#define SCATTER_IMPORT_ONNX_ONNXIMPORT_H

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

/// Whether `name` has the extension of an ONNX model.
bool isONNXFile(llvm::StringRef name);

/// Imports the model in `source` as a module with one function, `main`, on
/// tensors. Its arguments are the inputs without initializers. Arguments and
/// results have the names of the model as `scatter.name`.
///
/// Data in other files is read from the folder of the buffer's name and its
/// subfolders. `isSelfContained` is cleared if there is such data. On failure,
/// emits one error and returns null. Only one thread may use the context during
/// the call.
mlir::OwningOpRef<mlir::ModuleOp> importONNX(llvm::MemoryBufferRef source,
                                             mlir::MLIRContext *context,
                                             bool &isSelfContained);

/// Prints the table of supported ops in Markdown.
void printONNXOps(llvm::raw_ostream &os);

} // namespace scatter

#endif // SCATTER_IMPORT_ONNX_ONNXIMPORT_H
