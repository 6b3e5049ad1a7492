//===- CompiledObject.h - the result of a compilation -----------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_COMPILEDOBJECT_H
#define SCATTER_LIB_EXECUTIONENGINE_COMPILEDOBJECT_H

#include "scatter/ExecutionEngine/Types.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <string>
#include <vector>

namespace scatter {

/// Machine code for this process and the signatures of its entry points. This
/// is all that a Program needs and that a cache stores.
struct CompiledObject {
  std::vector<EntryPoint> entryPoints;
  /// The adaptor of each entry point. Empty for one that cannot be called.
  std::vector<std::string> symbols;
  /// A relocatable object file that defines the adaptors.
  std::unique_ptr<llvm::MemoryBuffer> code;
};

/// Appends `object` to `bytes`. Only the same build can read it with
/// readObject.
void writeObject(const CompiledObject &object,
                 llvm::SmallVectorImpl<char> &bytes);

/// Reads the bytes that writeObject has written. The result does not refer to
/// `bytes`. Fails if bytes are missing or left over.
llvm::Expected<CompiledObject> readObject(llvm::StringRef bytes);

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_COMPILEDOBJECT_H
