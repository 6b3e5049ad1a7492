//===- DiagnosticCollector.cpp - MLIR diagnostics as values ---------------===//

#include "DiagnosticCollector.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include "scatter/Support/Escape.h"
#include "llvm/ADT/STLExtras.h"

using namespace scatter;

static Diagnostic::Severity convert(mlir::DiagnosticSeverity severity) {
  switch (severity) {
  case mlir::DiagnosticSeverity::Error:
    return Diagnostic::Severity::Error;
  case mlir::DiagnosticSeverity::Warning:
    return Diagnostic::Severity::Warning;
  case mlir::DiagnosticSeverity::Remark:
    return Diagnostic::Severity::Remark;
  case mlir::DiagnosticSeverity::Note:
    return Diagnostic::Severity::Note;
  }
  return Diagnostic::Severity::Error;
}

/// Formats the file position that `location` contains. Empty if there is none.
static std::string format(mlir::Location location) {
  std::string text;
  if (auto file = location->findInstanceOf<mlir::FileLineColLoc>())
    llvm::raw_string_ostream(text) << file.getFilename().getValue() << ':'
                                   << file.getLine() << ':' << file.getColumn();
  else if (auto name = location->findInstanceOf<mlir::NameLoc>())
    text = name.getName().str();
  return escapeControlCharacters(text);
}

DiagnosticCollector::DiagnosticCollector(mlir::MLIRContext *context,
                                         const EngineOptions &options)
    : options(options), handler(context, [this](mlir::Diagnostic &diagnostic) {
        add(diagnostic);
        for (mlir::Diagnostic &note : diagnostic.getNotes())
          add(note);
      }) {}

void DiagnosticCollector::add(mlir::Diagnostic &diagnostic) {
  diagnostics.push_back({convert(diagnostic.getSeverity()),
                         format(diagnostic.getLocation()), diagnostic.str()});
  if (options.onDiagnostic)
    options.onDiagnostic(diagnostics.back());
}

llvm::Error DiagnosticCollector::takeError(llvm::StringRef fallback) {
  auto first = llvm::find_if(diagnostics, [](const Diagnostic &d) {
    return d.severity == Diagnostic::Severity::Error;
  });
  std::string text = first == diagnostics.end() ? fallback.str() : first->str();
  // A message may contain the text of an op, which can span several lines.
  text.resize(std::min(text.size(), text.find('\n')));
  return llvm::make_error<CompileError>(std::move(text),
                                        std::move(diagnostics));
}
