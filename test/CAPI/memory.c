/* A lack of memory is an error, wherever it shows, and the process goes on:
   each child has a little more address space than the one before, meets the end
   of it at another place, and then does the same with enough. */

// RUN: %cc %s -o %t %link_scatter
// RUN: env SCATTER_CACHE_DIR= %t %t.cache | FileCheck %s

#include "Inputs/Tensor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const char source[] =
    "func.func @update(%data: tensor<?x1x1x1x1x?xf32>, %i: tensor<?x1xi64>,\n"
    "    %u: tensor<?x1x1x1x1x?xf32>, %n: index)\n"
    "    -> (tensor<?x1x1x1x1x?xf32>, index) {\n"
    "  %r = scatter.scatter_nd_update\n"
    "    ins(%i, %u : tensor<?x1xi64>, tensor<?x1x1x1x1x?xf32>)\n"
    "    outs(%data : tensor<?x1x1x1x1x?xf32>) reduction(sum)\n"
    "    -> tensor<?x1x1x1x1x?xf32>\n"
    "  return %r, %n : tensor<?x1x1x1x1x?xf32>, index\n"
    "}\n";

enum { rows = 1 << 12, columns = 1 << 9, pairs = 1 << 9 };
static float data[rows][columns], updates[pairs][columns];
static float output[rows][columns];
static int64_t indices[pairs];

/* Whether `status` is success; frees it. What is no lack of memory ends the
   child. */
static int succeeded(ScatterStatus *status) {
  ScatterStatusCode code = scatter_status_code(status);
  if (code != SCATTER_STATUS_OK && code != SCATTER_STATUS_MEMORY) {
    printf("code %d: %s\n", code, scatter_status_message(status));
    fflush(stdout);
    _exit(3);
  }
  scatter_status_destroy(status);
  return code == SCATTER_STATUS_OK;
}

static unsigned threads = 1;

static ScatterProgram *compile(const char *cache) {
  ScatterProgram *program = NULL;
  ScatterContext *context = scatter_context_create();
  if (context && succeeded(scatter_context_set_threads(context, threads)) &&
      succeeded(scatter_context_set_cache(context, cache, 0)))
    succeeded(
        scatter_compile(context, source, strlen(source), "m.mlir", &program));
  scatter_context_destroy(context);
  return program;
}

/* Returns whether there is a program and all went well. */
static int run(const ScatterProgram *program) {
  if (!program)
    return 0;
  int64_t shape[6] = {rows, 1, 1, 1, 1, columns};
  int64_t few[6] = {pairs, 1, 1, 1, 1, columns}, two[2] = {pairs, 1};
  int64_t n = 7, m = 0;
  DLTensor d = make(data, kDLFloat, 32, 6, shape);
  DLTensor i = make(indices, kDLInt, 64, 2, two);
  DLTensor u = make(updates, kDLFloat, 32, 6, few);
  DLTensor s = make(&n, kDLInt, 64, 0, NULL);
  DLTensor o = make(output, kDLFloat, 32, 6, shape);
  DLTensor t = make(&m, kDLInt, 64, 0, NULL);
  const DLTensor *arguments[4] = {&d, &i, &u, &s};
  const DLTensor *outputs[2] = {&o, &t};
  const ScatterEntry *entry = NULL;
  ScatterCall *call = NULL;
  DLManagedTensor *taken = NULL;
  int isRight =
      succeeded(scatter_program_lookup(program, "update", &entry)) &&
      succeeded(scatter_call_create(program, entry, arguments, 4, &call)) &&
      succeeded(scatter_call_set_argument(call, 0, &d)) &&
      succeeded(scatter_call_run(call)) &&
      succeeded(scatter_call_copy_result(call, 0, &o)) &&
      succeeded(scatter_call_take_result(call, 0, &taken)) &&
      succeeded(scatter_run(program, entry, arguments, 4, outputs, 2)) &&
      m == 7 && output[1][2] == updates[1][2];
  if (taken)
    taken->deleter(taken);
  scatter_call_destroy(call);
  scatter_pool_free(scatter_pool_allocate((size_t)16 << 20));
  return isRight;
}

/* The same for the functions, with a kernel that is not among those of the
   build. */
