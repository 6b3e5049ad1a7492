//===- DLPack.cpp - DLPack tensors as buffers -----------------------------===//

#include "DLPack.h"

#include "Status.h"
#include "scatter-c/Kernels.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cstdlib>
#include <cstring>

using namespace llvm;
using namespace scatter;

/// The f8 types in the order of their DLPack codes.
static constexpr uint8_t kFloat8First = SCATTER_TYPE_FLOAT8_E3M4;
static constexpr ElementKind float8Kinds[] = {
    ElementKind::Float8E3M4,        ElementKind::Float8E4M3,
    ElementKind::Float8E4M3B11FNUZ, ElementKind::Float8E4M3FN,
    ElementKind::Float8E4M3FNUZ,    ElementKind::Float8E5M2,
    ElementKind::Float8E5M2FNUZ,    ElementKind::Float8E8M0FNU};

DLDataType scatter::toDLDataType(ElementType type) {
  auto make = [&](uint8_t code) {
    return DLDataType{code, uint8_t(type.bitWidth), 1};
  };
  switch (type.kind) {
  case ElementKind::Index:
    return {kDLInt, 64, 1};
  case ElementKind::Signless:
    return type.bitWidth == 1 ? DLDataType{SCATTER_TYPE_BOOL, 8, 1}
                              : make(kDLInt);
  case ElementKind::Signed:
    return make(kDLInt);
  case ElementKind::Unsigned:
    return make(kDLUInt);
  case ElementKind::Float:
    return make(kDLFloat);
  case ElementKind::BFloat16:
    return make(kDLBfloat);
  case ElementKind::Complex:
    return make(kDLComplex);
  case ElementKind::Pointer:
    return {kDLOpaqueHandle, 64, 1};
  case ElementKind::Opaque:
    return {0, 0, 1};
  default:
    break;
  }
  const ElementKind *kind = llvm::find(float8Kinds, type.kind);
  return {uint8_t(kFloat8First + (kind - float8Kinds)), 8, 1};
}

/// Returns Opaque if the ops do not support the type.
static constexpr ElementType makeElementType(unsigned code, unsigned bits) {
  auto makeBetween = [&](ElementKind kind, unsigned low, unsigned high) {
    if (bits < low || bits > high)
      return ElementType();
    return ElementType{kind, uint16_t(bits)};
  };
  switch (code) {
  case kDLInt:
    return makeBetween(ElementKind::Signed, 4, 64);
  case kDLUInt:
    return makeBetween(ElementKind::Unsigned, 4, 64);
  case kDLFloat:
    return makeBetween(ElementKind::Float, 16, 64);
  case kDLBfloat:
    return makeBetween(ElementKind::BFloat16, 16, 16);
  case kDLComplex:
    return makeBetween(ElementKind::Complex, 64, 128);
  case kDLOpaqueHandle:
    return makeBetween(ElementKind::Pointer, 64, 64);
  case SCATTER_TYPE_BOOL:
    return bits == 8 ? ElementType{ElementKind::Signless, 1} : ElementType();
  default:
    return code < kFloat8First
               ? ElementType()
               : makeBetween(float8Kinds[code - kFloat8First], 8, 8);
  }
}

namespace {
/// The element types by code and bits. A table, because each call needs several
/// types.
struct TypeTable {
  static constexpr unsigned kNumCodes =
      kFloat8First + unsigned(std::size(float8Kinds));
  static constexpr unsigned kMaxBits = 128;

  constexpr TypeTable() {
    for (unsigned code = 0; code < kNumCodes; ++code)
      for (unsigned bits = 1; bits <= kMaxBits; bits *= 2)
        types[code][bits] = makeElementType(code, bits);
  }

  const ElementType &get(DLDataType type) const {
    if (type.code >= kNumCodes || type.bits > kMaxBits || type.lanes != 1)
      return unsupported;
    return types[type.code][type.bits];
  }

  ElementType unsupported;
  ElementType types[kNumCodes][kMaxBits + 1] = {};
};
} // namespace

