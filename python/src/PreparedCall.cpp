//===- PreparedCall.cpp - calls that are used again -----------------------===//

#include "PreparedCall.h"

#include <cstring>

using namespace scatter::python;

/// Marks an array argument that is not set; no element can lie there.
static constexpr int64_t kNowhere = -1;

/// Points the call at `tensor`, unless it does so already.
ScatterStatus *PreparedCall::setArray(size_t index, const DLTensor &tensor) {
  std::vector<int64_t> &now = arrays[index];
  auto address = int64_t(reinterpret_cast<intptr_t>(tensor.data));
  size_t rank = tensor.ndim, bytes = rank * sizeof(int64_t);
  // Loops often pass the same arrays.
  if (now[0] == address && std::memcmp(&now[1], tensor.shape, bytes) == 0 &&
      (!tensor.strides ||
       std::memcmp(&now[1 + rank], tensor.strides, bytes) == 0))
    return nullptr;
  now[0] = kNowhere;
  if (ScatterStatus *status = scatter_call_set_argument(call, index, &tensor))
    return status;
  now[0] = address;
  std::memcpy(&now[1], tensor.shape, bytes);
  if (tensor.strides)
    std::memcpy(&now[1 + rank], tensor.strides, bytes);
  return nullptr;
}

ScatterStatus *PreparedCall::prepare(const ScatterProgram *program,
                                     const ScatterEntry *entry,
                                     const DLTensor *const *tensors,
                                     size_t numArrays, size_t numScalars) {
  if (call) {
    for (size_t i = 0; i < numArrays; ++i)
      if (ScatterStatus *status = setArray(i, *tensors[i]))
        return status;
    return nullptr;
  }
  std::vector<const DLTensor *> arguments(tensors, tensors + numArrays);
  for (const DLTensor *array : arguments)
    arrays.emplace_back(1 + 2 * array->ndim, kNowhere);
  scalars = std::make_unique<int64_t[]>(numScalars);
  std::vector<DLTensor> scalarTensors(numScalars);
  for (size_t i = 0; i < numScalars; ++i) {
    scalarTensors[i] = {&this->scalars[i], {kDLCPU, 0}, 0, {kDLInt, 64, 1},
                        nullptr,           nullptr,     0};
    arguments.push_back(&scalarTensors[i]);
  }
  return scatter_call_create(program, entry, arguments.data(), arguments.size(),
                             &call);
}

std::unique_ptr<PreparedCall>
scatter::python::takeCall(std::vector<std::unique_ptr<PreparedCall>> &idle) {
  if (idle.empty())
    return std::make_unique<PreparedCall>();
  std::unique_ptr<PreparedCall> call = std::move(idle.back());
  idle.pop_back();
  return call;
}
