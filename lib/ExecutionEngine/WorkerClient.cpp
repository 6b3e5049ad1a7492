//===- WorkerClient.cpp - compilation in another process ------------------===//

#include "Messages.h"
#include "SourceCompilation.h"
#include "WorkerPath.h"
#include "scatter/Support/ChildProcess.h"
#include "scatter/Support/Escape.h"

#include "mlir/Bytecode/BytecodeReader.h"

using namespace llvm;
using namespace scatter;

namespace {
/// Reads the messages of a worker and hands them to the host.
class Answer {
public:
  explicit Answer(const EngineOptions &options) : options(options) {}

  /// Calls the callbacks for the messages in `bytes`, the last of which may be
  /// cut off. Returns the error that the worker sent, if it did.
  Error read(StringRef bytes);

  /// The bytes of the result, if there were any.
  std::optional<StringRef> result;
  bool isCacheable = false;

private:
  Error readMessage(MessageKind kind, StringRef fields);

  const EngineOptions &options;
};
} // namespace

Error Answer::readMessage(MessageKind kind, StringRef fields) {
  Reader reader(fields);
  switch (kind) {
  case MessageKind::Diagnostic: {
    Diagnostic diagnostic = readDiagnostic(reader);
    if (options.onDiagnostic)
      options.onDiagnostic(diagnostic);
    break;
  }
  case MessageKind::Stage: {
    StringRef stage = reader.readText();
    StringRef ir = reader.readText();
    if (options.onStage)
      options.onStage(stage, ir);
    break;
  }
  case MessageKind::Time: {
    StringRef step = reader.readText();
    double seconds = reader.readInteger() * 1e-9;
    if (options.onTime)
      options.onTime(step, seconds);
    break;
  }
  case MessageKind::Error: {
    std::string text = reader.readText().str();
    std::vector<Diagnostic> diagnostics(reader.readLength(sizeof(int64_t)));
    for (Diagnostic &diagnostic : diagnostics)
      diagnostic = readDiagnostic(reader);
    consumeError(reader.finish());
    return make_error<CompileError>(std::move(text), std::move(diagnostics));
  }
  case MessageKind::Result:
    isCacheable = reader.readInteger();
    result = reader.readText();
    break;
  }
  return reader.finish();
}

Error Answer::read(StringRef bytes) {
  Reader reader(bytes);
  while (reader.hasMore()) {
    auto kind = reader.readEnum(MessageKind::Result);
    StringRef fields = reader.readText();
    // A worker that was ended may have been writing.
    if (reader.hasFailed())
      break;
    if (Error error = readMessage(kind, fields)) {
      consumeError(reader.finish());
      return error;
    }
  }
  consumeError(reader.finish());
  return Error::success();
}

/// Why there is neither a result nor an error of the compiler.
static Error makeEndError(MemoryBufferRef source, const ChildResult &child) {
  StringRef reason = StringRef(child.errors).split('\n').first;
  if (reason.empty())
    reason = child.ending;
  std::string message =
      reason.empty() ? "the compiler ended without a result" : reason.str();
  StringRef internal = "internal error: ";
  if (!reason.empty() &&
      (reason == child.ending || reason.starts_with(internal))) {
    reason.consume_front(internal);
    message = mlir::isBytecode(source)
                  ? "expected well-formed bytecode, found bytes that crash the "
                    "reader: "
                  : "the source crashes the compiler: ";
    message += reason;
  }
  Diagnostic diagnostic{Diagnostic::Severity::Error,
                        escapeControlCharacters(source.getBufferIdentifier()),
                        message};
  std::string text = diagnostic.str();
  return make_error<CompileError>(std::move(text),
                                  std::vector<Diagnostic>{diagnostic});
}

/// The limits that the options ask for.
static ResourceLimits getLimits(const EngineOptions &options,
                                MemoryBufferRef source) {
  ResourceLimits limits = getSourceLimits(source.getBufferSize());
  if (options.limits.memoryBytes)
    limits.memoryBytes = *options.limits.memoryBytes;
  if (options.limits.cpuSeconds)
    limits.cpuSeconds = *options.limits.cpuSeconds;
  return limits;
}

/// Has a worker answer `request` and passes the bytes of the result to `take`.
static Error
askWorker(const EngineOptions &options, MemoryBufferRef source,
          std::optional<EmitKind> emit,
          function_ref<Error(StringRef result, bool isCacheable)> take) {
  if (options.buildPipeline)
    return make_error<CompileError>(
        "untrusted source: expected no passes of the host, which another "
        "process cannot run, found 'buildPipeline'");
  auto path = findWorker(options);
  if (!path)
    return path.takeError();
  Request request{options, getLimits(options, source), emit, source};
  // A busy machine makes a process wait, and waiting takes no CPU time.
  const ResourceLimits &limits = request.limits;
  unsigned seconds = limits.cpuSeconds ? 30 + 4 * limits.cpuSeconds : UINT_MAX;
  uint64_t maxBytes = limits.memoryBytes ? limits.memoryBytes / 4 : UINT64_MAX;
  auto child =
      runProgram(*path, {}, {writeRequestHeader(request), source.getBuffer()},
                 seconds, maxBytes);
  if (!child)
    return make_error<CompileError>("untrusted source: " +
                                    toString(child.takeError()));
  Answer answer(options);
  if (Error error = answer.read(child->output))
    return error;
  if (!answer.result)
    return makeEndError(source, *child);
  return take(*answer.result, answer.isCacheable);
}

Expected<CompiledObject> scatter::compileInWorker(const EngineOptions &options,
                                                  MemoryBufferRef source,
                                                  bool &isCacheable) {
  std::optional<CompiledObject> object;
  if (Error error = askWorker(options, source, std::nullopt,
                              [&](StringRef bytes, bool isResultCacheable) {
                                isCacheable &= isResultCacheable;
                                return readObject(bytes).moveInto(object);
                              }))
    return error;
  return std::move(*object);
}

Error scatter::emitInWorker(const EngineOptions &options,
                            MemoryBufferRef source, EmitKind kind,
                            raw_pwrite_stream &os) {
  return askWorker(options, source, kind, [&](StringRef result, bool) -> Error {
    os << result;
    return Error::success();
  });
}
