//===- Values.cpp - arguments and results of kernels ----------------------===//

#include "Values.h"

#include "scatter-c/Pool.h"
#include <dlfcn.h>
#include <stdexcept>
#include <utility>

using namespace scatter_torch;

TorchABI scatter_torch::torch = {};

//===----------------------------------------------------------------------===//
// PyTorch
//===----------------------------------------------------------------------===//

/// By PyTorch's type number.
static DLDataType types[128];

static void addType(void *library, const char *name, uint8_t code,
                    uint8_t bits) {
  auto *function = reinterpret_cast<int32_t (*)()>(dlsym(library, name));
  int32_t number = function ? function() : -1;
  if (number >= 0 && size_t(number) < std::size(types))
    types[number] = {code, bits, 1};
}

static void addTypes(void *library) {
#define SCATTER_TORCH_ADD(name, code, bits) addType(library, #name, code, bits);
  SCATTER_TORCH_TYPES(SCATTER_TORCH_ADD)
#undef SCATTER_TORCH_ADD
}

const char *scatter_torch::loadTorch() {
  void *library = dlopen("libtorch_cpu.so", RTLD_NOW | RTLD_NOLOAD);
  if (!library)
    return "expected PyTorch to be loaded, found no libtorch_cpu.so";
  bool isComplete = true;
#define SCATTER_TORCH_LOOK_UP(result, name, parameters)                        \
  torch.name = reinterpret_cast<decltype(torch.name)>(dlsym(library, #name));  \
  isComplete = isComplete && torch.name;
  SCATTER_TORCH_LATER_FUNCTIONS(SCATTER_TORCH_LOOK_UP)
  isComplete = true;
  SCATTER_TORCH_FUNCTIONS(SCATTER_TORCH_LOOK_UP)
#undef SCATTER_TORCH_LOOK_UP
  if (!isComplete || torch.aoti_torch_abi_version() < kTorchVersion)
    return "expected PyTorch 2.10 or later, found one without its stable ABI";
  addTypes(library);
  return nullptr;
}

DLDataType scatter_torch::getType(int32_t type) {
  return type >= 0 && size_t(type) < std::size(types) ? types[type]
                                                      : DLDataType{0, 0, 1};
}

void scatter_torch::check(int error) {
  if (error)
    throw std::runtime_error("a function of PyTorch failed");
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

Tensor::~Tensor() {
  if (handle)
    torch.aoti_torch_delete_tensor_object(handle);
}

StableIValue Tensor::take() {
  return StableIValue(std::exchange(handle, nullptr));
}

DLTensor Tensor::view() const {
  DLTensor view = {};
  int64_t rank;
  int32_t type;
  check(torch.aoti_torch_get_dim(handle, &rank));
  check(torch.aoti_torch_get_dtype(handle, &type));
  check(torch.aoti_torch_get_sizes(handle, &view.shape));
  check(torch.aoti_torch_get_strides(handle, &view.strides));
  view.device = {kDLCPU, 0};
  view.ndim = int32_t(rank);
  view.dtype = getType(type);
  return view;
}

DLTensor Tensor::read() const {
  DLTensor result = view();
  const void *data;
  check(torch.torch_get_const_data_ptr(handle, &data));
  result.data = const_cast<void *>(data);
  return result;
}

DLTensor Tensor::write() const {
  DLTensor result = view();
  check(torch.torch_get_mutable_data_ptr(handle, &result.data));
  return result;
}

bool Tensor::isContiguous() const {
  bool result;
  check(torch.aoti_torch_is_contiguous(handle, &result));
  return result;
}

bool Tensor::takeFromPool(const DLTensor &like, int32_t type) {
  if (!torch.torch_from_blob)
    return false;
  DLManagedTensor *tensor = scatter_pool_make_tensor(&like);
  if (!tensor)
    return false;
  auto deleter = [](void *, void *user) {
    auto *tensor = static_cast<DLManagedTensor *>(user);
    tensor->deleter(tensor);
  };
  int error = torch.torch_from_blob(
      tensor->dl_tensor.data, like.ndim, like.shape, like.strides, /*offset=*/0,
      type, torch.aoti_torch_device_type_cpu(), /*deviceIndex=*/-1, &handle,
      torch.aoti_torch_layout_strided(), /*metadata=*/nullptr,
      /*metadataSize=*/0, deleter, tensor);
  if (error)
    tensor->deleter(tensor);
  check(error);
  return true;
}

void Tensor::makeLike(const Tensor &data, const DLTensor &view) {
  int32_t type;
  check(torch.aoti_torch_get_dtype(data.handle, &type));
  if (data.isContiguous()) {
    if (!takeFromPool(view, type))
      check(torch.aoti_torch_empty_strided(
          view.ndim, view.shape, view.strides, type,
          torch.aoti_torch_device_type_cpu(), /*deviceIndex=*/0, &handle));
    return;
  }
  // The tensor, followed by options with default values.
  StableIValue stack[6] = {};
  TensorHandle same;
  check(torch.aoti_torch_new_tensor_handle(data.handle, &same));
  stack[0] = StableIValue(same);
  check(torch.torch_call_dispatcher("aten::empty_like", "", stack,
                                    kTorchVersion));
  handle = TensorHandle(stack[0]);
}

//===----------------------------------------------------------------------===//
// Strings, lists and optional values
//===----------------------------------------------------------------------===//

String::~String() { torch.torch_delete_string(handle); }

std::string_view String::read() const {
  size_t length;
  const char *text;
  check(torch.torch_string_length(handle, &length));
  check(torch.torch_string_c_str(handle, &text));
  return {text, length};
}

IntegerList::~IntegerList() { torch.torch_delete_list(handle); }

std::vector<int64_t> IntegerList::read() const {
  size_t size;
  check(torch.torch_list_size(handle, &size));
  std::vector<int64_t> result(size);
  for (size_t i = 0; i < size; ++i) {
    StableIValue element;
    check(torch.torch_list_get_item(handle, i, &element));
    result[i] = int64_t(element);
  }
  return result;
}

static std::optional<int64_t> takeOptional(StableIValue value) {
  auto *pointer = reinterpret_cast<StableIValue *>(value);
  if (!pointer)
    return std::nullopt;
  auto result = int64_t(*pointer);
  // Before version 2.13, kernels must free them.
  if (torch.torch_delete_stable_ivalue)
    torch.torch_delete_stable_ivalue(pointer);
  else
    delete pointer;
  return result;
}

OptionalInteger::OptionalInteger(StableIValue given)
    : value(takeOptional(given)) {}
