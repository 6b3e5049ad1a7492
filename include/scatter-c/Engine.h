/*===- Engine.h - includes the C API of the engine ----------------*- C -*-===*\
|*                                                                            *|
|* Compile MLIR with scatter ops and run it on DLPack tensors:                *|
|*                                                                            *|
|*   ScatterContext *context = scatter_context_create();                      *|
|*   ScatterProgram *program;                                                 *|
|*   ScatterStatus *status =                                                  *|
|*       scatter_compile_file(context, "model.mlir", &program);               *|
|*                                                                            *|
|* Support.h describes ownership, thread-safety and errors.                   *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef SCATTER_C_ENGINE_H
#define SCATTER_C_ENGINE_H

#include "scatter-c/Call.h"
#include "scatter-c/Context.h"
#include "scatter-c/Kernels.h"
#include "scatter-c/Pool.h"
#include "scatter-c/Program.h"
#include "scatter-c/Status.h"
#include "scatter-c/Support.h"
#include "scatter-c/Threads.h"

#endif /* SCATTER_C_ENGINE_H */
