//===- Program.cpp - compiled modules for Python --------------------------===//

#include "Program.h"

#include "DLPack.h"
#include "Errors.h"
#include "PreparedCall.h"
#include "scatter-c/Engine.h"

#include <memory>
#include <nanobind/stl/string.h>

using namespace scatter::python;

static void check(ScatterStatus *status) {
  if (!status)
    return;
  setException(status, ErrorStyle());
  throw nb::python_error();
}

/// Keeps the IR after a stage in the dict `user`.
static void keepStage(const char *stage, const char *ir, void *user) {
  nb::gil_scoped_acquire acquire;
  PyObject *text = makeText(ir);
  if (!text ||
      PyDict_SetItemString(static_cast<PyObject *>(user), stage, text) < 0)
    PyErr_Clear();
  Py_XDECREF(text);
}

namespace {
class Program {
public:
  /// `name` stands for the source in locations. `stages` is a dict that
  /// receives the IR after each stage, or None.
  Program(nb::bytes source, nb::bytes name, unsigned threads,
          nb::object entryName, nb::object stages, bool isUntrusted);
  Program(const Program &) = delete;
  Program &operator=(const Program &) = delete;

  nb::object getName() const {
    return take(makeText(scatter_entry_name(entry)));
  }
  nb::list describe(bool isArgument) const;
  nb::list run(nb::list arrays) const;
  nb::object call(nb::tuple values);

private:
  bool viewArray(PyObject *object, size_t index, View &view) const;
  nb::list takeResults(ScatterCall *call) const;

  std::unique_ptr<ScatterProgram, void (*)(ScatterProgram *)> program = {
      nullptr, scatter_program_destroy};
  const ScatterEntry *entry = nullptr;
  /// What `call` expects; no element type for what it declines.
  struct Argument {
    ElementId id;
    bool isWritten;
  };
  std::vector<Argument> arguments;
  std::vector<std::unique_ptr<PreparedCall>> idle;
};
} // namespace

Program::Program(nb::bytes source, nb::bytes name, unsigned threads,
                 nb::object entryName, nb::object stages, bool isUntrusted) {
  std::unique_ptr<ScatterContext, void (*)(ScatterContext *)> context(
      scatter_context_create(), scatter_context_destroy);
  scatter_context_set_threads(context.get(), threads);
  if (isUntrusted)
    check(scatter_context_set_untrusted(context.get(), 1, nullptr));
  if (!stages.is_none())
    scatter_context_set_stage_callback(context.get(), keepStage, stages.ptr());
  ScatterProgram *compiled;
  ScatterStatus *status;
  {
    nb::gil_scoped_release release;
    status = scatter_compile(context.get(), source.c_str(), source.size(),
                             name.c_str(), &compiled);
  }
  check(status);
  program.reset(compiled);
  std::string wanted =
      entryName.is_none() ? "" : nb::cast<std::string>(entryName);
  check(scatter_program_lookup(compiled, wanted.c_str(), &entry));
  for (size_t i = 0; i < scatter_entry_num_arguments(entry); ++i) {
    const ScatterValue *value = scatter_entry_argument(entry, i);
    ScatterValueKind kind = scatter_value_kind(value);
    bool isArray = kind == SCATTER_VALUE_TENSOR || kind == SCATTER_VALUE_MEMREF;
    arguments.push_back(
        {isArray ? findElement(scatter_value_dtype(value)) : kNoElement,
         kind == SCATTER_VALUE_MEMREF});
  }
}

/// NumPy's name for an element type, or none.
static nb::object getTypeName(DLDataType type) {
  for (ElementId id = 0; id < kNumElements; ++id)
    if (getElement(id).code == type.code && getElement(id).bits == type.bits)
      return nb::str(getElement(id).numpyName);
  return nb::none();
}

/// Tuples (name, type, kind, NumPy's name of the element type).
nb::list Program::describe(bool isArgument) const {
  nb::list list;
  size_t count = isArgument ? scatter_entry_num_arguments(entry)
                            : scatter_entry_num_results(entry);
  for (size_t i = 0; i < count; ++i) {
    const ScatterValue *value = isArgument ? scatter_entry_argument(entry, i)
                                           : scatter_entry_result(entry, i);
    list.append(nb::make_tuple(take(makeText(scatter_value_name(value))),
                               take(makeText(scatter_value_type(value))),
                               int(scatter_value_kind(value)),
                               getTypeName(scatter_value_dtype(value))));
  }
  return list;
}

