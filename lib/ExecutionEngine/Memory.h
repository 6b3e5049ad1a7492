//===- Memory.h - calls of generated code and their memory ------*- C++ -*-===//
//
// If malloc returns a null pointer, generated code reports that and returns
// from its functions, without freeing what it allocated before. Programs in
// this process therefore call the functions below instead of the C library's;
// they record the allocations of a call.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_MEMORY_H
#define SCATTER_LIB_EXECUTIONENGINE_MEMORY_H

#include "scatter/ExecutionEngine/Program.h"
#include "scatter/Runtime/Runtime.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstddef>
#include <mutex>

namespace scatter {

/// A set of addresses other than null. llvm::SmallPtrSet ends the process where
/// there is no memory to grow; here insert() fails.
class PointerSet {
public:
  PointerSet() = default;
  PointerSet(const PointerSet &) = delete;
  PointerSet &operator=(const PointerSet &) = delete;
  ~PointerSet();

  /// Adds `pointer`, which is not in the set. Returns false if there is no
  /// memory for it.
  bool insert(void *pointer);

  /// Removes `pointer` if it is in the set.
  void erase(void *pointer);

  /// Calls `action` for each pointer and removes all.
  void drain(llvm::function_ref<void(void *)> action);

private:
  size_t getHome(void *pointer) const;
  bool grow();

  /// Most calls have few allocations at a time.
  static constexpr size_t kInlineSlots = 16;
  void *inlineSlots[kInlineSlots];
  /// Open addressing with linear probing: each pointer is in the first slot
  /// from its home on that was free. At most three quarters are in use.
  void **slots = inlineSlots;
  size_t size = 0;
  /// A power of two; 0 as long as `inlineSlots` is not initialized.
  size_t capacity = 0;
};

/// The state of one call of generated code, shared by all threads of the call.
class CallFrame {
public:
  /// A call that may use `maxThreads` threads, or any number if that is 0.
  /// Takes small scratch memory from `spare`, if that is given, and leaves it
  /// there.
  explicit CallFrame(unsigned maxThreads = 0, MallocBlock *spare = nullptr)
      : spare(spare), maxThreads(maxThreads) {
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
  void *takeSpare(size_t size);
  bool keepSpare(void *memory);

  /// The first member, so that the installed record is also the address of the
  /// frame.
  ScatterError record;
  PointerSet allocations;
  /// Whether the call may have several threads, so that `allocations` needs the
  /// mutex. Set before they start.
  bool isShared = false;
  /// Of the caller's thread alone.
  MallocBlock *const spare;
  const unsigned maxThreads;
  std::mutex mutex;
};

/// What generated code calls under the names of the C library and the runtime.
/// Large buffers come from the pool and return to it, see BufferPool.h. Kernels
/// that are compiled ahead of time call the symbols that are given here.
struct GeneratedCode {
  /// malloc and aligned_alloc, in the call of the calling thread.
  static void *allocate(size_t size) __asm__("scatter_host_malloc");
  static void *allocateAligned(size_t alignment,
                               size_t size) __asm__("scatter_host_aligned_"
                                                    "alloc");

  /// free, for what the two above or malloc returned.
  static void deallocate(void *memory) __asm__("scatter_host_free");

  /// scatter_runtime_get_record, which is called before a parallel region.
  static ScatterError *
  shareRecord() __asm__("scatter_host_scatter_runtime_get_record");

  /// scatter_parallel_for, on at most as many threads as the call may use.
  static void
  parallelFor(void (*function)(void *context, int64_t index), void *context,
              int64_t count) __asm__("scatter_host_scatter_parallel_for");

  /// The functions above by the names that they stand for.
  struct Function {
    llvm::StringLiteral name;
    void *address;
  };
  static llvm::ArrayRef<Function> getFunctions();

  /// What stands before a name in its symbol.
  static constexpr llvm::StringLiteral kPrefix = "scatter_host_";

private:
  static CallFrame *getFrame();
  static void *remember(void *memory);
};

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_MEMORY_H
