/* 100 steps that write a row into a cache: the result is in the memory of the
   argument, nothing is allocated, and what an error or a misuse would change is
   left alone. The program defines malloc, which the libraries then use. */

// The sanitizers have a malloc of their own.
// UNSUPPORTED: asan, tsan
// RUN: %cc -D_GNU_SOURCE %s -o %t %link_scatter
// RUN: %t %t.o | FileCheck %s

#include "Inputs/Tensor.h"

#include <stdio.h>
#include <string.h>

static int is_counting = 0;
static long allocations = 0;

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
  allocations += is_counting;
  return __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
  allocations += is_counting;
  return __libc_calloc(count, size);
}
void *realloc(void *old, size_t size) {
  allocations += is_counting;
  return __libc_realloc(old, size);
}
void *aligned_alloc(size_t alignment, size_t size) {
  allocations += is_counting;
  return __libc_memalign(alignment, size);
}

static const char source[] =
    "func.func @step(%cache: tensor<?x4xf32>, %i: tensor<1x1xi64>,\n"
    "    %row: tensor<1x4xf32>)\n"
    "    -> (tensor<?x4xf32> {scatter.name = \"present\"}) {\n"
    "  %r = scatter.scatter_nd_update\n"
    "    ins(%i, %row : tensor<1x1xi64>, tensor<1x4xf32>)\n"
    "    outs(%cache : tensor<?x4xf32>) -> tensor<?x4xf32>\n"
    "  return %r : tensor<?x4xf32>\n"
    "}\n";

static void print(const char *what, ScatterStatus *status) {
  printf("%s: %s\n", what, status ? scatter_status_message(status) : "ok");
  scatter_status_destroy(status);
}

static float cache[128][4], row[1][4] = {{1, 2, 3, 4}}, before[128][4];
static int64_t position;

int main(void) {
  ScatterContext *context = scatter_context_create();
  ScatterProgram *program = NULL;
  const char *const absent[] = {"past"};
  print("absent", scatter_context_set_donations(context, absent, 1));
  // CHECK: absent: ok
  // CHECK-NEXT: compile: donate: expected one of the arguments 'cache', 'i', 'row', found 'past'
  print("compile", scatter_compile(context, source, sizeof(source) - 1, "s",
                                   &program));
  const char *const null[] = {NULL};
  // CHECK-NEXT: null: expected the name of a donated argument, found NULL
  print("null", scatter_context_set_donations(context, null, 1));
  // CHECK-NEXT: none: expected donations, found NULL
  print("none", scatter_context_set_donations(context, NULL, 1));
  const char *const donations[] = {"cache=present"};
  print("set", scatter_context_set_donations(context, donations, 1));
  // CHECK: compile: ok
  print("compile", scatter_compile(context, source, sizeof(source) - 1, "s",
                                   &program));
  const ScatterEntry *entry = scatter_program_entry(program, 0);
  // CHECK-NEXT: donors: 0 -1
  printf("donors: %d %d\n", (int)scatter_entry_donor(entry, 0),
         (int)scatter_entry_donor(entry, 1));

  int64_t cache_shape[] = {128, 4}, i_shape[] = {1, 1}, row_shape[] = {1, 4};
  DLTensor tensors[] = {make(cache, kDLFloat, 32, 2, cache_shape),
                        make(&position, kDLInt, 64, 2, i_shape),
                        make(row, kDLFloat, 32, 2, row_shape)};
  const DLTensor *arguments[] = {&tensors[0], &tensors[1], &tensors[2]};
  ScatterCall *call = NULL;
  print("call", scatter_call_create(program, entry, arguments, 3, &call));

  for (int step = 0; step < 100; ++step) {
    position = step;
    // The first run may leave scratch memory for the others.
    is_counting = step > 0;
    ScatterStatus *status = scatter_call_run(call);
    is_counting = 0;
    if (status)
      return 1;
  }
  DLManagedTensor *result;
  print("take", scatter_call_take_result(call, 0, &result));
  int is_in_place = result->dl_tensor.data == cache;
  result->deleter(result);
  // CHECK: in place: 1, allocations: 0, row 99: 4
  printf("in place: %d, allocations: %ld, row 99: %g\n", is_in_place,
         allocations, (double)cache[99][3]);

  memcpy(before, cache, sizeof(cache));
  position = 1000;
  // CHECK-NEXT: error: {{.*}} expected an index in [-128, 127] for a dimension of size 128, found 1000
  print("error", scatter_call_run(call));
  position = 0;
  tensors[2].data = cache[1];
  print("set", scatter_call_set_argument(call, 2, &tensors[2]));
  // CHECK: overlap: function 'step', argument 0 'cache': expected memory of its own, because result 'present' is written there, found memory that argument 2 'row' refers to as well
  print("overlap", scatter_call_run(call));
  // CHECK-NEXT: unchanged: 1
  printf("unchanged: %d\n", memcmp(before, cache, sizeof(cache)) == 0);
  tensors[2].data = row;
  print("set", scatter_call_set_argument(call, 2, &tensors[2]));

  int64_t strides[] = {8, 1};
  tensors[0].strides = strides;
  // CHECK: strides: {{.*}} expected stride 4 in dimension 0, found 8
  print("strides", scatter_call_set_argument(call, 0, &tensors[0]));
  tensors[0].strides = NULL;
  print("set", scatter_call_set_argument(call, 0, &tensors[0]));

  // An output that is the argument is not copied onto itself.
  const DLTensor *outputs[] = {&tensors[0]};
  // CHECK: run: ok
  print("run", scatter_run(program, entry, arguments, 3, outputs, 1));
  scatter_call_destroy(call);
  scatter_program_destroy(program);
  scatter_context_destroy(context);
  return 0;
}
