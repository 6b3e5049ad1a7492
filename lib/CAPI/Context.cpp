//===- Context.cpp - options of compilations for C ------------------------===//

#include "scatter-c/Context.h"

#include "Guard.h"
#include "Objects.h"
#include "ReadOptions.h"
#include "scatter/ExecutionEngine/Errors.h"

using namespace llvm;
using namespace scatter;

ScatterContext *scatter_context_create(void) {
  return guard<ScatterContext *>(nullptr, [] { return new ScatterContext; });
}

void scatter_context_destroy(ScatterContext *context) { delete context; }

/// Calls `set` with the options of `context` and returns its result.
template <typename Setter>
static ScatterStatus *setOption(ScatterContext *context, Setter set) {
  return guard([&] {
    return context ? set(context->options) : makeNullStatus("a context");
  });
}

ScatterStatus *scatter_context_set_opt_level(ScatterContext *context,
                                             unsigned level) {
  return setOption(context, [=](EngineOptions &options) -> ScatterStatus * {
    if (level > EngineOptions::maxOptLevel)
      return makeStatus(SCATTER_STATUS_USAGE,
                        "expected an optimization level from 0 to " +
                            Twine(EngineOptions::maxOptLevel) + ", found " +
                            Twine(level));
    options.optLevel = level;
    return nullptr;
  });
}

ScatterStatus *scatter_context_set_threads(ScatterContext *context,
                                           unsigned threads) {
  return setOption(context, [=](EngineOptions &options) -> ScatterStatus * {
    if (threads > EngineOptions::maxThreads)
      return makeStatus(SCATTER_STATUS_USAGE,
                        "expected at most " + Twine(EngineOptions::maxThreads) +
                            " threads, found " + Twine(threads));
    options.threads = threads;
    return nullptr;
  });
}

ScatterStatus *scatter_context_set_target(ScatterContext *context,
                                          const char *triple, const char *cpu,
                                          const char *features) {
  return setOption(context, [=](EngineOptions &options) -> ScatterStatus * {
    // Makes all copies before it changes an option, because a copy may fail.
    std::string copies[] = {triple ? triple : "", cpu ? cpu : "",
                            features ? features : ""};
    options.triple = std::move(copies[0]);
    options.cpu = std::move(copies[1]);
    options.features = std::move(copies[2]);
    return nullptr;
  });
}

ScatterStatus *scatter_context_set_donations(ScatterContext *context,
                                             const char *const *donations,
                                             size_t count) {
  return setOption(context, [=](EngineOptions &options) -> ScatterStatus * {
    if (count && !donations)
      return makeNullStatus("donations");
    std::vector<std::string> copies;
    for (size_t i = 0; i < count; ++i) {
      if (!donations[i])
        return makeNullStatus("the name of a donated argument");
      copies.push_back(donations[i]);
    }
    options.donate = std::move(copies);
    return nullptr;
  });
}

ScatterStatus *scatter_context_set_cache(ScatterContext *context,
                                         const char *directory,
                                         uint64_t max_bytes) {
  return setOption(context, [=](EngineOptions &options) -> ScatterStatus * {
    options.cacheDirectory = directory ? directory : "";
    options.maxCacheBytes =
        max_bytes ? max_bytes : EngineOptions().maxCacheBytes;
    return nullptr;
  });
}

ScatterStatus *
scatter_context_set_untrusted(ScatterContext *context, int untrusted,
                              const ScatterUntrustedOptions *untrustedOptions) {
  return setOption(context, [=](EngineOptions &options) -> ScatterStatus * {
    SourceLimits limits;
    std::string worker;
    ScatterUntrustedOptions copy;
    const ScatterUntrustedOptions *read;
    if (ScatterStatus *status = readOptions(untrustedOptions, copy, read))
      return status;
    if (read->max_memory_bytes)
      limits.memoryBytes = read->max_memory_bytes;
    if (read->max_cpu_seconds)
      limits.cpuSeconds = read->max_cpu_seconds;
    if (read->worker)
      worker = read->worker;
    options.untrusted = untrusted != 0;
    options.limits = limits;
    options.workerPath = std::move(worker);
    return nullptr;
  });
}

ScatterStatus *scatter_context_set_stage_callback(ScatterContext *context,
                                                  ScatterStageCallback callback,
                                                  void *user) {
  return setOption(context, [=](EngineOptions &options) -> ScatterStatus * {
    options.onStage = nullptr;
    if (callback)
      options.onStage = [=](StringRef stage, StringRef ir) {
        callback(stage.str().c_str(), ir.str().c_str(), user);
      };
    return nullptr;
  });
}

ScatterStatus *scatter_context_set_diagnostic_callback(
    ScatterContext *context, ScatterTextCallback callback, void *user) {
  return setOption(context, [=](EngineOptions &options) -> ScatterStatus * {
    options.onDiagnostic = nullptr;
    if (callback)
      options.onDiagnostic = [=](const Diagnostic &diagnostic) {
        std::string text = diagnostic.str();
        callback(text.c_str(), text.size(), user);
      };
    return nullptr;
  });
}
