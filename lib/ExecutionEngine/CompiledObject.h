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

/// Machine code for this process and what callers have to know about it. All
/// that a Program is made of, and all that a cache has to keep.
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

/// Reads what writeObject wrote; `bytes` may go afterwards. Fails when they end
/// too early or go on.
llvm::Expected<CompiledObject> readObject(llvm::StringRef bytes);

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_COMPILEDOBJECT_H
