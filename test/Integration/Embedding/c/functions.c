/*===- functions.c - the two ops as functions -----------------------------===*/

#include "scatter-c/Kernels.h"
#include "scatter-c/Threads.h"

#include <stdio.h>

/* Stands for the loop of a thread pool. */
static void run_on_host(void (*function)(void *context, int64_t index),
                        void *context, int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    function(context, i);
}

int main(void) {
  scatter_set_parallel_for(run_on_host);
  float data[8] = {1, 2, 3, 4, 5, 6, 7, 8}, updates[3] = {10, 20, 30};
  int64_t indices[3] = {0, 0, -1}, eight[] = {8}, three[] = {3, 1};
  DLTensor d = {data, {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, eight, NULL, 0};
  DLTensor i = {indices, {kDLCPU, 0}, 2, {kDLInt, 64, 1}, three, NULL, 0};
  DLTensor u = {updates, {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, three, NULL, 0};
  ScatterNDUpdateOptions options = {.struct_size = sizeof(options)};
  options.reduction = SCATTER_REDUCTION_SUM;
  ScatterStatus *status = scatter_nd_update(&d, &i, &u, &d, &options);
  if (!status) /* data[1:7:2] = updates */
    status = scatter_slice_scatter(&d, &u, (int64_t[]){1}, (int64_t[]){7},
                                   (int64_t[]){2}, NULL, 1, &d, NULL);
  printf("%s%g %g %g ... %g\n", scatter_status_message(status), data[0],
         data[1], data[2], data[7]);
  scatter_status_destroy(status);
  return 0;
}
