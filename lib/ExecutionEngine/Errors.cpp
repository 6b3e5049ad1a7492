//===- Errors.cpp - error values of the execution engine ------------------===//

#include "scatter/ExecutionEngine/Errors.h"

#include "llvm/Support/raw_ostream.h"

using namespace scatter;

char CompileError::ID;
char ArgumentError::ID;
char RuntimeError::ID;

static llvm::StringRef getText(Diagnostic::Severity severity) {
  switch (severity) {
  case Diagnostic::Severity::Error:
    return "error";
  case Diagnostic::Severity::Warning:
    return "warning";
  case Diagnostic::Severity::Remark:
    return "remark";
  case Diagnostic::Severity::Note:
    return "note";
  }
  return "";
}

std::string Diagnostic::str() const {
  llvm::StringRef separator = location.empty() ? "" : ": ";
  return (llvm::Twine(location) + separator + getText(severity) + ": " +
          message)
      .str();
}

void CompileError::log(llvm::raw_ostream &os) const { os << text; }

std::error_code CompileError::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}

void ArgumentError::log(llvm::raw_ostream &os) const { os << text; }

std::error_code ArgumentError::convertToErrorCode() const {
  return std::make_error_code(std::errc::invalid_argument);
}

void RuntimeError::log(llvm::raw_ostream &os) const {
  char text[SCATTER_ERROR_TEXT_SIZE];
  scatter_runtime_format_error(&record, text, sizeof(text));
  os << text;
}

std::error_code RuntimeError::convertToErrorCode() const {
  return std::make_error_code(std::errc::result_out_of_range);
}