static constexpr TypeTable typeTable;

/// Reads a number, because the enum may not have the value that a caller
/// passes.
static int32_t getDeviceType(const DLTensor &tensor) {
  static_assert(sizeof(tensor.device.device_type) == sizeof(int32_t));
  int32_t type;
  std::memcpy(&type, &tensor.device.device_type, sizeof(type));
  return type;
}

static bool isOnCPU(const DLTensor &tensor) {
  int32_t device = getDeviceType(tensor);
  return device == kDLCPU || device == kDLCUDAHost;
}

static bool hasSizes(const DLTensor &tensor) {
  return tensor.ndim == 0 || (tensor.ndim > 0 && tensor.shape);
}

/// Describes why `tensor` is not a view of elements on the CPU.
static ScatterStatus *makeTensorError(const DLTensor &tensor) {
  if (!isOnCPU(tensor))
    return makeStatus(SCATTER_STATUS_TYPE,
                      "expected a tensor on the CPU, found DLPack device " +
                          Twine(getDeviceType(tensor)));
  if (!hasSizes(tensor))
    return makeStatus(SCATTER_STATUS_SHAPE,
                      "expected a rank and sizes, found rank " +
                          Twine(tensor.ndim) +
                          (tensor.shape ? "" : " without sizes"));
  return makeStatus(SCATTER_STATUS_TYPE,
                    "expected a supported element type, found DLPack code " +
                        Twine(int(tensor.dtype.code)) + ", " +
                        Twine(int(tensor.dtype.bits)) + " bits, " +
                        Twine(int(tensor.dtype.lanes)) + " lanes");
}

ScatterStatus *scatter::toView(const DLTensor *tensor, ArrayView &view) {
  if (LLVM_UNLIKELY(!tensor))
    return makeNullStatus("a tensor");
  view.type = typeTable.get(tensor->dtype);
  if (LLVM_UNLIKELY(!isOnCPU(*tensor) || !hasSizes(*tensor) ||
                    view.type.kind == ElementKind::Opaque))
    return makeTensorError(*tensor);
  view.data = tensor->data;
  if (view.data)
    view.data = static_cast<char *>(view.data) + tensor->byte_offset;
  view.shape = ArrayRef(tensor->shape, size_t(tensor->ndim));
  if (tensor->strides)
    view.strides = ArrayRef(tensor->strides, size_t(tensor->ndim));
  return nullptr;
}

ScatterStatus *scatter::toView(const ArrayView &array, size_t rank,
                               BufferView &view) {
  // Sizes are read only after the check of the rank, which may be any number.
  if (array.shape.size() != rank)
    return makeStatus(SCATTER_STATUS_SHAPE, "expected rank " + Twine(rank) +
                                                ", found " +
                                                Twine(array.shape.size()));
  view.data = array.data;
  view.type = array.type;
  view.shape.assign(array.shape.begin(), array.shape.end());
  view.strides.assign(array.strides.begin(), array.strides.end());
  return nullptr;
}

ScatterStatus *scatter::toView(const DLTensor *tensor, size_t rank,
                               BufferView &view) {
  ArrayView array;
  if (ScatterStatus *status = toView(tensor, array))
    return status;
  return toView(array, rank, view);
}

namespace {
/// The context of a managed tensor. Sizes and strides are those of the buffer's
/// view.
struct Holder {
  explicit Holder(OwnedBuffer source) : buffer(std::move(source)) {
    const BufferView &view = buffer.getView();
    tensor.dl_tensor.data = view.data;
    tensor.dl_tensor.device = {kDLCPU, 0};
    tensor.dl_tensor.ndim = int(view.shape.size());
    tensor.dl_tensor.dtype = toDLDataType(view.type);
    // DLPack has no const. Consumers must not write to sizes and strides.
    tensor.dl_tensor.shape = const_cast<int64_t *>(view.shape.data());
    tensor.dl_tensor.strides = view.strides.empty()
                                   ? nullptr
                                   : const_cast<int64_t *>(view.strides.data());
    tensor.dl_tensor.byte_offset = 0;
    tensor.manager_ctx = this;
    tensor.deleter = [](DLManagedTensor *self) {
      delete static_cast<Holder *>(self->manager_ctx);
    };
  }

