/* The object cache through the C API. */

// RUN: %cc %s -o %t %link_scatter
// RUN: rm -rf %t.cache
// RUN: %t %t.cache | FileCheck %s
// RUN: chmod 755 %t.cache
// RUN: %t %t.cache | FileCheck %s --check-prefix=OPEN

#include "scatter-c/Engine.h"

#include <stdio.h>
#include <string.h>

static const char source[] =
    "func.func @f(%x: memref<4xf32>) -> memref<4xf32> {\n"
    "  return %x : memref<4xf32>\n"
    "}\n";

static void warn(const char *text, size_t size, void *user) {
  (void)user;
  printf("%.*s\n", (int)size, text);
}

static void compile(ScatterContext *context) {
  ScatterProgram *program = NULL;
  ScatterStatus *status =
      scatter_compile(context, source, strlen(source), NULL, &program);
  if (status)
    printf("%s\n", scatter_status_message(status));
  printf("cached %d, %zu entries\n", scatter_program_is_cached(program),
         scatter_program_num_entries(program));
  scatter_program_destroy(program);
}

int main(int argc, char **argv) {
  if (argc != 2)
    return 1;
  ScatterContext *context = scatter_context_create();
  scatter_context_set_diagnostic_callback(context, warn, NULL);
  scatter_context_set_cache(context, argv[1], 0);
// CHECK: cached 0, 1 entries
// CHECK-NEXT: cached 1, 1 entries
// OPEN: warning: object cache not used: '{{.*}}.cache': expected a folder with mode 0700, found 0755
// OPEN-NEXT: cached 0, 1 entries
// OPEN-NEXT: warning: object cache not used
// OPEN-NEXT: cached 0, 1 entries
  compile(context);
  compile(context);
  scatter_context_set_cache(context, NULL, 0);
// CHECK-NEXT: cached 0, 1 entries
// OPEN-NEXT: cached 0, 1 entries
  compile(context);
  scatter_context_destroy(context);
  return 0;
}