static int call_functions(void) {
  int64_t shape[2] = {rows, columns}, few[2] = {pairs, columns};
  int64_t two[2] = {pairs, 1}, start[1] = {0}, stop[1] = {pairs};
  DLTensor d = make(data, kDLFloat, 32, 2, shape);
  DLTensor i = make(indices, kDLInt, 64, 2, two);
  DLTensor u = make(updates, kDLFloat, 32, 2, few);
  DLTensor o = make(output, kDLFloat, 32, 2, shape);
  ScatterNDUpdateOptions options = {.struct_size = sizeof(options)};
  options.threads = threads;
  options.out_of_bounds = SCATTER_OUT_OF_BOUNDS_DROP;
  return succeeded(scatter_nd_update(&d, &i, &u, &o, &options)) &&
         succeeded(scatter_slice_scatter(&o, &u, start, stop, NULL, NULL, 1, &o,
                                         NULL)) &&
         output[1][2] == updates[1][2];
}

static int calls_functions = 0;

/* Compiles if there is no program, and runs. */
static int compile_and_run(const ScatterProgram *program, const char *cache) {
  if (calls_functions)
    return call_functions();
  ScatterProgram *compiled = program ? NULL : compile(cache);
  int isRight = run(program ? program : compiled);
  scatter_program_destroy(compiled);
  return isRight;
}

static void limit_memory(rlim_t bytes) {
  struct rlimit limit;
  getrlimit(RLIMIT_AS, &limit);
  limit.rlim_cur = bytes;
  setrlimit(RLIMIT_AS, &limit);
}

/* The bytes of address space that are in use. */
static rlim_t measure(void) {
  unsigned long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file || fscanf(file, "%lu", &pages) != 1)
    _exit(4);
  fclose(file);
  return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

/* The child: 0 if the limit was no obstacle, 1 if it was. */
static int try_limit(const ScatterProgram *program, const char *cache,
                     size_t bytes) {
  alarm(60);
  limit_memory(measure() + bytes);
  int isRight = compile_and_run(program, cache);
  limit_memory(RLIM_INFINITY);
  if (!compile_and_run(program, cache))
    _exit(5);
  return !isRight;
}

/* Counts the children that were short of memory, that were not, and that did
   not end well. */
static void try_limits(const char *what, const ScatterProgram *program,
                       const char *cache, size_t step, int count) {
  int results[2] = {0}, bad = 0;
  for (int i = 0; i < count; ++i) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
      _exit(try_limit(program, cache, (size_t)i * step));
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) < 2) {
      ++results[WEXITSTATUS(status)];
    } else {
      printf("%zu bytes: status %#x\n", (size_t)i * step, (unsigned)status);
      ++bad;
    }
  }
  printf("%s: short %d, enough %d, %d bad\n", what, results[1] > 0,
         results[0] > 0, bad);
}

int main(int argc, char **argv) {
  if (argc != 2)
    return 1;
  for (int i = 0; i < pairs; ++i) {
    indices[i] = i;
    for (int j = 0; j < columns; ++j)
      updates[i][j] = (float)(i + j);
  }
  // CHECK: a compilation: short 1, enough 1, 0 bad
  try_limits("a compilation", NULL, NULL, (size_t)1 << 20, 44);
  // CHECK-NEXT: the cache: short 1, enough 1, 0 bad
  ScatterProgram *program = compile(argv[1]);
  try_limits("the cache", NULL, argv[1], (size_t)2 << 20, 22);
  // CHECK-NEXT: a call: short 1, enough 1, 0 bad
  try_limits("a call", program, NULL, (size_t)2 << 20, 22);
  scatter_program_destroy(program);

  // CHECK-NEXT: functions: short 1, enough 1, 0 bad
  calls_functions = 1;
  try_limits("functions", NULL, NULL, (size_t)2 << 20, 30);
  calls_functions = 0;

  /* Threads that cannot be started are done without. */
  // CHECK-NEXT: threads: short 1, enough 1, 0 bad
  threads = 2;
  program = compile(NULL);
  try_limits("threads", program, NULL, (size_t)4 << 20, 16);
  scatter_program_destroy(program);
  return 0;
}
