/*===- main.c - calls the compiled rows and compares with a loop
 * -----------===*/

#include "rows.h"

#include "scatter/Runtime/Runtime.h"

#include <stdio.h>

enum { rows = 512, columns = 64, tuples = 128 };

static float data[rows][columns], expected[rows][columns];
static float updates[tuples][columns];
static int64_t indices[tuples][1];

static int countDifferences(void) {
  int different = 0;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      different += data[i][j] != expected[i][j];
  return different;
}

int main(void) {
  for (int t = 0; t < tuples; ++t) {
    /* Some rows come twice, some through negative indices. */
    int row = t * 37 % 100 * 5;
    indices[t][0] = t % 3 ? row : row - rows;
    for (int j = 0; j < columns; ++j) {
      updates[t][j] = (float)t + (float)j / 7;
      expected[row][j] += updates[t][j];
    }
  }
  struct scatter_memref_2d d = {data, data, 0, {rows, columns}, {columns, 1}};
  struct scatter_memref_2d i = {indices, indices, 0, {tuples, 1}, {1, 1}};
  struct scatter_memref_2d u = {
      updates, updates, 0, {tuples, columns}, {columns, 1}};
  ScatterError error = {0};
  scatter_runtime_install_record(&error);
  _mlir_ciface_sum_rows(&d, &i, &u);
  printf("%d different, error %d\n", countDifferences(), error.kind);

  /* A bad last tuple keeps everything from being written. */
  indices[tuples - 1][0] = rows;
  _mlir_ciface_sum_rows(&d, &i, &u);
  char text[512];
  scatter_runtime_format_error(&error, text, sizeof(text));
  printf("%d different, %s\n", countDifferences(), text);
  return 0;
}
