//===- Environment.cpp - environment variables and defaults ---------------===//

#include "scatter/ExecutionEngine/Environment.h"

#include "scatter/ExecutionEngine/Errors.h"
#include "scatter/ExecutionEngine/Options.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <sched.h>

using namespace llvm;
using namespace scatter;

/// Returns the value of a variable. Null if it is not set or must not be
/// trusted.
static const char *getVariable(const char *name) {
  return ::secure_getenv(name);
}

/// Returns the value of SCATTER_NUM_THREADS, 1 if it is not set, or 0 if it is
/// not a valid number of threads.
static unsigned readThreads() {
  const char *text = getVariable("SCATTER_NUM_THREADS");
  if (!text || !*text)
    return 1;
  if (StringRef(text) == "all")
    return getAllThreads();
  unsigned threads;
  if (StringRef(text).getAsInteger(10, threads) ||
      threads > EngineOptions::maxThreads)
    return 0;
  return threads;
}

/// The value of setDefaultThreads. 0 selects the value from the environment.
static std::atomic<unsigned> givenThreads;

unsigned scatter::setDefaultThreads(unsigned threads) {
  return givenThreads.exchange(std::min(threads, EngineOptions::maxThreads));
}

Expected<unsigned> scatter::getDefaultThreads() {
  if (unsigned threads = givenThreads.load(std::memory_order_relaxed))
    return threads;
  static const unsigned threads = readThreads();
  if (threads != 0)
    return threads;
  const char *text = getVariable("SCATTER_NUM_THREADS");
  return make_error<ArgumentError>(
      ArgumentError::Reason::Value,
      "SCATTER_NUM_THREADS: expected 1 to " + Twine(EngineOptions::maxThreads) +
          " or 'all', found '" + (text ? text : "") + "'");
}

unsigned scatter::getAllThreads() {
  // A set of CPUs that fits more than the maximum.
  alignas(cpu_set_t) char bytes[CPU_ALLOC_SIZE(1 << 16)];
  auto *set = reinterpret_cast<cpu_set_t *>(bytes);
  if (sched_getaffinity(0, sizeof(bytes), set) != 0)
    return 1;
  return std::clamp(unsigned(CPU_COUNT_S(sizeof(bytes), set)), 1u,
                    EngineOptions::maxThreads);
}

static std::string findCacheDirectory() {
  if (const char *directory = getVariable("SCATTER_CACHE_DIR"))
    return directory;
  SmallString<128> path;
  // The XDG specification says that relative paths are ignored.
  const char *base = getVariable("XDG_CACHE_HOME");
  if (base && sys::path::is_absolute(base)) {
    path = base;
  } else {
    const char *home = getVariable("HOME");
    if (!home || !sys::path::is_absolute(home))
      return "";
    path = home;
    sys::path::append(path, ".cache");
  }
  sys::path::append(path, "scatter");
  return path.str().str();
}

const std::string &scatter::getDefaultCacheDirectory() {
  static const std::string directory = findCacheDirectory();
  return directory;
}

/// Returns the text of a variable. Empty if it is not set.
static std::string getText(const char *name) {
  const char *text = getVariable(name);
  return text ? text : "";
}

const std::string &scatter::getMachineFile() {
  static const std::string file = getText("SCATTER_MACHINE");
  return file;
}

std::string scatter::getWorkerPath() { return getText("SCATTER_WORKER"); }
