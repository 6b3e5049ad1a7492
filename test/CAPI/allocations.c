/* Each allocation fails in turn, but for those of the compiler. The program
   defines malloc, which the libraries then use. */

// The sanitizers have a malloc of their own.
// UNSUPPORTED: asan, tsan
// RUN: %cc -D_GNU_SOURCE -pthread %s -o %t %link_scatter
// RUN: env SCATTER_CACHE_DIR= %t | FileCheck %s

#include "Inputs/Tensor.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The allocation that fails, counted from 0, and the number seen so far. */
static long failing = -1, seen = 0;
static int is_counting = 0;

static int fails(void) { return is_counting && seen++ == failing; }

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) {
  return fails() ? NULL : __libc_calloc(count, size);
}
void *realloc(void *old, size_t size) {
  return fails() ? NULL : __libc_realloc(old, size);
}
void *aligned_alloc(size_t alignment, size_t size) {
  return fails() ? NULL : __libc_memalign(alignment, size);
}
int posix_memalign(void **result, size_t alignment, size_t size) {
  if (fails())
    return 12;
  *result = __libc_memalign(alignment, size);
  return *result ? 0 : 12;
}

static const char source[] =
    "func.func @update(%d: tensor<?x1x1x1x1x?xf32>, %i: tensor<?x1xi64>,\n"
    "    %u: tensor<?x1x1x1x1x?xf32>, %n: index)\n"
    "    -> (tensor<?x1x1x1x1x?xf32>, index) {\n"
    "  %r = scatter.scatter_nd_update\n"
    "    ins(%i, %u : tensor<?x1xi64>, tensor<?x1x1x1x1x?xf32>)\n"
    "    outs(%d : tensor<?x1x1x1x1x?xf32>) reduction(sum)\n"
    "    -> tensor<?x1x1x1x1x?xf32>\n"
    "  return %r, %n : tensor<?x1x1x1x1x?xf32>, index\n"
    "}\n";

static float data[4][2], updates[2][2], output[4][2];
static int64_t indices[2] = {1, -1};

/* Frees `status` and returns whether it was success. What is neither that nor
   the error that was to come ends the child. */
static int is_ok(ScatterStatus *status, ScatterStatusCode expected) {
  ScatterStatusCode code = scatter_status_code(status);
  if (code != expected && code != SCATTER_STATUS_MEMORY) {
    is_counting = 0;
    printf("code %d: %s\n", code, scatter_status_message(status));
    fflush(stdout);
    _exit(3);
  }
  scatter_status_destroy(status);
  return code == expected;
}

static int succeeds(ScatterStatus *status) {
  return is_ok(status, SCATTER_STATUS_OK);
}

static void ignore(const char *text, size_t size, void *user) {
  (void)text;
  (void)size;
  (void)user;
}

static int use_context(const ScatterProgram *program) {
  (void)program;
  ScatterContext *context = scatter_context_create();
  const char *path = "/a/path/that/does/not/fit/into/a/short/string";
  int is_right =
      context && succeeds(scatter_context_set_threads(context, 2)) &&
      succeeds(scatter_context_set_opt_level(context, 2)) &&
      succeeds(scatter_context_set_target(context, path, path, path)) &&
      succeeds(scatter_context_set_cache(context, path, 0)) &&
      succeeds(
          scatter_context_set_diagnostic_callback(context, ignore, NULL)) &&
      is_ok(scatter_context_set_opt_level(context, 9), SCATTER_STATUS_USAGE) &&
      is_ok(scatter_context_set_threads(NULL, 1), SCATTER_STATUS_USAGE);
  scatter_context_destroy(context);
  return is_right;
}

