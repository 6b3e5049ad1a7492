//===- Updates.h - the ops on common arguments ------------------*- C++ -*-===//

#ifndef SCATTER_PYTHON_SRC_UPDATES_H
#define SCATTER_PYTHON_SRC_UPDATES_H

#include "scatter-c/Kernels.h"

#include <Python.h>
#include <nanobind/nanobind.h>

namespace scatter::python {

/// Arguments by position. Null for those that are not given.
using Arguments = PyObject *const *;

inline constexpr int kMaxArguments = 11;

/// The largest number of elements of indices and updates for which a call keeps
/// the GIL, because releasing it takes longer than such an update
/// (docs/Performance.md, "Other code").
inline constexpr int64_t kMaxLockedElements = 4096;

/// Run the functions on NumPy arrays or tensors whose memory kernels can use,
/// and on arguments that are cheap to convert (Convert.h). Return a new
/// reference. Return null for other arguments and, if `mayDecline`, for invalid
/// ones. Throw nanobind::python_error.
PyObject *runNDUpdate(Arguments arguments, bool mayDecline);
PyObject *runSliceScatter(Arguments arguments, bool mayDecline);
PyObject *runGatherND(Arguments arguments, bool mayDecline);
PyObject *runElements(Arguments arguments, bool mayDecline);

/// runElements with two more arguments: a number that each slot which the
/// indices name starts with, in place of its element of `data`, or None; and
/// whether to divide each sum by the number of its values.
PyObject *runReduction(Arguments arguments, bool mayDecline);

/// Calls `function`, whose calls of the library compile ahead.
nanobind::object warmUp(nanobind::object function, nanobind::args arguments,
                        nanobind::kwargs keywords);

/// Has calls that keep the GIL release it while they wait for a compiler.
void releaseLockInWaits();

} // namespace scatter::python

#endif // SCATTER_PYTHON_SRC_UPDATES_H
