/* A C program with libscatter_kernels alone: what it does, and what it says to
   a call that it has no kernel for. */

// RUN: %cc %s -o %t.shared %link_shared
// RUN: %t.shared | FileCheck %s
// RUN: %cc %s -o %t.static %link_static
// RUN: ldd %t.static | not grep -E 'LLVM|MLIR|scatter'
// RUN: %t.static | FileCheck %s
// RUN: env SCATTER_NUM_THREADS=2 %t.static | FileCheck %s
// RUN: env SCATTER_KERNELS_CPU=x86-64 %t.static | FileCheck %s
// RUN: env SCATTER_KERNELS_CPU=none %t.static | FileCheck %s

#include "scatter-c/Kernels.h"
#include "scatter-c/Threads.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void report(ScatterStatus *status) {
  printf("%d %s\n", (int)scatter_status_code(status),
         scatter_status_message(status));
  scatter_status_destroy(status);
}

static DLTensor describe(void *data, DLDataType type, int rank,
                         int64_t *shape) {
  DLTensor tensor = {data, {kDLCPU, 0}, rank, type, shape, NULL, 0};
  return tensor;
}

static const DLDataType f32 = {kDLFloat, 32, 1}, i64 = {kDLInt, 64, 1};

static int numLoops = 0;

static void runOnHost(void (*function)(void *context, int64_t index),
                      void *context, int64_t count) {
  ++numLoops;
  for (int64_t i = count; i-- > 0;)
    function(context, i);
}

static void *allocate(size_t bytes, size_t alignment, void *user) {
  ++*(int *)user;
  return aligned_alloc(alignment, (bytes / alignment + 1) * alignment);
}

int main(void) {
  float data[8] = {1, 2, 3, 4, 5, 6, 7, 8}, updates[3] = {10, 20, 30};
  int64_t indices[3] = {0, 0, -1}, eight[] = {8}, three[] = {3, 1};
  DLTensor d = describe(data, f32, 1, eight);
  DLTensor i = describe(indices, i64, 2, three);
  DLTensor u = describe(updates, f32, 1, three);
  ScatterNDUpdateOptions options = {.struct_size = sizeof(options)};
  options.reduction = SCATTER_REDUCTION_SUM;
  report(scatter_nd_update(&d, &i, &u, &d, &options));
  report(scatter_slice_scatter(&d, &u, (int64_t[]){1}, (int64_t[]){7},
                               (int64_t[]){2}, NULL, 1, &d, NULL));
  printf("%g %g %g ... %g\n", data[0], data[1], data[2], data[7]);
  // CHECK: {{^}}0 {{$}}
  // CHECK: {{^}}0 {{$}}
  // CHECK: 31 10 3 ... 38

  // A bad index: nothing is written.
  indices[2] = 8;
  report(scatter_nd_update(&d, &i, &u, &d, &options));
  printf("%g\n", data[0]);
  // CHECK: 7 scatter_nd_update: error: 'indices' tuple 2, component 0: expected an index in [-8, 7] for a dimension of size 8, found 8
  // CHECK: 31
  indices[2] = -1;

  // Memory of the host.
  int numAllocations = 0;
  options.allocate = allocate;
  options.user = &numAllocations;
  report(scatter_nd_update(&d, &i, &u, NULL, &options));
  printf("%d allocation\n", numAllocations);
  // CHECK: {{^}}0 {{$}}
  // CHECK: 1 allocation

  // No kernel.
  options.out_of_bounds = SCATTER_OUT_OF_BOUNDS_DROP;
  report(scatter_nd_update(&d, &i, &u, &d, &options));
  // CHECK: 2 scatter_nd_update: expected a kernel of the table that this library is made of (docs/SelfContained.md), found a call that needs one for f32 of rank 1 (contiguous, updates contiguous, indices contiguous), tuples of 1 i64, reduction sum, out_of_bounds drop, negative_indices wrap; libscatter compiles it
  options.out_of_bounds = SCATTER_OUT_OF_BOUNDS_ERROR;

  // The arguments are checked as ever.
  DLTensor wrong = describe(indices, i64, 1, three);
  report(scatter_nd_update(&d, &i, &wrong, &d, &options));
  // CHECK: 5 'updates': expected the element type of 'data', f32, found i64

  // Threads of the host: the same values.
  enum { rows = 40000, columns = 64, tuples = 10000 };
  static float large[2][rows][columns], values[tuples][columns];
  static int64_t places[tuples];
  for (int k = 0; k < tuples; ++k) {
    places[k] = k * 7919 % 100;
    for (int column = 0; column < columns; ++column)
      values[k][column] = 1.0f / (float)(k + column + 1);
  }
  int64_t dataSizes[] = {rows, columns}, updateSizes[] = {tuples, columns};
  int64_t indexSizes[] = {tuples, 1};
  i = describe(places, i64, 2, indexSizes);
  u = describe(values, f32, 2, updateSizes);
  for (int k = 0; k < 2; ++k) {
    d = describe(large[k], f32, 2, dataSizes);
    options.threads = k ? 6 : 1;
    if (k)
      scatter_set_parallel_for(runOnHost);
    report(scatter_nd_update(&d, &i, &u, &d, &options));
  }
  int isSame = memcmp(large[0], large[1], sizeof(large[0])) == 0;
  printf("%s, %s\n", numLoops ? "on the host" : "not on the host",
         isSame ? "the same" : "not the same");
  // CHECK: {{^}}0 {{$}}
  // CHECK: {{^}}0 {{$}}
  // CHECK: on the host, the same

  ScatterKernelCounts counts = scatter_kernels_count();
  printf("%zu compiled, %zu loaded\n", counts.compiled, counts.loaded);
  // CHECK: 0 compiled, 0 loaded
  return 0;
}