nb::list Program::takeResults(ScatterCall *call) const {
  nb::list results;
  for (size_t i = 0; i < scatter_entry_num_results(entry); ++i) {
    DLManagedTensor *tensor;
    check(scatter_call_take_result(call, i, &tensor));
    results.append(take(toArray(tensor)));
  }
  return results;
}

nb::list Program::run(nb::list arrays) const {
  size_t count = arrays.size();
  auto views = std::make_unique<View[]>(count);
  auto tensors = std::make_unique<const DLTensor *[]>(count);
  for (size_t i = 0; i < count; ++i) {
    nb::handle object = arrays[i];
    auto *array = reinterpret_cast<PyArrayObject *>(object.ptr());
    ElementId id =
        PyArray_Check(object.ptr()) ? getElementId(array) : kNoElement;
    if (id == kNoElement || !isUsable(array))
      throw nb::type_error("expected arrays of supported types and layouts");
    views[i].set(array, id);
    tensors[i] = &views[i].tensor;
  }
  ScatterCall *made = nullptr;
  check(scatter_call_create(program.get(), entry, tensors.get(), count, &made));
  std::unique_ptr<ScatterCall, void (*)(ScatterCall *)> call(
      made, scatter_call_destroy);
  ScatterStatus *status;
  {
    nb::gil_scoped_release release;
    status = scatter_call_run(made);
  }
  check(status);
  return takeResults(made);
}

/// Views an argument that is a NumPy array of its type, row-major and, for a
/// memref, writable. False for any other.
bool Program::viewArray(PyObject *object, size_t index, View &view) const {
  if (!PyArray_CheckExact(object))
    return false;
  auto *array = reinterpret_cast<PyArrayObject *>(object);
  const Argument &argument = arguments[index];
  ElementId id = getElementId(array);
  if (id == kNoElement || id != argument.id || !isUsable(array))
    return false;
  view.set(array, id);
  return view.isRowMajor() && (view.isWritable || !argument.isWritten);
}

/// Runs on arguments of the common form, see viewArray. Returns nothing, the
/// result or a tuple of results; NotImplemented for arguments of another form,
/// wrong ones among them.
nb::object Program::call(nb::tuple values) {
  constexpr size_t kMaxArguments = 8;
  nb::object declined = nb::borrow(Py_NotImplemented);
  size_t count = arguments.size();
  if (count > kMaxArguments || count != values.size())
    return declined;
  View views[kMaxArguments];
  const DLTensor *tensors[kMaxArguments];
  for (size_t i = 0; i < count; ++i) {
    if (!viewArray(PyTuple_GetItem(values.ptr(), Py_ssize_t(i)), i, views[i]))
      return declined;
    tensors[i] = &views[i].tensor;
  }
  std::unique_ptr<PreparedCall> prepared = takeCall(idle);
  for (size_t i = 0; prepared->call && i < count; ++i)
    if (prepared->getRank(i) != size_t(views[i].rank()))
      return declined;
  if (ScatterStatus *status =
          prepared->prepare(program.get(), entry, tensors, count, 0)) {
    scatter_status_destroy(status);
    return declined;
  }
  ScatterStatus *status;
  {
    nb::gil_scoped_release release;
    status = scatter_call_run(prepared->call);
  }
  // Others may have the call once its results are taken.
  nb::list results;
  if (!status)
    results = takeResults(prepared->call);
  idle.push_back(std::move(prepared));
  check(status);
  if (results.size() == 0)
    return nb::none();
  return results.size() == 1 ? nb::object(results[0]) : nb::tuple(results);
}

void scatter::python::addProgram(nb::module_ &m) {
  nb::class_<Program>(m, "Program")
      .def(nb::init<nb::bytes, nb::bytes, unsigned, nb::object, nb::object,
                    bool>(),
           nb::arg("source"), nb::arg("name"), nb::arg("threads"),
           nb::arg("entry").none(), nb::arg("stages").none(),
           nb::arg("untrusted"))
      .def_prop_ro("name", &Program::getName)
      .def_prop_ro("arguments",
                   [](const Program &self) { return self.describe(true); })
      .def_prop_ro("results",
                   [](const Program &self) { return self.describe(false); })
      .def("run", &Program::run)
      .def("call", &Program::call);
}
