/* Where kernels are kept on disk, and the default number of threads. */

// RUN: %cc %s -o %t %link_scatter
// RUN: rm -rf %t.cache %t.xdg %t.home && mkdir %t.home

/* A later process loads what an earlier one compiled. */
// RUN: env SCATTER_CACHE_DIR=%t.cache %t | FileCheck %s --check-prefix=COMPILED
// RUN: env SCATTER_CACHE_DIR=%t.cache %t | FileCheck %s --check-prefix=LOADED
// COMPILED: compiled 1, loaded 0
// LOADED:   compiled 0, loaded 1

/* An empty name turns that off. */
// RUN: env SCATTER_CACHE_DIR= XDG_CACHE_HOME=%t.xdg %t | FileCheck %s --check-prefix=COMPILED
// RUN: env SCATTER_CACHE_DIR= XDG_CACHE_HOME=%t.xdg %t | FileCheck %s --check-prefix=COMPILED
// RUN: not ls %t.xdg

/* The user's cache folder. Relative ones do not count. */
// RUN: env -u SCATTER_CACHE_DIR XDG_CACHE_HOME=%t.xdg %t | FileCheck %s --check-prefix=COMPILED
// RUN: env -u SCATTER_CACHE_DIR XDG_CACHE_HOME=%t.xdg %t | FileCheck %s --check-prefix=LOADED
// RUN: ls %t.xdg/scatter | FileCheck %s --check-prefix=FILES --match-full-lines
// FILES: llvmcache-{{[0-9a-f]+}}
// RUN: env -u SCATTER_CACHE_DIR XDG_CACHE_HOME=x HOME=%t.home %t | FileCheck %s --check-prefix=COMPILED
// RUN: env -u SCATTER_CACHE_DIR -u XDG_CACHE_HOME HOME=%t.home %t | FileCheck %s --check-prefix=LOADED
// RUN: ls %t.home/.cache/scatter | FileCheck %s --check-prefix=FILES --match-full-lines
// RUN: env -u SCATTER_CACHE_DIR -u XDG_CACHE_HOME -u HOME %t | FileCheck %s --check-prefix=COMPILED

/* A folder that others may enter, and one that cannot be made, are not used;
   nothing is printed. */
// RUN: chmod 755 %t.cache
// RUN: env SCATTER_CACHE_DIR=%t.cache %t 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: env SCATTER_CACHE_DIR=%t/cache %t 2>&1 | FileCheck %s --check-prefix=REFUSED
// REFUSED-NOT: {{.}}
// REFUSED:     compiled 1, loaded 0
// REFUSED-NOT: {{.}}

/* Files that are not what the library wrote are compiled anew. */
// RUN: chmod 700 %t.cache
// RUN: %python -c "import glob, sys; [open(f, 'wb').write(b'x' * 99) for f in glob.glob(sys.argv[1] + '/*')]" %t.cache
// RUN: env SCATTER_CACHE_DIR=%t.cache %t | FileCheck %s --check-prefix=COMPILED
// RUN: env SCATTER_CACHE_DIR=%t.cache %t | FileCheck %s --check-prefix=LOADED

/* Threads. */
// RUN: env SCATTER_NUM_THREADS=2 %t large | FileCheck %s --check-prefix=TWO
// RUN: env SCATTER_NUM_THREADS=all taskset -c 0 %t large | FileCheck %s --check-prefix=ONE
// RUN: env SCATTER_NUM_THREADS=1 %t large | FileCheck %s --check-prefix=ONE
// RUN: env SCATTER_NUM_THREADS= %t large | FileCheck %s --check-prefix=ONE
// RUN: env -u SCATTER_NUM_THREADS %t large | FileCheck %s --check-prefix=ONE
// TWO: kernels 1
// ONE: kernels 2
// RUN: env SCATTER_NUM_THREADS=0 %t large | FileCheck %s --check-prefix=BAD
// RUN: env SCATTER_NUM_THREADS=1025 %t large | FileCheck %s --check-prefix=BAD
// RUN: env SCATTER_NUM_THREADS=many %t large | FileCheck %s --check-prefix=BAD
// RUN: env SCATTER_NUM_THREADS=2x %t large | FileCheck %s --check-prefix=BAD
// BAD: code 11: SCATTER_NUM_THREADS: expected 1 to 1024 or 'all', found '{{0|1025|many|2x}}'

