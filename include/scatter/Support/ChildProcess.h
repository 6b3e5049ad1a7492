//===- ChildProcess.h - runs programs that may crash ------------*- C++ -*-===//

#ifndef SCATTER_SUPPORT_CHILDPROCESS_H
#define SCATTER_SUPPORT_CHILDPROCESS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>

namespace scatter {

/// The output and the status of a program that has ended.
struct ChildResult {
  /// The text that it wrote to standard output.
  std::string output;
  /// The start of the text that it wrote to standard error.
  std::string errors;
  /// How it ended, such as "signal 11 (Segmentation fault)". Empty for status
  /// 0. "unknown" if another part of the process has reaped the child.
  std::string ending;
};

/// Runs `program` (a path) with `arguments` and the contents of `input` as its
/// standard input, and waits until it ends. The program gets the environment of
/// this process, only the standard descriptors, default signal handlers and an
/// empty signal mask. It is killed after `seconds`, or when it has written more
/// than `maxOutputBytes` to standard output.
///
/// Thread-safe: posix_spawn starts the program, so that no code of this process
/// runs in a forked copy. The state of this process does not change. A program
/// that ends early does not raise SIGPIPE. Fails only if the program cannot be
/// started or if there is no memory for its input.
llvm::Expected<ChildResult> runProgram(llvm::StringRef program,
                                       llvm::ArrayRef<std::string> arguments,
                                       llvm::ArrayRef<llvm::StringRef> input,
                                       unsigned seconds,
                                       uint64_t maxOutputBytes);

} // namespace scatter

#endif // SCATTER_SUPPORT_CHILDPROCESS_H
