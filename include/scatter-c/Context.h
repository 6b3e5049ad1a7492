/*===- Context.h - how programs are compiled ----------------------*- C -*-===*/

#ifndef SCATTER_C_CONTEXT_H
#define SCATTER_C_CONTEXT_H

#include "scatter-c/Status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Options and callbacks of compilations. Programs do not refer to it: it may
    be destroyed before them. Any number of contexts may exist. */
typedef struct ScatterContext ScatterContext;

/** Receives bytes or text, which are valid during the call only and end with a
    zero that `size` does not count. */
typedef void (*ScatterTextCallback)(const char *text, size_t size, void *user);

/** Receives the IR after the stage `stage`; both strings are valid during the
    call only. */
typedef void (*ScatterStageCallback)(const char *stage, const char *ir,
                                     void *user);

/** A context with the options -O3, the host's CPU and the default number of
    threads. NULL if there is no memory. */
SCATTER_C_EXPORT ScatterContext *scatter_context_create(void);

/** Frees `context`. */
SCATTER_C_EXPORT void scatter_context_destroy(ScatterContext *context);

/** Sets the optimization level, 0 to 3. Errors: USAGE. */
SCATTER_C_EXPORT ScatterStatus *
scatter_context_set_opt_level(ScatterContext *context, unsigned level);

/** The most threads that generated code may use. */
#define SCATTER_MAX_THREADS 1024

/** Sets the number of threads that functions, and programs that are compiled
    later, may use where nothing else is said, for the whole process; 0: what
    the variable SCATTER_NUM_THREADS of the environment says, or 1. More than
    SCATTER_MAX_THREADS stand for that many. Returns what was set before, 0 if
    nothing was. */
SCATTER_C_EXPORT unsigned scatter_set_num_threads(unsigned threads);

/** Sets the number of threads that generated code may use, at most
    SCATTER_MAX_THREADS; 0: the default, see above. Errors: USAGE. */
SCATTER_C_EXPORT ScatterStatus *
scatter_context_set_threads(ScatterContext *context, unsigned threads);

/** Sets the target: triple, CPU and features as LLVM spells them, which are
    copied; NULL or "": the host's. Programs run only on the host's triple. A
    compilation fails for what LLVM does not know. For scatter_emit `cpu` may
    also list levels of x86-64, "x86-64,x86-64-v3": calls take the code of the
    best one that the CPU has. Errors: USAGE. */
SCATTER_C_EXPORT ScatterStatus *
scatter_context_set_target(ScatterContext *context, const char *triple,
                           const char *cpu, const char *features);

/** Keeps compiled programs in the folder `directory` (copied; NULL or "": none)
    and takes them from there, across processes. It is created if missing; one
    that does not belong to the user, or that others may enter, is not used,
    which the diagnostic callback gets as a warning. The least recently used
    programs are removed when there are more than `max_bytes` bytes; 0: 256 MiB.
    No cache is used while there is a stage callback. Errors: USAGE. */
SCATTER_C_EXPORT ScatterStatus *
scatter_context_set_cache(ScatterContext *context, const char *directory,
                          uint64_t max_bytes);

/** Bounds for sources that are not trusted. */
typedef struct ScatterUntrustedOptions {
  /** sizeof(ScatterUntrustedOptions). */
  size_t struct_size;
  /** Memory that the compilation may take; 0: 2 GiB and 64 bytes for each byte
      of the source. */
  uint64_t max_memory_bytes;
  /** CPU time that it may take; 0: 8 s and a second for each 4 KiB. */
  unsigned max_cpu_seconds;
  /** The path of the program scatter-worker (copied); NULL or "": the one that
      the environment variable SCATTER_WORKER names, or the one beside this
      library. */
  const char *worker;
} ScatterUntrustedOptions;

/** Sets whether sources are untrusted (not 0). They are then compiled by a
    process of its own, within bounds (NULL: the defaults), so that no source
    can crash this process, fill its memory or take its time. A call of the
    program still runs the code of the source; see docs/Embedding.md. Callbacks
    are called after that process has ended. Errors: USAGE. */
SCATTER_C_EXPORT ScatterStatus *
scatter_context_set_untrusted(ScatterContext *context, int untrusted,
                              const ScatterUntrustedOptions *options);

/** Sets a function (NULL: none) that receives the IR after each stage of a
    compilation: "input", the stages of the pipeline scatter-to-llvm (see
    docs/Lowering.md), "llvm-ir" and "optimized-llvm-ir". It is called on the
    thread that compiles. Errors: USAGE. */
SCATTER_C_EXPORT ScatterStatus *
scatter_context_set_stage_callback(ScatterContext *context,
                                   ScatterStageCallback callback, void *user);

/** Sets a function (NULL: none) that receives each diagnostic as
    "LOCATION: SEVERITY: MESSAGE", warnings included, on the thread that
    compiles. Errors: USAGE. */
SCATTER_C_EXPORT ScatterStatus *scatter_context_set_diagnostic_callback(
    ScatterContext *context, ScatterTextCallback callback, void *user);

#ifdef __cplusplus
}
#endif

#endif /* SCATTER_C_CONTEXT_H */
