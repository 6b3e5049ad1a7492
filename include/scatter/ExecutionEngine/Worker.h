//===- Worker.h - the process that compiles untrusted sources ---*- C++ -*-===//

#ifndef SCATTER_EXECUTIONENGINE_WORKER_H
#define SCATTER_EXECUTIONENGINE_WORKER_H

namespace scatter {

/// The program scatter-worker, which an engine starts for each untrusted
/// source: reads a request from standard input, compiles within the limits that
/// it names and answers on standard output. Of a crash or a limit it leaves one
/// line on standard error. Returns the exit status. To be called from main.
int runWorker();

} // namespace scatter

#endif // SCATTER_EXECUTIONENGINE_WORKER_H
