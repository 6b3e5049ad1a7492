//===- CrashGuard.h - turns crashes into one-line errors --------*- C++ -*-===//
//
// Deep nesting can exhaust the stack of MLIR's recursive algorithms. Large
// counts in malicious input can exhaust memory and time. Back ends end the
// process if they cannot compile something. A program with untrusted input runs
// under a guard, so that its user gets a one-line error and an exit status in
// all of these cases.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_SUPPORT_CRASHGUARD_H
#define SCATTER_SUPPORT_CRASHGUARD_H

#include "scatter/Support/ResourceLimits.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace scatter {

/// The stack size under a guard. Sources of reasonable size do not exhaust it.
/// Only the pages that are used take memory.
inline constexpr uint64_t kGuardedStackBytes = uint64_t(512) << 20;

/// The work that the time limit applies to.
enum class TimeLimit {
  /// The limit applies to the whole run.
  OfRun,
  /// For servers: the limit applies to the work between two reads of input.
  /// Such work may take up to twice the limit.
  OfRequest
};

/// Calls `body` on a stack of kGuardedStackBytes. From then on, the following
/// events end the process with status 1 and a line on stderr, `prefix` and the
/// reason: a signal that reports a crash (SIGSEGV, SIGBUS, SIGILL, SIGFPE,
/// SIGABRT), a fatal error of LLVM, and the lack of memory or time. SIGXFSZ is
/// ignored, so that a write beyond the file size limit returns an error
/// instead. Under AddressSanitizer the handlers of the sanitizer are kept. Must
/// be called once, from main. changeLimits may change `limits` later.
void runWithCrashGuard(llvm::StringRef prefix, const ResourceLimits &limits,
                       llvm::function_ref<void()> body,
                       TimeLimit timeLimit = TimeLimit::OfRun);

/// Replaces the limits of the active guard.
void changeLimits(const ResourceLimits &limits);

} // namespace scatter

#endif // SCATTER_SUPPORT_CRASHGUARD_H
