//===- CrashGuard.h - programs that fail in one line ------------*- C++ -*-===//
//
// Deep nesting can exhaust the stack of MLIR's recursive algorithms, hostile
// counts can exhaust memory and time, and what a back end cannot compile ends
// the process. A program whose input may be anything runs under a guard, so
// that its user still gets one line and an exit status.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_SUPPORT_CRASHGUARD_H
#define SCATTER_SUPPORT_CRASHGUARD_H

#include "scatter/Support/ResourceLimits.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace scatter {

/// The size of the stack under a guard: more than a source of reasonable size
/// exhausts. Only the pages that are used take memory.
inline constexpr uint64_t kGuardedStackBytes = uint64_t(512) << 20;

/// How a guard treats the time limit.
enum class TimeLimit {
  /// The whole run has to keep within it.
  OfRun,
  /// The work between two reads of input has to keep within it, or within twice
  /// as much: for servers.
  OfRequest
};

/// Calls `body` on a stack of kGuardedStackBytes. From then on a signal that
/// reports a crash (SIGSEGV, SIGBUS, SIGILL,
/// SIGFPE, SIGABRT), a fatal error of LLVM, a lack of memory or of time ends it
/// with status 1 and a line on stderr: `prefix` and the reason. A file that
/// grows beyond the limit of the process is an error of the function that
/// writes it, not a signal. Programs under AddressSanitizer keep the
/// sanitizer's handlers. To be called once, from main; `limits` may be changed
/// by changeLimits.
void runWithCrashGuard(llvm::StringRef prefix, const ResourceLimits &limits,
                       llvm::function_ref<void()> body,
                       TimeLimit timeLimit = TimeLimit::OfRun);

/// Replaces the limits of the guard that is in force.
void changeLimits(const ResourceLimits &limits);

} // namespace scatter

#endif // SCATTER_SUPPORT_CRASHGUARD_H
