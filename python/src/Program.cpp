//===- Program.cpp - compiled modules for Python --------------------------===//

#include "DLPack.h"
#include "Module.h"
#include "scatter-c/Engine.h"

#include <memory>
#include <nanobind/stl/string.h>
#include <vector>

using namespace scatter::python;

static void check(ScatterStatus *status) {
  if (status)
    throwStatus(status);
}

/// Stores the IR after a stage in the dict `user`.
static void keepStage(const char *stage, const char *ir, void *user) {
  nb::gil_scoped_acquire acquire;
  if (PyDict_SetItemString(static_cast<PyObject *>(user), stage,
                           makeText(ir).ptr()) < 0)
    PyErr_Clear();
}

namespace {

using CallRef =
    std::unique_ptr<ScatterCall, Destroy<ScatterCall, scatter_call_destroy>>;

class Program {
public:
  /// Locations refer to the source as `name`. `stages` is a dict for the IR
  /// after each stage, or None. `donate` is a sequence of str, see
  /// scatter_context_set_donations.
  Program(nb::bytes source, nb::bytes name, unsigned threads,
          nb::object entryName, nb::object stages, bool isUntrusted,
          nb::sequence donate);
  Program(const Program &) = delete;
  Program &operator=(const Program &) = delete;

  nb::object getName() const { return makeText(scatter_entry_name(entry)); }
  nb::list describe(bool isArgument) const;
  nb::list listDonors() const;
  nb::object run(nb::tuple values);
  nb::object runFast(PyObject *values);

private:
  bool setArguments(PyObject *values);
  ScatterStatus *prepare(CallRef &call);
  nb::tuple finish(CallRef call, PyObject *values);

  std::unique_ptr<ScatterProgram,
                  Destroy<ScatterProgram, scatter_program_destroy>>
      program;
  const ScatterEntry *entry = nullptr;
  size_t numArguments = 0, numResults = 0;
  /// For each argument, whether the program may write to it.
  std::vector<bool> isWritten;
  /// For each result, the donated argument whose memory holds it, or -1.
  std::vector<int64_t> donors;
  /// The arguments of the call that is being prepared. Guarded by the GIL.
  std::unique_ptr<View[]> views;
  std::vector<const DLTensor *> tensors;
  /// Calls that are not running.
  std::vector<CallRef> idle;
};

} // namespace

Program::Program(nb::bytes source, nb::bytes name, unsigned threads,
                 nb::object entryName, nb::object stages, bool isUntrusted,
                 nb::sequence donate) {
  std::unique_ptr<ScatterContext,
                  Destroy<ScatterContext, scatter_context_destroy>>
      context(scatter_context_create());
  if (threads)
    check(scatter_context_set_threads(context.get(), threads));
  if (isUntrusted)
    check(scatter_context_set_untrusted(context.get(), 1, nullptr));
  std::vector<std::string> donations;
  for (nb::handle donation : donate)
    donations.push_back(nb::cast<std::string>(donation));
  std::vector<const char *> texts;
  for (const std::string &donation : donations)
    texts.push_back(donation.c_str());
  check(
      scatter_context_set_donations(context.get(), texts.data(), texts.size()));
  if (!stages.is_none())
    check(scatter_context_set_stage_callback(context.get(), keepStage,
                                             stages.ptr()));
  ScatterProgram *compiled;
  PyThreadState *state = PyEval_SaveThread();
  ScatterStatus *status = scatter_compile(
      context.get(), source.c_str(), source.size(), name.c_str(), &compiled);
  restoreThread(state);
  check(status);
  program.reset(compiled);
  std::string wanted =
      entryName.is_none() ? "" : nb::cast<std::string>(entryName);
  check(scatter_program_lookup(compiled, wanted.c_str(), &entry));
  numArguments = scatter_entry_num_arguments(entry);
  numResults = scatter_entry_num_results(entry);
  for (size_t i = 0; i < numArguments; ++i)
    isWritten.push_back(scatter_value_kind(scatter_entry_argument(entry, i)) ==
                        SCATTER_VALUE_MEMREF);
  for (size_t i = 0; i < numResults; ++i) {
    donors.push_back(scatter_entry_donor(entry, i));
    if (donors[i] >= 0)
      isWritten[size_t(donors[i])] = true;
  }
  views = std::make_unique_for_overwrite<View[]>(numArguments);
  tensors.resize(numArguments);
}

/// Returns tuples (name, type, kind, dtype of the elements).
nb::list Program::describe(bool isArgument) const {
  nb::list list;
  size_t count = isArgument ? numArguments : numResults;
  for (size_t i = 0; i < count; ++i) {
    const ScatterValue *value = isArgument ? scatter_entry_argument(entry, i)
                                           : scatter_entry_result(entry, i);
    nb::object dtype = nb::none();
    if (PyArray_Descr *descr = getDescr(scatter_value_dtype(value)))
      dtype = nb::borrow(reinterpret_cast<PyObject *>(descr));
    list.append(nb::make_tuple(makeText(scatter_value_name(value)),
                               makeText(scatter_value_type(value)),
                               int(scatter_value_kind(value)), dtype));
  }
  return list;
}

