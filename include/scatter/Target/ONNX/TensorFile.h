//===- TensorFile.h - tensors of ONNX in files of their own -----*- C++ -*-===//

#ifndef SCATTER_TARGET_ONNX_TENSORFILE_H
#define SCATTER_TARGET_ONNX_TENSORFILE_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <string>
#include <vector>

namespace scatter::onnx {

/// A tensor as the files of ONNX's test data hold it.
struct TensorFile {
  std::string name;
  /// The element type as MLIR spells it: "f32", "ui8".
  std::string type;
  llvm::SmallVector<int64_t> shape;
  /// The elements in row-major order in the byte order of the host, booleans a
  /// byte of 0 or 1 each.
  std::vector<char> bytes;
};

/// Reads a TensorProto. Fails with a message that begins with the name of the
/// buffer in quotation marks. Thread-safe.
llvm::Expected<TensorFile> readTensorFile(llvm::MemoryBufferRef source);

} // namespace scatter::onnx

#endif // SCATTER_TARGET_ONNX_TENSORFILE_H
