//===- Bytecode.h - bytecode that need not be trusted -----------*- C++ -*-===//

#ifndef SCATTER_TOOLS_SCATTER_RUN_BYTECODE_H
#define SCATTER_TOOLS_SCATTER_RUN_BYTECODE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>

namespace scatter {

/// Reads and verifies the bytecode in `source` in a child process and returns
/// the module as bytecode that this process can read without danger. Upstream's
/// reader trusts the counts in a file: damaged ones make it write beside its
/// arrays, so that the process that reads a damaged file may crash at any later
/// moment, or not crash and compute with other values.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
sanitizeBytecode(const llvm::MemoryBuffer &source);

} // namespace scatter

#endif // SCATTER_TOOLS_SCATTER_RUN_BYTECODE_H