/* All that can be done with a program. */
static int use_program(const ScatterProgram *program) {
  int64_t shape[6] = {4, 1, 1, 1, 1, 2}, few[6] = {2, 1, 1, 1, 1, 2};
  int64_t pair[2] = {2, 1}, n = 7, m = 0;
  DLTensor d = make(data, kDLFloat, 32, 6, shape);
  DLTensor i = make(indices, kDLInt, 64, 2, pair);
  DLTensor u = make(updates, kDLFloat, 32, 6, few);
  DLTensor s = make(&n, kDLInt, 64, 0, NULL);
  DLTensor o = make(output, kDLFloat, 32, 6, shape);
  DLTensor t = make(&m, kDLInt, 64, 0, NULL);
  const DLTensor *arguments[4] = {&d, &i, &u, &s}, *outputs[2] = {&o, &t};
  const ScatterEntry *entry = NULL;
  ScatterCall *call = NULL;
  DLManagedTensor *taken = NULL;
  memset(output, 0, sizeof(output));
  int is_right =
      is_ok(scatter_program_lookup(program, "nosuch", &entry),
            SCATTER_STATUS_ENTRY) &&
      succeeds(scatter_program_lookup(program, "update", &entry)) &&
      is_ok(scatter_call_create(program, entry, arguments, 3, &call),
            SCATTER_STATUS_COUNT) &&
      succeeds(scatter_call_create(program, entry, arguments, 4, &call)) &&
      is_ok(scatter_call_set_argument(call, 0, &i), SCATTER_STATUS_SHAPE) &&
      succeeds(scatter_call_set_argument(call, 0, &d)) &&
      succeeds(scatter_call_run(call)) &&
      is_ok(scatter_call_copy_result(call, 0, &t), SCATTER_STATUS_SHAPE) &&
      succeeds(scatter_call_copy_result(call, 0, &o)) &&
      succeeds(scatter_call_take_result(call, 0, &taken)) &&
      is_ok(scatter_call_copy_result(call, 0, &o), SCATTER_STATUS_COUNT) &&
      succeeds(scatter_run(program, entry, arguments, 4, outputs, 2)) &&
      output[1][1] == 2 && m == 7;
  if (is_right) {
    indices[1] = 4;
    is_right = is_ok(scatter_call_run(call), SCATTER_STATUS_INDEX);
    indices[1] = -1;
  }
  if (taken)
    taken->deleter(taken);
  scatter_call_destroy(call);
  return is_right;
}

static int use_pool(const ScatterProgram *program) {
  (void)program;
  void *first = scatter_pool_allocate(SCATTER_POOL_MIN_BYTES);
  void *second = scatter_pool_allocate(2 * SCATTER_POOL_MIN_BYTES);
  int is_right = first && second;
  scatter_pool_free(first);
  scatter_pool_free(second);
  return is_right;
}

/* The functions on a thread that has not called any. Kernels are compiled
   before allocations are counted. */
static int call_functions(void) {
  static int64_t shape[2] = {4, 2}, few[2] = {2, 2}, pair[2] = {2, 1};
  static int64_t columns[2] = {1, 4};
  int64_t start[1] = {1}, stop[1] = {3}, zero[1] = {0};
  DLTensor d = make(data, kDLFloat, 32, 2, shape);
  DLTensor i = make(indices, kDLInt, 64, 2, pair);
  DLTensor u = make(updates, kDLFloat, 32, 2, few);
  DLTensor o = make(output, kDLFloat, 32, 2, shape);
  ScatterNDUpdateOptions options = {.struct_size = sizeof(options)};
  options.reduction = SCATTER_REDUCTION_SUM;
  memset(data, 0, sizeof(data));
  int is_right =
      succeeds(scatter_nd_update(&d, &i, &u, &o, &options)) &&
      output[3][1] == 2 &&
      succeeds(scatter_nd_update(&d, &i, &u, &d, &options)) &&
      data[3][1] == 2 &&
      succeeds(scatter_slice_scatter(&d, &u, start, stop, NULL, NULL, 1, &d,
                                     NULL)) &&
      data[1][1] == 2 &&
      is_ok(scatter_slice_scatter(&d, &u, start, stop, zero, NULL, 1, &d, NULL),
            SCATTER_STATUS_ZERO_STEP) &&
      is_ok(scatter_nd_update(&d, &i, &d, &d, NULL), SCATTER_STATUS_SHAPE) &&
      is_ok(scatter_nd_update(&d, &u, &d, &d, NULL), SCATTER_STATUS_TYPE) &&
      is_ok(scatter_nd_update(&d, &i, &u, NULL, NULL), SCATTER_STATUS_USAGE);
  if (is_right) {
    indices[1] = 4;
    is_right = is_ok(scatter_nd_update(&d, &i, &u, &o, &options),
                     SCATTER_STATUS_INDEX);
    indices[1] = -1;
  }
  /* Updates that are a part of data, which is not row-major, and an `out` that
     overlaps it. */
  d.strides = o.strides = columns;
  u = d;
  u.shape = few;
  if (is_right)
    is_right = succeeds(scatter_nd_update(&d, &i, &u, &d, &options)) &&
               succeeds(scatter_nd_update(&d, &i, &u, &o, NULL)) &&
               succeeds(scatter_slice_scatter(&d, &u, start, stop, NULL, NULL,
                                              1, &d, NULL));
  return is_right;
}

