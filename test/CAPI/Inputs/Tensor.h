/*===- Tensor.h - tensors for the C API -------------------------*- C -*-===*/

#ifndef SCATTER_TEST_CAPI_INPUTS_TENSOR_H
#define SCATTER_TEST_CAPI_INPUTS_TENSOR_H

#include "scatter-c/Engine.h"

/* Describes dense memory. `shape` must live as long as the tensor. */
static DLTensor make(void *data, uint8_t code, uint8_t bits, int rank,
                     int64_t *shape) {
  return (DLTensor){.data = data,
                    .device = {kDLCPU, 0},
                    .ndim = rank,
                    .dtype = {code, bits, 1},
                    .shape = shape};
}

#endif
