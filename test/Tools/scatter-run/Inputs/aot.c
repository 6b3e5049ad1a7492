/* A C program that calls an ahead-of-time object. */

#include "program.h"

#include "scatter/Runtime/Runtime.h"

#include <stdio.h>
#include <stdlib.h>

static struct scatter_memref_1d floats(float *data, int64_t size) {
  struct scatter_memref_1d memref = {data, data, 0, {size}, {1}};
  return memref;
}

/* A function of the host that has the name of one in the source. */
float update(float value) { return value + 1; }

int main(void) {
  float data[4] = {1, 2, 3, 4};
  float updates[2] = {10, 20};
  int64_t indices[2] = {0, -1};
  struct scatter_memref_1d d = floats(data, 4), u = floats(updates, 2);
  struct scatter_memref_2d i = {indices, indices, 0, {2, 1}, {1, 1}};
  struct scatter_results_update result;

  ScatterError error;
  error.kind = SCATTER_ERROR_NONE;
  scatter_runtime_install_record(&error);
  _mlir_ciface_update(&result, &d, &i, &u);
  const float *values = result.result0_.aligned;
  printf("%g %g %g %g, %lld, kind %d\n", values[0], values[1], values[2],
         values[3], (long long)result.result1_, error.kind);
  free(result.result0_.allocated);

  indices[1] = 4;
  _mlir_ciface_update(&result, &d, &i, &u);
  free(result.result0_.allocated);
  char text[512];
  scatter_runtime_format_error(&error, text, sizeof(text));
  puts(text);
  printf("%g\n", update(1));
  return 0;
}
