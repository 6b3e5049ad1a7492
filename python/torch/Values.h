//===- Values.h - arguments and results of kernels --------------*- C++ -*-===//
//
// Owners of the values on a kernel's stack. Their constructors take a value and
// throw nothing, so that a kernel owns all its arguments before it reads one.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_PYTHON_TORCH_VALUES_H
#define SCATTER_PYTHON_TORCH_VALUES_H

#include "TorchABI.h"

#include "scatter-c/Kernels.h"
#include <optional>
#include <string_view>
#include <vector>

namespace scatter_torch {

/// The functions of the PyTorch that is loaded, set by loadTorch.
extern TorchABI torch;

/// Looks the functions up. Returns what is wrong, or null.
const char *loadTorch();

/// The type of DLPack for a number of PyTorch; of 0 bits for types that the
/// library lacks.
DLDataType getType(int32_t type);

/// Throws std::runtime_error if `error`, what a function of PyTorch has
/// returned, is not 0. PyTorch has written the cause to stderr.
void check(int error);

class Tensor {
public:
  Tensor() = default;
  explicit Tensor(StableIValue value) : handle(TensorHandle(value)) {}
  Tensor(const Tensor &) = delete;
  Tensor &operator=(const Tensor &) = delete;
  ~Tensor();

  /// A view for reading, or one for writing; borrows the tensor.
  DLTensor read() const;
  DLTensor write() const;

  /// Makes this the result for `data`, with any values, laid out as
  /// torch.empty_like does.
  void makeLike(const Tensor &data, const DLTensor &view);

  /// Whether the elements are row-major without gaps.
  bool isContiguous() const;
  StableIValue take();

private:
  DLTensor view() const;
  bool takeFromPool(const DLTensor &like, int32_t type);

  TensorHandle handle = nullptr;
};

class String {
public:
  explicit String(StableIValue value) : handle(StringHandle(value)) {}
  String(const String &) = delete;
  String &operator=(const String &) = delete;
  ~String();

  std::string_view read() const;

private:
  StringHandle handle;
};

class IntegerList {
public:
  explicit IntegerList(StableIValue value) : handle(ListHandle(value)) {}
  IntegerList(const IntegerList &) = delete;
  IntegerList &operator=(const IntegerList &) = delete;
  ~IntegerList();

  std::vector<int64_t> read() const;

private:
  ListHandle handle;
};

class OptionalInteger {
public:
  explicit OptionalInteger(StableIValue value);

  const std::optional<int64_t> value;
};

} // namespace scatter_torch

#endif // SCATTER_PYTHON_TORCH_VALUES_H
