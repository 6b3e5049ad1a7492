//===- Environment.h - settings of the environment --------------*- C++ -*-===//
//
// What the user of a host, or the host, sets for every program and function.
// Each variable is read once in a process, on the first use, but for
// SCATTER_WORKER. No variable counts in a process with more rights than its
// user. All functions are thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_EXECUTIONENGINE_ENVIRONMENT_H
#define SCATTER_EXECUTIONENGINE_ENVIRONMENT_H

#include "llvm/Support/Error.h"
#include <string>

namespace scatter {

/// Sets the number of threads where nothing else is said, at most
/// EngineOptions::maxThreads; 0: what the environment says. Returns what was
/// set before, 0 if nothing was.
unsigned setDefaultThreads(unsigned threads);

/// The number of threads where nothing else is said: that of setDefaultThreads,
/// that of the variable SCATTER_NUM_THREADS, or 1. Fails with ArgumentError
/// (Reason::Value) if the variable is not a number from 1 to
/// EngineOptions::maxThreads.
llvm::Expected<unsigned> getDefaultThreads();

/// The folder of the object cache of kernels: that of the variable
/// SCATTER_CACHE_DIR, or `scatter` in the cache folder of the user
/// (XDG_CACHE_HOME, else ~/.cache). Empty if the variable is, or if the user
/// has none: nothing is kept on disk then. A process with more rights than its
/// user has no such folder.
const std::string &getDefaultCacheDirectory();

/// The file that describes the machine, see MachineFile.h: that of the variable
/// SCATTER_MACHINE, empty if there is none.
const std::string &getMachineFile();

/// The program that compiles untrusted sources: that of the variable
/// SCATTER_WORKER, empty for the one that is installed.
std::string getWorkerPath();

} // namespace scatter

#endif // SCATTER_EXECUTIONENGINE_ENVIRONMENT_H
