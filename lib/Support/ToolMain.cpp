//===- ToolMain.cpp - common parts of the tools' main functions -----------===//

#include "scatter/Support/ToolMain.h"

#include "scatter/Support/LimitOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/CommandLine.h"
#include <sys/stat.h>
#include <unistd.h>

using namespace scatter;

static uint64_t countBytes(int status, const struct stat &file) {
  return status == 0 && S_ISREG(file.st_mode) ? file.st_size : 0;
}

int scatter::runGuardedTool(llvm::StringRef name, int argc, char **argv,
                            llvm::function_ref<int()> body,
                            TimeLimit timeLimit) {
  struct stat file;
  uint64_t bytes = countBytes(fstat(STDIN_FILENO, &file), file);
  for (int i = 1; i < argc; ++i)
    bytes += countBytes(stat(argv[i], &file), file);
  LimitOptions limits(/*isApplied=*/true);
  limits.setSourceBytes(bytes);
  int status = 0;
  runWithCrashGuard((name + ": error: ").str(), limits.get(bytes),
                    [&] { status = body(); }, timeLimit);
  return status;
}

void scatter::removeOptionsOfLibraries() {
  constexpr llvm::StringLiteral kept[] = {"help", "version"};
  llvm::SmallVector<llvm::cl::Option *> removed;
  for (const auto &entry : llvm::cl::getRegisteredOptions())
    if (!llvm::is_contained(kept, entry.first))
      removed.push_back(entry.second);
  for (llvm::cl::Option *option : removed)
    option->removeArgument();
}