static void *call_on_thread(void *user) {
  int *counts = user;
  is_counting = counts[0];
  counts[1] = call_functions();
  is_counting = 0;
  return NULL;
}

static int use_functions(const ScatterProgram *program) {
  (void)program;
  int counts[2] = {is_counting, 0};
  pthread_t thread;
  is_counting = 0;
  if (pthread_create(&thread, NULL, call_on_thread, counts) != 0)
    return 0;
  pthread_join(thread, NULL);
  is_counting = counts[0];
  return counts[1];
}

static int compile(ScatterProgram **program) {
  ScatterContext *context = scatter_context_create();
  int is_right = context && succeeds(scatter_compile(context, source,
                                                     strlen(source), "m.mlir",
                                                     program));
  scatter_context_destroy(context);
  return is_right;
}

/* The child: one allocation of `use` fails, then it is done once more. */
static int try_failure(int (*use)(const ScatterProgram *),
                       const ScatterProgram *program, long position) {
  alarm(60);
  failing = position;
  is_counting = 1;
  int is_right = use(program);
  is_counting = 0;
  if (!use(program))
    _exit(4);
  return !is_right;
}

/* Tries every allocation of `use`. */
static void try_all(const char *what, int (*use)(const ScatterProgram *),
                    const ScatterProgram *program) {
  seen = 0;
  is_counting = 1;
  int is_right = use(program);
  is_counting = 0;
  long count = seen;
  int errors = 0, bad = !is_right;
  for (long position = 0; position < count; ++position) {
    fflush(stdout);
    seen = 0;
    pid_t child = fork();
    if (child == 0)
      _exit(try_failure(use, program, position));
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) < 2) {
      errors += WEXITSTATUS(status);
    } else {
      printf("%s, allocation %ld: status %#x\n", what, position,
             (unsigned)status);
      ++bad;
    }
  }
  printf("%s: several %d, errors %d, %d bad\n", what, count >= 2, errors > 0,
         bad);
}

int main(void) {
  for (int j = 0; j < 2; ++j)
    updates[0][j] = updates[1][j] = (float)j + 1;
  ScatterProgram *program = NULL;
  if (!compile(&program))
    return 1;
  // CHECK: context: several 1, errors 1, 0 bad
  try_all("context", use_context, program);
  // CHECK-NEXT: program: several 1, errors 1, 0 bad
  try_all("program", use_program, program);
  /* It frees what is idle and tries again. */
  // CHECK-NEXT: pool: several 1, errors 0, 0 bad
  try_all("pool", use_pool, program);
  // CHECK-NEXT: functions: several 1, errors 1, 0 bad
  if (!use_functions(NULL))
    return 1;
  try_all("functions", use_functions, NULL);
  scatter_program_destroy(program);
  return 0;
}
