//===- MachineFile.h - machine descriptions in files ------------*- C++ -*-===//
//
// A machine description is a JSON object of entries and numbers, such as
// {"parallel-bytes": 524288}. scatter-tune writes such files. The entries are
// those of Machine.h. All functions are thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_EXECUTIONENGINE_MACHINEFILE_H
#define SCATTER_EXECUTIONENGINE_MACHINEFILE_H

#include "scatter/Plan/Machine.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace scatter {

/// Replaces the entries of `machine` that occur in `file`. Fails with a message
/// that names the entry, the expected and the found value. `machine` is
/// unchanged then.
llvm::Error readMachine(llvm::MemoryBufferRef file, Machine &machine);

/// Writes the entries `entries` of `machine` as a JSON object.
void writeMachine(llvm::raw_ostream &os, const Machine &machine,
                  llvm::ArrayRef<int64_t Machine::*> entries);

/// Returns the description of this machine: the values that the system reports,
/// replaced by the entries of the file that the environment variable
/// SCATTER_MACHINE names. Read once per process.
const Machine &getHostMachine();

/// Fails with CompileError if the file of SCATTER_MACHINE cannot be read or is
/// not valid. getHostMachine then ignores the file.
llvm::Error checkHostMachine();

} // namespace scatter

#endif // SCATTER_EXECUTIONENGINE_MACHINEFILE_H
