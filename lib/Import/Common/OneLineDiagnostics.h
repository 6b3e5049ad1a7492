//===- OneLineDiagnostics.h - escapes names in diagnostics ------*- C++ -*-===//

#ifndef SCATTER_LIB_IMPORT_COMMON_ONELINEDIAGNOSTICS_H
#define SCATTER_LIB_IMPORT_COMMON_ONELINEDIAGNOSTICS_H

#include "scatter/Support/Escape.h"

#include "mlir/IR/Diagnostics.h"

namespace scatter {

/// During its lifetime, escapes the control characters in diagnostics that come
/// from names and attributes of a model.
class OneLineDiagnostics : public mlir::ScopedDiagnosticHandler {
public:
  explicit OneLineDiagnostics(mlir::MLIRContext *context)
      : ScopedDiagnosticHandler(context, [](mlir::Diagnostic &diagnostic) {
          std::string text = diagnostic.str();
          std::string escaped = escapeControlCharacters(text);
          if (escaped == text)
            return mlir::failure();
          mlir::emitError(diagnostic.getLocation(), escaped);
          return mlir::success();
        }) {}
};

} // namespace scatter

#endif // SCATTER_LIB_IMPORT_COMMON_ONELINEDIAGNOSTICS_H
