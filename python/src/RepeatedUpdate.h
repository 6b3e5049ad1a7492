//===- RepeatedUpdate.h - small updates that are repeated -------*- C++ -*-===//
//
// A call site often runs scatter_nd_update in place again and again, on other
// arrays of the same types and ranks with the same options. Reading these takes
// longer than an update of few elements. Therefore the options and types of the
// last small update of a call site are kept. Requires the GIL.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_PYTHON_REPEATEDUPDATE_H
#define SCATTER_PYTHON_REPEATEDUPDATE_H

#include "Updates.h"

namespace scatter::python {

/// The arguments of a call as CPython passes them: `count` by position, then
/// one for each of `names`, which is a tuple or null.
struct RawArguments {
  PyObject *const *values;
  Py_ssize_t count;
  PyObject *names;
};

/// Runs a call whose options and types are kept. Returns a new reference.
/// Returns null without a Python exception if they are not, or if the call
/// fails. Nothing has been written then.
PyObject *repeatNDUpdate(const RawArguments &raw);

/// Keeps the options and types of a call that has succeeded if it is a small
/// update in place of NumPy arrays. `sorted` are the same arguments.
void keepNDUpdate(const RawArguments &raw, Arguments sorted);

} // namespace scatter::python

#endif // SCATTER_PYTHON_REPEATEDUPDATE_H
