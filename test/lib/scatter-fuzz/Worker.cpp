//===- Worker.cpp - the process that runs cases ---------------------------===//

#include "Worker.h"

#include "Crash.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/IR/MLIRContext.h"

#include <memory>
#include <unistd.h>

using namespace mlir;

namespace scatter::fuzz {

/// Seconds of computing for one case, its compilation included.
static constexpr unsigned caseSeconds = 120;

Program makeProgram(const Generator &generator, const SessionOptions &options,
                    uint64_t number) {
  Random random(options.seed, /*stream=*/1, number / options.casesPerProgram);
  return generator.generateProgram(random);
}

Case makeCase(const Generator &generator, const SessionOptions &options,
              const Program &program, uint64_t number) {
  Random random(options.seed, /*stream=*/2, number);
  return generator.generateCase(random, program);
}

/// Runs the cases [first, end) of one program.
static void runProgram(const Generator &generator,
                       const SessionOptions &options, uint64_t first,
                       uint64_t end, Runner &runner, WorkerState &state) {
  noteCase(state.current = first);
  Program program = makeProgram(generator, options, first);
  Verdict loaded = runner.load(program);
  addCounts(runner.getTilings(), state.tilings);
  if (loaded.outcome != Outcome::Passed) {
    state.addFailure(first, loaded.outcome);
    ++state.mismatches;
    ++state.done;
    return;
  }
  bool hasFailed = false;
  for (uint64_t number = first; number < end && !state.mustStop; ++number) {
    noteCase(state.current = number);
    Case call = makeCase(generator, options, program, number);
    Verdict verdict = runner.run(call);
    ++state.done;
    if (verdict.outcome == Outcome::Passed)
      continue;
    ++state.mismatches;
    if (!std::exchange(hasFailed, true))
      state.addFailure(number, verdict.outcome);
  }
}

void runWorker(const SessionOptions &options, uint64_t first,
               WorkerState &state) {
  installCrashHandler(getReproducer(options, std::nullopt), caseSeconds);
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<ScatterDialect>();
  Generator generator(&context, options.generator);
  Runner runner(options.fault);
  uint64_t perProgram = options.casesPerProgram;
  for (uint64_t program = first; !state.mustStop; program += options.jobs) {
    uint64_t begin = program * perProgram, end = begin + perProgram;
    if (options.cases != 0) {
      if (begin >= options.cases)
        break;
      end = std::min(end, options.cases);
    }
    runProgram(generator, options, begin, end, runner, state);
  }
  _exit(0);
}

} // namespace scatter::fuzz
