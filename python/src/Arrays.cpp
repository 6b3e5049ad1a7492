//===- Arrays.cpp - NumPy arrays as DLPack tensors ------------------------===//

#include "Arrays.h"

#include <array>
#include <cstring>
#include <iterator>
#include <unordered_map>

using namespace scatter::python;

// Codes of DLPack 0.8 and 1.1, which older headers do not name.
static constexpr uint8_t kBool = 6;

static constexpr Element elements[] = {
    {"i1", "bool", kBool, 8},
    {"i8", "int8", kDLInt, 8},
    {"ui8", "uint8", kDLUInt, 8},
    {"i16", "int16", kDLInt, 16},
    {"ui16", "uint16", kDLUInt, 16},
    {"i32", "int32", kDLInt, 32},
    {"ui32", "uint32", kDLUInt, 32},
    {"i64", "int64", kDLInt, 64},
    {"ui64", "uint64", kDLUInt, 64},
    {"f16", "float16", kDLFloat, 16},
    {"f32", "float32", kDLFloat, 32},
    {"f64", "float64", kDLFloat, 64},
    {"complex<f32>", "complex64", kDLComplex, 64},
    {"complex<f64>", "complex128", kDLComplex, 128},
    {"bf16", "bfloat16", kDLBfloat, 16},
    {"i4", "int4", kDLInt, 4},
    {"ui4", "uint4", kDLUInt, 4},
    {"f8E3M4", "float8_e3m4", 7, 8},
    {"f8E4M3", "float8_e4m3", 8, 8},
    {"f8E4M3B11FNUZ", "float8_e4m3b11fnuz", 9, 8},
    {"f8E4M3FN", "float8_e4m3fn", 10, 8},
    {"f8E4M3FNUZ", "float8_e4m3fnuz", 11, 8},
    {"f8E5M2", "float8_e5m2", 12, 8},
    {"f8E5M2FNUZ", "float8_e5m2fnuz", 13, 8},
    {"f8E8M0FNU", "float8_e8m0fnu", 14, 8},
};

static_assert(elements[kByteElement].code == kDLInt &&
              elements[kByteElement].bits == 8);

const ElementId scatter::python::kNumElements = std::size(elements);

const Element &scatter::python::getElement(ElementId id) {
  return elements[id];
}

static ElementId findNamed(const char *numpyName) {
  for (size_t i = 0; i < std::size(elements); ++i)
    if (std::strcmp(elements[i].numpyName, numpyName) == 0)
      return ElementId(i);
  return kNoElement;
}

/// NumPy's own types by number; those of other modules get numbers above.
static constexpr int kNumBuiltin = NPY_HALF + 1;

static const std::array<ElementId, kNumBuiltin> &getBuiltinIds() {
  static const std::array<ElementId, kNumBuiltin> ids = [] {
    std::array<ElementId, kNumBuiltin> table;
    table.fill(kNoElement);
    auto set = [&](int number, const char *name) {
      table[number] = findNamed(name);
    };
    set(NPY_BOOL, "bool");
    set(NPY_INT8, "int8");
    set(NPY_UINT8, "uint8");
    set(NPY_INT16, "int16");
    set(NPY_UINT16, "uint16");
    set(NPY_INT, "int32");
    set(NPY_UINT, "uint32");
    set(NPY_LONG, "int64");
    set(NPY_ULONG, "uint64");
    set(NPY_LONGLONG, "int64");
    set(NPY_ULONGLONG, "uint64");
    set(NPY_HALF, "float16");
    set(NPY_FLOAT, "float32");
    set(NPY_DOUBLE, "float64");
    set(NPY_CFLOAT, "complex64");
    set(NPY_CDOUBLE, "complex128");
    return table;
  }();
  return ids;
}

static std::unordered_map<int, ElementId> &getRegistered() {
  static std::unordered_map<int, ElementId> ids;
  return ids;
}

static ElementId lookUp(int number) {
  static const std::array<ElementId, kNumBuiltin> &builtin = getBuiltinIds();
  if (number < kNumBuiltin)
    return builtin[number];
  auto it = getRegistered().find(number);
  return it == getRegistered().end() ? kNoElement : it->second;
}

ElementId scatter::python::getElementId(PyArrayObject *array) {
  return lookUp(PyArray_TYPE(array));
}

ElementId scatter::python::registerDType(PyArray_Descr *descr) {
  if (descr->type_num < kNumBuiltin)
    return lookUp(descr->type_num);
  PyObject *name = PyObject_GetAttrString((PyObject *)descr, "name");
  const char *text =
      name ? PyUnicode_AsUTF8AndSize(name, /*size=*/nullptr) : nullptr;
  // Structured types and strings have numbers of NumPy's own, below.
  ElementId id = text ? findNamed(text) : kNoElement;
  PyErr_Clear();
  Py_XDECREF(name);
  if (id != kNoElement)
    getRegistered()[descr->type_num] = id;
  return id;
}

