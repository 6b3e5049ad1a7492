/* gather_nd as a function on tensors. */

// RUN: %cc %s -o %t %link_scatter
// RUN: %t | FileCheck %s

#include "scatter-c/Engine.h"

#include <stdio.h>
#include <stdlib.h>

static float data[8] = {1, 2, 3, 4, 5, 6, 7, 8};
static float result[4];
static int64_t indices[4] = {4, 3, 1, -1};
static int64_t eight[1] = {8}, tuples[2] = {4, 1}, four[1] = {4};
static DLTensor d = {data, {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, eight, NULL, 0};
static DLTensor i = {indices, {kDLCPU, 0}, 2, {kDLInt, 64, 1}, tuples, NULL, 0};
static DLTensor out = {result, {kDLCPU, 0}, 1, {kDLFloat, 32, 1},
                       four,   NULL,        0};

static void show(ScatterStatus *status, const float *values, int count) {
  if (status)
    printf("code %d: %s;", scatter_status_code(status),
           scatter_status_message(status));
  scatter_status_destroy(status);
  for (int n = 0; values && n < count; ++n)
    printf(" %g", values[n]);
  printf("\n");
  fflush(stdout);
}

static void *allocate(size_t bytes, size_t alignment, void *user) {
  printf("allocate %zu, %zu:", bytes, alignment);
  return *(void **)user = aligned_alloc(alignment, 64);
}

int main(void) {
  ScatterGatherNDOptions options = {.struct_size = sizeof(options)};
  float *memory = NULL, fill = 0.5f;

// CHECK: {{^}} 5 4 2 8
  show(scatter_gather_nd(&d, &i, &out, NULL), result, 4);

// After an error the result is unchanged.
// CHECK-NEXT: 'indices' tuple 2, component 0: {{.*}} found 9; 5 4 2 8
  indices[2] = 9;
  show(scatter_gather_nd(&d, &i, &out, NULL), result, 4);

// CHECK-NEXT: {{^}} 5 4 0 8
// CHECK-NEXT: {{^}} 5 4 0.5 8
// CHECK-NEXT: {{^}} 5 4 8 8
  options.out_of_bounds = SCATTER_OUT_OF_BOUNDS_DROP;
  show(scatter_gather_nd(&d, &i, &out, &options), result, 4);
  options.fill = &fill;
  show(scatter_gather_nd(&d, &i, &out, &options), result, 4);
  options.out_of_bounds = SCATTER_OUT_OF_BOUNDS_CLAMP;
  show(scatter_gather_nd(&d, &i, &out, &options), result, 4);

// CHECK-NEXT: allocate 16, 64: 5 4 8 8
  options.allocate = allocate;
  options.user = &memory;
  ScatterStatus *status = scatter_gather_nd(&d, &i, NULL, &options);
  show(status, memory, 4);
  free(memory);

// Batches: each row of data has its own tuples.
// CHECK-NEXT: {{^}} 2 1 8 5
  int64_t rows[2] = {2, 4}, batches[3] = {2, 2, 1}, square[2] = {2, 2};
  int64_t positions[4] = {1, 0, 3, -4};
  d.ndim = 2, d.shape = rows;
  i.ndim = 3, i.shape = batches, i.data = positions;
  out.ndim = 2, out.shape = square;
  options.batch_dims = 1;
  show(scatter_gather_nd(&d, &i, &out, &options), result, 4);

// CHECK-NEXT: 'batch_dims': expected 0 to 2, the rank of 'data' and that of 'indices' less 1, found 3;
// CHECK-NEXT: 'out_of_bounds': expected 0 to 3, found 4;
// CHECK-NEXT: {{.*}}'out': expected the shape [2, 2], found [2, 1];
// CHECK-NEXT: 'data': expected a tensor, found NULL;
  options.batch_dims = 3;
  show(scatter_gather_nd(&d, &i, &out, &options), NULL, 0);
  options.batch_dims = 1;
  options.out_of_bounds = 4;
  show(scatter_gather_nd(&d, &i, &out, &options), NULL, 0);
  options.out_of_bounds = 0;
  square[1] = 1;
  show(scatter_gather_nd(&d, &i, &out, &options), NULL, 0);
  show(scatter_gather_nd(NULL, &i, &out, &options), NULL, 0);
  return 0;
}
