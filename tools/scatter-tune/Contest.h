//===- Contest.h - times two plans in turns ---------------------*- C++ -*-===//

#ifndef SCATTER_TOOLS_SCATTER_TUNE_CONTEST_H
#define SCATTER_TOOLS_SCATTER_TUNE_CONTEST_H

#include "scatter/ExecutionEngine/Options.h"
#include "scatter/ExecutionEngine/Program.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <cstdint>
#include <limits>
#include <memory>

namespace scatter::tune {

/// The options of a program: the number of threads and the entries of its plan.
struct Contestant {
  unsigned threads = 1;
  PlanOptions plan;
};

/// Memory whose pages have been touched.
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

/// The time of the fastest call of two contestants in seconds, for one size.
struct Outcome {
  int64_t bytes;
  double seconds[2] = {std::numeric_limits<double>::infinity(),
                       std::numeric_limits<double>::infinity()};

  /// The time of the first contestant divided by that of the second.
  double getGain() const { return seconds[0] / seconds[1]; }
};

/// Two programs that are made from one module with one function.
class Contest {
public:
  static llvm::Expected<Contest> create(llvm::StringRef module,
                                        const Contestant &first,
                                        const Contestant &second);

  /// Runs both programs on `arguments` in turns, for about `seconds` in total.
  /// `bytes` is stored in the outcome.
  llvm::Expected<Outcome> run(llvm::ArrayRef<BufferView> arguments,
                              int64_t bytes, double seconds) const;

private:
  explicit Contest(Program first, Program second)
      : programs{std::move(first), std::move(second)} {}

  Program programs[2];
};

} // namespace scatter::tune

#endif // SCATTER_TOOLS_SCATTER_TUNE_CONTEST_H
