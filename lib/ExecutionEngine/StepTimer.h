//===- StepTimer.h - time of a step of a compilation ------------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_STEPTIMER_H
#define SCATTER_LIB_EXECUTIONENGINE_STEPTIMER_H

#include "scatter/ExecutionEngine/Options.h"

#include <chrono>

namespace scatter {

/// Hands the seconds of its life to the callback for times.
class StepTimer {
public:
  StepTimer(const EngineOptions &options, llvm::StringRef step)
      : options(options), step(step), start(Clock::now()) {}
  StepTimer(const StepTimer &) = delete;
  StepTimer &operator=(const StepTimer &) = delete;

  ~StepTimer() {
    if (options.onTime)
      options.onTime(
          step, std::chrono::duration<double>(Clock::now() - start).count());
  }

private:
  using Clock = std::chrono::steady_clock;

  const EngineOptions &options;
  llvm::StringRef step;
  Clock::time_point start;
};

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_STEPTIMER_H
