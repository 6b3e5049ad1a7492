//===- Environment.h - environment variables and defaults -------*- C++ -*-===//
//
// Settings that the user or the host makes for all programs and functions. Each
// environment variable except SCATTER_WORKER is read once per process, on first
// use. Environment variables are ignored in a process with more privileges than
// its user. All functions are thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_EXECUTIONENGINE_ENVIRONMENT_H
#define SCATTER_EXECUTIONENGINE_ENVIRONMENT_H

#include "llvm/Support/Error.h"
#include <string>

namespace scatter {

/// Sets the default number of threads, at most EngineOptions::maxThreads. 0
/// restores the value from the environment. Returns the value of the former
/// call, or 0 if there was none.
unsigned setDefaultThreads(unsigned threads);

/// Returns the default number of threads: the value of setDefaultThreads, else
/// the environment variable SCATTER_NUM_THREADS, else 1. Fails with
/// ArgumentError (Reason::Value) if the variable is not "all" or a number from
/// 1 to EngineOptions::maxThreads.
llvm::Expected<unsigned> getDefaultThreads();

/// Returns the number of threads called "all": one for each CPU that the
/// calling thread may use now, at most EngineOptions::maxThreads.
unsigned getAllThreads();

/// Returns the folder of the kernel object cache: the environment variable
/// SCATTER_CACHE_DIR, else `scatter` in the cache folder of the user
/// (XDG_CACHE_HOME or ~/.cache). Empty if the variable is empty or the user has
/// no cache folder. Nothing is stored on disk then. Also empty in a process
/// with more privileges than its user.
const std::string &getDefaultCacheDirectory();

/// Returns the environment variable SCATTER_MACHINE, the path of the machine
/// description (MachineFile.h). Empty if the variable is not set.
const std::string &getMachineFile();

/// Returns the environment variable SCATTER_WORKER, the path of the program
/// that compiles untrusted sources. Empty selects the installed program.
std::string getWorkerPath();

} // namespace scatter

#endif // SCATTER_EXECUTIONENGINE_ENVIRONMENT_H
