//===- TensorReader.h - reads tensors from protobuf -------------*- C++ -*-===//

#ifndef SCATTER_LIB_IMPORT_ONNX_TENSORREADER_H
#define SCATTER_LIB_IMPORT_ONNX_TENSORREADER_H

#include "ONNXModel.h"

namespace scatter::onnx {

namespace schema {
class Tensor;
} // namespace schema

/// Converts `source`, whose external data must be in `folder` or its
/// subfolders. An error in its elements is stored in the tensor's `problem`.
/// Sets `isExternal` if the elements are in another file, otherwise leaves it
/// unchanged.
Tensor readTensor(const schema::Tensor &source, llvm::StringRef folder,
                  bool &isExternal);

} // namespace scatter::onnx

#endif // SCATTER_LIB_IMPORT_ONNX_TENSORREADER_H
