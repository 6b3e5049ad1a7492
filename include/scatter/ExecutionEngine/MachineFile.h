//===- MachineFile.h - machine descriptions in files ------------*- C++ -*-===//
//
// A JSON object of entries and their numbers, {"parallel-bytes": 524288}, as
// scatter-tune writes it. Entries are those of Machine.h. All functions are
// thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_EXECUTIONENGINE_MACHINEFILE_H
#define SCATTER_EXECUTIONENGINE_MACHINEFILE_H

#include "scatter/Dialect/Scatter/Transforms/Machine.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace scatter {

/// Replaces the entries of `machine` that `file` gives. Fails with a message
/// that names the entry, what was expected and what was found; `machine` is
/// unchanged then.
llvm::Error readMachine(llvm::MemoryBufferRef file, Machine &machine);

/// Writes `entries` of `machine`.
void writeMachine(llvm::raw_ostream &os, const Machine &machine,
                  llvm::ArrayRef<int64_t Machine::*> entries);

/// The description of the machine that this process runs on: what the system
/// reports, and the entries of the file that the environment variable
/// SCATTER_MACHINE names. Read once in a process.
const Machine &getHostMachine();

/// Fails with CompileError if the file of SCATTER_MACHINE cannot be read or is
/// no description; getHostMachine goes by the system alone then.
llvm::Error checkHostMachine();

} // namespace scatter

#endif // SCATTER_EXECUTIONENGINE_MACHINEFILE_H
