//===- Memory.h - memory of calls of generated code -------------*- C++ -*-===//
//
// If malloc returns null, generated code reports that and returns from its
// functions, but does not free earlier allocations. Programs in this process
// therefore call the functions below instead of those of the C library. They
// record the allocations of a call.
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

/// A set of addresses other than null. If memory is exhausted, insert() fails,
/// whereas llvm::SmallPtrSet ends the process.
class PointerSet {
public:
  PointerSet() = default;
  PointerSet(const PointerSet &) = delete;
  PointerSet &operator=(const PointerSet &) = delete;
  ~PointerSet();

  /// Adds `pointer`, which must not be in the set. Returns false if memory is
  /// exhausted.
  bool insert(void *pointer);

  /// Removes `pointer` if it is in the set.
  void erase(void *pointer);

  /// Calls `action` for each pointer, then empties the set.
  void drain(llvm::function_ref<void(void *)> action);

private:
  size_t getHome(void *pointer) const;
  bool grow();

  /// Most calls have few live allocations.
  static constexpr size_t kInlineSlots = 16;
  void *inlineSlots[kInlineSlots];
  /// A hash table with open addressing and linear probing. At most three
  /// quarters of the slots are in use.
  void **slots = inlineSlots;
  size_t size = 0;
  /// A power of two. 0 until `inlineSlots` is initialized.
  size_t capacity = 0;
};

/// The state of one call of generated code, shared by all threads of the call.
class CallFrame {
public:
  /// A call that may use `maxThreads` threads. 0 means any number. If `spare`
  /// is not null, small scratch memory is taken from there and left there at
  /// the end.
  explicit CallFrame(unsigned maxThreads = 0, MallocBlock *spare = nullptr)
      : spare(spare), maxThreads(maxThreads) {
    record.kind = SCATTER_ERROR_NONE;
    record.failures = 0;
  }

  /// Calls `function(pointers)`. All of its threads report to the record of
  /// this call. If an allocation fails, all memory that the call has allocated
  /// is freed.
  void run(void (*function)(void **), void **pointers) {
    ScatterError *outer = scatter_runtime_install_record(&record);
    function(pointers);
    scatter_runtime_install_record(outer);
    if (LLVM_UNLIKELY(hasFailed()))
      freeAllocations();
  }

  /// The error record. Empty if there was no violation.
  const ScatterError &getRecord() const { return record; }

  /// Whether there was no violation and no allocation has failed.
  bool hasSucceeded() const {
    return record.kind == SCATTER_ERROR_NONE && !hasFailed();
  }

  /// Whether an allocation has failed. There are no results then.
  bool hasFailed() const { return record.failures != 0; }

private:
  friend struct GeneratedCode;

  void freeAllocations();
  bool remember(void *memory);
  void forget(void *memory);
  void *takeSpare(size_t size);
  bool keepSpare(void *memory);

  /// Must be the first member, so that the address of the installed record is
  /// that of the frame.
  ScatterError record;
  PointerSet allocations;
  /// Whether the call may have several threads. `allocations` then needs the
  /// mutex. Set before the threads start.
  bool isShared = false;
  /// Used by the caller's thread only.
  MallocBlock *const spare;
  const unsigned maxThreads;
  std::mutex mutex;
};

/// The functions that generated code calls under names of the C library and the
/// runtime. Large buffers come from the pool and return to it, see
/// BufferPool.h. Kernels that are compiled ahead of time call the symbols
/// below.
struct GeneratedCode {
  /// malloc and aligned_alloc for the current call of this thread.
  static void *allocate(size_t size) __asm__("scatter_host_malloc");
  static void *allocateAligned(size_t alignment,
                               size_t size) __asm__("scatter_host_aligned_"
                                                    "alloc");

  /// free for memory of the two functions above or of malloc.
  static void deallocate(void *memory) __asm__("scatter_host_free");

  /// scatter_runtime_get_record. Called before a parallel region.
  static ScatterError *
  shareRecord() __asm__("scatter_host_scatter_runtime_get_record");

  /// scatter_parallel_for, limited to the number of threads that the call may
  /// use.
  static void
  parallelFor(void (*function)(void *context, int64_t index), void *context,
              int64_t count) __asm__("scatter_host_scatter_parallel_for");

  /// The functions above and the names that they replace.
  struct Function {
    llvm::StringLiteral name;
    void *address;
  };
  static llvm::ArrayRef<Function> getFunctions();

  /// The prefix of a name in its symbol.
  static constexpr llvm::StringLiteral kPrefix = "scatter_host_";

private:
  static CallFrame *getFrame();
  static void *remember(void *memory);
};

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_MEMORY_H