nb::list Program::listDonors() const {
  nb::list list;
  for (int64_t donor : donors)
    list.append(donor);
  return list;
}

/// Takes an idle call or creates one, and sets its arguments.
ScatterStatus *Program::prepare(CallRef &call) {
  if (idle.empty()) {
    ScatterCall *made = nullptr;
    ScatterStatus *status = scatter_call_create(
        program.get(), entry, tensors.data(), numArguments, &made);
    call.reset(made);
    return status;
  }
  call = std::move(idle.back());
  idle.pop_back();
  for (size_t i = 0; i < numArguments; ++i)
    if (ScatterStatus *status =
            scatter_call_set_argument(call.get(), i, tensors[i]))
      return status;
  return nullptr;
}

/// Runs a prepared call and returns its results. A result in the memory of a
/// donated argument is that argument, one of `values`.
nb::tuple Program::finish(CallRef call, PyObject *values) {
  PyThreadState *state = PyEval_SaveThread();
  ScatterStatus *status = scatter_call_run(call.get());
  restoreThread(state);
  check(status);
  nb::object results = take(PyTuple_New(Py_ssize_t(numResults)));
  for (size_t i = 0; i < numResults; ++i) {
    if (donors[i] >= 0) {
      PyObject *donated = NB_TUPLE_GET_ITEM(values, Py_ssize_t(donors[i]));
      PyTuple_SetItem(results.ptr(), Py_ssize_t(i), Py_NewRef(donated));
      continue;
    }
    DLManagedTensor *tensor;
    check(scatter_call_take_result(call.get(), i, &tensor));
    PyTuple_SetItem(results.ptr(), Py_ssize_t(i),
                    toArray(tensor).release().ptr());
  }
  // The call may be reused after its results have been taken.
  idle.push_back(std::move(call));
  return nb::steal<nb::tuple>(results.release());
}

/// Views NumPy arrays as the arguments of the next call. Returns false for
/// arguments that need conversion or are invalid.
bool Program::setArguments(PyObject *values) {
  if (size_t(NB_TUPLE_GET_SIZE(values)) != numArguments)
    return false;
  for (size_t i = 0; i < numArguments; ++i) {
    PyObject *value = NB_TUPLE_GET_ITEM(values, Py_ssize_t(i));
    if (!PyArray_CheckExact(value) || !views[i].set(value) ||
        (isWritten[i] && !views[i].isWritable))
      return false;
    tensors[i] = &views[i].tensor;
  }
  return true;
}

/// Runs on NumPy arrays and returns nothing, one result or a tuple of results.
/// Returns null, without an exception, for arguments that need conversion or
/// are invalid.
nb::object Program::runFast(PyObject *values) {
  if (!setArguments(values))
    return {};
  CallRef call;
  if (ScatterStatus *status = prepare(call)) {
    scatter_status_destroy(status);
    return {};
  }
  nb::object results = finish(std::move(call), values);
  if (numResults == 0)
    return nb::none();
  return numResults == 1 ? nb::object(results[0]) : results;
}

/// Runs on NumPy arrays and returns a tuple of results.
nb::object Program::run(nb::tuple values) {
  if (!setArguments(values.ptr()))
    throw nb::type_error("expected arrays of the expected types and layouts");
  CallRef call;
  check(prepare(call));
  return finish(std::move(call), values.ptr());
}

/// Calls a program. The program handles NumPy arrays of the expected types
/// itself and calls its method `_call_general` for all other arguments,
/// including invalid ones.
static PyObject *callProgram(PyObject *self, PyObject *values,
                             PyObject *names) {
  if (!names && nb::inst_ready(self)) {
    PyObject *results = translateExceptions([&] {
      return nb::inst_ptr<Program>(self)->runFast(values).release().ptr();
    });
    if (results || PyErr_Occurred())
      return results;
  }
  nb::object general = nb::steal(PyObject_GetAttrString(self, "_call_general"));
  return general ? PyObject_Call(general.ptr(), values, names) : nullptr;
}

void scatter::python::addProgram(nb::module_ &m) {
  static PyType_Slot slots[] = {
      {Py_tp_call, reinterpret_cast<void *>(callProgram)}, {0, nullptr}};
  nb::class_<Program>(m, "Program", nb::type_slots(slots))
      .def(nb::init<nb::bytes, nb::bytes, unsigned, nb::object, nb::object,
                    bool, nb::sequence>(),
           nb::arg("source"), nb::arg("name"), nb::arg("threads"),
           nb::arg("entry").none(), nb::arg("stages").none(),
           nb::arg("untrusted"), nb::arg("donate"))
      .def_prop_ro("name", &Program::getName, "The name of the function.")
      .def_prop_ro("arguments",
                   [](const Program &self) { return self.describe(true); })
      .def_prop_ro("results",
                   [](const Program &self) { return self.describe(false); })
      .def_prop_ro("_donors", &Program::listDonors)
      .def("_run", &Program::run);
}
