/*===- report.c - catches the error of generated code ---------------------===*/

#include "scatter/Runtime/Runtime.h"

#include <stdio.h>

/* What generated code does for a bad index; the first violation is kept. */
static void generated(void) {
  scatter_runtime_report(SCATTER_ERROR_INDEX, "model.mlir:3:8", 7, 1, 12, 4);
  scatter_runtime_report(SCATTER_ERROR_INDEX, "model.mlir:9:8", 0, 0, 99, 4);
}

int main(void) {
  ScatterError error = {SCATTER_ERROR_NONE, 0, 0, 0, 0, "", 0};
  scatter_runtime_install_record(&error);
  generated();
  scatter_runtime_install_record(NULL);

  char text[512];
  scatter_runtime_format_error(&error, text, sizeof(text));
  puts(text);
  return error.kind == SCATTER_ERROR_INDEX ? 0 : 1;
}