/* Programs use as many, unless their context says otherwise. */
// RUN: env SCATTER_NUM_THREADS=2 %t program 0 | FileCheck %s --check-prefix=PARALLEL
// RUN: env SCATTER_NUM_THREADS=2 %t program 1 | FileCheck %s --check-prefix=SERIAL
// RUN: env -u SCATTER_NUM_THREADS %t program 0 | FileCheck %s --check-prefix=SERIAL
// RUN: env SCATTER_NUM_THREADS=many %t program 0 | FileCheck %s --check-prefix=WRONG
// PARALLEL: uses threads
// SERIAL: uses one thread
// WRONG: code 2: SCATTER_NUM_THREADS: expected 1 to 1024 or 'all', found 'many'

/* What the host sets comes before the environment. */
// RUN: env SCATTER_NUM_THREADS=1 %t program 0 2 | FileCheck %s --check-prefix=PARALLEL
// RUN: env SCATTER_NUM_THREADS=2 %t program 0 1 | FileCheck %s --check-prefix=SERIAL
// RUN: env SCATTER_NUM_THREADS=2 %t program 0 0 | FileCheck %s --check-prefix=PARALLEL

#include "scatter-c/Engine.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Adds `count` ones to an array of zeros, by the default and by two threads, with
   kernels that are not among those of the build. */
static int update(int64_t count, int calls) {
  float *data = calloc((size_t)count, sizeof(float));
  float *updates = calloc((size_t)count, sizeof(float));
  int64_t *indices = calloc((size_t)count, sizeof(int64_t));
  int64_t shape[2] = {count, 1};
  DLTensor d = {data, {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, shape, NULL, 0};
  DLTensor i = {indices, {kDLCPU, 0}, 2, {kDLInt, 64, 1}, shape, NULL, 0};
  DLTensor u = {updates, {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, shape, NULL, 0};
  ScatterNDUpdateOptions options = {.struct_size = sizeof(options)};
  options.reduction = SCATTER_REDUCTION_SUM;
  options.out_of_bounds = SCATTER_OUT_OF_BOUNDS_DROP;
  int failed = 0;
  for (int n = 0; n < calls && !failed; ++n) {
    ScatterStatus *status = scatter_nd_update(&d, &i, &u, &d, &options);
    if (status)
      printf("code %d: %s\n", scatter_status_code(status),
             scatter_status_message(status));
    failed = status != NULL;
    scatter_status_destroy(status);
    options.threads = 2;
  }
  free(data);
  free(updates);
  free(indices);
  return failed;
}

static const char source[] =
    "func.func @update(%data: tensor<?x512xf32>, %indices: tensor<?x1xi64>,\n"
    "    %updates: tensor<?x512xf32>) -> tensor<?x512xf32> {\n"
    "  %result = scatter.scatter_nd_update\n"
    "    ins(%indices, %updates : tensor<?x1xi64>, tensor<?x512xf32>)\n"
    "    outs(%data : tensor<?x512xf32>) reduction(sum)\n"
    "    -> tensor<?x512xf32>\n"
    "  return %result : tensor<?x512xf32>\n"
    "}\n";

static void find_fork(const char *text, size_t size, void *user) {
  (void)size;
  *(int *)user |= strstr(text, "scatter_parallel_for") != NULL;
}

/* Prints whether code that is compiled for `threads` threads starts them. */
static void compile(unsigned threads) {
  int uses_threads = 0;
  ScatterContext *context = scatter_context_create();
  ScatterStatus *status = scatter_context_set_threads(context, threads);
  if (!status)
    status = scatter_emit(context, source, strlen(source), "m.mlir",
                          SCATTER_EMIT_LLVM_IR, find_fork, &uses_threads);
  if (status)
    printf("code %d: %s\n", scatter_status_code(status),
           scatter_status_message(status));
  else
    printf("uses %s\n", uses_threads ? "threads" : "one thread");
  scatter_status_destroy(status);
  scatter_context_destroy(context);
}

int main(int argc, char **argv) {
  if (argc == 4) {
    unsigned former = scatter_set_num_threads(UINT_MAX);
    former |= scatter_set_num_threads(0) != SCATTER_MAX_THREADS;
    former |= scatter_set_num_threads((unsigned)atoi(argv[3]));
    if (former != 0)
      printf("wrong numbers of threads were set\n");
  }
  if (argc >= 3) {
    compile((unsigned)atoi(argv[2]));
    return 0;
  }
  int is_large = argc > 1;
  if (update(is_large ? 1 << 20 : 4, is_large ? 2 : 1))
    return 0;
  ScatterKernelCounts counts = scatter_kernels_count();
  if (is_large)
    printf("kernels %zu\n", counts.in_memory);
  else
    printf("compiled %zu, loaded %zu\n", counts.compiled, counts.loaded);
  return 0;
}
