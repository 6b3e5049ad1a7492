//===- Worker.h - the process that runs cases -------------------*- C++ -*-===//

#ifndef SCATTER_TEST_LIB_SCATTER_FUZZ_WORKER_H
#define SCATTER_TEST_LIB_SCATTER_FUZZ_WORKER_H

#include "Session.h"

#include <array>
#include <atomic>

namespace scatter::fuzz {

/// What a worker tells the session, in shared memory.
struct WorkerState {
  static constexpr unsigned maxNotes = 64;

  /// The case that runs, and the cases done.
  std::atomic<uint64_t> current, done;
  /// Cases that failed.
  std::atomic<uint64_t> mismatches;
  /// How ops were tiled.
  TilingCounts tilings;
  /// The first failure of each failing program.
  std::array<uint64_t, maxNotes> failures;
  std::array<Outcome, maxNotes> outcomes;
  std::atomic<unsigned> failureCount;
  /// Set by the session.
  std::atomic<bool> mustStop;

  /// Adds a failure of a program, if there is room.
  void addFailure(uint64_t number, Outcome outcome) {
    unsigned position = failureCount;
    if (position >= maxNotes)
      return;
    failures[position] = number;
    outcomes[position] = outcome;
    ++failureCount;
  }
};

/// Runs the programs first, first + jobs, ... and does not return.
[[noreturn]] void runWorker(const SessionOptions &options, uint64_t first,
                            WorkerState &state);

} // namespace scatter::fuzz

#endif // SCATTER_TEST_LIB_SCATTER_FUZZ_WORKER_H
