//===- ReusedContext.h - a context for several compilations -----*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_REUSEDCONTEXT_H
#define SCATTER_LIB_EXECUTIONENGINE_REUSEDCONTEXT_H

#include "mlir/IR/MLIRContext.h"

#include <atomic>
#include <memory>

namespace scatter {

class Toolchain;

/// The context and the toolchain of one compilation, with the dialects of
/// getRegistry(). A context that has compiled a small source is reused, because
/// loading the dialects takes an eighth of the compilation time of a small
/// program. The process keeps one unused context. Thread-safe.
class ReusedContext {
public:
  ReusedContext();
  /// Keeps the context for another compilation if it `isReusable`. Otherwise
  /// frees it.
  ~ReusedContext();
  ReusedContext(const ReusedContext &) = delete;
  ReusedContext &operator=(const ReusedContext &) = delete;

  mlir::MLIRContext *get() const;
  Toolchain &getToolchain() const;

  /// Forgets the unused context. A forked child must not use it: a thread of
  /// the parent that ended during the fork may hold a lock of it.
  static void forgetIdle() { idle = nullptr; }

  /// Makes the destructor free the context, because it has been changed or
  /// holds much data.
  void discard() { isReusable = false; }

private:
  struct State;
  /// The unused state, or null. Atomic instead of a lock, which a fork could
  /// leave locked. Never freed at exit, because libraries that it needs may be
  /// unloaded by then.
  static std::atomic<State *> idle;

  std::unique_ptr<State> state;
  bool isReusable = true;
};

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_REUSEDCONTEXT_H
