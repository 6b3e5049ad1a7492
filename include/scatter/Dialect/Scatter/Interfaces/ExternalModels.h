//===- ExternalModels.h - interfaces attached from outside ------*- C++ -*-===//
//
// Interface implementations that the dialect library does not carry, so that
// it need not link bufferization and tiling. Each function registers a dialect
// extension; the models are attached when the dialect is loaded.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_DIALECT_SCATTER_INTERFACES_EXTERNALMODELS_H
#define SCATTER_DIALECT_SCATTER_INTERFACES_EXTERNALMODELS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace scatter {

/// BufferizableOpInterface: `data` is updated in place where One-Shot Bufferize
/// finds that its old value is not needed. Checks and reports only read.
void registerBufferizableOpInterfaceExternalModels(
    mlir::DialectRegistry &registry);

/// TilingInterface of scatter_nd_update, for policies other than `error` and
/// static sizes of `indices`, `updates` and slices: a tile of other ops would
/// write before the sizes and indices of all others are checked.
void registerTilingInterfaceExternalModels(mlir::DialectRegistry &registry);

} // namespace scatter

#endif // SCATTER_DIALECT_SCATTER_INTERFACES_EXTERNALMODELS_H
