//===- scatter-worker.cpp - compiles what a host does not trust -----------===//
//
// Started by the execution engine, not by users; see EngineOptions::untrusted.
//
//===----------------------------------------------------------------------===//

#include "scatter/ExecutionEngine/Worker.h"

int main() { return scatter::runWorker(); }
