/* Compile, inspect and run through the C API; errors as objects. */

// RUN: %cc %s -o %t %link_scatter
// RUN: %t %t.mlir | FileCheck %s

#include "Inputs/Tensor.h"

#include <stdio.h>
#include <string.h>

static const char source[] =
    "func.func @update(%data: tensor<?xf32>, %indices: tensor<?x1xi64>,\n"
    "    %updates: tensor<?xf32>) -> tensor<?xf32> {\n"
    "  %r = scatter.scatter_nd_update ins(%indices, %updates :\n"
    "    tensor<?x1xi64>, tensor<?xf32>) outs(%data : tensor<?xf32>)\n"
    "    -> tensor<?xf32>\n"
    "  return %r : tensor<?xf32>\n"
    "}\n"
    "func.func @append(%cache: memref<4x2xf32>, %row: memref<1x2xf32>,\n"
    "    %begin: index, %end: index, %step: index) {\n"
    "  scatter.slice_scatter ins(%row : memref<1x2xf32>)\n"
    "    outs(%cache : memref<4x2xf32>) from [%begin] to [%end] step [%step]\n"
    "    axes [0]\n"
    "  return\n"
    "}\n";

/* Prints and frees an error. */
static void show(ScatterStatus *status) {
  ScatterReport report;
  printf("code %d: %s\n", scatter_status_code(status),
         scatter_status_message(status));
  if (scatter_status_report(status, &report))
    printf("  at %s: tuple %lld, component %lld, value %lld, size %lld\n",
           report.location, (long long)report.tuple,
           (long long)report.component, (long long)report.value,
           (long long)report.size);
  for (size_t i = 0; i < scatter_status_num_diagnostics(status); ++i)
    printf("  %s\n", scatter_status_diagnostic(status, i));
  scatter_status_destroy(status);
}

static void show_values(const char *name, const float *values, int count) {
  printf("%s", name);
  for (int i = 0; i < count; ++i)
    printf(" %g", values[i]);
  printf("\n");
}

static void inspect(const ScatterProgram *program) {
  for (size_t i = 0; i < scatter_program_num_entries(program); ++i) {
    const ScatterEntry *entry = scatter_program_entry(program, i);
    printf("%s: %zu results\n", scatter_entry_name(entry),
           scatter_entry_num_results(entry));
    for (size_t j = 0; j < scatter_entry_num_arguments(entry); ++j) {
      const ScatterValue *value = scatter_entry_argument(entry, j);
      DLDataType type = scatter_value_dtype(value);
      printf("  %s %s kind %d dtype %d:%d rank %zu", scatter_value_name(value),
             scatter_value_type(value), scatter_value_kind(value), type.code,
             type.bits, scatter_value_rank(value));
      for (size_t k = 0; k < scatter_value_rank(value); ++k)
        if (scatter_value_size(value, k) == SCATTER_DYNAMIC)
          printf(" ?");
        else
          printf(" %lld", (long long)scatter_value_size(value, k));
      printf("\n");
    }
  }
}

static void count(const char *stage, const char *ir, void *user) {
  if (strcmp(stage, "llvm") == 0 && strstr(ir, "llvm.func"))
    ++*(int *)user;
}

static void take(const char *text, size_t size, void *user) {
  printf("%s: %d bytes or more\n", (const char *)user,
         size >= 100 && text[size] == '\0' ? 100 : 0);
}

static ScatterProgram *start(void) {
// CHECK-LABEL: version 0.1.0
  printf("version %s\n", scatter_version());
  int stages = 0;
  ScatterContext *context = scatter_context_create();
  scatter_context_set_stage_callback(context, count, &stages);
  ScatterProgram *program = NULL;
  show(
      scatter_compile(context, source, strlen(source), "model.mlir", &program));
// CHECK-NEXT: code 0: {{$}}
// CHECK-NEXT: stages 1
  printf("stages %d\n", stages);
// CHECK-NEXT: object: 100 bytes or more
  show(scatter_emit(context, source, strlen(source), "model.mlir",
                    SCATTER_EMIT_OBJECT, take, "object"));
  scatter_context_destroy(context);
// CHECK-NEXT: code 0: {{$}}
// CHECK-NEXT: update: 1 results
// CHECK-NEXT: data tensor<?xf32> kind 1 dtype 2:32 rank 1 ?
// CHECK-NEXT: indices tensor<?x1xi64> kind 1 dtype 0:64 rank 2 ? 1
// CHECK-NEXT: updates
// CHECK-NEXT: append: 0 results
// CHECK-NEXT: cache memref<4x2xf32> kind 2 dtype 2:32 rank 2 4 2
// CHECK-NEXT: row
// CHECK-NEXT: begin index kind 0 dtype 0:64 rank 0
// CHECK: code 3: expected one of the public functions 'update', 'append', found 'nosuch'
  inspect(program);
  const ScatterEntry *entry = NULL;
  show(scatter_program_lookup(program, "nosuch", &entry));
  return program;
}

