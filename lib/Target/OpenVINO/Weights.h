//===- Weights.h - the file beside a model ----------------------*- C++ -*-===//

#ifndef SCATTER_LIB_TARGET_OPENVINO_WEIGHTS_H
#define SCATTER_LIB_TARGET_OPENVINO_WEIGHTS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>

namespace scatter::openvino {

/// The constants of a model, in the file of its name with the extension .bin.
/// The file is mapped when the first of them is asked for.
class Weights {
public:
  explicit Weights(llvm::StringRef modelFile) : modelFile(modelFile) {}

  /// The `size` bytes at `offset`, which live as long as this object.
  llvm::Expected<llvm::StringRef> get(uint64_t offset, uint64_t size);

  /// Whether a file was read.
  bool areUsed() const { return bool(buffer); }

private:
  std::string modelFile;
  std::unique_ptr<llvm::MemoryBuffer> buffer;
};

} // namespace scatter::openvino

#endif // SCATTER_LIB_TARGET_OPENVINO_WEIGHTS_H
