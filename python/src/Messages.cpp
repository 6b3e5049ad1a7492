//===- Messages.cpp - message passing and prepared indices ----------------===//
//
// The Python files convert the arguments to arrays whose memory kernels can
// use.
//
//===----------------------------------------------------------------------===//

#include "DLPack.h"
#include "Module.h"
#include "scatter-c/Kernels.h"
#include "scatter-c/Pool.h"

#include <algorithm>
#include <memory>
#include <nanobind/stl/string.h>

using namespace scatter::python;

namespace {
/// Indices that are sorted once and used many times.
class Prepared {
public:
  explicit Prepared(ScatterPrepared *prepared) : prepared(prepared) {}

  const ScatterPrepared *get() const { return prepared.get(); }
  int64_t countIndices() const { return scatter_prepared_num_indices(get()); }
  int64_t countRows() const { return scatter_prepared_num_rows(get()); }

private:
  std::unique_ptr<ScatterPrepared,
                  Destroy<ScatterPrepared, scatter_prepared_destroy>>
      prepared;
};

/// Memory for a result.
class Result {
public:
  ~Result() {
    if (pooled)
      pooled->deleter(pooled);
  }
  /// Allocates an uninitialized array with the type of `like` and `shape`.
  void allocate(const DLTensor &like, const int64_t *shape);
  /// Returns the array.
  nb::object take();

  const DLTensor *getTensor() const {
    return pooled ? &pooled->dl_tensor : &view.tensor;
  }

private:
  DLManagedTensor *pooled = nullptr;
  nb::object array;
  View view;
};
} // namespace

void Result::allocate(const DLTensor &like, const int64_t *shape) {
  DLTensor wanted = like;
  wanted.shape = const_cast<int64_t *>(shape);
  wanted.strides = nullptr;
  if ((pooled = scatter_pool_make_tensor(&wanted)))
    return;
  npy_intp sizes[kMaxRank];
  std::copy_n(shape, like.ndim, sizes);
  PyArray_Descr *descr = getDescr(like.dtype);
  Py_INCREF(descr);
  array = scatter::python::take(PyArray_NewFromDescr(
      &PyArray_Type, descr, like.ndim, sizes, nullptr, nullptr, 0, nullptr));
  view.setArray(reinterpret_cast<PyArrayObject *>(array.ptr()));
}

nb::object Result::take() {
  if (!pooled)
    return array;
  return toArray(std::exchange(pooled, nullptr));
}

/// Views an array that a Python file has converted.
static const DLTensor *viewArray(nb::handle object, View &view) {
  if (object.is_none())
    return nullptr;
  if (!view.set(object.ptr()))
    throw nb::type_error("expected an array of a supported type");
  return &view.tensor;
}

/// Calls `function`, which returns a status, without the GIL.
template <typename Function>
static void runUnlocked(Function function) {
  ScatterStatus *status;
  {
    nb::gil_scoped_release release;
    status = function();
  }
  if (status)
    throwStatus(status, /*isFunction=*/true);
}

static Prepared prepare(nb::object dst, int64_t size) {
  View view;
  const DLTensor *tensor = viewArray(dst, view);
  ScatterPrepared *prepared = nullptr;
  runUnlocked([&] { return scatter_prepare(tensor, size, &prepared); });
  return Prepared(prepared);
}

/// Without `out`, returns an array of `size` rows.
static nb::object gatherScatter(nb::object x, nb::object src, nb::object dst,
                                nb::object weight, nb::object out, int64_t size,
                                const std::string &reduction, unsigned threads,
                                nb::object args) {
  View xView, srcView, dstView, weightView, outView, argsView;
  ScatterGatherScatterOptions options = {};
  options.struct_size = sizeof(options);
  options.threads = threads;
  if (ScatterStatus *status = scatter_parse_message_reduction(
          reduction.c_str(), &options.reduction))
    throwStatus(status);
  const DLTensor *xTensor = viewArray(x, xView);
  const DLTensor *srcTensor = viewArray(src, srcView), *dstTensor = nullptr;
  if (Prepared *prepared; nb::try_cast(dst, prepared))
    options.prepared = prepared->get();
  else
    dstTensor = viewArray(dst, dstView);
  const DLTensor *weightTensor = viewArray(weight, weightView);
  const DLTensor *outTensor = viewArray(out, outView);
  options.args = viewArray(args, argsView);
  Result result;
  if (!outTensor) {
    int64_t shape[kMaxRank];
    std::copy_n(xTensor->shape, xTensor->ndim, shape);
    shape[0] = size;
    result.allocate(*xTensor, shape);
    outTensor = result.getTensor();
    options.overwrite = 1;
  }
  runUnlocked([&] {
    return scatter_gather_scatter(xTensor, srcTensor, dstTensor, weightTensor,
                                  outTensor, &options);
  });
  return out.is_none() ? result.take() : out;
}

/// Without `out`, returns an array.
static nb::object updatePrepared(nb::object data, const Prepared &indices,
                                 nb::object updates,
                                 const std::string &reduction, nb::object out,
                                 unsigned threads) {
  View dataView, updatesView, outView;
  ScatterNDUpdateOptions options = {};
  options.struct_size = sizeof(options);
  options.threads = threads;
  options.prepared = indices.get();
  if (ScatterStatus *status =
          scatter_parse_reduction(reduction.c_str(), &options.reduction))
    throwStatus(status);
  const DLTensor *dataTensor = viewArray(data, dataView);
  const DLTensor *updatesTensor = viewArray(updates, updatesView);
  const DLTensor *outTensor = viewArray(out, outView);
  Result result;
  if (!outTensor) {
    result.allocate(*dataTensor, dataTensor->shape);
    outTensor = result.getTensor();
  }
  runUnlocked([&] {
    return scatter_nd_update(dataTensor, /*indices=*/nullptr, updatesTensor,
                             outTensor, &options);
  });
  return out.is_none() ? result.take() : out;
}

void scatter::python::addMessages(nb::module_ &m) {
  nb::class_<Prepared>(m, "Prepared")
      .def_prop_ro("num_indices", &Prepared::countIndices)
      .def_prop_ro("size", &Prepared::countRows)
      .def("__repr__", [](const Prepared &prepared) {
        return "<Prepared: " + std::to_string(prepared.countIndices()) +
               " indices of " + std::to_string(prepared.countRows()) + " rows>";
      });
  m.def("prepare", &prepare);
  m.def("gather_scatter", &gatherScatter, nb::arg("x"), nb::arg("src"),
        nb::arg("dst"), nb::arg("weight").none(), nb::arg("out").none(),
        nb::arg("size"), nb::arg("reduction"), nb::arg("threads"),
        nb::arg("args").none() = nb::none());
  m.def("update_prepared", &updatePrepared, nb::arg("data"), nb::arg("indices"),
        nb::arg("updates"), nb::arg("reduction"), nb::arg("out").none(),
        nb::arg("threads"));
}
