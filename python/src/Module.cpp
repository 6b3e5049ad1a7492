//===- Module.cpp - the module scatter_mlir._core -------------------------===//
//
// What the Python files of the package build on; not an interface for users.
//
//===----------------------------------------------------------------------===//

#define SCATTER_IMPORT_ARRAY
#include "Arrays.h"

#include "Errors.h"
#include "FastFunction.h"
#include "Kernels.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace scatter::python;

/// Passes on the exception that is set, or takes a new reference.
static nb::object take(PyObject *object) {
  if (!object)
    throw nb::python_error();
  return nb::steal(object);
}

static void check(ScatterStatus *status) {
  if (!status)
    return;
  setException(status, /*isKernel=*/false);
  throw nb::python_error();
}

namespace {
/// A compiled module with one function chosen.
class Program {
public:
  Program(nb::bytes source, const std::string &name, unsigned threads,
          nb::object entryName, nb::object onStage) {
    ScatterContext *context = scatter_context_create();
    scatter_context_set_threads(context, threads);
    if (!onStage.is_none())
      scatter_context_set_stage_callback(
          context,
          [](const char *stage, const char *ir, void *user) {
            nb::gil_scoped_acquire acquire;
            auto *stages = static_cast<PyObject *>(user);
            PyObject *text = PyUnicode_DecodeUTF8(
                ir, Py_ssize_t(std::strlen(ir)), "replace");
            if (!text || PyDict_SetItemString(stages, stage, text) < 0)
              PyErr_Clear();
            Py_XDECREF(text);
          },
          onStage.ptr());
    ScatterStatus *status;
    {
      nb::gil_scoped_release release;
      status = scatter_compile(context, source.c_str(), source.size(),
                               name.c_str(), &program);
    }
    scatter_context_destroy(context);
    check(status);
    std::string text =
        entryName.is_none() ? "" : nb::cast<std::string>(entryName);
    status = scatter_program_lookup(program, text.c_str(), &entry);
    if (status) {
      // A constructor that throws runs no destructor.
      scatter_program_destroy(program);
      check(status);
    }
  }
  Program(const Program &) = delete;
  ~Program() { scatter_program_destroy(program); }

  std::string getName() const { return scatter_entry_name(entry); }
  nb::list getArguments() const { return describe(true); }
  nb::list getResults() const { return describe(false); }
  nb::list run(nb::list arrays) const;

private:
  nb::list describe(bool isArgument) const;

  ScatterProgram *program = nullptr;
  const ScatterEntry *entry = nullptr;
};
} // namespace

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
    list.append(nb::make_tuple(scatter_value_name(value),
                               scatter_value_type(value),
                               int(scatter_value_kind(value)),
                               getTypeName(scatter_value_dtype(value))));
  }
  return list;
}

nb::list Program::run(nb::list arrays) const {
  size_t count = arrays.size();
  std::vector<DLTensor> tensors(count);
  std::vector<std::vector<int64_t>> strides(count);
  std::vector<const DLTensor *> pointers(count);
  for (size_t i = 0; i < count; ++i) {
    auto *array = reinterpret_cast<PyArrayObject *>(arrays[i].ptr());
    ElementId id =
        PyArray_Check(arrays[i].ptr()) ? getElementId(array) : kNoElement;
    if (id == kNoElement)
      throw nb::type_error("expected arrays of supported types");
    tensors[i] = makeTensor(array, id);
    for (int j = 0; j < PyArray_NDIM(array); ++j) {
      if (PyArray_STRIDE(array, j) % PyArray_ITEMSIZE(array) != 0)
        throw nb::value_error("expected strides of whole elements");
      strides[i].push_back(PyArray_STRIDE(array, j) / PyArray_ITEMSIZE(array));
    }
    tensors[i].strides = strides[i].data();
    pointers[i] = &tensors[i];
  }
  ScatterCall *call = nullptr;
  check(scatter_call_create(program, entry, pointers.data(), count, &call));
  std::unique_ptr<ScatterCall, void (*)(ScatterCall *)> owner(
      call, scatter_call_destroy);
  ScatterStatus *status;
  {
    nb::gil_scoped_release release;
    status = scatter_call_run(call);
  }
  check(status);
  nb::list results;
  for (size_t i = 0; i < scatter_entry_num_results(entry); ++i) {
    DLManagedTensor *tensor;
    check(scatter_call_take_result(call, i, &tensor));
    results.append(take(toArray(tensor)));
  }
  return results;
}

NB_MODULE(_core, m) {
  if (PyArray_ImportNumPyAPI() < 0)
    throw nb::python_error();
  // Exceptions and idle kernels may outlive the interpreter's modules.
  nb::set_leak_warnings(false);
  m.attr("__version__") = scatter_version();

  PyObject *error = PyErr_NewExceptionWithDoc(
      "scatter_mlir.CompileError",
      "The source cannot be compiled.\n\nThe message is the first error; "
      "`diagnostics` is the list of all\nmessages of the compiler.",
      PyExc_Exception, nullptr);
  setCompileErrorClass(error);
  m.attr("CompileError") = nb::steal(error).inc_ref();

  m.def("make_fast_function", [](const std::string &name, nb::object general,
                                 const std::string &doc) {
    return take(makeFastFunction(name.c_str(), general.ptr(), doc.c_str()));
  });
  m.def("fast_path", [](const std::string &name, nb::tuple arguments) {
    return take(callFastPath(name.c_str(), arguments.ptr()));
  });
  m.def("register_dtype", [](nb::object dtype) {
    if (!PyArray_DescrCheck(dtype.ptr()))
      throw nb::type_error("expected a dtype");
    return registerDType(reinterpret_cast<PyArray_Descr *>(dtype.ptr())) !=
           kNoElement;
  });
  m.def("import_dlpack",
        [](nb::object object) { return take(importDLPack(object.ptr())); });
  m.def("export_dlpack",
        [](nb::object array) { return take(exportDLPack(array.ptr())); });
  m.def("num_kernels", &countKernels);

  nb::class_<Program>(m, "Program")
      .def(nb::init<nb::bytes, const std::string &, unsigned, nb::object,
                    nb::object>(),
           nb::arg("source"), nb::arg("name"), nb::arg("threads"),
           nb::arg("entry").none(), nb::arg("stages").none())
      .def_prop_ro("name", &Program::getName)
      .def_prop_ro("arguments", &Program::getArguments)
      .def_prop_ro("results", &Program::getResults)
      .def("run", &Program::run);
}
