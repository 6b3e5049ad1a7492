//===- OpenMP.cpp - the runtime of threaded programs ----------------------===//

#include "OpenMP.h"

#include "scatter/ExecutionEngine/Errors.h"
#include "llvm/Support/DynamicLibrary.h"
#include <cstdlib>

using namespace scatter;
using llvm::sys::DynamicLibrary;

/// SCATTER_OPENMP_DIR is where the LLVM that this library was built with has
/// its libraries; any other version serves as well.
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

/// Idle workers of libomp spin for 200 ms, which burns the cores of a host that
/// calls now and then. They spin for 1 ms here unless the user says otherwise.
static bool limitIdleSpinning() {
  void *address = DynamicLibrary::SearchForAddressOfSymbol("kmp_set_blocktime");
  if (address && !std::getenv("KMP_BLOCKTIME"))
    reinterpret_cast<void (*)(int)>(address)(1);
  return true;
}

llvm::Error scatter::loadOpenMPRuntime() {
  static const bool isFound = findRuntime() && limitIdleSpinning();
  if (isFound)
    return llvm::Error::success();
  return llvm::make_error<CompileError>(
      "threads: expected an OpenMP runtime (libomp.so.5) for more than one "
      "thread, found none");
}
