/* A C program that counts the buffers which an ahead-of-time object leaves. */

#include "program.h"

#include "scatter/Runtime/Runtime.h"

#include <stdio.h>
#include <stdlib.h>

/* The linker gives calls of malloc and free to these. */
void *__real_malloc(size_t size);
void __real_free(void *memory);

static int allocated = 0;

void *__wrap_malloc(size_t size) {
  ++allocated;
  return __real_malloc(size);
}

void __wrap_free(void *memory) {
  allocated -= memory != NULL;
  __real_free(memory);
}

enum { kSize = 16 };
static float elements[kSize];
static ScatterError error;

static struct scatter_memref_1d start(int64_t size) {
  struct scatter_memref_1d argument = {elements, elements, 0, {size}, {1}};
  error.kind = SCATTER_ERROR_NONE;
  allocated = 0;
  return argument;
}

static void finish(const char *name, int64_t size, int64_t n,
                   struct scatter_memref_1d *results, int count) {
  int left = allocated, found = 0;
  for (int i = 0; i < count; ++i) {
    found += results[i].allocated != NULL;
    __real_free(results[i].allocated);
  }
  printf("%s %d %d: kind %d, %d results, %d left\n", name, (int)size, (int)n,
         error.kind, found, left);
}

static void callBetween(int64_t size, int64_t n) {
  struct scatter_memref_1d x = start(size);
  struct {
    struct scatter_memref_1d values[2];
  } results;
  _mlir_ciface_between((void *)&results, &x, n);
  finish("between", size, n, results.values, 2);
}

typedef void Function(struct scatter_memref_1d *, struct scatter_memref_1d *,
                      int64_t);

static void call(const char *name, Function *function, int64_t size,
                 int64_t n) {
  struct scatter_memref_1d x = start(size), result;
  function(&result, &x, n);
  finish(name, size, n, &result, 1);
}

int main(void) {
  scatter_runtime_install_record(&error);
  callBetween(4, 4);
  callBetween(4, 5);
  callBetween(9, 9);
  call("caller", _mlir_ciface_caller, 4, 4);
  call("caller", _mlir_ciface_caller, 9, 9);
  call("loop", _mlir_ciface_loop, 4, 4);
  call("loop", _mlir_ciface_loop, 4, 2);
  call("branch", _mlir_ciface_branch, 4, 1);
  call("branch", _mlir_ciface_branch, 4, 2);
  call("branch", _mlir_ciface_branch, 3, 2);
  return 0;
}
