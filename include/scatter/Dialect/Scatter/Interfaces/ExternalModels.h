//===- ExternalModels.h - interfaces attached from outside ------*- C++ -*-===//
//
// Interface implementations that are not part of the dialect library, so that
// it need not link bufferization and tiling. Each function registers a dialect
// extension, which attaches the models when the dialect is loaded.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_DIALECT_SCATTER_INTERFACES_EXTERNALMODELS_H
#define SCATTER_DIALECT_SCATTER_INTERFACES_EXTERNALMODELS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace scatter {

/// Registers BufferizableOpInterface. `data` is updated in place if One-Shot
/// Bufferize finds that its old value is not used afterwards. Checks and
/// reports only read.
void registerBufferizableOpInterfaceExternalModels(
    mlir::DialectRegistry &registry);

/// Registers TilingInterface of both updates. An op can be tiled if it has
/// nothing to report: the policy is not `error`, and its sizes are static or
/// promised to match. A tile of any other op would write before all sizes and
/// indices are checked. Other ops return failure. PartialReductionOpInterface
/// of scatter_nd_update on tensors takes reductions whose order makes no
/// difference.
void registerTilingInterfaceExternalModels(mlir::DialectRegistry &registry);

/// Registers SubsetOpInterface and SubsetInsertionOpInterface of slice_scatter.
/// An op on tensors that has nothing to report and positive constant steps
/// inserts `updates` into a subset of `data`. The subset is known if the bounds
/// are constants and the sizes static; its extraction can be built for any
/// bounds.
void registerSubsetOpInterfaceExternalModels(mlir::DialectRegistry &registry);

/// Registers RuntimeVerifiableOpInterface of the ops on tensors and memrefs,
/// for --generate-runtime-verification: the promises of an op are checked
/// before it, and what does not hold ends the process by cf.assert. These are
/// `sizes_match`, `out_of_bounds(undefined)`, and of scatter_nd_update
/// `unique_indices` and `indices_are_sorted`, whose check needs a byte of
/// memory for each slot. What an op reports by itself is left to it.
void registerRuntimeVerifiableOpInterfaceExternalModels(
    mlir::DialectRegistry &registry);

/// Registers ValueBoundsOpInterface: a result has the sizes of its init.
void registerValueBoundsOpInterfaceExternalModels(
    mlir::DialectRegistry &registry);

} // namespace scatter

#endif // SCATTER_DIALECT_SCATTER_INTERFACES_EXTERNALMODELS_H
