/* Results in memory of the caller: types, strides, and all of them or none. */

// RUN: %cc %s -o %t %link_scatter
// RUN: %t | FileCheck %s

#include "Inputs/Tensor.h"

#include <stdio.h>
#include <string.h>

static const char source[] =
    "func.func @count(%x: tensor<?xf32>) -> (index, tensor<2xindex>) {\n"
    "  %c0 = arith.constant 0 : index\n"
    "  %d = tensor.dim %x, %c0 : tensor<?xf32>\n"
    "  %t = tensor.from_elements %d, %c0 : tensor<2xindex>\n"
    "  return %d, %t : index, tensor<2xindex>\n"
    "}\n"
    "func.func @columns() -> memref<3x2xi32, strided<[4, 2]>> {\n"
    "  %c0 = arith.constant 0 : index\n"
    "  %c1 = arith.constant 1 : index\n"
    "  %c3 = arith.constant 3 : index\n"
    "  %c4 = arith.constant 4 : index\n"
    "  %all = memref.alloc() : memref<3x4xi32>\n"
    "  scf.for %i = %c0 to %c3 step %c1 {\n"
    "    scf.for %j = %c0 to %c4 step %c1 {\n"
    "      %n = arith.muli %i, %c4 : index\n"
    "      %m = arith.addi %n, %j : index\n"
    "      %v = arith.index_cast %m : index to i32\n"
    "      memref.store %v, %all[%i, %j] : memref<3x4xi32>\n"
    "    }\n"
    "  }\n"
    "  %r = memref.subview %all[0, 0] [3, 2] [1, 2]\n"
    "    : memref<3x4xi32> to memref<3x2xi32, strided<[4, 2]>>\n"
    "  return %r : memref<3x2xi32, strided<[4, 2]>>\n"
    "}\n"
    "func.func @both(%x: tensor<?xf32>, %y: tensor<?xf32>)\n"
    "    -> (tensor<?xf32>, tensor<?xf32>) {\n"
    "  return %x, %y : tensor<?xf32>, tensor<?xf32>\n"
    "}\n"
    "func.func @bad(%x: tensor<4xf32>) {\n"
    "  return\n"
    "}\n";

/* Prints and frees an error; prints nothing for success. */
static void show(ScatterStatus *status) {
  if (status)
    printf("code %d: %s\n", scatter_status_code(status),
           scatter_status_message(status));
  scatter_status_destroy(status);
}

static const ScatterEntry *look_up(const ScatterProgram *program,
                                   const char *name) {
  const ScatterEntry *entry = NULL;
  show(scatter_program_lookup(program, name, &entry));
  return entry;
}

/* `index` is an integer of 64 bits, of either kind of DLPack that is signed. */
static void run_count(const ScatterProgram *program) {
  float values[5] = {0};
  int64_t count = -1, pair[2] = {-1, -1};
  int64_t five = 5, two = 2;
  DLTensor x = make(values, kDLFloat, 32, 1, &five);
  DLTensor c = make(&count, kDLInt, 64, 0, NULL);
  DLTensor p = make(pair, kDLInt, 64, 1, &two);
  const DLTensor *arguments[1] = {&x};
  const DLTensor *outputs[2] = {&c, &p};
  // CHECK: count 5, pair 5 0
  show(scatter_run(program, look_up(program, "count"), arguments, 1, outputs,
                   2));
  printf("count %lld, pair %lld %lld\n", (long long)count, (long long)pair[0],
         (long long)pair[1]);
  // CHECK-NEXT: code 5: output 1: expected element type index, found si32
  p.dtype.bits = 32;
  show(scatter_run(program, look_up(program, "count"), arguments, 1, outputs,
                   2));
}

