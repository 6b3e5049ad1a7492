/*===- sum_rows.h - a call of sum_rows and the sums expected ----*- C -*-===*\
|*                                                                          *|
|* Included after the header of an object that has the function sum_rows.   *|
|*                                                                          *|
\*===--------------------------------------------------------------------===*/

enum { rows = 512, columns = 64, tuples = 128 };

static float data[rows][columns], expected[rows][columns];
static float updates[tuples][columns];
static int64_t indices[tuples][1];

static int count_differences(void) {
  int different = 0;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      different += data[i][j] != expected[i][j];
  return different;
}

static void fill_operands(void) {
  for (int t = 0; t < tuples; ++t) {
    /* Some rows come twice, some through negative indices. */
    int row = t * 37 % 100 * 5;
    indices[t][0] = t % 3 ? row : row - rows;
    for (int j = 0; j < columns; ++j) {
      updates[t][j] = (float)t + (float)j / 7;
      expected[row][j] += updates[t][j];
    }
  }
}

static void call_sum_rows(void) {
  struct scatter_memref_2d d = {data, data, 0, {rows, columns}, {columns, 1}};
  struct scatter_memref_2d i = {indices, indices, 0, {tuples, 1}, {1, 1}};
  struct scatter_memref_2d u = {
      updates, updates, 0, {tuples, columns}, {columns, 1}};
  _mlir_ciface_sum_rows(&d, &i, &u);
}
