//===- Worker.h - the process that compiles untrusted sources ---*- C++ -*-===//

#ifndef SCATTER_EXECUTIONENGINE_WORKER_H
#define SCATTER_EXECUTIONENGINE_WORKER_H

namespace scatter {

/// The main function of scatter-worker, which an engine starts for each
/// untrusted source. Reads a request from standard input, compiles within the
/// limits of the request, and writes the answer to standard output. If it
/// crashes or exceeds a limit, it writes one line to standard error. Returns
/// the exit status. Must be called from main.
int runWorker();

} // namespace scatter

#endif // SCATTER_EXECUTIONENGINE_WORKER_H
