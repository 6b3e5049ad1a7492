//===- InitAllDialects.h - registration of dialects -------------*- C++ -*-===//

#ifndef SCATTER_INITALLDIALECTS_H
#define SCATTER_INITALLDIALECTS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace scatter {

/// Registers the scatter dialect with its external models.
void registerScatterDialect(mlir::DialectRegistry &registry);

/// Registers the scatter dialect and everything that the pipeline
/// `scatter-to-llvm` needs: upstream dialects, their extensions and interfaces,
/// and the translations of builtin, LLVM and OpenMP ops to LLVM IR.
void registerAllDialects(mlir::DialectRegistry &registry);

} // namespace scatter

#endif // SCATTER_INITALLDIALECTS_H
