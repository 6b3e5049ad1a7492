//===- Convert.h - arguments as arrays for kernels --------------*- C++ -*-===//
//
// Converts what is cheap to convert: numbers, lists, small integers, masks,
// arrays that broadcast, and bounds. The functions return false for all other
// arguments, including invalid ones. They require the GIL.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_PYTHON_SRC_CONVERT_H
#define SCATTER_PYTHON_SRC_CONVERT_H

#include "Scratch.h"
namespace scatter::python {

/// Arrays of up to this many bytes are broadcast by a copy, for which kernels
/// are built in. Others take 20 to 35 ms to compile, as long as the copy of 16
/// to 32 MiB. Further calls with a copy take up to 10 times as long.
inline constexpr size_t kMaxCopyBytes = 16 << 20;

/// Views the argument `object`, an array. Returns false for other objects.
bool readArray(PyObject *object, View &view);

/// Reads the argument `indices` of an update of `data`: arrays and nested lists
/// of integers, and masks of the leading dimensions of `data`.
bool readIndices(PyObject *object, const DLTensor &data, View &view,
                 Scratch &scratch);

/// Reads the argument `updates`, which has to broadcast to the shape of `view`,
/// of the type of `data`: arrays of that type, numbers and nested lists.
bool readUpdates(PyObject *object, const DLTensor &data, const int64_t *shape,
                 int rank, View &view, Scratch &scratch);

/// Reads the argument `updates` of an update of elements at `indices` along
/// `axis`: an array, or a number for all of them.
bool readElements(PyObject *object, const DLTensor &data,
                  const DLTensor &indices, int64_t axis, View &view,
                  Scratch &scratch);

/// Reads bounds: integers, or sequences of integers and, for bounds that are
/// not given, None. Sets `bounds` to null if `object` is none of them is given.
/// Sets `count` to their number, or checks it if it is not negative.
bool readBounds(PyObject *object, int64_t *values, const int64_t *&bounds,
                int &count);

/// Returns the positions of the elements of `mask`, a row-major array of bools,
/// that are true: an array of int64 with one row for each.
PyObject *findTrue(PyObject *mask);

} // namespace scatter::python

#endif // SCATTER_PYTHON_SRC_CONVERT_H
