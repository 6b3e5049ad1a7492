//===- Functions.cpp - functions with a fast path in C++ ------------------===//

#include "Convert.h"
#include "Module.h"
#include "Updates.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <nanobind/stl/string.h>

using namespace scatter::python;

namespace {
/// The arguments of a call as CPython passes them: `count` by position, then
/// one for each of `names`, which is a tuple or null.
struct RawArguments {
  PyObject *const *values;
  Py_ssize_t count;
  PyObject *names;
};

/// A function of an op: its arguments, its fast path and its general path.
struct Function {
  const char *name;
  const char *argumentNames[kMaxArguments];
  int numArguments, numPositional;
  PyObject *(*runFast)(Arguments, bool mayDecline);
  /// The interned names. Keywords of calls are nearly always interned.
  PyObject *interned[kMaxArguments] = {};
  PyObject *general = nullptr;
  PyMethodDef method = {};
  std::string doc = {};
};
} // namespace

static Function functions[] = {
    {"scatter_nd_update",
     {"data", "indices", "updates", "reduction", "out_of_bounds",
      "negative_indices", "unique_indices", "indices_are_sorted", "out",
      "threads"},
     10,
     3,
     runNDUpdate},
    {"slice_scatter",
     {"data", "updates", "start", "stop", "step", "axes", "out", "threads"},
     8,
     6,
     runSliceScatter},
    {"gather_nd",
     {"data", "indices", "batch_dims", "out_of_bounds", "negative_indices",
      "fill", "out", "threads"},
     8,
     2,
     runGatherND},
    {"scatter_elements",
     {"data", "indices", "updates", "axis", "reduction", "out_of_bounds",
      "negative_indices", "out", "threads"},
     9,
     4,
     runElements},
    // The same by position, for callers with a general path of their own.
    {"update_elements",
     {"data", "indices", "updates", "axis", "reduction", "out_of_bounds",
      "negative_indices", "out", "threads"},
     9,
     9,
     runElements},
    {"reduce_elements",
     {"data", "indices", "updates", "axis", "reduction", "out_of_bounds",
      "negative_indices", "out", "threads", "start", "divides"},
     11,
     11,
     runReduction}};

/// Sorts arguments by position into `sorted`, which is null. Returns false if
/// they do not match the signature.
static bool sortArguments(const Function &function, const RawArguments &raw,
                          PyObject **sorted) {
  if (raw.count > function.numPositional)
    return false;
  std::memcpy(sorted, raw.values, size_t(raw.count) * sizeof(PyObject *));
  Py_ssize_t numNames = raw.names ? NB_TUPLE_GET_SIZE(raw.names) : 0;
  int first = int(raw.count), position = first;
  for (Py_ssize_t i = 0; i < numNames; ++i) {
    PyObject *name = NB_TUPLE_GET_ITEM(raw.names, i);
    // Most calls name arguments in the order of the signature.
    int begin = position;
    while (function.interned[position] != name) {
      if (++position == function.numArguments)
        position = first;
      if (position == begin)
        return false;
    }
    sorted[position] = raw.values[raw.count + i];
  }
  return true;
}

/// Runs the fast path of function `Index`. Returns null, possibly without an
/// exception, if it does not apply.
template <int Index>
static PyObject *runFast(const RawArguments &raw) {
  const Function &function = functions[Index];
  PyObject *sorted[kMaxArguments] = {};
  if (!sortArguments(function, raw, sorted))
    return nullptr;
  return function.runFast(sorted, /*mayDecline=*/true);
}

template <int Index>
static PyObject *callFast(PyObject *, PyObject *const *arguments,
                          Py_ssize_t count, PyObject *names) {
  PyObject *result = translateExceptions(
      [&] { return runFast<Index>({arguments, count, names}); });
  if (result || PyErr_Occurred())
    return result;
  return PyObject_Vectorcall(functions[Index].general, arguments, size_t(count),
                             names);
}

/// Returns the names of the enumerators from 0 on.
template <typename Enum>
static nb::tuple listNames(const char *(*getName)(Enum)) {
  nb::list names;
  for (unsigned i = 0; const char *name = getName(Enum(i)); ++i)
    names.append(name);
  return nb::tuple(names);
}

/// Checks the value of an option that is a name.
static ScatterStatus *parseName(const std::string &option,
                                const std::string &name) {
  ScatterReduction reduction;
  ScatterOutOfBounds outOfBounds;
  ScatterNegativeIndices negativeIndices;
  if (option == "reduction")
    return scatter_parse_reduction(name.c_str(), &reduction);
  if (option == "out_of_bounds")
    return scatter_parse_out_of_bounds(name.c_str(), &outOfBounds);
  return scatter_parse_negative_indices(name.c_str(), &negativeIndices);
}

static Function &findFunction(const std::string &name) {
  auto *found = std::find_if(
      std::begin(functions), std::end(functions),
      [&](const Function &function) { return name == function.name; });
  return found == std::end(functions) ? functions[0] : *found;
}

/// Wraps the Python function `general` in a function with the same signature.
/// The function handles the common form of arguments itself and calls `general`
/// for all other arguments, including invalid ones.
static nb::object makeFunction(const std::string &name, nb::object general,
                               const std::string &doc) {
  Function &function = findFunction(name);
  for (int i = 0; i < function.numArguments; ++i)
    function.interned[i] =
        PyUnicode_InternFromString(function.argumentNames[i]);
  function.general = general.release().ptr();
  function.doc = doc;
  static constexpr decltype(&callFast<0>) calls[] = {callFast<0>, callFast<1>,
                                                     callFast<2>, callFast<3>,
                                                     callFast<4>, callFast<5>};
  static_assert(std::size(calls) == std::size(functions));
  auto *call = calls[&function - functions];
  function.method = {function.name, (PyCFunction)(void (*)(void))call,
                     METH_FASTCALL | METH_KEYWORDS, function.doc.c_str()};
  nb::str module("scatter_mlir");
  return take(PyCFunction_NewEx(&function.method, nullptr, module.ptr()));
}

/// Calls the function with all its arguments. Returns None if runNDUpdate or
/// runSliceScatter returns null.
static nb::object callFunction(const std::string &name, bool mayDecline,
                               nb::args arguments) {
  const Function &function = findFunction(name);
  if (arguments.size() != size_t(function.numArguments))
    throw nb::type_error("expected all arguments");
  PyObject *sorted[kMaxArguments];
  for (int i = 0; i < function.numArguments; ++i)
    sorted[i] = NB_TUPLE_GET_ITEM(arguments.ptr(), i);
  PyObject *result = function.runFast(sorted, mayDecline);
  return result || PyErr_Occurred() ? take(result) : nb::none();
}

void scatter::python::addFunctions(nb::module_ &m) {
  m.def("find_true",
        [](nb::object mask) { return take(findTrue(mask.ptr())); });
  m.def("get_choices", [] {
    nb::dict choices;
    choices["reduction"] = listNames(scatter_reduction_name);
    choices["out_of_bounds"] = listNames(scatter_out_of_bounds_name);
    choices["negative_indices"] = listNames(scatter_negative_indices_name);
    return choices;
  });
  m.def("check_name", [](const std::string &option, const std::string &name) {
    if (ScatterStatus *status = parseName(option, name))
      throwStatus(status);
  });
  m.def("make_function", &makeFunction);
  m.def("call_function", &callFunction);
}
