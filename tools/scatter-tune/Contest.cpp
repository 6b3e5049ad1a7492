//===- Contest.cpp - times two plans in turns -----------------------------===//

#include "Contest.h"

#include "scatter/ExecutionEngine/ExecutionEngine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <chrono>
#include <cstring>

using namespace llvm;
using namespace scatter;
using namespace scatter::tune;

static double now() {
  std::chrono::duration<double> time =
      std::chrono::steady_clock::now().time_since_epoch();
  return time.count();
}

Memory::Memory(size_t size) {
  // As the buffers of most frameworks: aligned to a cache line, a multiple of
  // cache lines.
  constexpr size_t kAlignment = 64;
  bytes.reset(std::aligned_alloc(kAlignment, alignTo(size, kAlignment)));
  if (!bytes)
    report_bad_alloc_error("no memory to measure with");
  std::memset(bytes.get(), 0, size);
}

static Expected<Program> compile(StringRef module,
                                 const Contestant &contestant) {
  EngineOptions options;
  options.threads = contestant.threads;
  options.plan = contestant.plan;
  return ExecutionEngine(options).compile(
      MemoryBufferRef(module, "scatter-tune"));
}

Expected<Contest> Contest::create(StringRef module, const Contestant &first,
                                  const Contestant &second) {
  Expected<Program> a = compile(module, first);
  if (!a)
    return a.takeError();
  Expected<Program> b = compile(module, second);
  if (!b)
    return b.takeError();
  return Contest(std::move(*a), std::move(*b));
}

Expected<Outcome> Contest::run(ArrayRef<BufferView> arguments, int64_t bytes,
                               double seconds) const {
  Outcome outcome{bytes};
  SmallVector<Call, 2> calls;
  for (const Program &program : programs) {
    Expected<Call> call =
        program.bind(program.getEntryPoints().front(), arguments);
    if (!call)
      return call.takeError();
    calls.push_back(std::move(*call));
  }
  SmallVector<OwnedBuffer, 1> results;
  // Turns are short, so that both programs run under the same load of the
  // machine. They are long enough for a program to fill the caches with its own
  // data.
  constexpr double kTurn = 1e-3;
  for (double end = now() + seconds; now() < end;)
    for (auto [call, fastest] : zip_equal(calls, outcome.seconds))
      for (double turn = now(), start = turn, time = 0;
           time == 0 || start - turn < kTurn; start += time) {
        if (Error error = call.run(results))
          return error;
        time = now() - start;
        fastest = std::min(fastest, time);
      }
  return outcome;
}
