/*===- levels.c - tells for which level the code of a call is -------------===*\
|*                                                                            *|
|* Prints the levels whose code calls the functions below, and whether the    *|
|* results are right. dladdr has to see the functions of the object: in a     *|
|* static program it sees none.                                               *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#define _GNU_SOURCE
#include "levels.h"

#include "scatter/Runtime/ParallelFor.h"
#include "scatter/Runtime/Runtime.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

enum { rows = 512, columns = 64, tuples = 128 };

static float data[rows][columns], expected[rows][columns];
static float updates[tuples][columns];
static int64_t indices[tuples][1];

/* The ends of the names of the functions that called. */
static const char *level = "none", *threadLevel = "none";

static const char *find_level(const void *address) {
  Dl_info info;
  if (!dladdr(address, &info) || !info.dli_sname)
    return "unknown";
  const char *end = strstr(info.dli_sname, "x86_64");
  return end ? end : info.dli_sname;
}

/* Called by the model. */
void mark(void) { level = find_level(__builtin_return_address(0)); }
void mark_thread(void) {
  threadLevel = find_level(__builtin_return_address(0));
}

static int count_differences(void) {
  int different = 0;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      different += data[i][j] != expected[i][j];
  return different;
}

int main(void) {
  for (int t = 0; t < tuples; ++t) {
    /* Some rows come twice, some through negative indices. */
    int row = t * 37 % 100 * 5;
    indices[t][0] = t % 3 ? row : row - rows;
    for (int j = 0; j < columns; ++j) {
      updates[t][j] = (float)t + (float)j / 7;
      expected[row][j] += updates[t][j];
    }
  }
  struct scatter_memref_2d d = {data, data, 0, {rows, columns}, {columns, 1}};
  struct scatter_memref_2d i = {indices, indices, 0, {tuples, 1}, {1, 1}};
  struct scatter_memref_2d u = {
      updates, updates, 0, {tuples, columns}, {columns, 1}};
  ScatterError error = {0};
  scatter_runtime_install_record(&error);
  _mlir_ciface_sum_rows(&d, &i, &u);
  /* One thread, so that nobody writes `threadLevel` at the same time. */
  scatter_set_worker_limit(0);
  _mlir_ciface_run_threads();
  printf("%s, threads %s, %d different, error %d, %d\n", level, threadLevel,
         count_differences(), error.kind, _mlir_ciface_look_up(2));
  return 0;
}
