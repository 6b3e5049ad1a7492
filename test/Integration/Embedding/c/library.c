/*===- library.c - compile and run from C ---------------------------------===*/

#include "scatter-c/Engine.h"

#include <stdio.h>
#include <string.h>

static const char source[] =
    "func.func @update(%data: memref<8xf32>, %indices: memref<?x1xi64>,\n"
    "                  %updates: memref<?xf32>) {\n"
    "  scatter.scatter_nd_update\n"
    "    ins(%indices, %updates : memref<?x1xi64>, memref<?xf32>)\n"
    "    outs(%data : memref<8xf32>) reduction(sum)\n"
    "  return\n"
    "}\n";

/* A row-major tensor over memory of the caller. */
static DLTensor describe(void *data, uint8_t code, uint8_t bits, int32_t rank,
                         int64_t *shape) {
  DLTensor tensor = {0};
  tensor.data = data;
  tensor.device.device_type = kDLCPU;
  tensor.ndim = rank;
  tensor.dtype.code = code;
  tensor.dtype.bits = bits;
  tensor.dtype.lanes = 1;
  tensor.shape = shape;
  return tensor;
}

/* Prints and frees an error; returns whether there was one. */
static int failed(ScatterStatus *status) {
  if (!status)
    return 0;
  ScatterReport report;
  if (scatter_status_report(status, &report))
    printf("tuple %lld has index %lld: ", (long long)report.tuple,
           (long long)report.value);
  printf("%s\n", scatter_status_message(status));
  scatter_status_destroy(status);
  return 1;
}

int main(void) {
  /* Compile. */
  ScatterContext *context = scatter_context_create();
  ScatterProgram *program;
  if (failed(scatter_compile(context, source, strlen(source), "update.mlir",
                             &program)))
    return 1;
  const ScatterEntry *update;
  if (failed(scatter_program_lookup(program, "update", &update)))
    return 1;

  /* Prepare a call over memory of this program. */
  float data[8] = {1, 2, 3, 4, 5, 6, 7, 8}, updates[3] = {10, 20, 30};
  int64_t indices[3] = {0, 0, -1};
  int64_t data_shape[] = {8}, indices_shape[] = {3, 1}, updates_shape[] = {3};
  DLTensor d = describe(data, kDLFloat, 32, 1, data_shape);
  DLTensor i = describe(indices, kDLInt, 64, 2, indices_shape);
  DLTensor u = describe(updates, kDLFloat, 32, 1, updates_shape);
  const DLTensor *arguments[] = {&d, &i, &u};
  ScatterCall *call;
  if (failed(scatter_call_create(program, update, arguments, 3, &call)))
    return 1;

  /* Run it, as often as needed; errors are objects. */
  if (failed(scatter_call_run(call)))
    return 1;
  printf("%g %g ... %g\n", data[0], data[1], data[7]);
  indices[1] = 9;
  int has_failed = failed(scatter_call_run(call));

  /* What others send is compiled by a process of its own. */
  ScatterProgram *other;
  if (failed(scatter_context_set_untrusted(context, 1, NULL)) ||
      failed(scatter_compile(context, source, strlen(source), "other.mlir",
                             &other)))
    return 1;
  scatter_program_destroy(other);

  scatter_call_destroy(call);
  scatter_program_destroy(program);
  scatter_context_destroy(context);
  return has_failed ? 0 : 1;
}
