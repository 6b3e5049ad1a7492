//===- Program.h - a compiled program and its calls -------------*- C++ -*-===//

#ifndef SCATTER_EXECUTIONENGINE_PROGRAM_H
#define SCATTER_EXECUTIONENGINE_PROGRAM_H

#include "scatter/ExecutionEngine/Buffer.h"
#include "scatter/ExecutionEngine/Types.h"
#include "llvm/Support/Error.h"
#include <cstdlib>
#include <memory>

namespace scatter {
class Call;
namespace detail {
struct ProgramState;
} // namespace detail

/// Calls free.
struct FreeMemory {
  void operator()(void *memory) const { std::free(memory); }
};
/// Memory of malloc, or none.
using MallocBlock = std::unique_ptr<void, FreeMemory>;

/// A compiled module. Immutable; copies share the code, which lives as long as
/// the last Program or Call that refers to it. One Program may be called from
/// many threads at once; every call gets its own error.
class Program {
public:
  explicit Program(std::shared_ptr<const detail::ProgramState> state)
      : state(std::move(state)) {}

  /// The public functions in the order of the source.
  llvm::ArrayRef<EntryPoint> getEntryPoints() const;

  /// Whether the code came from the object cache; see EngineOptions.
  bool isFromCache() const;

  /// Whether `entry` is one of getEntryPoints().
  bool contains(const EntryPoint &entry) const;

  /// The entry point `name`, or with an empty name the only one. Fails with
  /// ArgumentError (Reason::Entry).
  llvm::Expected<const EntryPoint *> lookup(llvm::StringRef name = "") const;

  /// Checks that `entry` (from this program) can be called with `numArguments`
  /// arguments. Fails with ArgumentError (Entry or Count).
  llvm::Error checkCallable(const EntryPoint &entry, size_t numArguments) const;

  /// Checks `arguments` against the signature of `entry` (from this program)
  /// and prepares a call. The memory stays the caller's and must live as long
  /// as the call is used. Fails with ArgumentError.
  llvm::Expected<Call> bind(const EntryPoint &entry,
                            llvm::ArrayRef<BufferView> arguments) const;

  /// Binds and runs once. Returns the results in order.
  llvm::Expected<llvm::SmallVector<OwnedBuffer, 2>>
  call(const EntryPoint &entry, llvm::ArrayRef<BufferView> arguments) const;

private:
  std::shared_ptr<const detail::ProgramState> state;
};

/// A prepared call: descriptors over the caller's memory. Used by one thread at
/// a time; run() may be repeated and costs one indirect call beside the work.
class Call {
public:
  /// Points argument `index` at other memory, with the same checks as bind. On
  /// error the argument stays what it was.
  llvm::Error setArgument(unsigned index, const BufferView &view);

  /// Points array argument `index`, which is set, at other memory with the same
  /// sizes and strides. `data` must be aligned to the element; nothing is
  /// checked.
  void setAddress(unsigned index, void *data) {
    auto *base = static_cast<char *>(data);
    auto *words = static_cast<int64_t *>(pointers[index]);
    words[0] = words[1] =
        reinterpret_cast<intptr_t>(base ? base - firstElements[index] : base);
  }

  /// Bounds the threads of later runs, for code that was compiled for more; 0:
  /// as many as it was compiled for.
  void setMaxThreads(unsigned number) { maxThreads = number; }

  /// Runs the function and replaces `results` by its results, in order. Fails
  /// with RuntimeError, or with std::errc::not_enough_memory; `results` is then
  /// empty.
  llvm::Error run(llvm::SmallVectorImpl<OwnedBuffer> &results);

private:
  friend class Program;
  Call(std::shared_ptr<const detail::ProgramState> state,
       const EntryPoint &entry);

  std::shared_ptr<const detail::ProgramState> state;
  const EntryPoint *entry;
  /// The function that unpacks `pointers` and calls the entry point.
  void (*adaptor)(void **) = nullptr;
  /// Descriptors of all arguments, then of all results, back to back.
  std::unique_ptr<int64_t[]> storage;
  /// One address per argument, then per result: into `storage`, or for scalar
  /// arguments into the caller's memory.
  llvm::SmallVector<void *, 8> pointers;
  /// Bytes from the base of each argument to its first element.
  llvm::SmallVector<int64_t, 8> firstElements;
  unsigned maxThreads = 0;
  /// What the last run freed: scratch memory for the next one.
  MallocBlock spare;
};

} // namespace scatter

#endif // SCATTER_EXECUTIONENGINE_PROGRAM_H
