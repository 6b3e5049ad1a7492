//===- Updates.cpp - the ops on common arguments --------------------------===//

#include "Updates.h"
#include "Call.h"
#include "Convert.h"
#include "Mean.h"
#include "Module.h"
#include "scatter-c/Context.h"

#include <algorithm>
#include <climits>

using namespace scatter::python;

/// Whether calls of this thread compile ahead, see warmUp.
static thread_local bool compilesAhead = false;

static bool readThreads(PyObject *object, unsigned &threads) {
  if (!isGiven(object))
    return true;
  if (PyUnicode_CheckExact(object)) {
    threads = scatter_all_threads();
    return PyUnicode_CompareWithASCIIString(object, "all") == 0;
  }
  if (!PyLong_CheckExact(object))
    return false;
  int overflow;
  long value = PyLong_AsLongAndOverflow(object, &overflow);
  threads = unsigned(value);
  return overflow == 0 && value >= 1 && value <= UINT_MAX;
}

/// Reads an integer of 64 bits. 0 if it is not given.
static bool readInteger(PyObject *object, int64_t &value) {
  value = 0;
  if (!object)
    return true;
  if (!PyLong_CheckExact(object))
    return false;
  int overflow;
  value = PyLong_AsLongLongAndOverflow(object, &overflow);
  return overflow == 0;
}

//===----------------------------------------------------------------------===//
// scatter_nd_update
//===----------------------------------------------------------------------===//

static bool readFlag(PyObject *object, int &flag) {
  flag = object == Py_True;
  return !object || PyBool_Check(object);
}

/// The names of the enumerators from 0 to N - 1. They are interned because they
/// are Python literals, so that most lookups only compare addresses.
template <typename Enum, size_t N>
struct EnumNames {
  const char *(*getName)(Enum);
  PyObject *interned[N] = {};

  /// Sets `value` to the enumerator that `object` names, or to 0 if it is not
  /// given.
  bool read(PyObject *object, Enum &value) {
    value = Enum(0);
    if (!object)
      return true;
    if (!interned[0])
      for (size_t i = 0; i < N; ++i)
        interned[i] = PyUnicode_InternFromString(getName(Enum(i)));
    for (size_t i = 0; i < N; ++i)
      if (object == interned[i]) {
        value = Enum(i);
        return true;
      }
    for (size_t i = 0; PyUnicode_Check(object) && i < N; ++i)
      if (PyUnicode_Compare(object, interned[i]) == 0) {
        value = Enum(i);
        return true;
      }
    return false;
  }
};

static EnumNames<ScatterReduction, SCATTER_REDUCTION_MAX + 1> reductions = {
    scatter_reduction_name};
static EnumNames<ScatterOutOfBounds, SCATTER_OUT_OF_BOUNDS_UNDEFINED + 1>
    outOfBounds = {scatter_out_of_bounds_name};
static EnumNames<ScatterNegativeIndices, SCATTER_NEGATIVE_INDICES_REJECT + 1>
    negativeIndices = {scatter_negative_indices_name};

static bool readNDOptions(Arguments arguments,
                          ScatterNDUpdateOptions &options) {
  options = {};
  options.struct_size = sizeof(options);
  return reductions.read(arguments[3], options.reduction) &&
         outOfBounds.read(arguments[4], options.out_of_bounds) &&
         negativeIndices.read(arguments[5], options.negative_indices) &&
         readFlag(arguments[6], options.unique_indices) &&
         readFlag(arguments[7], options.indices_are_sorted) &&
         readThreads(arguments[9], options.threads);
}

/// Reads indices and updates, whose shape follows from those of the other
/// arrays.
static bool readNDArrays(Arguments arguments, Call &call) {
  const DLTensor &data = call.data.tensor;
  if (!call.readData(arguments[0]) ||
      !readIndices(arguments[1], data, call.indices, call.indicesMemory))
    return false;
  call.hasIndices = true;
  const DLTensor &indices = call.indices.tensor;
  int batchRank = indices.ndim - 1;
  if (batchRank < 0)
    return false;
  int64_t depth = indices.shape[batchRank], shape[2 * kMaxRank];
  if (depth > data.ndim || batchRank + data.ndim - depth > kMaxRank)
    return false;
  // Loops, which take less time than calls of memmove.
  int rank = 0;
  while (rank < batchRank) {
    shape[rank] = indices.shape[rank];
    ++rank;
  }
  for (int64_t dim = depth; dim < data.ndim; ++dim)
    shape[rank++] = data.shape[dim];
  return readUpdates(arguments[2], data, shape, rank, call.updates,
                     call.updatesMemory);
}

