//===- ReusedContext.cpp - a context for several compilations -------------===//

#include "ReusedContext.h"

#include "Lowering.h"
#include "Toolchain.h"

using namespace mlir;
using namespace scatter;

struct ReusedContext::State {
  // Modules are small, so that a thread pool costs more time than it saves.
  MLIRContext context{getRegistry(), MLIRContext::Threading::DISABLED};
  Toolchain toolchain;
  unsigned compilations = 0;
};

/// Types and attributes exist as long as their context, so that contexts grow.
static constexpr unsigned kMaxCompilations = 32;

std::atomic<ReusedContext::State *> ReusedContext::idle = nullptr;

ReusedContext::ReusedContext() : state(idle.exchange(nullptr)) {
  if (!state)
    state = std::make_unique<State>();
  ++state->compilations;
}

ReusedContext::~ReusedContext() {
  State *none = nullptr;
  if (isReusable && state->compilations < kMaxCompilations &&
      idle.compare_exchange_strong(none, state.get()))
    state.release();
}

MLIRContext *ReusedContext::get() const { return &state->context; }

Toolchain &ReusedContext::getToolchain() const { return state->toolchain; }
