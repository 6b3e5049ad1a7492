//===- Messages.h - what a host and its worker tell each other --*- C++ -*-===//
//
// The host sends one request: fields in the form of Serialization.h and the
// bytes of the source. The worker answers with messages, each a kind and a text
// of fields: the arguments of callbacks in the order of the calls, then a
// result or an error. A worker that crashes sends neither.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_MESSAGES_H
#define SCATTER_LIB_EXECUTIONENGINE_MESSAGES_H

#include "Serialization.h"
#include "scatter/ExecutionEngine/Errors.h"
#include "scatter/ExecutionEngine/Options.h"
#include "scatter/Support/ResourceLimits.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <optional>
#include <string>

namespace scatter {

/// A request to a worker.
struct Request {
  /// Those that can be sent; of a callback only whether there is one.
  EngineOptions options;
  ResourceLimits limits;
  /// Compilation for this machine if there is none.
  std::optional<EmitKind> emit;
  llvm::MemoryBufferRef source;
};

/// The request without the bytes of its source, which have to follow.
llvm::SmallString<0> writeRequestHeader(const Request &request);

/// Reads a request; its source lies in `bytes`. The callbacks that are wanted
/// are set to functions that do nothing. Fails when a host of another version
/// has written it.
llvm::Expected<Request> readRequest(llvm::StringRef bytes);

/// The kinds of messages of a worker.
enum class MessageKind : uint8_t {
  /// A diagnostic for the callback.
  Diagnostic,
  /// Name and IR of a stage.
  Stage,
  /// Name and nanoseconds of a step.
  Time,
  /// A compile error: its text and the diagnostics it holds.
  Error,
  /// Whether the result may be cached, and its bytes.
  Result
};

void write(Writer &writer, const Diagnostic &diagnostic);
Diagnostic readDiagnostic(Reader &reader);

/// Appends the message of `kind` with the fields that `writeFields` writes.
void appendMessage(llvm::SmallVectorImpl<char> &bytes, MessageKind kind,
                   llvm::function_ref<void(Writer &)> writeFields);

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_MESSAGES_H
