/* The two ops as functions on tensors; errors as objects. */

// RUN: %cc %s -o %t %link_scatter
// RUN: %t | FileCheck %s

#include "scatter-c/Engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static float data[8], updates[4], result[8];
static int64_t indices[4] = {4, 3, 1, -1};
static int64_t eight[1] = {8}, tuples[2] = {4, 1};
static DLTensor d = {data, {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, eight, NULL, 0};
static DLTensor i = {indices, {kDLCPU, 0}, 2, {kDLInt, 64, 1}, tuples, NULL, 0};
static DLTensor u = {updates, {kDLCPU, 0}, 1, {kDLFloat, 32, 1},
                     tuples,  NULL,        0};
static DLTensor out = {result, {kDLCPU, 0}, 1, {kDLFloat, 32, 1},
                       eight,  NULL,        0};

static void reset(void) {
  for (int n = 0; n < 8; ++n) {
    data[n] = (float)n + 1;
    updates[n % 4] = (float)(n % 4) + 9;
    result[n] = 0;
  }
}

/* Prints and frees an error, then the values. */
static void show(ScatterStatus *status, const float *values) {
  ScatterReport report;
  if (status)
    printf("code %d: %s;", scatter_status_code(status),
           scatter_status_message(status));
  if (scatter_status_report(status, &report))
    printf(" value %lld;", (long long)report.value);
  scatter_status_destroy(status);
  for (int n = 0; values && n < 8; ++n)
    printf(" %g", values[n]);
  printf("\n");
  fflush(stdout);
}

static void *allocate(size_t bytes, size_t alignment, void *user) {
  printf("allocate %zu, %zu:", bytes, alignment);
  return *(void **)user = aligned_alloc(alignment, 64);
}

static void *allocate_nothing(size_t bytes, size_t alignment, void *user) {
  printf("allocate %zu, %zu, %p:", bytes, alignment, user);
  return NULL;
}

static void update(void) {
  ScatterNDUpdateOptions options = {.struct_size = sizeof(options)};
  float *memory = NULL;
// CHECK-LABEL: in place
  printf("in place\n");
  reset();
// CHECK-NEXT: {{^}} 1 11 3 10 9 6 7 12
  show(scatter_nd_update(&d, &i, &u, &d, NULL), data);
// CHECK-NEXT: {{^}} 1 22 3 20 18 6 7 24
  options.reduction = SCATTER_REDUCTION_SUM;
  show(scatter_nd_update(&d, &i, &u, &d, &options), data);

// CHECK-LABEL: into out
  printf("into out\n");
  reset();
  options.threads = 2;
// CHECK-NEXT: {{^}} 1 13 3 14 14 6 7 20
// CHECK-NEXT: {{^}} 1 2 3 4 5 6 7 8
  show(scatter_nd_update(&d, &i, &u, &out, &options), result);
  show(NULL, data);

// CHECK-LABEL: into memory of a callback
  printf("into memory of a callback\n");
  options.allocate = allocate;
  options.user = &memory;
// CHECK-NEXT: allocate 32, 64:
// CHECK-NEXT: {{^}} 1 13 3 14 14 6 7 20
  show(scatter_nd_update(&d, &i, &u, NULL, &options), NULL);
  show(NULL, memory);
  free(memory);
  options.allocate = allocate_nothing;
  options.user = NULL;
// CHECK-NEXT: allocate 32, 64, (nil):code 10: no memory for 32 bytes;
  show(scatter_nd_update(&d, &i, &u, NULL, &options), NULL);
}

static void report(void) {
  ScatterNDUpdateOptions options = {.struct_size = sizeof(options)};
// CHECK-LABEL: reports
  printf("reports\n");
  reset();
  indices[2] = 8;
// CHECK-NEXT: code 7: scatter_nd_update: error: 'indices' tuple 2, component 0: expected an index in [-8, 7] for a dimension of size 8, found 8; value 8; 0 0 0 0 0 0 0 0
  show(scatter_nd_update(&d, &i, &u, &out, NULL), result);
  ScatterStatus *status = scatter_nd_update(&d, &i, &u, &out, NULL);
// CHECK-NEXT: {{^}}'indices' tuple 2, component 0: expected an index
  printf("%s\n", scatter_status_text(status));
  scatter_status_destroy(status);
  ScatterReduction reduction;
  status = scatter_parse_reduction("add", &reduction);
// CHECK-NEXT: 'reduction': expected one of 'none', 'sum', 'sub', 'prod', 'min', 'max', found 'add'; did you mean 'sum'?
  printf("%s\n", scatter_status_text(status));
  scatter_status_destroy(status);
  options.out_of_bounds = SCATTER_OUT_OF_BOUNDS_DROP;
// CHECK-NEXT: {{^}} 1 2 3 10 9 6 7 12
  show(scatter_nd_update(&d, &i, &u, &out, &options), result);
  options.out_of_bounds = SCATTER_OUT_OF_BOUNDS_CLAMP;
  options.negative_indices = SCATTER_NEGATIVE_INDICES_REJECT;
// CHECK-NEXT: {{^}} 12 2 3 10 9 6 7 11
  show(scatter_nd_update(&d, &i, &u, &out, &options), result);
  indices[2] = 1;
}

static void slice(void) {
  int64_t start[1] = {-1}, stop[1] = {INT64_MIN}, step[1] = {-2}, axes[1] = {-1};
  ScatterSliceScatterOptions options = {.struct_size = sizeof(options)};
// CHECK-LABEL: slices
  printf("slices\n");
  reset();
// CHECK-NEXT: {{^}} 1 12 3 11 5 10 7 9
  show(scatter_slice_scatter(&d, &u, start, stop, step, axes, 1, &out, NULL),
       result);
  start[0] = 2;
  stop[0] = 6;
  options.threads = 1;
// CHECK-NEXT: {{^}} 1 2 9 10 11 12 7 8
  show(scatter_slice_scatter(&d, &u, start, stop, NULL, NULL, 1, &d, &options),
       data);
  step[0] = 0;
// CHECK-NEXT: code 8: slice_scatter: error: 'step' entry 0 (axis 0): expected a step other than 0, found 0;
  show(scatter_slice_scatter(&d, &u, start, stop, step, NULL, 1, &d, NULL),
       NULL);
// CHECK-NEXT: code 6: 'updates': expected the shape [8], found [4];
  show(scatter_slice_scatter(&d, &u, NULL, NULL, NULL, NULL, 0, &d, NULL),
       NULL);
// CHECK-NEXT: {{^}} 1 2 9 10 11 12 7 8
  show(scatter_slice_scatter(&d, &d, NULL, NULL, NULL, NULL, 0, &out, NULL),
       result);
// Bounds that are not given: 4:, :4 and ::-2.
  start[0] = stop[0] = 4;
// CHECK-NEXT: {{^}} 1 2 9 10 9 10 11 12
  show(scatter_slice_scatter(&d, &u, start, NULL, NULL, NULL, 1, &out, NULL),
       result);
// CHECK-NEXT: {{^}} 9 10 11 12 11 12 7 8
  show(scatter_slice_scatter(&d, &u, NULL, stop, NULL, NULL, 1, &out, NULL),
       result);
  start[0] = SCATTER_NOT_GIVEN;
  step[0] = -2;
// CHECK-NEXT: {{^}} 1 12 9 11 11 10 7 9
  show(scatter_slice_scatter(&d, &u, start, NULL, step, NULL, 1, &out, NULL),
       result);
}

static void usage(void) {
  ScatterNDUpdateOptions options = {.struct_size = sizeof(options)};
// CHECK-LABEL: usage
  printf("usage\n");
// CHECK-NEXT: code 11: 'data': expected a tensor, found NULL;
  show(scatter_nd_update(NULL, &i, &u, &d, NULL), NULL);
// CHECK-NEXT: code 11: 'indices': expected a tensor, found NULL;
  show(scatter_nd_update(&d, NULL, &u, &d, NULL), NULL);
// CHECK-NEXT: code 11: 'updates': expected a tensor, found NULL;
  show(scatter_nd_update(&d, &i, NULL, &d, NULL), NULL);
// CHECK-NEXT: code 11: 'out': expected a tensor, or a callback 'allocate' in the options, found NULL;
  show(scatter_nd_update(&d, &i, &u, NULL, &options), NULL);
  DLTensor gpu = d;
  gpu.device.device_type = kDLCUDA;
// CHECK-NEXT: code 5: 'data': expected a tensor on the CPU, found DLPack device 2;
  show(scatter_nd_update(&gpu, &i, &u, &d, NULL), NULL);
  options.reduction = (ScatterReduction)6;
// CHECK-NEXT: code 11: 'reduction': expected 0 to 5, found 6;
  show(scatter_nd_update(&d, &i, &u, &d, &options), NULL);
  options.reduction = (ScatterReduction)-1;
// CHECK-NEXT: code 11: 'reduction': expected 0 to 5, found -1;
  show(scatter_nd_update(&d, &i, &u, &d, &options), NULL);
  options.reduction = SCATTER_REDUCTION_NONE;
  options.out_of_bounds = (ScatterOutOfBounds)4;
// CHECK-NEXT: code 11: 'out_of_bounds': expected 0 to 3, found 4;
  show(scatter_nd_update(&d, &i, &u, &d, &options), NULL);
  options.out_of_bounds = SCATTER_OUT_OF_BOUNDS_ERROR;
  options.negative_indices = (ScatterNegativeIndices)2;
// CHECK-NEXT: code 11: 'negative_indices': expected 0 to 1, found 2;
  show(scatter_nd_update(&d, &i, &u, &d, &options), NULL);
  options.negative_indices = SCATTER_NEGATIVE_INDICES_WRAP;
  options.threads = 1025;
// CHECK-NEXT: code 11: 'threads': expected 0 to 1024, found 1025;
  show(scatter_nd_update(&d, &i, &u, &d, &options), NULL);
}

/* Callers that were built against fewer or more members. */
static void sizes(void) {
  struct {
    ScatterNDUpdateOptions options;
    int more[2];
  } later;
  ScatterNDUpdateOptions *options = &later.options;
  memset(&later, 0, sizeof(later));
// CHECK-LABEL: sizes of options
  printf("sizes of options\n");
  reset();
// CHECK-NEXT: code 11: 'struct_size': expected the size of the options, {{[0-9]+}}, found 0;
  show(scatter_nd_update(&d, &i, &u, &d, options), NULL);
  options->struct_size = sizeof(later);
// CHECK-NEXT: {{^}} 1 11 3 10 9 6 7 12
  show(scatter_nd_update(&d, &i, &u, &d, options), data);
  later.more[1] = 1;
// CHECK-NEXT: code 11: 'struct_size': expected options that this version of the library knows, {{[0-9]+}} bytes, found {{[0-9]+}} bytes with later ones set;
  show(scatter_nd_update(&d, &i, &u, &d, options), NULL);
  /* What lies beyond the size is not read. */
  options->struct_size = offsetof(ScatterNDUpdateOptions, negative_indices);
  options->reduction = SCATTER_REDUCTION_MAX;
  options->threads = 9999;
  reset();
// CHECK-NEXT: {{^}} 1 11 3 10 9 6 7 12
  show(scatter_nd_update(&d, &i, &u, &d, options), data);
}

static void counts(void) {
// CHECK-LABEL: kernels
  printf("kernels\n");
  ScatterKernelCounts counts = scatter_kernels_count();
// CHECK-NEXT: in memory 1, later 0 of 0
  /* Kernels of the build are neither compiled nor loaded. */
  printf("in memory %d, ", counts.in_memory > 0 &&
                               counts.in_memory >=
                                   counts.compiled + counts.loaded);
  size_t former = scatter_kernels_set_limit(0);
  printf("later %zu of %zu\n", scatter_kernels_count().in_memory,
         scatter_kernels_set_limit(former));
}

int main(void) {
  update();
  report();
  slice();
  usage();
  sizes();
  counts();
  return 0;
}
