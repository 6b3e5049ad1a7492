//===- Import.h - models of OpenVINO as modules -----------------*- C++ -*-===//

#ifndef SCATTER_TARGET_OPENVINO_IMPORT_H
#define SCATTER_TARGET_OPENVINO_IMPORT_H

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

/// Whether a file of this name is taken for a model of OpenVINO.
bool isOpenVINOFile(llvm::StringRef name);

/// The model in `source`, OpenVINO IR of version 10 or 11, as a module with one
/// function, `main`, on tensors. Its arguments are the layers of type
/// Parameter, its results those of type Result, under the model's names as
/// `scatter.name`. Weights are read from the file of the buffer's name with the
/// extension .bin; `isSelfContained` is cleared if there are any. Null after an
/// error was emitted, one for each model. A context is used by one thread at a
/// time.
mlir::OwningOpRef<mlir::ModuleOp> importOpenVINO(llvm::MemoryBufferRef source,
                                                 mlir::MLIRContext *context,
                                                 bool &isSelfContained);

/// Prints the table of ops that are imported, in Markdown.
void printOpenVINOOps(llvm::raw_ostream &os);

} // namespace scatter

#endif // SCATTER_TARGET_OPENVINO_IMPORT_H
