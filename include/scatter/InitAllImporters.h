//===- InitAllImporters.h - registration of the importers -------*- C++ -*-===//

#ifndef SCATTER_INITALLIMPORTERS_H
#define SCATTER_INITALLIMPORTERS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace scatter {

/// Registers the names of the foreign dialects that the importers read in
/// generic form, unless a dialect of that name is registered.
void registerForeignDialects(mlir::DialectRegistry &registry);

/// Makes the execution engine read models of ONNX, OpenVINO and TensorFlow and
/// convert StableHLO, tosa.scatter and tensor.scatter, and the loops stage
/// vectorize contractions. Not thread-safe; may be called more than once.
void registerAllImporters();

/// Registers the passes of the importers and the pipeline `scatter-import`. Not
/// thread-safe. May be called only once per process.
void registerAllImportPasses();

} // namespace scatter

#endif // SCATTER_INITALLIMPORTERS_H
