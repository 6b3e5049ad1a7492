//===- Utils.h - what the engine's tests share ------------------*- C++ -*-===//

#ifndef SCATTER_TEST_UNIT_EXECUTIONENGINE_UTILS_H
#define SCATTER_TEST_UNIT_EXECUTIONENGINE_UTILS_H

#include "scatter/ExecutionEngine/ExecutionEngine.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <vector>

namespace scatter::test {

/// Compiles `text` as the file "test.mlir".
inline llvm::Expected<Program> compile(llvm::StringRef text,
                                       EngineOptions options = {}) {
  return ExecutionEngine(std::move(options))
      .compile(llvm::MemoryBufferRef(text, "test.mlir"));
}

/// The same for a text that must compile.
inline Program compileOrDie(llvm::StringRef text, EngineOptions options = {}) {
  return llvm::cantFail(compile(text, std::move(options)));
}

/// The message of a value that must be an error.
template <typename T>
std::string getMessage(llvm::Expected<T> value) {
  if (value)
    return "no error";
  return llvm::toString(value.takeError());
}

/// A row-major view of `values`.
template <typename T>
BufferView makeView(std::vector<T> &values, llvm::StringRef type,
                    llvm::ArrayRef<int64_t> shape) {
  BufferView view;
  view.data = values.data();
  view.type = *ElementType::parse(type);
  view.shape.assign(shape.begin(), shape.end());
  return view;
}

/// The elements of a row-major view.
template <typename T>
std::vector<T> getValues(const BufferView &view) {
  int64_t elements = 1;
  for (int64_t size : view.shape)
    elements *= size;
  auto *data = static_cast<const T *>(view.data);
  return std::vector<T>(data, data + elements);
}

/// ScatterNDUpdate on memrefs and on tensors: 8 elements of f32, 2 tuples.
inline constexpr llvm::StringLiteral scatterModule = R"(
func.func @update(%data: memref<8xf32>, %indices: memref<2x1xi64>,
                  %updates: memref<2xf32>) {
  scatter.scatter_nd_update
    ins(%indices, %updates : memref<2x1xi64>, memref<2xf32>)
    outs(%data : memref<8xf32>)
  return
}
func.func @updated(%data: tensor<8xf32>, %indices: tensor<2x1xi64>,
                   %updates: tensor<2xf32>) -> tensor<8xf32> {
  %result = scatter.scatter_nd_update
    ins(%indices, %updates : tensor<2x1xi64>, tensor<2xf32>)
    outs(%data : tensor<8xf32>) -> tensor<8xf32>
  return %result : tensor<8xf32>
}
)";

} // namespace scatter::test

#endif // SCATTER_TEST_UNIT_EXECUTIONENGINE_UTILS_H
