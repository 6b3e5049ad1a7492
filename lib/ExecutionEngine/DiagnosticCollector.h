//===- DiagnosticCollector.h - MLIR diagnostics as values -------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_DIAGNOSTICCOLLECTOR_H
#define SCATTER_LIB_EXECUTIONENGINE_DIAGNOSTICCOLLECTOR_H

#include "mlir/IR/Diagnostics.h"
#include "scatter/ExecutionEngine/Errors.h"
#include "scatter/ExecutionEngine/Options.h"

namespace scatter {

/// Collects the diagnostics of a context during its lifetime. None of them
/// reaches a handler of the host or stderr.
class DiagnosticCollector {
public:
  DiagnosticCollector(mlir::MLIRContext *context, const EngineOptions &options);

  /// Returns the collected diagnostics as an error. Its message is the first
  /// error, or `fallback` if there is none.
  llvm::Error takeError(llvm::StringRef fallback);

  /// Whether there was any diagnostic.
  bool hasAny() const { return !diagnostics.empty(); }

private:
  void add(mlir::Diagnostic &diagnostic);

  const EngineOptions &options;
  std::vector<Diagnostic> diagnostics;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_DIAGNOSTICCOLLECTOR_H
