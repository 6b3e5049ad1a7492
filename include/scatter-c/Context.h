/*===- Context.h - options of compilations ------------------------*- C -*-===*/

#ifndef SCATTER_C_CONTEXT_H
#define SCATTER_C_CONTEXT_H

#include "scatter-c/Status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Options and callbacks of compilations. Programs do not refer to their
    context, so that it may be destroyed before them. Any number of contexts may
    exist. */
typedef struct ScatterContext ScatterContext;

/** A callback for bytes or text. They are valid only during the call. They end
    with a zero that `size` does not include. */
typedef void (*ScatterTextCallback)(const char *text, size_t size, void *user);

/** A callback for the IR after the stage `stage`. Both strings are valid only
    during the call. */
typedef void (*ScatterStageCallback)(const char *stage, const char *ir,
                                     void *user);

/** Creates a context with the options -O3, the host's CPU and the default
    number of threads. Returns NULL if memory is exhausted. */
SCATTER_C_EXPORT ScatterContext *scatter_context_create(void);

/** Frees `context`. */
SCATTER_C_EXPORT void scatter_context_destroy(ScatterContext *context);

/** Sets the optimization level, 0 to 3. Errors: USAGE. */
SCATTER_C_EXPORT ScatterStatus *
scatter_context_set_opt_level(ScatterContext *context, unsigned level);

/** The maximum number of threads that generated code may use. */
#define SCATTER_MAX_THREADS 1024

/** Sets the default number of threads for the whole process. It applies to
    functions, and to programs that are compiled later. 0 restores the
    environment variable SCATTER_NUM_THREADS, or 1 if that is not set. More than
    SCATTER_MAX_THREADS is the same as SCATTER_MAX_THREADS. Returns the value of
    the former call, or 0 if there was none. */
SCATTER_C_EXPORT unsigned scatter_set_num_threads(unsigned threads);

/** Returns the number of threads that SCATTER_NUM_THREADS=all stands for: one
    for each CPU that the calling thread may use now, at most
    SCATTER_MAX_THREADS. */
SCATTER_C_EXPORT unsigned scatter_all_threads(void);

/** Sets `threads` to the default number. Errors: USAGE (NULL, or the
   environment variable SCATTER_NUM_THREADS is used and wrong). */
SCATTER_C_EXPORT ScatterStatus *scatter_get_num_threads(unsigned *threads);

/** Sets the number of threads that generated code may use, at most
    SCATTER_MAX_THREADS. 0 stands for the default, see above. Errors: USAGE. */
SCATTER_C_EXPORT ScatterStatus *
scatter_context_set_threads(ScatterContext *context, unsigned threads);

/** Sets the target: triple, CPU and features as LLVM spells them. The strings
    are copied. NULL or "" selects the host. Programs run only on the host's
    triple. Names that LLVM does not know are errors of the compilation. For
    scatter_emit `cpu` may also be a list of x86-64 levels, such as
    "x86-64,x86-64-v3". Calls then use the best level that the CPU supports.
    Errors: USAGE. */
SCATTER_C_EXPORT ScatterStatus *
scatter_context_set_target(ScatterContext *context, const char *triple,
                           const char *cpu, const char *features);

/** Sets the tensor arguments whose memory callers give up, so that a call
    returns a result there without allocating or copying it: `count` strings
    "ARGUMENT" for any result, or "ARGUMENT=RESULT" for this one. Names are
    those of scatter_value_name, or "argN" and "resultN". One `*` in ARGUMENT
    stands for any text, and for the same text in RESULT:
    "past_key_values.*=present.*". The strings are copied and replace those of
    the former call. A compilation fails if there is no such argument or result,
    or if the program computes the result elsewhere. See scatter_entry_donor.
    Errors: USAGE. */
SCATTER_C_EXPORT ScatterStatus *
scatter_context_set_donations(ScatterContext *context,
                              const char *const *donations, size_t count);

/** Stores compiled programs in the folder `directory` and loads them from
    there, also in other processes. The string is copied. NULL or "" disables
    the cache. The folder is created if it is missing. A folder that does not
    belong to the user, or that others may enter, is not used. The diagnostic
    callback then gets a warning. The least recently used programs beyond
    `max_bytes` bytes are removed. 0 stands for 256 MiB. The cache is not used
    while there is a stage callback. Errors: USAGE. */
SCATTER_C_EXPORT ScatterStatus *
scatter_context_set_cache(ScatterContext *context, const char *directory,
                          uint64_t max_bytes);

/** Limits for untrusted sources. */
typedef struct ScatterUntrustedOptions {
  /** sizeof(ScatterUntrustedOptions), so that members may be added. */
  size_t struct_size;
  /** The maximum memory of the compilation in bytes. 0 stands for 2 GiB plus 64
      bytes per byte of the source. */
  uint64_t max_memory_bytes;
  /** The maximum CPU time in seconds. 0 stands for 8 s plus one second per 4
      KiB. */
  unsigned max_cpu_seconds;
  /** The path of the program scatter-worker (copied). NULL or "" selects the
      environment variable SCATTER_WORKER, or else the worker beside this
      library. */
  const char *worker;
} ScatterUntrustedOptions;

/** Sets whether sources are untrusted (not 0). Another process then compiles
    them within limits, so that no source can crash this process, fill its
    memory or take its time. `options` NULL selects the default limits. A call
   of the program still runs the code of the source, see
   docs/UntrustedSources.md. Callbacks are called after the other process has
   ended. Errors: USAGE. */
SCATTER_C_EXPORT ScatterStatus *
scatter_context_set_untrusted(ScatterContext *context, int untrusted,
                              const ScatterUntrustedOptions *options);

/** Sets a callback (NULL for none) for the IR after each stage of a
    compilation: "input", the stages of the pipeline scatter-to-llvm (see
    docs/Lowering.md), "llvm-ir" and "optimized-llvm-ir". It is called on the
    compiling thread. Errors: USAGE. */
SCATTER_C_EXPORT ScatterStatus *
scatter_context_set_stage_callback(ScatterContext *context,
                                   ScatterStageCallback callback, void *user);

/** Sets a callback (NULL for none) for each diagnostic, including warnings, as
    "LOCATION: SEVERITY: MESSAGE". It is called on the compiling thread. Errors:
    USAGE. */
SCATTER_C_EXPORT ScatterStatus *scatter_context_set_diagnostic_callback(
    ScatterContext *context, ScatterTextCallback callback, void *user);

#ifdef __cplusplus
}
#endif

#endif /* SCATTER_C_CONTEXT_H */
