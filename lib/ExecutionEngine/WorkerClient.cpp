//===- WorkerClient.cpp - compiles in another process ---------------------===//

#include "WorkerClient.h"

#include "Messages.h"
#include "scatter/ExecutionEngine/Environment.h"
#include "scatter/ExecutionEngine/Errors.h"
#include "scatter/Support/ChildProcess.h"
#include "scatter/Support/Escape.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <dlfcn.h>

using namespace llvm;
using namespace scatter;

//===----------------------------------------------------------------------===//
// Search for the program
//===----------------------------------------------------------------------===//

static constexpr StringLiteral kWorkerName = "scatter-worker";

/// Folders that may contain the worker, relative to the folder of the library
/// or program that contains this code. In this order: a wheel and the tools of
/// a build tree, the libraries of a build tree, the package with libraries in
/// lib or in lib/<architecture>.
static constexpr StringLiteral kWorkerFolders[] = {
    ".", "../bin", "../libexec/scatter", "../../libexec/scatter"};

/// Returns the file that contains this code, with symbolic links resolved.
static SmallString<128> getOwnFile() {
  Dl_info info;
  SmallString<128> path;
  if (!dladdr(reinterpret_cast<const void *>(&scatter::compileInWorker), &info))
    return path;
  // For a program this is the name that it was called by, which may have been
  // looked up in PATH.
  StringRef file = StringRef(info.dli_fname).contains('/') ? info.dli_fname
                                                           : "/proc/self/exe";
  if (sys::fs::real_path(file, path))
    path.clear();
  return path;
}

/// Returns the path of scatter-worker, see EngineOptions::workerPath. Fails
/// with CompileError if there is none.
static Expected<std::string> findWorker(const EngineOptions &options) {
  if (!options.workerPath.empty())
    return options.workerPath;
  if (std::string path = getWorkerPath(); !path.empty())
    return path;
  SmallString<128> file = getOwnFile();
  for (StringRef folder : kWorkerFolders) {
    SmallString<128> path(sys::path::parent_path(file));
    sys::path::append(path, folder, kWorkerName);
    if (sys::fs::can_execute(path))
      return path.str().str();
  }
  if (sys::fs::can_execute(SCATTER_INSTALLED_WORKER))
    return SCATTER_INSTALLED_WORKER;
  return make_error<CompileError>(
      "untrusted source: expected the program 'scatter-worker' beside '" +
      file.str() +
      "' or in the environment variable SCATTER_WORKER, found none");
}

//===----------------------------------------------------------------------===//
// The answer of the worker
//===----------------------------------------------------------------------===//

namespace {
/// Reads the messages of a worker and calls the callbacks of the host.
class Answer {
public:
  explicit Answer(const EngineOptions &options) : options(options) {}

  /// Calls the callbacks for the messages in `bytes`. The last message may be
  /// truncated. Returns the error that the worker has sent, if any.
  Error read(StringRef bytes);

  /// The bytes of the result, if the worker has sent one.
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
    // A worker that was killed may have been writing a message.
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

/// Makes the error for a worker that has sent neither a result nor an error.
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

/// Returns the limits in the options, or those for the size of the source.
static ResourceLimits getLimits(const EngineOptions &options,
                                MemoryBufferRef source) {
  ResourceLimits limits = getSourceLimits(source.getBufferSize());
  if (options.limits.memoryBytes)
    limits.memoryBytes = *options.limits.memoryBytes;
  if (options.limits.cpuSeconds)
    limits.cpuSeconds = *options.limits.cpuSeconds;
  return limits;
}

/// Sends `request` to a worker and passes the bytes of the result to `take`.
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
  // The wall-clock limit is longer, because a process waits on a busy machine.
  const ResourceLimits &limits = request.limits;
  unsigned seconds = limits.cpuSeconds
                         ? SaturatingMultiplyAdd(limits.cpuSeconds, 4u, 30u)
                         : UINT_MAX;
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
