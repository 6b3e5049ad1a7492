//===- Status.cpp - error objects of the C API ----------------------------===//

#include "Status.h"

#include "scatter/ExecutionEngine/Errors.h"
#include <string>
#include <vector>

using namespace scatter;

struct ScatterStatus {
  ScatterStatusCode code = SCATTER_STATUS_OK;
  std::string message;
  std::vector<std::string> diagnostics;
  /// The kind is SCATTER_ERROR_NONE unless this is a run-time error.
  ScatterError record = {};
};

ScatterStatus *scatter::makeStatus(ScatterStatusCode code,
                                   const llvm::Twine &message) {
  auto *status = new ScatterStatus;
  status->code = code;
  status->message = message.str();
  return status;
}

ScatterStatus *scatter::makeNullStatus(const char *what) {
  return makeStatus(SCATTER_STATUS_USAGE,
                    llvm::Twine("expected ") + what + ", found NULL");
}

ScatterStatus *scatter::getMemoryStatus() {
  // The text is short enough to need no allocation.
  static ScatterStatus status = {SCATTER_STATUS_MEMORY, "no memory", {}, {}};
  return &status;
}

static ScatterStatusCode getCode(ArgumentError::Reason reason) {
  switch (reason) {
  case ArgumentError::Reason::Entry:
    return SCATTER_STATUS_ENTRY;
  case ArgumentError::Reason::Count:
    return SCATTER_STATUS_COUNT;
  case ArgumentError::Reason::Type:
    return SCATTER_STATUS_TYPE;
  case ArgumentError::Reason::Shape:
    return SCATTER_STATUS_SHAPE;
  case ArgumentError::Reason::Value:
    return SCATTER_STATUS_USAGE;
  }
  return SCATTER_STATUS_USAGE;
}

static ScatterStatusCode getCode(const ScatterError &record) {
  switch (record.kind) {
  case SCATTER_ERROR_ZERO_STEP:
    return SCATTER_STATUS_ZERO_STEP;
  case SCATTER_ERROR_OPERAND:
  case SCATTER_ERROR_SHAPE:
    return SCATTER_STATUS_OPERAND_SHAPE;
  default:
    return SCATTER_STATUS_INDEX;
  }
}

ScatterStatus *scatter::makeErrorStatus(llvm::Error error) {
  ScatterStatus *status = nullptr;
  llvm::handleAllErrors(
      std::move(error),
      [&](const RuntimeError &e) {
        status = makeStatus(getCode(e.getRecord()), e.message());
        status->record = e.getRecord();
      },
      [&](const ArgumentError &e) {
        status = makeStatus(getCode(e.getReason()), e.message());
      },
      [&](const CompileError &e) {
        status = makeStatus(SCATTER_STATUS_COMPILE, e.message());
        for (const Diagnostic &diagnostic : e.getDiagnostics())
          status->diagnostics.push_back(diagnostic.str());
      },
      [&](const llvm::ErrorInfoBase &e) {
        // All other errors of the engine's calls are due to exhausted memory.
        status = makeStatus(SCATTER_STATUS_MEMORY, e.message());
      });
  return status;
}

ScatterStatus *scatter::addSubject(const llvm::Twine &subject,
                                   ScatterStatus *status) {
  if (!status)
    return nullptr;
  ScatterStatus *result =
      makeStatus(scatter_status_code(status),
                 subject + ": " + scatter_status_message(status));
  scatter_status_destroy(status);
  return result;
}

ScatterStatusCode scatter_status_code(const ScatterStatus *status) {
  return status ? status->code : SCATTER_STATUS_OK;
}

const char *scatter_status_message(const ScatterStatus *status) {
  return status ? status->message.c_str() : "";
}

const char *scatter_status_text(const ScatterStatus *status) {
  const char *message = scatter_status_message(status);
  if (!scatter_status_report(status, nullptr))
    return message;
  llvm::StringRef text = message;
  if (text.consume_front(status->record.location))
    text.consume_front(": error: ");
  return text.data();
}

int scatter_status_report(const ScatterStatus *status, ScatterReport *report) {
  if (!status || status->record.kind == SCATTER_ERROR_NONE)
    return 0;
  const ScatterError &record = status->record;
  if (report)
    *report = {record.location, record.tuple, record.component, record.value,
               record.size};
  return 1;
}

int scatter_status_has_unsigned_value(const ScatterStatus *status) {
  return status && status->record.kind == SCATTER_ERROR_INDEX_UNSIGNED;
}

size_t scatter_status_num_diagnostics(const ScatterStatus *status) {
  return status ? status->diagnostics.size() : 0;
}

const char *scatter_status_diagnostic(const ScatterStatus *status,
                                      size_t index) {
  if (index >= scatter_status_num_diagnostics(status))
    return nullptr;
  return status->diagnostics[index].c_str();
}

void scatter_status_destroy(ScatterStatus *status) {
  if (status != getMemoryStatus())
    delete status;
}
