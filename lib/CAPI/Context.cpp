//===- Context.cpp - options of compilations for C ------------------------===//

#include "scatter-c/Context.h"

#include "Objects.h"
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
