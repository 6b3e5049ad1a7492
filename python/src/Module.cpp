//===- Module.cpp - scatter_mlir._core, for Python files of the package ---===//

#define SCATTER_IMPORT_ARRAY
#include "Module.h"
#include "Arrays.h"
#include "DLPack.h"
#include "Updates.h"
#include "scatter-c/Engine.h"

#include <memory>

using namespace scatter::python;

void scatter::python::throwStatus(ScatterStatus *status, bool isFunction) {
  std::unique_ptr<ScatterStatus, Destroy<ScatterStatus, scatter_status_destroy>>
      owned(status);
  static nb::object &make =
      importAttribute("scatter_mlir._errors", "make_exception");
  nb::object report = nb::none();
  ScatterReport fields;
  if (scatter_status_report(status, &fields)) {
    nb::object value = scatter_status_has_unsigned_value(status)
                           ? nb::cast(uint64_t(fields.value))
                           : nb::cast(fields.value);
    report = nb::make_tuple(makeText(fields.location), fields.tuple,
                            fields.component, value, fields.size);
  }
  nb::list diagnostics;
  for (size_t i = 0; i < scatter_status_num_diagnostics(status); ++i)
    diagnostics.append(makeText(scatter_status_diagnostic(status, i)));
  nb::object exception =
      make(int(scatter_status_code(status)),
           makeText(isFunction ? scatter_status_text(status)
                               : scatter_status_message(status)),
           report, diagnostics, isFunction);
  PyErr_SetObject(exception.type().ptr(), exception.ptr());
  throw nb::python_error();
}

NB_MODULE(_core, m) {
  if (PyArray_ImportNumPyAPI() < 0)
    throw nb::python_error();
  // Idle calls of programs may outlive the modules of the interpreter.
  nb::set_leak_warnings(false);
  m.attr("__version__") = scatter_version();
  addFunctions(m);
  addMessages(m);
  addProgram(m);
  m.def("register_dtype", [](nb::object dtype, int code, int bits) {
    if (!PyArray_DescrCheck(dtype.ptr()))
      throw nb::type_error("expected a dtype");
    registerType(reinterpret_cast<PyArray_Descr *>(dtype.ptr()),
                 {uint8_t(code), uint8_t(bits), 1});
  });
  m.def("import_dlpack", &importDLPack);
  m.def("export_dlpack", &exportDLPack);
  m.def("check_destination", [](nb::object array) {
    View view;
    if (!view.set(array.ptr()))
      throw nb::type_error("expected an array of a supported type");
    if (ScatterStatus *status = scatter_check_destination(&view.tensor))
      throwStatus(status);
  });
  m.def("num_kernels", [] {
    ScatterKernelCounts counts = scatter_kernels_count();
    return counts.compiled + counts.loaded;
  });
  m.def("num_background_kernels", &scatter_kernels_wait,
        nb::call_guard<nb::gil_scoped_release>());
  m.def("warm_up", &warmUp);
  releaseLockInWaits();
  m.def("all_threads", &scatter_all_threads);
  m.def("get_num_threads", [] {
    unsigned threads = 1;
    if (ScatterStatus *status = scatter_get_num_threads(&threads))
      throwStatus(status);
    return threads;
  });
  m.def("set_num_threads", &scatter_set_num_threads);
  m.def("set_result_pool_bytes", &scatter_pool_set_limit);
  m.def("num_idle_result_bytes", &scatter_pool_idle_bytes);
}
