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
class CallFrame;
namespace detail {
struct ProgramState;
} // namespace detail

/// A deleter that calls free.
struct FreeMemory {
  void operator()(void *memory) const { std::free(memory); }
};
/// Owns memory from malloc, or nothing.
using MallocBlock = std::unique_ptr<void, FreeMemory>;

/// A compiled module. Immutable. Copies share the code, which exists as long as
/// a Program or Call refers to it. A Program may be called from many threads at
/// once. Every call has its own error.
class Program {
public:
  explicit Program(std::shared_ptr<const detail::ProgramState> state)
      : state(std::move(state)) {}

  /// Makes a program of a function that is part of this library or its host.
  /// `code` gets an address for each argument and result: that of a descriptor
  /// of MLIR, or of a scalar.
  static Program fromCode(EntryPoint entry, void (*code)(void **));

  /// The public functions in the order of the source.
  llvm::ArrayRef<EntryPoint> getEntryPoints() const;

  /// Whether the code was loaded from the object cache, see EngineOptions.
  bool isFromCache() const;

  /// Whether `entry` is one of getEntryPoints().
  bool contains(const EntryPoint &entry) const;

  /// Returns the entry point `name`. With an empty name, returns the only entry
  /// point. Fails with ArgumentError (Reason::Entry).
  llvm::Expected<const EntryPoint *> lookup(llvm::StringRef name = "") const;

  /// Checks that `entry`, which must be from this program, can be called with
  /// `numArguments` arguments. Fails with ArgumentError (Entry or Count).
  llvm::Error checkCallable(const EntryPoint &entry, size_t numArguments) const;

  /// Checks `arguments` against the signature of `entry`, which must be from
  /// this program, and prepares a call. The caller owns the memory of the
  /// arguments. It must exist as long as the call is used, and results in the
  /// memory of donated arguments. Fails with ArgumentError.
  llvm::Expected<Call> bind(const EntryPoint &entry,
                            llvm::ArrayRef<BufferView> arguments) const;

  /// Binds the arguments and runs once. Returns the results in order.
  llvm::Expected<llvm::SmallVector<OwnedBuffer, 2>>
  call(const EntryPoint &entry, llvm::ArrayRef<BufferView> arguments) const;

private:
  std::shared_ptr<const detail::ProgramState> state;
};

/// A prepared call. It holds descriptors of the caller's memory. Not
/// thread-safe. run() may be repeated. Its overhead is one indirect call.
class Call {
public:
  /// Replaces argument `index`, with the same checks as bind. After an error
  /// the argument is unchanged.
  llvm::Error setArgument(unsigned index, const BufferView &view);

  /// Sets the address of array argument `index` and keeps its sizes and
  /// strides. The argument must have been set. `data` must be aligned to the
  /// element. Nothing is checked.
  void setAddress(unsigned index, void *data) {
    auto base = reinterpret_cast<uintptr_t>(data);
    auto *words = static_cast<int64_t *>(pointers[index]);
    words[0] = words[1] = int64_t(base ? base - firstElements[index] : 0);
  }

  /// Limits the threads of later runs. 0 allows as many threads as the code was
  /// compiled for.
  void setMaxThreads(unsigned number) { maxThreads = number; }

  /// Runs the function and replaces `results` by its results, in order. A
  /// result in the memory of a donated argument (Parameter::donor) refers to
  /// the caller's memory and owns nothing. Fails with RuntimeError, or with
  /// std::errc::not_enough_memory, or with ArgumentError if the memory of a
  /// donated argument overlaps that of another argument. `results` is then
  /// empty.
  ///
  /// An op that reports an error has written nothing, but ops before it may
  /// have written to the memory of donated arguments.
  llvm::Error run(llvm::SmallVectorImpl<OwnedBuffer> &results);

private:
  friend class Program;
  Call(std::shared_ptr<const detail::ProgramState> state,
       const EntryPoint &entry);
  llvm::Error takeResults(const CallFrame &frame,
                          llvm::SmallVectorImpl<OwnedBuffer> &results);

  std::shared_ptr<const detail::ProgramState> state;
  const EntryPoint *entry;
  /// Unpacks `pointers` and calls the entry point.
  void (*adaptor)(void **) = nullptr;
  /// The descriptors of all arguments, followed by those of all results.
  std::unique_ptr<int64_t[]> storage;
  /// One address per argument, then per result. It points into `storage`, or to
  /// the caller's memory for scalar arguments.
  llvm::SmallVector<void *, 8> pointers;
  /// The offset in bytes from the base of each argument to its first element.
  llvm::SmallVector<uint64_t, 8> firstElements;
  unsigned maxThreads = 0;
  /// Whether results are in the memory of arguments.
  bool hasDonated = false;
  /// Scratch memory that the last run has freed, for the next run.
  MallocBlock spare;
};

} // namespace scatter

#endif // SCATTER_EXECUTIONENGINE_PROGRAM_H
