//===- Worker.cpp - scatter-worker in a self-contained library ------------===//

#include "scatter/ExecutionEngine/Worker.h"

#include "scatter-c/Support.h"

/// What the program scatter-worker consists of, which shares the code of the
/// library with its host.
extern "C" SCATTER_C_EXPORT int scatter_run_worker() {
  return scatter::runWorker();
}