static void run_update(const ScatterProgram *program) {
  const ScatterEntry *entry = NULL;
  show(scatter_program_lookup(program, "update", &entry));
  float data[4] = {1, 2, 3, 4}, updates[2] = {10, 20}, output[4] = {0};
  int64_t indices[2] = {0, -1};
  int64_t data_shape[1] = {4}, indices_shape[2] = {2, 1},
          updates_shape[1] = {2};
  DLTensor d = make(data, kDLFloat, 32, 1, data_shape);
  DLTensor i = make(indices, kDLInt, 64, 2, indices_shape);
  DLTensor u = make(updates, kDLFloat, 32, 1, updates_shape);
  DLTensor o = make(output, kDLFloat, 32, 1, data_shape);
  const DLTensor *arguments[3] = {&d, &i, &u};
  const DLTensor *outputs[1] = {&o};

// CHECK: code 0: {{$}}
// CHECK-NEXT: code 0: {{$}}
// CHECK-NEXT: output 10 2 3 20
// CHECK-NEXT: data 1 2 3 4
  show(scatter_run(program, entry, arguments, 3, outputs, 1));
  show_values("output", output, 4);
  show_values("data", data, 4);

  /* A negative stride of the output. */
  int64_t reversed = -1;
  o.strides = &reversed;
  o.byte_offset = 3 * sizeof(float);
// CHECK-NEXT: code 0: {{$}}
// CHECK-NEXT: reversed 20 3 2 10
  show(scatter_run(program, entry, arguments, 3, outputs, 1));
  show_values("reversed", output, 4);

  indices[1] = 4;
  output[0] = 7;
// CHECK-NEXT: code 7: model.mlir:3:8: error: 'indices' tuple 1, component 0: expected an index in [-4, 3] for a dimension of size 4, found 4
// CHECK-NEXT: at model.mlir:3:8: tuple 1, component 0, value 4, size 4
// CHECK-NEXT: unchanged 7
  show(scatter_run(program, entry, arguments, 3, outputs, 1));
  show_values("unchanged", output, 1);
  indices[1] = 1;

  /* Prepared calls and results without a copy, which outlive the call. */
  ScatterCall *call = NULL;
  DLManagedTensor *result = NULL, *again = NULL;
// CHECK-NEXT: code 0: {{$}}
// CHECK-NEXT: code 4: expected a result below 0, found 0
// CHECK-NEXT: code 0: {{$}}
// CHECK-NEXT: code 0: {{$}}
// CHECK-NEXT: code 4: result 0 was taken before
// CHECK-NEXT: null 1
// CHECK-NEXT: result 10 20 3 4
// CHECK-NEXT: rank 1 size 4 dtype 2:32
  show(scatter_call_create(program, entry, arguments, 3, &call));
  show(scatter_call_take_result(call, 0, &result));
  show(scatter_call_run(call));
  show(scatter_call_take_result(call, 0, &result));
  show(scatter_call_take_result(call, 0, &again));
  printf("null %d\n", again == NULL);
// CHECK-NEXT: code 4: expected an argument below 3, found 3
// CHECK-NEXT: code 6: function 'update', argument 1 'indices': expected rank 2, found 1
// CHECK-NEXT: code 6: function 'update', argument 0 'data': expected rank 1, found 2
// CHECK-NEXT: code 5: function 'update', argument 1 'indices': expected element type i64, found f32
// CHECK-NEXT: code 0: {{$}}
// CHECK-NEXT: code 9: model.mlir:3:8: error: 'updates' dimension 0: expected size 2, found 1
// CHECK-NEXT: at model.mlir:3:8: tuple 1, component 0, value 1, size 2
  show_values("result", result->dl_tensor.data, 4);
  printf("rank %d size %lld dtype %d:%d\n", result->dl_tensor.ndim,
         (long long)result->dl_tensor.shape[0], result->dl_tensor.dtype.code,
         result->dl_tensor.dtype.bits);
  show(scatter_call_set_argument(call, 3, &d));
  show(scatter_call_set_argument(call, 1, &d));
  d.ndim = 2;
  d.shape = indices_shape;
  show(scatter_call_set_argument(call, 0, &d));
  show(scatter_call_set_argument(call, 1, &d));
  d.ndim = 1;
  d.shape = data_shape;
  updates_shape[0] = 1;
  show(scatter_call_set_argument(call, 2, &u));
  show(scatter_call_run(call));
  scatter_call_destroy(call);
  result->deleter(result);

// CHECK: code 5: function 'update', argument 0 'data': expected a tensor on the CPU, found DLPack device 2
// CHECK-NEXT: code 5: function 'update', argument 0 'data': expected a supported element type, found DLPack code 2, 32 bits, 4 lanes
// CHECK-NEXT: code 11: function 'update', argument 0 'data': expected a tensor, found NULL
// CHECK-NEXT: code 4: function 'update': expected 3 arguments, found 2
// CHECK-NEXT: code 4: expected 1 outputs, found 0
  d.device.device_type = 2;
  show(scatter_run(program, entry, arguments, 3, outputs, 1));
  d.device.device_type = kDLCPU;
  d.dtype.lanes = 4;
  show(scatter_run(program, entry, arguments, 3, outputs, 1));
  d.dtype.lanes = 1;
  arguments[0] = NULL;
  show(scatter_run(program, entry, arguments, 3, outputs, 1));
  arguments[0] = &d;
  show(scatter_run(program, entry, arguments, 2, outputs, 1));
  show(scatter_run(program, entry, arguments, 3, NULL, 0));
}

