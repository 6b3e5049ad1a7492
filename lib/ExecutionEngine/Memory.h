//===- Memory.h - calls of generated code and their memory ------*- C++ -*-===//
//
// Generated code tests what malloc returns, reports a null pointer and leaves
// its functions. It does not free what it had allocated before. Programs in
// this process therefore call the functions below instead of the C library's,
// which remember what a call has allocated.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_MEMORY_H
#define SCATTER_LIB_EXECUTIONENGINE_MEMORY_H

#include "PointerSet.h"
#include "scatter/Runtime/Runtime.h"
#include <mutex>

namespace scatter {

/// One call of generated code: what all threads share that work for it.
class CallFrame {
public:
  CallFrame() {
    record.kind = SCATTER_ERROR_NONE;
    record.failures = 0;
  }

  /// Calls `function(pointers)`, whose threads report to the record of this
  /// call. If an allocation failed, all memory that the call has allocated is
  /// freed.
  void run(void (*function)(void **), void **pointers);

  /// Filled if anything went wrong.
  const ScatterError &getRecord() const { return record; }

  /// Whether an allocation failed, so that there are no results.
  bool hasFailed() const { return record.failures != 0; }

private:
  friend struct GeneratedCode;

  bool remember(void *memory);
  void forget(void *memory);

  /// The record that is installed while generated code runs leads to the rest:
  /// it is the first member.
  ScatterError record;
  PointerSet allocations;
  /// Whether other threads may work for this call, so that `allocations` needs
  /// the mutex. Set before they start.
  bool isShared = false;
  std::mutex mutex;
};

/// What generated code calls under the names of the C library and the runtime.
/// Large buffers are kept for other allocations when they are freed, see
/// BufferPool.h.
struct GeneratedCode {
  /// malloc and aligned_alloc, in the call that the calling thread works for.
  static void *allocate(size_t size);
  static void *allocateAligned(size_t alignment, size_t size);

  /// free, for what the two above or malloc returned.
  static void deallocate(void *memory);

  /// scatter_runtime_get_record, which is called before a parallel region.
  static ScatterError *shareRecord();

private:
  static CallFrame *getFrame();
  static void *remember(void *memory);
};

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_MEMORY_H
