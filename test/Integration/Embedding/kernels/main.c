/*===- main.c - an update by a kernel compiled ahead of time --------------===*/

#include "scatter-c/Kernels.h"

#include <stdio.h>

static int update(ScatterReduction reduction, ScatterOutOfBounds policy) {
  float data[8] = {1, 2, 3, 4, 5, 6, 7, 8}, updates[3] = {10, 20, 30};
  int64_t indices[3] = {0, 0, -1}, eight[] = {8}, three[] = {3, 1};
  DLTensor d = {data, {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, eight, NULL, 0};
  DLTensor i = {indices, {kDLCPU, 0}, 2, {kDLInt, 64, 1}, three, NULL, 0};
  DLTensor u = {updates, {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, three, NULL, 0};
  ScatterNDUpdateOptions options = {.struct_size = sizeof(options)};
  options.reduction = reduction;
  options.out_of_bounds = policy;
  ScatterStatus *status = scatter_nd_update(&d, &i, &u, &d, &options);
  if (scatter_status_code(status) == SCATTER_STATUS_COMPILE)
    printf("no kernel: %s\n", scatter_status_message(status));
  else if (!status)
    printf("%g ... %g\n", data[0], data[7]);
  scatter_status_destroy(status);
  return status != NULL;
}

int main(void) {
  return update(SCATTER_REDUCTION_SUM, SCATTER_OUT_OF_BOUNDS_ERROR) ||
         !update(SCATTER_REDUCTION_SUB, SCATTER_OUT_OF_BOUNDS_CLAMP);
}
