/* A C program that calls an ahead-of-time object whose loops have threads. */

#include "program.h"

#include "scatter/Runtime/Runtime.h"

#include <stdio.h>
#include <stdlib.h>

enum { kSize = 64 };

static void printError(const ScatterError *error) {
  if (error->kind == SCATTER_ERROR_INDEX ||
      error->kind == SCATTER_ERROR_MEMORY) {
    char text[512];
    scatter_runtime_format_error(error, text, sizeof(text));
    puts(text);
  }
}

/* Updates element i of 64 by index i, element 60 by `index`. */
static int update(int64_t index) {
  float data[kSize] = {0}, updates[kSize];
  int64_t indices[kSize];
  for (int i = 0; i < kSize; ++i) {
    updates[i] = 1;
    indices[i] = i;
  }
  indices[60] = index;
  struct scatter_memref_1d d = {data, data, 0, {kSize}, {1}};
  struct scatter_memref_1d n = {indices, indices, 0, {kSize}, {1}};
  struct scatter_memref_1d u = {updates, updates, 0, {kSize}, {1}};
  _mlir_ciface_update(&d, &n, &u);
  int updated = 0;
  for (int i = 0; i < kSize; ++i)
    updated += data[i] == 1;
  return updated;
}

static void allocate(int64_t size) {
  struct scatter_memref_1d result;
  _mlir_ciface_allocate(&result, size);
  printf("%s, ", result.allocated ? "a buffer" : "null");
  free(result.allocated);
}

int main(int argc, char **argv) {
  (void)argv;
  if (argc > 1)
    return update(-65) == 0;

  ScatterError error;
  error.kind = SCATTER_ERROR_NONE;
  scatter_runtime_install_record(&error);
  printf("updated %d, ", update(-4));
  printf("kind %d\n", error.kind);
  printf("updated %d, ", update(-65));
  printError(&error);

  error.kind = SCATTER_ERROR_NONE;
  allocate(kSize);
  printf("kind %d\n", error.kind);
  allocate((int64_t)1 << 47);
  printError(&error);
  /* The error is still there; the next call does its work. */
  allocate(kSize);
  printf("kind %d\n", error.kind);
  return 0;
}
