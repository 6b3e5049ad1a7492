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

int main() { return scatter::runWorker(); }
#endif