/* A result that lies in memory with gaps, into strides of all kinds. */
static void run_columns(const ScatterProgram *program) {
  const ScatterEntry *entry = look_up(program, "columns");
  int32_t values[12];
  int64_t shape[2] = {3, 2};
  int64_t all[][2] = {{2, 1}, {1, 3}, {4, 2}, {-2, 1}, {4, 1}};
  DLTensor r = make(values, kDLInt, 32, 2, shape);
  const DLTensor *outputs[1] = {&r};
  // CHECK-NEXT: stride 2 1: 0 2 4 6 8 10 . . . . . .
  // CHECK-NEXT: stride 1 3: 0 4 8 2 6 10 . . . . . .
  // CHECK-NEXT: stride 4 2: 0 . 2 . 4 . 6 . 8 . 10 .
  // CHECK-NEXT: stride -2 1: 8 10 4 6 0 2 . . . . . .
  // CHECK-NEXT: stride 4 1: 0 2 . . 4 6 . . 8 10 . .
  for (size_t n = 0; n < sizeof(all) / sizeof(*all); ++n) {
    memset(values, -1, sizeof(values));
    r.strides = all[n];
    r.byte_offset = all[n][0] < 0 ? 4 * sizeof(int32_t) : 0;
    show(scatter_run(program, entry, NULL, 0, outputs, 1));
    printf("stride %lld %lld:", (long long)all[n][0], (long long)all[n][1]);
    for (int i = 0; i < 12; ++i)
      if (values[i] < 0)
        printf(" .");
      else
        printf(" %d", (int)values[i]);
    printf("\n");
  }

  /* Without a copy the strides are those of the result. */
  ScatterCall *call = NULL;
  DLManagedTensor *taken = NULL;
  show(scatter_call_create(program, entry, NULL, 0, &call));
  show(scatter_call_run(call));
  show(scatter_call_take_result(call, 0, &taken));
  scatter_call_destroy(call);
  const DLTensor *tensor = &taken->dl_tensor;
  // CHECK-NEXT: taken 3x2, strides 4 2, last 10
  printf("taken %lldx%lld, strides %lld %lld, last %d\n",
         (long long)tensor->shape[0], (long long)tensor->shape[1],
         (long long)tensor->strides[0], (long long)tensor->strides[1],
         (int)((int32_t *)tensor->data)[10]);
  taken->deleter(taken);
}

/* If one result does not fit, none is copied. */
static void run_both(const ScatterProgram *program) {
  float x[2] = {1, 2}, y[3] = {3, 4, 5}, a[2] = {0}, b[4] = {0};
  int64_t two = 2, three = 3, four = 4;
  DLTensor xs = make(x, kDLFloat, 32, 1, &two);
  DLTensor ys = make(y, kDLFloat, 32, 1, &three);
  DLTensor as = make(a, kDLFloat, 32, 1, &two);
  DLTensor bs = make(b, kDLFloat, 32, 1, &four);
  const DLTensor *arguments[2] = {&xs, &ys};
  const DLTensor *outputs[2] = {&as, &bs};
  const ScatterEntry *entry = look_up(program, "both");
  // CHECK-NEXT: code 6: output 1: expected the shape [3], found [4]
  // CHECK-NEXT: both 0 0, 0 0 0
  show(scatter_run(program, entry, arguments, 2, outputs, 2));
  printf("both %g %g, %g %g %g\n", a[0], a[1], b[0], b[1], b[2]);
  // CHECK-NEXT: both 1 2, 3 4 5
  bs.shape = &three;
  show(scatter_run(program, entry, arguments, 2, outputs, 2));
  printf("both %g %g, %g %g %g\n", a[0], a[1], b[0], b[1], b[2]);
  // CHECK-NEXT: code 6: output 1: expected a rank and sizes, found rank 1 without sizes
  bs.shape = NULL;
  show(scatter_run(program, entry, arguments, 2, outputs, 2));
}

/* A compilation with several diagnostics; there is none at their number. */
static void show_diagnostics(const ScatterContext *context) {
  const char *bad = "func.func @f(%x: tensor<4xf32>) {\n"
                    "  func.return %x : tensor<4xf32>\n"
                    "}\n";
  ScatterProgram *program = NULL;
  ScatterStatus *status =
      scatter_compile(context, bad, strlen(bad), "bad.mlir", &program);
  size_t count = scatter_status_num_diagnostics(status);
  // CHECK-NEXT: diagnostics 1, all there 1, beyond 0
  int present = 1;
  for (size_t i = 0; i < count; ++i)
    present &= scatter_status_diagnostic(status, i) != NULL;
  printf("diagnostics %d, all there %d, beyond %d\n", count > 0, present,
         scatter_status_diagnostic(status, count) != NULL);
  scatter_status_destroy(status);
}

int main(void) {
  ScatterContext *context = scatter_context_create();
  ScatterProgram *program = NULL;
  show(scatter_compile(context, source, strlen(source), "results.mlir",
                       &program));
  run_count(program);
  run_columns(program);
  run_both(program);
  show_diagnostics(context);
  scatter_program_destroy(program);
  scatter_context_destroy(context);
  return 0;
}
