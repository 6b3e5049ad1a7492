//===- ONNXCompare.h - compares results and expected tensors ----*- C++ -*-===//

#ifndef SCATTER_TOOLS_SCATTER_RUN_ONNXCOMPARE_H
#define SCATTER_TOOLS_SCATTER_RUN_ONNXCOMPARE_H

#include "scatter/ExecutionEngine/Buffer.h"
#include "scatter/Import/ONNX/TensorFile.h"
#include "llvm/Support/Error.h"

namespace scatter {

/// Fails unless `found` has the type, the shape and the elements of `expected`.
/// For floats the absolute tolerance is 1e-7 and the relative one 1e-3, as in
/// ONNX's own runner.
llvm::Error compareResult(const onnx::TensorFile &expected,
                          const BufferView &found);

} // namespace scatter

#endif // SCATTER_TOOLS_SCATTER_RUN_ONNXCOMPARE_H
