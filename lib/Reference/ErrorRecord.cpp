//===- ErrorRecord.cpp - makes and formats error records ------------------===//
//
// The evaluators report in the same records as generated code.
//
//===----------------------------------------------------------------------===//

#include "ErrorRecord.h"

#include "scatter/Reference/Evaluate.h"

#include "llvm/ADT/STLExtras.h"

namespace scatter::reference {

ScatterError makeErrorRecord(llvm::StringRef location, ScatterErrorKind kind,
                             int64_t tuple, int64_t component, int64_t value,
                             int64_t size) {
  ScatterError error = {};
  error.kind = kind;
  error.tuple = tuple;
  error.component = component;
  error.value = value;
  error.size = size;
  location = location.take_front(SCATTER_ERROR_LOCATION_SIZE - 1);
  llvm::copy(location, error.location);
  return error;
}

ScatterError makeShapeError(llvm::StringRef location,
                            ScatterErrorOperand operand, int64_t dim,
                            int64_t found, int64_t expected) {
  return makeErrorRecord(location, SCATTER_ERROR_SHAPE, operand, dim, found,
                         expected);
}

llvm::Error makeError(const llvm::Twine &text) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), text);
}

std::string formatError(const ScatterError &error) {
  int length = scatter_runtime_format_error(&error, nullptr, 0);
  std::string text(length + 1, '\0');
  scatter_runtime_format_error(&error, text.data(), text.size());
  text.pop_back();
  return text;
}

} // namespace scatter::reference