  OwnedBuffer buffer;
  DLManagedTensor tensor;
};
} // namespace

DLManagedTensor *scatter::toManagedTensor(OwnedBuffer &buffer) {
  return &(new Holder(std::move(buffer)))->tensor;
}

static std::string formatShape(ArrayRef<int64_t> shape) {
  std::string sizes =
      join(map_range(shape, [](int64_t size) { return itostr(size); }), ", ");
  return ("[" + Twine(sizes) + "]").str();
}

/// Whether the bytes from the lowest to the highest element of `view` are fewer
/// than 2^63.
static bool fitsAddressSpace(const BufferView &view) {
  int64_t span = 1;
  for (auto [size, stride] : zip(view.shape, view.strides)) {
    int64_t reach;
    if (size > 1 && (stride == INT64_MIN ||
                     MulOverflow(size - 1, std::abs(stride), reach) ||
                     AddOverflow(span, reach, span)))
      return false;
  }
  return !MulOverflow(span, view.type.byteSize(), span);
}

ScatterStatus *scatter::checkCopy(const BufferView &source,
                                  const BufferView &destination) {
  if (!source.type.accepts(destination.type))
    return makeStatus(SCATTER_STATUS_TYPE, "expected element type " +
                                               source.type.str() + ", found " +
                                               destination.type.str());
  if (source.shape != destination.shape)
    return makeStatus(SCATTER_STATUS_SHAPE,
                      "expected the shape " + formatShape(source.shape) +
                          ", found " + formatShape(destination.shape));
  if (!fitsAddressSpace(destination))
    return makeStatus(SCATTER_STATUS_SHAPE,
                      "expected less than 2^63 bytes, found more");
  if (!destination.data && !is_contained(destination.shape, 0))
    return makeStatus(SCATTER_STATUS_SHAPE, "expected an address, found null");
  return nullptr;
}

/// Returns the strides of `view` in bytes.
static SmallVector<int64_t, 4> getByteStrides(const BufferView &view) {
  SmallVector<int64_t, 4> strides(view.shape.size());
  int64_t stride = view.type.byteSize();
  for (size_t i = strides.size(); i-- > 0;) {
    strides[i] =
        view.strides.empty() ? stride : view.strides[i] * view.type.byteSize();
    stride *= view.shape[i];
  }
  return strides;
}

void scatter::copyElements(const BufferView &source,
                           const BufferView &destination) {
  if (is_contained(source.shape, 0))
    return;
  SmallVector<int64_t, 4> from = getByteStrides(source);
  SmallVector<int64_t, 4> to = getByteStrides(destination);
  // The inner dimensions that are contiguous on both sides are one block.
  int64_t block = source.type.byteSize();
  size_t rank = source.shape.size();
  // A result in the memory of an argument may be copied to that argument.
  if (source.data == destination.data && from == to)
    return;
  while (rank > 0 && (source.shape[rank - 1] == 1 ||
                      (from[rank - 1] == block && to[rank - 1] == block)))
    block *= source.shape[--rank];
  SmallVector<int64_t, 4> position(rank, 0);
  auto *in = static_cast<const char *>(source.data);
  auto *out = static_cast<char *>(destination.data);
  while (true) {
    std::memcpy(out, in, block);
    size_t i = rank;
    for (; i > 0; --i) {
      in += from[i - 1];
      out += to[i - 1];
      if (++position[i - 1] < source.shape[i - 1])
        break;
      in -= from[i - 1] * source.shape[i - 1];
      out -= to[i - 1] * source.shape[i - 1];
      position[i - 1] = 0;
    }
    if (i == 0)
      return;
  }
}