static void run_append(const ScatterProgram *program) {
  const ScatterEntry *entry = NULL;
  show(scatter_program_lookup(program, "append", &entry));
  float cache[8] = {0}, row[2] = {5, 6};
  int64_t cache_shape[2] = {4, 2}, row_shape[2] = {1, 2};
  int64_t begin = 2, end = 3, step = 1;
  DLTensor c = make(cache, kDLFloat, 32, 2, cache_shape);
  DLTensor r = make(row, kDLFloat, 32, 2, row_shape);
  DLTensor b = make(&begin, kDLInt, 64, 0, NULL);
  DLTensor e = make(&end, kDLInt, 64, 0, NULL);
  DLTensor s = make(&step, kDLInt, 64, 0, NULL);
  const DLTensor *arguments[5] = {&c, &r, &b, &e, &s};
// CHECK-NEXT: code 0: {{$}}
// CHECK-NEXT: code 0: {{$}}
// CHECK-NEXT: cache 0 0 0 0 5 6 0 0
// CHECK-NEXT: code 8: model.mlir:10:3: error: {{.*}}step{{.*}}
// CHECK-NEXT: at model.mlir:10:3: tuple 0, component 0
  show(scatter_run(program, entry, arguments, 5, NULL, 0));
  show_values("cache", cache, 8);
  step = 0;
  show(scatter_run(program, entry, arguments, 5, NULL, 0));
}

int main(int argc, char **argv) {
  if (argc != 2)
    return 1;
  ScatterProgram *program = start();
  run_update(program);
  run_append(program);
  scatter_program_destroy(program);

  /* Errors of the compiler, with notes; of files; of use. */
  ScatterContext *context = scatter_context_create();
  const char *bad = "func.func @f() {\n  %0 = scatter.nosuch\n  return\n}\n";
// CHECK: code 2: bad.mlir:2:8: error: {{.*}}scatter.nosuch
// CHECK-NEXT: bad.mlir:2:8: error:
// CHECK-NEXT: code 1: '{{.*}}': No such file or directory
// CHECK-NEXT: code 1: '/dev/zero': expected a regular file, found another kind
// CHECK-NEXT: code 1: '/': expected a regular file, found a directory
// CHECK-NEXT: code 0: {{$}}
// CHECK-NEXT: file 1
// CHECK-NEXT: code 11: expected a context and a source, found NULL
// CHECK-NEXT: code 2: {{.*}}nosuch
// CHECK: done
  show(scatter_compile(context, bad, strlen(bad), "bad.mlir", &program));
  remove(argv[1]);
  show(scatter_compile_file(context, argv[1], &program));
  show(scatter_compile_file(context, "/dev/zero", &program));
  show(scatter_compile_file(context, "/", &program));
  FILE *file = fopen(argv[1], "w");
  if (!file || fputs(source, file) < 0 || fclose(file) != 0)
    return 1;
  show(scatter_compile_file(context, argv[1], &program));
  printf("file %d\n", program != NULL);
  scatter_program_destroy(program);
  show(scatter_compile(context, NULL, 0, NULL, &program));
  scatter_context_set_target(context, NULL, "nosuch", NULL);
  show(scatter_compile(context, source, strlen(source), NULL, &program));
  scatter_context_destroy(context);
  scatter_context_destroy(NULL);
  printf("done\n");
  return 0;
}
