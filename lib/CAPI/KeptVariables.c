/*===- KeptVariables.c - a library whose variables are not destroyed ------===*\
|*                                                                            *|
|* When a process ends, the thread that compiles kernels may still use        *|
|* variables of LLVM and MLIR. A self-contained library has its own, and is   *|
|* never unloaded, so that nothing needs to destroy them.                     *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

/* The compiler's function that registers a destructor. The linker takes this
   one for everything in the library. */
__attribute__((visibility("hidden"))) int
__cxa_atexit(void (*destroy)(void *), void *variable, void *library) {
  (void)destroy, (void)variable, (void)library;
  return 0;
}

/* See canCompileInBackground. */
__attribute__((visibility("hidden"))) const char scatter_keeps_variables = 1;