bool scatter::python::isUsable(PyArrayObject *array) {
  if (!PyArray_ISALIGNED(array) || !PyArray_ISNOTSWAPPED(array))
    return false;
  npy_intp size = PyArray_ITEMSIZE(array);
  for (int i = 0; i < PyArray_NDIM(array); ++i)
    if (PyArray_STRIDE(array, i) % size != 0)
      return false;
  return true;
}

void View::set(void *data, ElementId elementId, int rank,
               const int64_t *shape) {
  const Element &element = getElement(elementId);
  id = elementId;
  itemSize = element.bits < 8 ? 1 : element.bits / 8;
  isWritable = true;
  tensor = {data,
            {kDLCPU, 0},
            rank,
            {element.code, element.bits, 1},
            const_cast<int64_t *>(shape),
            nullptr,
            0};
}

void View::set(PyArrayObject *array, ElementId elementId) {
  static_assert(sizeof(npy_intp) == sizeof(int64_t));
  set(PyArray_DATA(array), elementId, PyArray_NDIM(array),
      reinterpret_cast<const int64_t *>(PyArray_DIMS(array)));
  isWritable = PyArray_ISWRITEABLE(array);
  if (PyArray_IS_C_CONTIGUOUS(array))
    return;
  for (int i = 0; i < tensor.ndim; ++i)
    strides[i] = PyArray_STRIDE(array, i) / itemSize;
  tensor.strides = strides;
}

ElementId scatter::python::findElement(DLDataType type) {
  for (ElementId id = 0; id < kNumElements; ++id)
    if (elements[id].code == type.code && elements[id].bits == type.bits &&
        type.lanes == 1)
      return id;
  return kNoElement;
}

/// Whether strides are those of a row-major array, or mean nothing.
static bool areRowMajor(const DLTensor &tensor) {
  int64_t expected = 1;
  bool isRowMajor = true;
  for (int i = tensor.ndim - 1; i >= 0; --i) {
    if (tensor.shape[i] == 0)
      return true;
    isRowMajor &= tensor.shape[i] == 1 || tensor.strides[i] == expected;
    expected *= tensor.shape[i];
  }
  return isRowMajor;
}

bool View::set(const DLTensor &source) {
  ElementId elementId = findElement(source.dtype);
  // Nobody says how elements below a byte are packed.
  if (elementId == kNoElement || source.dtype.bits < 8 ||
      source.device.device_type != kDLCPU || source.ndim > kMaxRank)
    return false;
  char *data = static_cast<char *>(source.data) + source.byte_offset;
  set(data, elementId, source.ndim, source.shape);
  if (source.strides && !areRowMajor(source))
    tensor.strides = source.strides;
  // A tensor that stands for another has sizes and no memory.
  if (!source.data && countBytes() > 0)
    return false;
  // Complex numbers are aligned as their parts.
  size_t alignment = source.dtype.code == kDLComplex ? itemSize / 2 : itemSize;
  return reinterpret_cast<uintptr_t>(data) % alignment == 0;
}

size_t View::countBytes() const {
  size_t bytes = itemSize;
  for (int i = 0; i < tensor.ndim; ++i)
    bytes *= size_t(tensor.shape[i]);
  return bytes;
}

/// The first and one past the last byte of the elements.
static std::pair<const char *, const char *> getExtent(const View &view) {
  const char *first = static_cast<const char *>(view.tensor.data);
  if (view.isRowMajor())
    return {first, first + view.countBytes()};
  const char *last = first + view.itemSize;
  for (int i = 0; i < view.rank(); ++i) {
    if (view.size(i) == 0)
      return {first, first};
    int64_t reach = (view.size(i) - 1) * view.tensor.strides[i] * view.itemSize;
    (reach < 0 ? first : last) += reach;
  }
  return {first, last};
}

bool scatter::python::mayOverlap(const View &a, const View &b) {
  auto [firstA, lastA] = getExtent(a);
  auto [firstB, lastB] = getExtent(b);
  return firstA < lastB && firstB < lastA;
}

static bool equal(const int64_t *a, const int64_t *b, int count) {
  return std::memcmp(a, b, count * sizeof(int64_t)) == 0;
}

bool scatter::python::haveEqualShapes(const View &a, const View &b) {
  return a.rank() == b.rank() &&
         equal(a.tensor.shape, b.tensor.shape, a.rank());
}

bool scatter::python::areSameMemory(const View &a, const View &b) {
  if (a.tensor.data != b.tensor.data || a.id != b.id || !haveEqualShapes(a, b))
    return false;
  if (a.isRowMajor() || b.isRowMajor())
    return a.isRowMajor() && b.isRowMajor();
  return equal(a.tensor.strides, b.tensor.strides, a.rank());
}
