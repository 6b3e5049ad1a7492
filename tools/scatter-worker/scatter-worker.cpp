//===- scatter-worker.cpp - compiles untrusted sources --------------------===//
//
// Started by the execution engine, not by users. See EngineOptions::untrusted.
//
//===----------------------------------------------------------------------===//

#ifdef SCATTER_STATIC_LLVM
extern "C" int scatter_run_worker();

int main() { return scatter_run_worker(); }
#else
#include "scatter/ExecutionEngine/Worker.h"
#include "scatter/InitAllPasses.h"

#include "mlir/InitAllPasses.h"
#ifdef SCATTER_HAS_IMPORT
#include "scatter/InitAllImporters.h"
#endif

int main() {
  mlir::registerAllPasses();
  scatter::registerAllPasses();
#ifdef SCATTER_HAS_IMPORT
  scatter::registerAllImportPasses();
  scatter::registerAllImporters();
#endif
  return scatter::runWorker();
}
#endif
