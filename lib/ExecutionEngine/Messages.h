//===- Messages.h - messages between a host and its worker ------*- C++ -*-===//
//
// The host sends one request: fields in the format of Serialization.h and the
// bytes of the source. The worker answers with messages. Each consists of a
// kind and a text of fields. First come the arguments of callbacks in the order
// of the calls, then a result or an error. A worker that crashes sends neither
// result nor error.
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

namespace scatter {

/// A request to a worker.
struct Request {
  /// The options that can be sent. Of a callback only its presence is sent.
  EngineOptions options;
  ResourceLimits limits;
  /// If not set, the source is compiled for this process.
  std::optional<EmitKind> emit;
  llvm::MemoryBufferRef source;
};

/// Returns the request without the bytes of its source, which the caller must
/// send after it.
llvm::SmallString<0> writeRequestHeader(const Request &request);

/// Reads a request. The source of the result refers to `bytes`. Requested
/// callbacks are set to functions that do nothing. Fails if a host of another
/// version has written the request.
llvm::Expected<Request> readRequest(llvm::StringRef bytes);

/// The kinds of messages of a worker.
enum class MessageKind : uint8_t {
  /// A diagnostic.
  Diagnostic,
  /// The name and the IR of a stage.
  Stage,
  /// The name and the time of a step in nanoseconds.
  Time,
  /// A compile error: its text and its diagnostics.
  Error,
  /// Whether the result may be cached, and the bytes of the result.
  Result
};

void write(Writer &writer, const Diagnostic &diagnostic);
Diagnostic readDiagnostic(Reader &reader);

/// Appends a message of `kind`. `writeFields` writes its fields.
void appendMessage(llvm::SmallVectorImpl<char> &bytes, MessageKind kind,
                   llvm::function_ref<void(Writer &)> writeFields);

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_MESSAGES_H
