/* The pool of large buffers, and results of programs that take from it. */

// RUN: %cc %s -o %t %link_scatter
// RUN: %t | FileCheck %s

#include "scatter-c/Engine.h"

#include <stdio.h>
#include <string.h>

static const char source[] =
    "func.func @fill(%row: tensor<1x1048576xf32>) -> tensor<2x1048576xf32> {\n"
    "  %e = tensor.empty() : tensor<2x1048576xf32>\n"
    "  %0 = scatter.slice_scatter ins(%row : tensor<1x1048576xf32>)\n"
    "    outs(%e : tensor<2x1048576xf32>) from [0] to [1]\n"
    "    -> tensor<2x1048576xf32>\n"
    "  %1 = scatter.slice_scatter ins(%row : tensor<1x1048576xf32>)\n"
    "    outs(%0 : tensor<2x1048576xf32>) from [1] to [2]\n"
    "    -> tensor<2x1048576xf32>\n"
    "  return %1 : tensor<2x1048576xf32>\n"
    "}\n";

static float row[1 << 20];

/* Runs the program; the result is the caller's. */
static DLManagedTensor *fill(ScatterCall *call) {
  DLManagedTensor *result = NULL;
  scatter_status_destroy(scatter_call_run(call));
  scatter_status_destroy(scatter_call_take_result(call, 0, &result));
  return result;
}

int main(void) {
// CHECK: limit 268435456 idle 0
  printf("limit %zu idle %zu\n", scatter_pool_limit(),
         scatter_pool_idle_bytes());
// CHECK-NEXT: former 268435456 limit 67108864
  size_t former = scatter_pool_set_limit((size_t)64 << 20);
  printf("former %zu limit %zu\n", former, scatter_pool_limit());

// CHECK-NEXT: small 1 aligned 1 idle 0
  void *buffer = scatter_pool_allocate((size_t)8 << 20);
  printf("small %d aligned %d idle %zu\n",
         scatter_pool_allocate(SCATTER_POOL_MIN_BYTES - 1) == NULL,
         (size_t)buffer % ((size_t)2 << 20) == 0, scatter_pool_idle_bytes());

  ScatterContext *context = scatter_context_create();
  ScatterProgram *program = NULL;
  const ScatterEntry *entry = NULL;
  ScatterCall *call = NULL;
  int64_t shape[2] = {1, 1 << 20};
  DLTensor tensor;
  memset(&tensor, 0, sizeof(tensor));
  tensor.data = row;
  tensor.device.device_type = kDLCPU;
  tensor.ndim = 2;
  tensor.dtype.code = kDLFloat;
  tensor.dtype.bits = 32;
  tensor.dtype.lanes = 1;
  tensor.shape = shape;
  const DLTensor *arguments[1] = {&tensor};
// CHECK-NEXT: status 1 1 1
  ScatterStatus *status =
      scatter_compile(context, source, strlen(source), "fill.mlir", &program);
  printf("status %d", status == NULL);
  status = scatter_program_lookup(program, "", &entry);
  printf(" %d", status == NULL);
  status = scatter_call_create(program, entry, arguments, 1, &call);
  printf(" %d\n", status == NULL);
  scatter_context_destroy(context);

  /* What the host gives back, a program takes, and the other way round. */
// CHECK-NEXT: same 1 idle 0
// CHECK-NEXT: same 1
  scatter_pool_free(buffer);
  row[0] = 5;
  DLManagedTensor *result = fill(call);
  float *values = result->dl_tensor.data;
  printf("same %d idle %zu\n", (void *)values == buffer,
         scatter_pool_idle_bytes());
// CHECK-NEXT: values 5 5
  result->deleter(result);
  buffer = scatter_pool_allocate((size_t)8 << 20);
  printf("same %d\n", (void *)values == buffer);
  scatter_pool_free(buffer);
  result = fill(call);
  values = result->dl_tensor.data;
  printf("values %g %g\n", values[0], values[1 << 20]);
  result->deleter(result);
  scatter_call_destroy(call);
  scatter_program_destroy(program);

  /* A tensor over such memory is laid out as another one. */
// CHECK-NEXT: shape 1024 2048 strides 1 1024
// CHECK-NEXT: same 1
  int64_t sizes[2] = {1024, 2048}, strides[2] = {-2, 4096};
  tensor.shape = sizes;
  tensor.strides = strides;
  DLManagedTensor *made = scatter_pool_make_tensor(&tensor);
  printf("shape %d %d strides %d %d\n", (int)made->dl_tensor.shape[0],
         (int)made->dl_tensor.shape[1], (int)made->dl_tensor.strides[0],
         (int)made->dl_tensor.strides[1]);
  buffer = made->dl_tensor.data;
  memset(buffer, 1, (size_t)8 << 20);
  made->deleter(made);
  made = scatter_pool_make_tensor(&tensor);
  printf("same %d\n", made->dl_tensor.data == buffer);
  made->deleter(made);

// CHECK-NEXT: kept 1
// CHECK-NEXT: former 67108864 idle 0
// CHECK-NEXT: off 0
  printf("kept %d\n", scatter_pool_idle_bytes() >= (size_t)8 << 20);
  former = scatter_pool_set_limit(0);
  printf("former %zu idle %zu\n", former, scatter_pool_idle_bytes());
  scatter_pool_free(scatter_pool_allocate((size_t)8 << 20));
  scatter_pool_free(NULL);
  printf("off %zu\n", scatter_pool_idle_bytes());
  /* Nothing could be kept. */
// CHECK-NEXT: no tensor 1
  printf("no tensor %d\n", scatter_pool_make_tensor(&tensor) == NULL);
  return 0;
}
