/*===- main.c - calls a function that was compiled ahead of time ----------===*/

#include "model.h"

#include "scatter/Runtime/Runtime.h"

#include <stdio.h>

int main(void) {
  float cache[4][2] = {{0}}, row[2] = {5, 6};
  int64_t position = 2;
  struct scatter_memref_2d c = {cache, cache, 0, {4, 2}, {2, 1}};
  struct scatter_memref_2d p = {&position, &position, 0, {1, 1}, {1, 1}};
  struct scatter_memref_2d r = {row, row, 0, {1, 2}, {2, 1}};

  /* Violations go into this record instead of ending the program. */
  ScatterError error = {0};
  scatter_runtime_install_record(&error);

  _mlir_ciface_append(&c, &p, &r);
  printf("%g %g, error %d\n", cache[2][0], cache[2][1], error.kind);

  position = 4;
  _mlir_ciface_append(&c, &p, &r);
  char text[512];
  scatter_runtime_format_error(&error, text, sizeof(text));
  puts(text);
  return error.kind == SCATTER_ERROR_INDEX ? 0 : 1;
}
