//===- ReusedContext.h - a context for several compilations -----*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_REUSEDCONTEXT_H
#define SCATTER_LIB_EXECUTIONENGINE_REUSEDCONTEXT_H

#include "mlir/IR/MLIRContext.h"

#include <atomic>
#include <memory>

namespace scatter {

class Toolchain;

/// The context and the toolchain of one compilation, with the dialects of
/// getRegistry(). What compiled a small source before is used again, since
/// loading the dialects takes an eighth of the time of a small program. Of
/// those that nobody uses, the process keeps one. Threads may make them at any
/// time.
class ReusedContext {
public:
  ReusedContext();
  /// Keeps the context for another compilation if it `isReusable`, or else
  /// frees it.
  ~ReusedContext();
  ReusedContext(const ReusedContext &) = delete;
  ReusedContext &operator=(const ReusedContext &) = delete;

  mlir::MLIRContext *get() const;
  Toolchain &getToolchain() const;

  /// Has the context freed afterwards: it keeps much of what it has seen, or
  /// has been changed.
  void discard() { isReusable = false; }

private:
  struct State;
  /// The state that nobody uses. No lock, which a fork could leave taken, and
  /// never freed: libraries that it needs may be gone at the end of the
  /// process.
  static std::atomic<State *> idle;

  std::unique_ptr<State> state;
  bool isReusable = true;
};

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_REUSEDCONTEXT_H
