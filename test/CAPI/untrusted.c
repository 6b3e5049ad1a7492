/* Sources that a process of its own compiles. */

// The sanitizers report a lack of memory in words of their own.
// UNSUPPORTED: asan, tsan
// RUN: %cc %s -o %t.exe %link_scatter
// RUN: %t.exe | FileCheck %s --match-full-lines

// The library finds the program beside itself, and nowhere else.
// RUN: rm -rf %t && mkdir %t && cp %scatter_so %t/libscatter.so.0.1
// RUN: env LD_LIBRARY_PATH=%t %t.exe | FileCheck %s --check-prefix=MISSING
// RUN: ln -s %scatter_tools_dir/scatter-worker %t/scatter-worker
// RUN: env LD_LIBRARY_PATH=%t %t.exe | FileCheck %s --match-full-lines

#include "scatter-c/Engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char wellFormed[] =
    "func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
    "  return %a : tensor<4xf32>\n"
    "}\n";

/* Prints how the compilation of `source` ended. */
static void compile(ScatterContext *context, const char *source) {
  ScatterProgram *program;
  ScatterStatus *status = scatter_compile(context, source, strlen(source),
                                          "source.mlir", &program);
  printf("%d %s\n", (int)scatter_status_code(status),
         status ? scatter_status_message(status) : scatter_entry_name(
                      scatter_program_entry(program, 0)));
  scatter_status_destroy(status);
  scatter_program_destroy(program);
}

/* Prints `status`, if it is an error. */
static void report(ScatterStatus *status) {
  if (status)
    printf("%d %s\n", (int)scatter_status_code(status),
           scatter_status_message(status));
  scatter_status_destroy(status);
}

/* Types of which each holds the one before twice. */
static char *makeDoubledTypes(int count) {
  char *text = malloc(200 * (size_t)count), *end = text;
  end += sprintf(end, "!t0 = tuple<i1>\n");
  for (int i = 1; i < count; ++i)
    end += sprintf(end, "!t%d = tuple<!t%d, !t%d>\n", i, i - 1, i - 1);
  sprintf(end, "func.func @f(%%a: !t%d) { return }\n", count - 1);
  return text;
}

int main(void) {
  ScatterContext *context = scatter_context_create();
  report(scatter_context_set_untrusted(context, 1, NULL));
  // CHECK: 0 f
  // MISSING: 2 untrusted source: expected the program 'scatter-worker' beside '{{.*}}libscatter.so.0.1' or in the environment variable SCATTER_WORKER, found none
  compile(context, wellFormed);
  // CHECK-NEXT: 2 source.mlir:1:1: error: {{.*}}
  compile(context, "func.nosuch\n");

  ScatterUntrustedOptions options = {sizeof(options), 0, 1, NULL};
  report(scatter_context_set_untrusted(context, 1, &options));
  char *doubled = makeDoubledTypes(60);
  // CHECK: 2 source.mlir: error: no end within 1 s of CPU time
  compile(context, doubled);
  options.max_cpu_seconds = 1000;
  options.max_memory_bytes = (uint64_t)600 << 20;
  report(scatter_context_set_untrusted(context, 1, &options));
  // CHECK: 2 source.mlir: error: out of memory (limit 600 MiB)
  compile(context, doubled);
  free(doubled);

  options.worker = "/nosuch/worker";
  report(scatter_context_set_untrusted(context, 1, &options));
  // CHECK: 2 untrusted source: cannot start '/nosuch/worker': No such file or directory
  compile(context, wellFormed);
  /* A trusted source needs none. */
  report(scatter_context_set_untrusted(context, 0, &options));
  // CHECK: 0 f
  compile(context, wellFormed);

  /* The members of an older caller: no error. */
  options.struct_size = 8;
  report(scatter_context_set_untrusted(context, 0, &options));
  options.struct_size = 4;
  // CHECK-NEXT: 11 'struct_size': expected the size of the options, 32, found 4
  report(scatter_context_set_untrusted(context, 1, &options));
  // CHECK-NEXT: 11 expected a context, found NULL
  report(scatter_context_set_untrusted(NULL, 1, NULL));
  scatter_context_destroy(context);
  return 0;
}