PyObject *scatter::python::runNDUpdate(Arguments arguments, bool mayDecline) {
  Call call;
  ScatterNDUpdateOptions options;
  if (!readNDArrays(arguments, call) || !readNDOptions(arguments, options) ||
      !call.readOut(arguments[8]))
    return nullptr;
  options.allocate = Call::allocate;
  options.user = &call;
  options.compile_ahead = compilesAhead;
  auto run = [&](const DLTensor *out) {
    return scatter_nd_update(&call.data.tensor, &call.indices.tensor,
                             &call.updates.tensor, out, &options);
  };
  return call.run(run, mayDecline);
}

//===----------------------------------------------------------------------===//
// slice_scatter
//===----------------------------------------------------------------------===//

PyObject *scatter::python::runSliceScatter(Arguments arguments,
                                           bool mayDecline) {
  Call call;
  int64_t values[4][kMaxRank], sizes[kMaxRank];
  const int64_t *bounds[4];
  int count = -1;
  if (!call.readData(arguments[0]))
    return nullptr;
  for (int i = 0; i < 4; ++i)
    if (!readBounds(arguments[2 + i], values[i], bounds[i], count))
      return nullptr;
  auto [start, stop, step, axes] = bounds;
  size_t numBounds = size_t(std::max(count, 0));
  const DLTensor &data = call.data.tensor;
  if (data.ndim > kMaxRank)
    return nullptr;
  if (ScatterStatus *status =
          scatter_slice_sizes(data.shape, size_t(data.ndim), start, stop, step,
                              axes, numBounds, sizes)) {
    scatter_status_destroy(status);
    return nullptr;
  }
  ScatterSliceScatterOptions options = {};
  options.struct_size = sizeof(options);
  if (!readUpdates(arguments[1], data, sizes, data.ndim, call.updates,
                   call.updatesMemory) ||
      !call.readOut(arguments[6]) ||
      !readThreads(arguments[7], options.threads))
    return nullptr;
  options.allocate = Call::allocate;
  options.user = &call;
  options.compile_ahead = compilesAhead;
  auto run = [&](const DLTensor *out) {
    return scatter_slice_scatter(&data, &call.updates.tensor, start, stop, step,
                                 axes, numBounds, out, &options);
  };
  return call.run(run, mayDecline);
}

//===----------------------------------------------------------------------===//
// gather_nd
//===----------------------------------------------------------------------===//

/// Reads data and indices, and computes the shape of the result.
static bool readGatherArrays(Arguments arguments, int64_t batchDims,
                             Call &call) {
  const DLTensor &data = call.data.tensor;
  // A mask names the leading dimensions of data.
  if (!call.readData(arguments[0]) ||
      !(batchDims == 0
            ? readIndices(arguments[1], data, call.indices, call.indicesMemory)
            : readArray(arguments[1], call.indices)))
    return false;
  call.hasIndices = true;
  const DLTensor &indices = call.indices.tensor;
  int tupleRank = indices.ndim - 1;
  if (tupleRank < 0 || batchDims < 0 || batchDims > tupleRank)
    return false;
  int64_t first = batchDims + indices.shape[tupleRank];
  if (first > data.ndim || tupleRank + data.ndim - first > kMaxRank)
    return false;
  std::copy_n(indices.shape, tupleRank, call.resultShape);
  std::copy(data.shape + first, data.shape + data.ndim,
            call.resultShape + tupleRank);
  call.resultRank = tupleRank + data.ndim - int(first);
  return true;
}

/// Reads the argument `fill`: nothing, the integer 0, or an array of one
/// element of the type of data.
static bool readFill(PyObject *object, const Call &call, View &view,
                     const void *&fill) {
  fill = nullptr;
  if (!object)
    return true;
  if (PyLong_CheckExact(object)) {
    int overflow;
    return PyLong_AsLongAndOverflow(object, &overflow) == 0 && overflow == 0;
  }
  const DLDataType &type = call.data.tensor.dtype;
  if (!readArray(object, view) || view.countElements() != 1)
    return false;
  const DLDataType &found = view.tensor.dtype;
  fill = static_cast<const char *>(view.tensor.data) + view.tensor.byte_offset;
  return found.code == type.code && found.bits == type.bits &&
         found.lanes == type.lanes;
}

