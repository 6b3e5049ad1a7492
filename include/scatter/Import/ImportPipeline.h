//===- ImportPipeline.h - import from other dialects ------------*- C++ -*-===//

#ifndef SCATTER_IMPORT_IMPORTPIPELINE_H
#define SCATTER_IMPORT_IMPORTPIPELINE_H

namespace mlir {
class ModuleOp;
class OpPassManager;
} // namespace mlir

namespace scatter {

/// Whether `module` has ops that addScatterImportStage handles: ops of
/// StableHLO and CHLO, tensor.scatter, tosa.scatter. It rejects those that it
/// cannot convert.
bool hasForeignScatters(mlir::ModuleOp module);

/// Adds the import stage. Input: StableHLO in generic form, tosa.scatter,
/// tensor.scatter. Output: the input of addScatterSimplificationStage, with
/// functions inlined and elementwise ops fused. `pm` is anchored on
/// builtin.module.
void addScatterImportStage(mlir::OpPassManager &pm);

/// Registers the stage as the pipeline `scatter-import`.
void registerScatterImportPipeline();

} // namespace scatter

#endif // SCATTER_IMPORT_IMPORTPIPELINE_H
