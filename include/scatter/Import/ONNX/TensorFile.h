//===- TensorFile.h - files that hold one ONNX tensor -----------*- C++ -*-===//

#ifndef SCATTER_IMPORT_ONNX_TENSORFILE_H
#define SCATTER_IMPORT_ONNX_TENSORFILE_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <string>
#include <vector>

namespace scatter::onnx {

/// A tensor of ONNX's test data files.
struct TensorFile {
  std::string name;
  /// MLIR's name of the element type, such as "f32" or "ui8".
  std::string type;
  llvm::SmallVector<int64_t> shape;
  /// The elements in row-major order and in the byte order of the host. A
  /// boolean is a byte of 0 or 1.
  std::vector<char> bytes;
};

/// Reads a TensorProto. Fails with a message that begins with the name of the
/// buffer in quotation marks. Thread-safe.
llvm::Expected<TensorFile> readTensorFile(llvm::MemoryBufferRef source);

} // namespace scatter::onnx

#endif // SCATTER_IMPORT_ONNX_TENSORFILE_H
