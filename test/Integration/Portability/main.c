/*===- main.c - calls the compiled rows and compares with a loop ----------===*/

#include "rows.h"

#include "Inputs/sum_rows.h"

#include "scatter/Runtime/Runtime.h"

#include <stdio.h>

int main(void) {
  fill_operands();
  ScatterError error = {0};
  scatter_runtime_install_record(&error);
  call_sum_rows();
  printf("%d different, error %d\n", count_differences(), error.kind);

  /* A bad last tuple keeps everything from being written. */
  indices[tuples - 1][0] = rows;
  call_sum_rows();
  char text[512];
  scatter_runtime_format_error(&error, text, sizeof(text));
  printf("%d different, %s\n", count_differences(), text);
  return 0;
}
