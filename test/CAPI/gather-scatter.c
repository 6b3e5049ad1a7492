/* Message passing, and updates at prepared indices. */

// RUN: %cc %s -o %t %link_scatter
// RUN: %t | FileCheck %s

#include "scatter-c/Engine.h"

#include <stdio.h>
#include <stdlib.h>

static float x[4] = {1, 2, 3, 4}, weight[5] = {1, 10, 100, 1000, 0.5f};
static int64_t src[5] = {0, 1, 2, 3, -1};
static int32_t dst[5] = {2, 0, 2, 2, -3};
static int64_t rows[2] = {4, 1}, three[2] = {3, 1}, edges[2] = {5, 1};

static DLTensor tensor(void *data, DLDataTypeCode code, uint8_t bits, int rank,
                       int64_t *shape) {
  return (DLTensor){data, {kDLCPU, 0}, rank, {code, bits, 1}, shape, NULL, 0};
}

/* Prints and frees an error, then the values. */
static void show(ScatterStatus *status, const float *values, int count) {
  ScatterReport report;
  if (status)
    printf("code %d: %s;", scatter_status_code(status),
           scatter_status_message(status));
  if (scatter_status_report(status, &report))
    printf(" value %lld;", (long long)report.value);
  scatter_status_destroy(status);
  for (int n = 0; n < count; ++n)
    printf(" %g", values[n]);
  printf("\n");
}

static float *allocated;

static void *allocate(size_t bytes, size_t alignment, void *user) {
  (void)user;
  printf("%zu bytes:", bytes);
  return allocated = aligned_alloc(alignment, 64);
}

int main(void) {
  float out[4] = {1, 1, 1, 1}, updates[5] = {5, 6, 7, 8, 9};
  DLTensor tx = tensor(x, kDLFloat, 32, 2, rows);
  DLTensor tw = tensor(weight, kDLFloat, 32, 1, edges);
  DLTensor ts = tensor(src, kDLInt, 64, 1, edges);
  DLTensor td = tensor(dst, kDLInt, 32, 1, edges);
  DLTensor to = tensor(out, kDLFloat, 32, 2, rows);
  DLTensor tu = tensor(updates, kDLFloat, 32, 2, edges);

  // CHECK: {{^}} 21 3 4302 1
  show(scatter_gather_scatter(&tx, &ts, &td, &tw, &to, NULL), out, 4);

  ScatterGatherScatterOptions options = {.struct_size = sizeof(options)};
  options.overwrite = 1;
  options.reduction = SCATTER_MESSAGES_MAX;
  // CHECK: {{^}} 2 4 4 0
  show(scatter_gather_scatter(&tx, &ts, &td, NULL, &to, &options), out, 4);

  int64_t args[4];
  DLTensor ta = tensor(args, kDLInt, 64, 2, rows);
  options.args = &ta;
  // CHECK: {{^}} 2 4 4 0
  // CHECK-NEXT: args 1 4 3 5
  show(scatter_gather_scatter(&tx, &ts, &td, NULL, &to, &options), out, 4);
  printf("args %d %d %d %d\n", (int)args[0], (int)args[1], (int)args[2],
         (int)args[3]);
  options.args = NULL;

  ScatterPrepared *prepared = NULL;
  show(scatter_prepare(&td, 3, &prepared), NULL, 0);
  options = (ScatterGatherScatterOptions){.struct_size = sizeof(options)};
  options.reduction = SCATTER_MESSAGES_MEAN;
  options.prepared = prepared;
  options.allocate = allocate;
  // CHECK: 12 bytes: 3 0 2.66667
  ScatterStatus *status =
      scatter_gather_scatter(&tx, &ts, NULL, NULL, NULL, &options);
  show(status, allocated, 3);
  free(allocated);

  ScatterNDUpdateOptions update = {.struct_size = sizeof(update)};
  update.prepared = prepared;
  update.reduction = SCATTER_REDUCTION_SUM;
  to.shape = three;
  // CHECK: {{^}} 17 4 24
  show(scatter_nd_update(&to, NULL, &tu, &to, &update), out, 3);
  update.reduction = SCATTER_REDUCTION_NONE;
  // CHECK: {{^}} 9 4 8
  show(scatter_nd_update(&to, NULL, &tu, &to, &update), out, 3);
  scatter_prepared_destroy(prepared);

  // CHECK: code 7: gather_scatter: error: 'src' element 3: expected an index
  // CHECK-SAME: in [-4, 3] for a dimension of size 4, found 9; value 9; 9 4 8
  src[3] = 9;
  options.prepared = NULL;
  show(scatter_gather_scatter(&tx, &ts, &td, NULL, &to, &options), out, 3);
  // CHECK: code 7: prepare: error: 'dst' element 0: expected an index in
  // CHECK-SAME: [-2, 1] for a dimension of size 2, found 2; value 2;
  show(scatter_prepare(&td, 2, &prepared), NULL, 0);
  return 0;
}
