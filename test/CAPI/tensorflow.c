/* Models of TensorFlow: a GraphDef, the folder of a SavedModel, a bad graph. */

// RUN: rm -rf %t.models && %python %S/../Import/TensorFlow/Inputs/write_models.py %t.models
// RUN: %cc %s -o %t %link_scatter
// RUN: %t %t.models/scatter.pb %t.models/saved %t.models/unknown-op.pb | FileCheck %s

#include "scatter-c/Engine.h"

#include <stdio.h>

int main(int argc, char **argv) {
  ScatterContext *context = scatter_context_create();
  // CHECK: x: tensor<4x3xf32>
  // CHECK: a: tensor<2xf32>
  // CHECK: unknown-op.pb: error: node 'y': op 'Unique': expected an op that can be imported
  for (int i = 1; i < argc; ++i) {
    ScatterProgram *program = NULL;
    ScatterStatus *status = scatter_compile_file(context, argv[i], &program);
    if (status) {
      printf("%s\n", scatter_status_message(status));
      scatter_status_destroy(status);
      continue;
    }
    const ScatterValue *first =
        scatter_entry_argument(scatter_program_entry(program, 0), 0);
    printf("%s: %s\n", scatter_value_name(first), scatter_value_type(first));
    scatter_program_destroy(program);
  }
  scatter_context_destroy(context);
  return 0;
}
