//===- Contest.h - two plans for one update, timed in turns -----*- C++ -*-===//

#ifndef SCATTER_TOOLS_SCATTER_TUNE_CONTEST_H
#define SCATTER_TOOLS_SCATTER_TUNE_CONTEST_H

#include "scatter/ExecutionEngine/Options.h"
#include "scatter/ExecutionEngine/Program.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <cstdint>
#include <limits>
#include <memory>

namespace scatter::tune {

/// A program and how many threads and which entries it is compiled with.
struct Contestant {
  unsigned threads = 1;
  PlanOptions plan;
};

/// Memory whose pages are there.
class Memory {
public:
  explicit Memory(size_t bytes);

  void *get() const { return bytes.get(); }

private:
  struct Free {
    void operator()(void *memory) const { free(memory); }
  };
  std::unique_ptr<void, Free> bytes;
};

/// The seconds of two contestants at one size, the fastest calls of each.
struct Outcome {
  int64_t bytes;
  double seconds[2] = {std::numeric_limits<double>::infinity(),
                       std::numeric_limits<double>::infinity()};

  /// How many times as fast the second one is.
  double getGain() const { return seconds[0] / seconds[1]; }
};

/// Two programs made from one module, whose only function they run.
class Contest {
public:
  static llvm::Expected<Contest> create(llvm::StringRef module,
                                        const Contestant &first,
                                        const Contestant &second);

  /// Runs both on `arguments` in turns for some `seconds`. The outcome is that
  /// of `bytes`.
  llvm::Expected<Outcome> run(llvm::ArrayRef<BufferView> arguments,
                              int64_t bytes, double seconds) const;

private:
  explicit Contest(Program first, Program second)
      : programs{std::move(first), std::move(second)} {}

  Program programs[2];
};

} // namespace scatter::tune

#endif // SCATTER_TOOLS_SCATTER_TUNE_CONTEST_H
