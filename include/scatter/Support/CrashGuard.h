//===- CrashGuard.h - tools that fail in one line ---------------*- C++ -*-===//
//
// Deep nesting can exhaust the stack of MLIR's recursive algorithms, and what a
// back end cannot compile ends the process. A tool whose input may be anything
// runs under a guard, so that its user still gets one line and an exit status.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_SUPPORT_CRASHGUARD_H
#define SCATTER_SUPPORT_CRASHGUARD_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace scatter {

/// Calls `body` on a stack of 512 MiB, of which only what is used takes memory.
/// Afterwards and meanwhile, a signal that says that this process is broken
/// (SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT), a fatal error of LLVM or a lack
/// of memory ends it with status 1 and the line "TOOL: error: SUBJECT: internal
/// error: REASON" on stderr. Programs under AddressSanitizer keep the
/// sanitizer's handlers. To be called once, from main.
void runWithCrashGuard(llvm::StringRef tool, llvm::StringRef subject,
                       llvm::function_ref<void()> body);

} // namespace scatter

#endif // SCATTER_SUPPORT_CRASHGUARD_H
