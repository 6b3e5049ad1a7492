//===- Linker.h - links object code into this process -----------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_LINKER_H
#define SCATTER_LIB_EXECUTIONENGINE_LINKER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace llvm {
class MemoryBuffer;
} // namespace llvm

namespace scatter {

/// An object file that is linked into this process. The destructor unloads it.
class LinkedCode {
public:
  /// Links `object` against this process and the runtime, and looks up
  /// `symbols`. Fails with CompileError if a function is missing.
  static llvm::Expected<std::unique_ptr<LinkedCode>>
  link(std::unique_ptr<llvm::MemoryBuffer> object,
       llvm::ArrayRef<std::string> symbols);

  ~LinkedCode();

  /// The addresses of the symbols, in order.
  llvm::ArrayRef<void *> getAddresses() const;

private:
  struct State;
  explicit LinkedCode(std::unique_ptr<State> state);

  std::unique_ptr<State> state;
};

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_LINKER_H
