/*===- levels.c - tells for which level the code of a call is -------------===*\
|*                                                                            *|
|* Prints the levels whose code calls the functions below, and whether the    *|
|* results are right. dladdr has to see the functions of the object: in a     *|
|* static program it sees none.                                               *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#define _GNU_SOURCE
#include "levels.h"

#include "sum_rows.h"

#include "scatter/Runtime/ParallelFor.h"
#include "scatter/Runtime/Runtime.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

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

int main(void) {
  fill_operands();
  ScatterError error = {0};
  scatter_runtime_install_record(&error);
  call_sum_rows();
  /* One thread, so that nobody writes `threadLevel` at the same time. */
  scatter_set_worker_limit(0);
  _mlir_ciface_run_threads();
  printf("%s, threads %s, %d different, error %d, %d\n", level, threadLevel,
         count_differences(), error.kind, _mlir_ciface_look_up(2));
  return 0;
}
