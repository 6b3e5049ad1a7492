//===- ToolMain.h - main functions of upstream under a guard ----*- C++ -*-===//

#ifndef SCATTER_SUPPORT_TOOLMAIN_H
#define SCATTER_SUPPORT_TOOLMAIN_H

#include "scatter/Support/CrashGuard.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace scatter {

/// Runs `body`, which parses the command line and does all of the work of the
/// tool `name`, under a crash guard with the limits for the regular files that
/// the arguments name, or with those of the options --max-memory-mb and
/// --max-cpu-seconds, which it registers. Returns the exit status.
int runGuardedTool(llvm::StringRef name, int argc, char **argv,
                   llvm::function_ref<int()> body,
                   TimeLimit timeLimit = TimeLimit::OfRun);

} // namespace scatter

#endif // SCATTER_SUPPORT_TOOLMAIN_H
