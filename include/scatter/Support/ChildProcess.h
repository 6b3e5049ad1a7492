//===- ChildProcess.h - programs that do work which may crash ---*- C++ -*-===//

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
  /// What it wrote to standard output.
  std::string output;
  /// The start of what it wrote to standard error.
  std::string errors;
  /// How it ended, such as "signal 11 (Segmentation fault)"; empty for status
  /// 0. "unknown" where another part of the process took the status.
  std::string ending;
};

/// Runs `program` (a path) with `arguments` and the contents of `input` as its
/// standard input, and waits for its end. It gets the environment of this
/// process, no other descriptor than the standard ones, default signal handlers
/// and no blocked signal. It is killed after `seconds`, or once it has written
/// more than `maxOutputBytes` to standard output.
///
/// Thread-safe: the program is spawned, so that no code of this process runs in
/// a copy of it, whatever other threads do. Nothing of the state of this
/// process changes, and a program that ends early raises no SIGPIPE. Fails only
/// if the program cannot be started or if there is no memory for its input.
llvm::Expected<ChildResult> runProgram(llvm::StringRef program,
                                       llvm::ArrayRef<std::string> arguments,
                                       llvm::ArrayRef<llvm::StringRef> input,
                                       unsigned seconds,
                                       uint64_t maxOutputBytes);

} // namespace scatter

#endif // SCATTER_SUPPORT_CHILDPROCESS_H
