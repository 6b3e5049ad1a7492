//===- Values.h - arguments and results of kernels --------------*- C++ -*-===//
//
// Owners of the values on the stack of a kernel. Their constructors take a
// value and do not throw, so that a kernel owns all its arguments before it
// reads the first one.
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

/// The functions of the loaded PyTorch, set by loadTorch.
extern TorchABI torch;

/// Looks up the functions. Returns an error message, or null.
const char *loadTorch();

/// Returns the DLPack type for a PyTorch type number. Its bits are 0 for types
/// that the library lacks.
DLDataType getType(int32_t type);

/// Throws std::runtime_error if `error`, the result of a PyTorch function, is
/// not 0. PyTorch has written the cause to stderr.
void check(int error);

class Tensor {
public:
  Tensor() = default;
  explicit Tensor(StableIValue value) : handle(TensorHandle(value)) {}
  Tensor(const Tensor &) = delete;
  Tensor &operator=(const Tensor &) = delete;
  ~Tensor();

  /// Return a view for reading or for writing. The view borrows the tensor.
  DLTensor read() const;
  DLTensor write() const;

  /// Makes this tensor an uninitialized result for `data`, with the layout of
  /// torch.empty_like.
  void makeLike(const Tensor &data, const DLTensor &view);

  /// Whether the elements are row-major without padding.
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
