//===- CompiledObject.h - what a compilation yields -------------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_COMPILEDOBJECT_H
#define SCATTER_LIB_EXECUTIONENGINE_COMPILEDOBJECT_H

#include "scatter/ExecutionEngine/Types.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <string>
#include <vector>

namespace scatter {

/// Machine code for this process and the signatures of its entry points: all
/// that a Program is made of, and all that a cache has to store.
struct CompiledObject {
  std::vector<EntryPoint> entryPoints;
  /// The adaptor of each entry point, empty for one that cannot be called.
  std::vector<std::string> symbols;
  /// A relocatable object file that defines the adaptors.
  std::unique_ptr<llvm::MemoryBuffer> code;
};

/// Appends `object` to `bytes`, for readObject of the same build.
void writeObject(const CompiledObject &object,
                 llvm::SmallVectorImpl<char> &bytes);

/// Reads what writeObject wrote; `bytes` may be freed afterwards. Fails if they
/// are truncated or followed by others.
llvm::Expected<CompiledObject> readObject(llvm::StringRef bytes);

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_COMPILEDOBJECT_H
