//===- OpenVINOImport.h - imports OpenVINO models ---------------*- C++ -*-===//

#ifndef SCATTER_IMPORT_OPENVINO_OPENVINOIMPORT_H
#define SCATTER_IMPORT_OPENVINO_OPENVINOIMPORT_H

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

/// Whether `name` has the extension of an OpenVINO model.
bool isOpenVINOFile(llvm::StringRef name);

/// Imports the model in `source`, OpenVINO IR of version 10 or 11, as a module
/// with one function, `main`, on tensors. Its arguments are the Parameter
/// layers, its results the Result layers. They have the names of the model as
/// `scatter.name`.
///
/// Weights are read from the file with the buffer's name and the extension
/// .bin. `isSelfContained` is cleared if there are weights. On failure, emits
/// one error and returns null. Only one thread may use the context during the
/// call.
mlir::OwningOpRef<mlir::ModuleOp> importOpenVINO(llvm::MemoryBufferRef source,
                                                 mlir::MLIRContext *context,
                                                 bool &isSelfContained);

/// Prints the table of supported ops in Markdown.
void printOpenVINOOps(llvm::raw_ostream &os);

} // namespace scatter

#endif // SCATTER_IMPORT_OPENVINO_OPENVINOIMPORT_H
