//===- OpenMP.cpp - the OpenMP runtime of programs ------------------------===//

#include "OpenMP.h"

#include "scatter/ExecutionEngine/Errors.h"
#include "llvm/Support/DynamicLibrary.h"
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <pthread.h>
#include <vector>

using namespace scatter;
using llvm::sys::DynamicLibrary;

/// SCATTER_OPENMP_DIR is the library folder of the LLVM that this library was
/// built with. Any other version of the runtime works as well.
static constexpr const char *candidates[] = {SCATTER_OPENMP_DIR "/libomp.so.5",
                                             SCATTER_OPENMP_DIR "/libomp.so",
                                             "libomp.so.5", "libomp.so"};

static bool hasRuntime() {
  return DynamicLibrary::SearchForAddressOfSymbol("__kmpc_fork_call");
}

static bool findRuntime() {
  // This also makes the symbols of the process itself searchable.
  DynamicLibrary::LoadLibraryPermanently(nullptr);
  if (hasRuntime())
    return true;
  for (const char *path : candidates)
    if (!DynamicLibrary::LoadLibraryPermanently(path) && hasRuntime())
      return true;
  return false;
}

/// Idle threads of libomp spin for 200 ms by default, which keeps cores busy
/// between calls. Sets this to 1 ms unless the user has set it.
static bool limitIdleSpinning() {
  void *address = DynamicLibrary::SearchForAddressOfSymbol("kmp_set_blocktime");
  if (address && !std::getenv("KMP_BLOCKTIME"))
    reinterpret_cast<void (*)(int)>(address)(1);
  return true;
}

llvm::Error scatter::loadOpenMPRuntime() {
  // Only success is remembered, because a failure may be temporary.
  static std::atomic<bool> isFound = false;
  if (isFound || (findRuntime() && limitIdleSpinning())) {
    isFound = true;
    return llvm::Error::success();
  }
  return llvm::make_error<CompileError>(
      "threads: expected an OpenMP runtime (libomp.so.5) for more than one "
      "thread, found none");
}

/// Calls the runtime function `name`. Returns `otherwise` if it does not exist.
template <typename Number>
static Number askRuntime(const char *name, Number otherwise) {
  void *address = DynamicLibrary::SearchForAddressOfSymbol(name);
  return address ? reinterpret_cast<Number (*)()>(address)() : otherwise;
}

/// Starts `count` threads with stacks of `stackSize` bytes, all of them at
/// once, then ends them. Returns whether that succeeded.
static bool tryThreads(size_t count, size_t stackSize) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0)
    return false;
  pthread_attr_setstacksize(&attributes, stackSize);
  std::vector<pthread_t> threads(count);
  std::mutex gate;
  auto pass = [](void *gate) -> void * {
    std::lock_guard lock(*static_cast<std::mutex *>(gate));
    return nullptr;
  };
  gate.lock();
  size_t numStarted = 0;
  while (numStarted < count &&
         pthread_create(&threads[numStarted], &attributes, pass, &gate) == 0)
    ++numStarted;
  gate.unlock();
  for (size_t i = 0; i < numStarted; ++i)
    pthread_join(threads[i], nullptr);
  pthread_attr_destroy(&attributes);
  return numStarted == count;
}

llvm::Error scatter::checkWorkers(unsigned threads) {
  static thread_local unsigned numChecked = 1;
  if (threads <= numChecked)
    return llvm::Error::success();
  int limit = askRuntime("omp_get_thread_limit", int(threads));
  size_t count = std::min(threads, unsigned(std::max(limit, 1))) - 1;
  // The default of the runtime, plus what the runtime adds.
  constexpr size_t defaultSize = size_t(4) << 20, slack = size_t(64) << 10;
  size_t stackSize = askRuntime("kmp_get_stacksize_s", defaultSize) + slack;
  if (!tryThreads(count, stackSize))
    return llvm::createStringError(
        std::errc::not_enough_memory,
        "threads: the system cannot start %zu threads with stacks of %zu bytes",
        count, stackSize);
  numChecked = threads;
  return llvm::Error::success();
}
