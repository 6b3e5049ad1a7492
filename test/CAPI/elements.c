/* scatter_elements as a function on tensors. */

// RUN: %cc %s -o %t %link_scatter
// RUN: %t | FileCheck %s

#include "scatter-c/Engine.h"

#include <stdio.h>
#include <stdlib.h>

static float data[6] = {1, 2, 3, 4, 5, 6}, result[6];
static float updates[4] = {10, 20, 30, 40};
static int64_t indices[4] = {2, 2, 0, -1};
static int64_t shape[2] = {2, 3}, square[2] = {2, 2}, two[1] = {2};
static int64_t expanded[2] = {0, 1};
static DLTensor d = {data, {kDLCPU, 0}, 2, {kDLFloat, 32, 1}, shape, NULL, 0};
static DLTensor i = {indices, {kDLCPU, 0}, 2, {kDLInt, 64, 1}, square, NULL, 0};
static DLTensor u = {updates, {kDLCPU, 0}, 2,   {kDLFloat, 32, 1},
                     square,  NULL,        0};
static DLTensor out = {result, {kDLCPU, 0}, 2, {kDLFloat, 32, 1},
                       shape,  NULL,        0};

static void show(ScatterStatus *status, const float *values) {
  if (status)
    printf("code %d: %s;", scatter_status_code(status),
           scatter_status_message(status));
  scatter_status_destroy(status);
  for (int n = 0; values && n < 6; ++n)
    printf(" %g", values[n]);
  printf("\n");
  fflush(stdout);
}

static void *allocate(size_t bytes, size_t alignment, void *user) {
  printf("allocate %zu, %zu:", bytes, alignment);
  return *(void **)user = aligned_alloc(alignment, 64);
}

int main(void) {
  ScatterElementsOptions options = {.struct_size = sizeof(options)};
  float *memory = NULL;

// Along axis 1 the last duplicate wins; a negative index counts from the end.
// CHECK: {{^}} 1 2 20 30 5 40
// CHECK-NEXT: {{^}} 1 2 33 34 5 46
  options.axis = 1;
  show(scatter_elements(&d, &i, &u, &out, &options), result);
  options.reduction = SCATTER_REDUCTION_SUM;
  show(scatter_elements(&d, &i, &u, &out, &options), result);

// Along axis 0, of a part of the columns.
// CHECK-NEXT: {{^}} 31 2 3 14 65 6
  int64_t rows[4] = {1, 1, 0, -1};
  i.data = rows;
  options.axis = -2;
  show(scatter_elements(&d, &i, &u, &out, &options), result);

// An expanded index, and indices of rank 1, which name slices.
// CHECK-NEXT: {{^}} 1 2 33 4 5 6
// CHECK-NEXT: {{^}} 1 2 33 4 5 76
  int64_t column[2] = {2, 2}, one[2] = {1, 2};
  i.data = column;
  i.strides = expanded;
  i.shape = u.shape = one;
  options.axis = 1;
  show(scatter_elements(&d, &i, &u, &out, &options), result);
  i.strides = NULL;
  i.ndim = 1;
  i.shape = two;
  u.shape = square;
  show(scatter_elements(&d, &i, &u, &out, &options), result);

// CHECK-NEXT: allocate 24, 64: 1 2 33 4 5 76
  options.allocate = allocate;
  options.user = &memory;
  ScatterStatus *status = scatter_elements(&d, &i, &u, NULL, &options);
  show(status, memory);
  free(memory);

// After an error the result is unchanged.
// CHECK-NEXT: 'indices' tuple 1, component 0: {{.*}} found 3; 1 2 33 4 5 76
// CHECK-NEXT: {{^}} 1 2 13 4 5 36
  column[1] = 3;
  show(scatter_elements(&d, &i, &u, &out, &options), result);
  options.out_of_bounds = SCATTER_OUT_OF_BOUNDS_DROP;
  show(scatter_elements(&d, &i, &u, &out, &options), result);

// CHECK-NEXT: 'axis': expected -2 to 1, found 2;
// CHECK-NEXT: 'reduction': expected 0 to 5, found 6;
// CHECK-NEXT: 'indices': expected a rank of 1 or 2, found 3;
// CHECK-NEXT: 'indices' dimension 0: expected a size of at most 2, that of 'data', found 3;
// CHECK-NEXT: 'updates': expected the shape [2, 2], found [1, 2];
// CHECK-NEXT: 'indices': expected a tensor, found NULL;
  options.axis = 2;
  show(scatter_elements(&d, &i, &u, &out, &options), NULL);
  options.axis = 1;
  options.reduction = 6;
  show(scatter_elements(&d, &i, &u, &out, &options), NULL);
  options.reduction = 0;
  int64_t many[3] = {3, 1, 1};
  i.ndim = 3;
  i.shape = many;
  show(scatter_elements(&d, &i, &u, &out, &options), NULL);
  i.ndim = 2;
  show(scatter_elements(&d, &i, &u, &out, &options), NULL);
  i.shape = square;
  u.shape = one;
  show(scatter_elements(&d, &i, &u, &out, &options), NULL);
  show(scatter_elements(&d, NULL, &u, &out, &options), NULL);
  return 0;
}
