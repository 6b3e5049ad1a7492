//===- Context.cpp - options of compilations for C ------------------------===//

#include "scatter-c/Context.h"

#include "Objects.h"
#include "Status.h"
#include "scatter/ExecutionEngine/Errors.h"
#include <algorithm>

using namespace scatter;

const char *scatter_version(void) { return SCATTER_VERSION; }

ScatterContext *scatter_context_create(void) { return new ScatterContext; }

void scatter_context_destroy(ScatterContext *context) { delete context; }

void scatter_context_set_opt_level(ScatterContext *context, unsigned level) {
  context->options.optLevel = std::min(level, 3u);
}

void scatter_context_set_threads(ScatterContext *context, unsigned threads) {
  context->options.threads = std::max(threads, 1u);
}

void scatter_context_set_target(ScatterContext *context, const char *triple,
                                const char *cpu, const char *features) {
  context->options.triple = triple ? triple : "";
  context->options.cpu = cpu ? cpu : "";
  context->options.features = features ? features : "";
}

void scatter_context_set_cache(ScatterContext *context, const char *directory,
                               uint64_t max_bytes) {
  context->options.cacheDirectory = directory ? directory : "";
  context->options.cacheBytes =
      max_bytes ? max_bytes : EngineOptions().cacheBytes;
}

ScatterStatus *
scatter_context_set_untrusted(ScatterContext *context, int untrusted,
                              const ScatterUntrustedOptions *options) {
  if (!context)
    return makeStatus(SCATTER_STATUS_USAGE, "expected a context, found NULL");
  SourceLimits limits;
  std::string worker;
  if (options) {
    if (options->struct_size < sizeof(ScatterUntrustedOptions))
      return makeStatus(SCATTER_STATUS_USAGE,
                        "expected a struct_size of at least " +
                            llvm::Twine(sizeof(ScatterUntrustedOptions)) +
                            ", found " + llvm::Twine(options->struct_size));
    if (options->max_memory_bytes)
      limits.memoryBytes = options->max_memory_bytes;
    if (options->max_cpu_seconds)
      limits.cpuSeconds = options->max_cpu_seconds;
    if (options->worker)
      worker = options->worker;
  }
  context->options.untrusted = untrusted != 0;
  context->options.limits = limits;
  context->options.workerPath = std::move(worker);
  return nullptr;
}

void scatter_context_set_stage_callback(ScatterContext *context,
                                        ScatterStageCallback callback,
                                        void *user) {
  context->options.onStage = nullptr;
  if (callback)
    context->options.onStage = [=](llvm::StringRef stage, llvm::StringRef ir) {
      callback(stage.str().c_str(), ir.str().c_str(), user);
    };
}

void scatter_context_set_diagnostic_callback(ScatterContext *context,
                                             ScatterTextCallback callback,
                                             void *user) {
  context->options.onDiagnostic = nullptr;
  if (callback)
    context->options.onDiagnostic = [=](const Diagnostic &diagnostic) {
      std::string text = diagnostic.str();
      callback(text.c_str(), text.size(), user);
    };
}
