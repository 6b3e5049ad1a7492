//===- TensorReader.h - from protobuf to tensors ----------------*- C++ -*-===//

#ifndef SCATTER_LIB_TARGET_ONNX_TENSORREADER_H
#define SCATTER_LIB_TARGET_ONNX_TENSORREADER_H

#include "Model.h"

namespace scatter::onnx {

namespace schema {
class Tensor;
} // namespace schema

/// Converts `source`, whose external data is in `folder` or below it. What is
/// wrong with its elements becomes the tensor's `problem`. Sets `isExternal` if
/// the elements are in another file, else leaves it.
Tensor readTensor(const schema::Tensor &source, llvm::StringRef folder,
                  bool &isExternal);

} // namespace scatter::onnx

#endif // SCATTER_LIB_TARGET_ONNX_TENSORREADER_H
