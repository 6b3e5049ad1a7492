//===- ReusedContext.cpp - a context for several compilations -------------===//

#include "ReusedContext.h"

#include "Lowering.h"

#include <atomic>

using namespace mlir;
using namespace scatter;

struct ReusedContext::State {
  // Modules are small: starting a thread pool costs more than it gains.
  MLIRContext context{getRegistry(), MLIRContext::Threading::DISABLED};
  unsigned compilations = 0;
};

/// Types and attributes live as long as their context.
static constexpr unsigned kMaxCompilations = 32;

/// The state that nobody uses. No lock, which a fork could leave taken, and
/// never freed: libraries that it needs may be gone at the end of the process.
static std::atomic<void *> idle = nullptr;

ReusedContext::ReusedContext()
    : state(static_cast<State *>(idle.exchange(nullptr))) {
  if (!state)
    state = std::make_unique<State>();
  ++state->compilations;
}

ReusedContext::~ReusedContext() {
  void *none = nullptr;
  if (isReusable && state->compilations < kMaxCompilations &&
      idle.compare_exchange_strong(none, state.get()))
    state.release();
}

MLIRContext *ReusedContext::get() const { return &state->context; }
