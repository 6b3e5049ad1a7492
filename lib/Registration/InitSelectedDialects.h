//===- InitSelectedDialects.h - dialects of a self-contained library ------===//

#ifndef SCATTER_LIB_REGISTRATION_INITSELECTEDDIALECTS_H
#define SCATTER_LIB_REGISTRATION_INITSELECTEDDIALECTS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace scatter {

/// Registers the upstream dialects that the engine needs, with their
/// interfaces, extensions and translations.
void registerSelectedDialects(mlir::DialectRegistry &registry);

} // namespace scatter

#endif // SCATTER_LIB_REGISTRATION_INITSELECTEDDIALECTS_H