PyObject *scatter::python::runGatherND(Arguments arguments, bool mayDecline) {
  Call call;
  View fill;
  ScatterGatherNDOptions options = {};
  options.struct_size = sizeof(options);
  if (!readInteger(arguments[2], options.batch_dims) ||
      !readGatherArrays(arguments, options.batch_dims, call) ||
      !outOfBounds.read(arguments[3], options.out_of_bounds) ||
      !negativeIndices.read(arguments[4], options.negative_indices) ||
      !readFill(arguments[5], call, fill, options.fill) ||
      !call.readOut(arguments[6]) ||
      !readThreads(arguments[7], options.threads))
    return nullptr;
  options.allocate = Call::allocate;
  options.user = &call;
  options.compile_ahead = compilesAhead;
  auto run = [&](const DLTensor *out) {
    return scatter_gather_nd(&call.data.tensor, &call.indices.tensor, out,
                             &options);
  };
  return call.run(run, mayDecline);
}

//===----------------------------------------------------------------------===//
// scatter_elements
//===----------------------------------------------------------------------===//

/// Reads the first nine arguments of the functions of scatter_elements.
static bool readElementsCall(Arguments arguments, Call &call,
                             ScatterElementsOptions &options) {
  options = {};
  options.struct_size = sizeof(options);
  if (!call.readData(arguments[0]) || !readArray(arguments[1], call.indices) ||
      !readInteger(arguments[3], options.axis) ||
      !readElements(arguments[2], call.data.tensor, call.indices.tensor,
                    options.axis, call.updates, call.updatesMemory) ||
      !reductions.read(arguments[4], options.reduction) ||
      !outOfBounds.read(arguments[5], options.out_of_bounds) ||
      !negativeIndices.read(arguments[6], options.negative_indices) ||
      !call.readOut(arguments[7]) ||
      !readThreads(arguments[8], options.threads))
    return false;
  call.hasIndices = true;
  options.allocate = Call::allocate;
  options.user = &call;
  options.compile_ahead = compilesAhead;
  return true;
}

PyObject *scatter::python::runElements(Arguments arguments, bool mayDecline) {
  Call call;
  ScatterElementsOptions options;
  if (!readElementsCall(arguments, call, options))
    return nullptr;
  auto run = [&](const DLTensor *out) {
    return scatter_elements(&call.data.tensor, &call.indices.tensor,
                            &call.updates.tensor, out, &options);
  };
  return call.run(run, mayDecline);
}

/// Runs scatter_elements twice: sets the slots that indices name to `start`,
/// then updates these.
static ScatterStatus *runFromStart(Call &call, const DLTensor &start,
                                   const DLTensor *out,
                                   ScatterElementsOptions options) {
  ScatterElementsOptions first = options;
  first.reduction = SCATTER_REDUCTION_NONE;
  if (ScatterStatus *status = scatter_elements(
          &call.data.tensor, &call.indices.tensor, &start, out, &first))
    return status;
  options.out_of_bounds = SCATTER_OUT_OF_BOUNDS_UNDEFINED;
  DLTensor target = out ? *out : call.getResult();
  return scatter_elements(&target, &call.indices.tensor, &call.updates.tensor,
                          &target, &options);
}

PyObject *scatter::python::runReduction(Arguments arguments, bool mayDecline) {
  Call call;
  ScatterElementsOptions options;
  View start;
  Scratch startMemory;
  Mean mean;
  int divides = 0;
  if (!readElementsCall(arguments, call, options) ||
      !readFlag(arguments[10], divides))
    return nullptr;
  // In place or a result: a destination of other strides is not divided.
  if (isGiven(arguments[7]) && arguments[7] != arguments[0])
    return nullptr;
  bool starts = isGiven(arguments[9]);
  if (starts &&
      !readElements(arguments[9], call.data.tensor, call.indices.tensor,
                    options.axis, start, startMemory))
    return nullptr;
  if (divides && !mean.set(call.data, call.indices, options.axis))
    return nullptr;
  auto run = [&](const DLTensor *out) {
    ScatterStatus *status =
        starts ? runFromStart(call, start.tensor, out, options)
               : scatter_elements(&call.data.tensor, &call.indices.tensor,
                                  &call.updates.tensor, out, &options);
    if (!status && divides)
      mean.divide(out ? *out : call.getResult(), call.indices.tensor,
                  /*first=*/starts ? 0 : 1);
    return status;
  };
  return call.run(run, mayDecline);
}

nb::object scatter::python::warmUp(nb::object function, nb::args arguments,
                                   nb::kwargs keywords) {
  struct Scope {
    Scope() { compilesAhead = true; }
    ~Scope() { compilesAhead = false; }
  } scope;
  return function(*arguments, **keywords);
}
