//===- SelfContainedWorker.cpp - the worker in a self-contained library ---===//

#include "scatter/ExecutionEngine/Worker.h"

#include "scatter-c/Support.h"

/// The main function of scatter-worker. The program and its host share the code
/// of the library.
extern "C" SCATTER_C_EXPORT int scatter_run_worker() {
  return scatter::runWorker();
}
