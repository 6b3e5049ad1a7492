/* An ONNX model, from a file and from memory. */

// RUN: rm -rf %t.models && %python %S/../Import/ONNX/Inputs/write_models.py %t.models
// RUN: %cc %s -o %t %link_scatter
// RUN: %t %t.models/scatter_nd.onnx %t.models/unknown-op.onnx | FileCheck %s

#include "Inputs/Tensor.h"

#include <stdio.h>

int main(int argc, char **argv) {
  if (argc != 3)
    return 1;
  ScatterContext *context = scatter_context_create();
  ScatterProgram *program = NULL;

  // CHECK: unknown-op.onnx: error: node 'n': op 'Sort' of domain 'ai.onnx', opset 18
  ScatterStatus *status = scatter_compile_file(context, argv[2], &program);
  printf("%s\n", scatter_status_message(status));
  scatter_status_destroy(status);

  static char bytes[1 << 16];
  FILE *file = fopen(argv[1], "rb");
  if (!file)
    return 1;
  size_t size = fread(bytes, 1, sizeof(bytes), file);
  fclose(file);
  for (int fromMemory = 0; fromMemory < 2; ++fromMemory) {
    status = fromMemory ? scatter_compile(context, bytes, size,
                                          "in memory.onnx", &program)
                        : scatter_compile_file(context, argv[1], &program);
    if (status)
      return 1;
    const ScatterEntry *entry = scatter_program_entry(program, 0);
    // CHECK: main: x: tensor<4x3xf32>
    // CHECK-NEXT: 1 2 3 11 22 33 7 8 9 110 121 132
    // CHECK-NEXT: main: x: tensor<4x3xf32>
    // CHECK-NEXT: 1 2 3 11 22 33 7 8 9 110 121 132
    const ScatterValue *first = scatter_entry_argument(entry, 0);
    printf("%s: %s: %s\n", scatter_entry_name(entry), scatter_value_name(first),
           scatter_value_type(first));
    float x[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    float u[] = {100, 110, 120, 7, 17, 27}, y[12];
    int64_t i[] = {3, -3}, shapes[3][2] = {{4, 3}, {2, 1}, {2, 3}};
    DLTensor tensors[] = {make(x, kDLFloat, 32, 2, shapes[0]),
                          make(i, kDLInt, 64, 2, shapes[1]),
                          make(u, kDLFloat, 32, 2, shapes[2]),
                          make(y, kDLFloat, 32, 2, shapes[0])};
    const DLTensor *arguments[] = {&tensors[0], &tensors[1], &tensors[2]};
    const DLTensor *results[] = {&tensors[3]};
    if (scatter_run(program, entry, arguments, 3, results, 1))
      return 1;
    for (int k = 0; k < 12; ++k)
      printf(k == 11 ? "%g\n" : "%g ", y[k]);
    scatter_program_destroy(program);
  }
  scatter_context_destroy(context);
  return 0;
}
