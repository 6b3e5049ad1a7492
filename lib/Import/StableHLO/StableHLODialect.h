//===- StableHLODialect.h - the name of a foreign dialect -------*- C++ -*-===//

#ifndef SCATTER_LIB_IMPORT_STABLEHLO_STABLEHLODIALECT_H
#define SCATTER_LIB_IMPORT_STABLEHLO_STABLEHLODIALECT_H

#include "mlir/IR/Dialect.h"

namespace scatter {

/// A dialect without ops, attributes and types of its own. It keeps those of
/// StableHLO as they are written, and makes its ops known not to be symbol
/// tables, so that calls in their regions find their functions.
class StableHLODialect : public mlir::Dialect {
public:
  explicit StableHLODialect(mlir::MLIRContext *context);
  static constexpr llvm::StringLiteral getDialectNamespace() {
    return llvm::StringLiteral("stablehlo");
  }

  mlir::Attribute parseAttribute(mlir::DialectAsmParser &parser,
                                 mlir::Type type) const override;
  mlir::Type parseType(mlir::DialectAsmParser &parser) const override;
  /// Rejects the pretty form of an op with a hint at the generic form.
  std::optional<ParseOpHook>
  getParseOperationHook(llvm::StringRef name) const override;
};

} // namespace scatter

#endif // SCATTER_LIB_IMPORT_STABLEHLO_STABLEHLODIALECT_H
