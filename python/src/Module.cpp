//===- Module.cpp - the module scatter_mlir._core -------------------------===//
//
// What the Python files of the package build on; not an interface for users.
//
//===----------------------------------------------------------------------===//

#define SCATTER_IMPORT_ARRAY
#include "Arrays.h"

#include "DLPack.h"
#include "Errors.h"
#include "FastFunction.h"
#include "Kernels.h"
#include "Overlap.h"
#include "Program.h"
#include "scatter-c/Pool.h"

#include <nanobind/stl/string.h>

using namespace scatter::python;

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
  m.def("elements_overlap", [](nb::object object) {
    if (!PyArray_Check(object.ptr()))
      throw nb::type_error("expected an array of NumPy");
    auto *array = reinterpret_cast<PyArrayObject *>(object.ptr());
    static_assert(sizeof(npy_intp) == sizeof(int64_t));
    return elementsOverlap(
        PyArray_NDIM(array),
        reinterpret_cast<const int64_t *>(PyArray_DIMS(array)),
        reinterpret_cast<const int64_t *>(PyArray_STRIDES(array)),
        PyArray_ITEMSIZE(array));
  });
  m.def("import_dlpack",
        [](nb::object object) { return take(importDLPack(object.ptr())); });
  m.def("export_dlpack",
        [](nb::object array) { return take(exportDLPack(array.ptr())); });
  m.def("num_kernels", &countKernels);
  m.def("set_result_pool_bytes", &scatter_pool_set_limit);
  m.def("num_idle_result_bytes", &scatter_pool_idle_bytes);

  addProgram(m);
}
