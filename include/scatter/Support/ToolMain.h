//===- ToolMain.h - common parts of the tools' main functions ---*- C++ -*-===//

#ifndef SCATTER_SUPPORT_TOOLMAIN_H
#define SCATTER_SUPPORT_TOOLMAIN_H

#include "scatter/Support/CrashGuard.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace scatter {

/// Runs `body` under a crash guard and returns the exit status. `body` parses
/// the command line and does all of the work of the tool `name`. The limits are
/// derived from the size of the regular files that the arguments name. The
/// options --max-memory-mb and --max-cpu-seconds, which this function
/// registers, override them.
int runGuardedTool(llvm::StringRef name, int argc, char **argv,
                   llvm::function_ref<int()> body,
                   TimeLimit timeLimit = TimeLimit::OfRun);

/// Unregisters the options of LLVM's libraries. One of them is called
/// --threads, and the others are not meant for users of a tool. Must be called
/// before the tool's own options are constructed.
void removeOptionsOfLibraries();

} // namespace scatter

#endif // SCATTER_SUPPORT_TOOLMAIN_H
