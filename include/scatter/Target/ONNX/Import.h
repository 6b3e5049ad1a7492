//===- Import.h - ONNX models as modules ------------------------*- C++ -*-===//

#ifndef SCATTER_TARGET_ONNX_IMPORT_H
#define SCATTER_TARGET_ONNX_IMPORT_H

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

/// Whether a file of this name is taken for an ONNX model.
bool isONNXFile(llvm::StringRef name);

/// The model in `source` as a module with one function, `main`, on tensors. Its
/// arguments are the inputs without initializers; they and the results have the
/// model's names as `scatter.name`. Data in other files is read from the folder
/// of the buffer's name, and below it; `isSelfContained` is cleared if there is
/// such data. Null after an error was emitted, one for each model. A context is
/// used by one thread at a time.
mlir::OwningOpRef<mlir::ModuleOp> importONNX(llvm::MemoryBufferRef source,
                                             mlir::MLIRContext *context,
                                             bool &isSelfContained);

/// Prints the table of ops that are imported, in Markdown.
void printONNXOps(llvm::raw_ostream &os);

} // namespace scatter

#endif // SCATTER_TARGET_ONNX_IMPORT_H
