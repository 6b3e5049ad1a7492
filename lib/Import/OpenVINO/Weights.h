//===- Weights.h - the weights file of a model ------------------*- C++ -*-===//

#ifndef SCATTER_LIB_IMPORT_OPENVINO_WEIGHTS_H
#define SCATTER_LIB_IMPORT_OPENVINO_WEIGHTS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>

namespace scatter::openvino {

/// The constants of a model. They are in the file with the model's name and the
/// extension .bin, which is mapped on first use.
class Weights {
public:
  explicit Weights(llvm::StringRef modelFile) : modelFile(modelFile) {}

  /// Returns `size` bytes at `offset`. They are valid as long as this object
  /// exists.
  llvm::Expected<llvm::StringRef> get(uint64_t offset, uint64_t size);

  /// Whether a file has been read.
  bool areUsed() const { return bool(buffer); }

private:
  std::string modelFile;
  std::unique_ptr<llvm::MemoryBuffer> buffer;
};

} // namespace scatter::openvino

#endif // SCATTER_LIB_IMPORT_OPENVINO_WEIGHTS_H
