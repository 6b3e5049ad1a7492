//===- Worker.cpp - the process that compiles untrusted sources -----------===//

#include "scatter/ExecutionEngine/Worker.h"

#include "Messages.h"
#include "Source.h"
#include "scatter/Support/CrashGuard.h"
#include "llvm/Support/MemoryBuffer.h"
#include <csignal>
#include <sys/prctl.h>
#include <sys/resource.h>

using namespace llvm;
using namespace scatter;

namespace {
/// Processes a request.
class Worker {
public:
  explicit Worker(Request request) : request(std::move(request)) {}

  /// Compiles the source and sends the result or the error.
  void run();

private:
  void send(MessageKind kind, function_ref<void(Writer &)> writeFields);
  void setCallbacks();
  Error compile(SmallVectorImpl<char> &result);

  Request request;
  bool isCacheable = true;
};
} // namespace

/// Writes and flushes, so that the message arrives even if the process ends in
/// the next step.
static void sendBytes(StringRef bytes) { outs() << bytes, outs().flush(); }

static void sendError(Error error) {
  SmallVector<char, 0> bytes;
  handleAllErrors(std::move(error), [&](const ErrorInfoBase &info) {
    appendMessage(bytes, MessageKind::Error, [&](Writer &writer) {
      writer(info.message());
      ArrayRef<Diagnostic> diagnostics;
      if (info.isA<CompileError>())
        diagnostics = static_cast<const CompileError &>(info).getDiagnostics();
      writer(int64_t(diagnostics.size()));
      for (const Diagnostic &diagnostic : diagnostics)
        write(writer, diagnostic);
    });
  });
  sendBytes(StringRef(bytes.data(), bytes.size()));
}

void Worker::send(MessageKind kind, function_ref<void(Writer &)> writeFields) {
  SmallVector<char, 0> bytes;
  appendMessage(bytes, kind, writeFields);
  sendBytes(StringRef(bytes.data(), bytes.size()));
}

void Worker::setCallbacks() {
  EngineOptions &options = request.options;
  options.onDiagnostic = [this](const Diagnostic &diagnostic) {
    send(MessageKind::Diagnostic,
         [&](Writer &writer) { write(writer, diagnostic); });
  };
  if (options.onStage)
    options.onStage = [this](StringRef stage, StringRef ir) {
      send(MessageKind::Stage, [&](Writer &writer) {
        writer(stage);
        writer(ir);
      });
    };
  if (options.onTime)
    options.onTime = [this](StringRef step, double seconds) {
      send(MessageKind::Time, [&](Writer &writer) {
        writer(step);
        writer(int64_t(seconds * 1e9));
      });
    };
}

Error Worker::compile(SmallVectorImpl<char> &result) {
  if (request.emit) {
    raw_svector_ostream os(result);
    return emitSource(request.options, request.source, *request.emit, os);
  }
  auto object = compileSource(request.options, request.source, isCacheable);
  if (!object)
    return object.takeError();
  writeObject(*object, result);
  return Error::success();
}

void Worker::run() {
  setCallbacks();
  SmallVector<char, 0> result;
  if (Error error = compile(result))
    return sendError(std::move(error));
  send(MessageKind::Result, [&](Writer &writer) {
    writer(isCacheable);
    writer(StringRef(result.data(), result.size()));
  });
}

/// Restricts the process to the resources that it needs.
static void restrictProcess() {
  // Ends with the host.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // Disables core files. Standard error may be a file, so that the limit of
  // other files is 64 KiB.
  rlimit none = {0, 0}, message = {64 << 10, 64 << 10};
  setrlimit(RLIMIT_CORE, &none);
  setrlimit(RLIMIT_FSIZE, &message);
}

int scatter::runWorker() {
  restrictProcess();
  auto input = MemoryBuffer::getSTDIN();
  if (!input) {
    sendError(createStringError(input.getError(), "cannot read the request"));
    return 1;
  }
  auto request = readRequest((*input)->getBuffer());
  if (!request) {
    sendError(request.takeError());
    return 1;
  }
  ResourceLimits limits = request->limits;
  runWithCrashGuard("", limits, [&] { Worker(std::move(*request)).run(); });
  return 0;
}
