//===- Errors.h - error values of the execution engine ----------*- C++ -*-===//

#ifndef SCATTER_EXECUTIONENGINE_ERRORS_H
#define SCATTER_EXECUTIONENGINE_ERRORS_H

#include "scatter/Runtime/Runtime.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace scatter {

/// A message of the compiler as plain text.
struct Diagnostic {
  enum class Severity { Error, Warning, Remark, Note };
  Severity severity = Severity::Error;
  /// "FILE:LINE:COLUMN", or empty if unknown.
  std::string location;
  std::string message;

  /// Formats the message as "LOCATION: SEVERITY: MESSAGE".
  std::string str() const;
};

/// The input cannot be compiled, or not for this target. The message is the
/// first error, as one line.
class CompileError : public llvm::ErrorInfo<CompileError> {
public:
  static char ID;

  explicit CompileError(const llvm::Twine &message) : text(message.str()) {}
  CompileError(std::string message, std::vector<Diagnostic> diagnostics)
      : text(std::move(message)), diagnostics(std::move(diagnostics)) {}

  /// Every diagnostic in the order of emission. Notes follow the diagnostic
  /// that they belong to.
  llvm::ArrayRef<Diagnostic> getDiagnostics() const { return diagnostics; }

  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

private:
  std::string text;
  std::vector<Diagnostic> diagnostics;
};

/// A call was rejected because its arguments do not match the signature.
/// Nothing was executed.
class ArgumentError : public llvm::ErrorInfo<ArgumentError> {
public:
  static char ID;

  /// The category of the error, so that bindings can choose an exception type.
  enum class Reason {
    /// No such function, or a function that cannot be called.
    Entry,
    /// The number of arguments.
    Count,
    /// An element type.
    Type,
    /// A rank, size, stride or address.
    Shape,
    /// An option, or an environment variable.
    Value
  };

  ArgumentError(Reason reason, const llvm::Twine &message)
      : reason(reason), text(message.str()) {}

  Reason getReason() const { return reason; }

  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

private:
  Reason reason;
  std::string text;
};

/// Generated code found a violation: an index out of bounds, a step of zero, or
/// sizes that do not match. The op that reports has written nothing. Ops before
/// it in the same call have written their results. All threads report to the
/// call that they work for.
class RuntimeError : public llvm::ErrorInfo<RuntimeError> {
public:
  static char ID;

  explicit RuntimeError(const ScatterError &record) : record(record) {}

  /// Location, tuple, component, value and size of the first violation. If
  /// several threads found one at the same time, it is any one of these.
  const ScatterError &getRecord() const { return record; }

  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

private:
  ScatterError record;
};

} // namespace scatter

#endif // SCATTER_EXECUTIONENGINE_ERRORS_H
