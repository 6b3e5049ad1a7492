//===- Options.h - options of the execution engine --------------*- C++ -*-===//

#ifndef SCATTER_EXECUTIONENGINE_OPTIONS_H
#define SCATTER_EXECUTIONENGINE_OPTIONS_H

#include "scatter/Dialect/Scatter/Transforms/PlanOptions.h"

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace scatter {
struct Diagnostic;

/// Bounds on the compilation of an untrusted source. What is not set follows
/// from the size of the source: 2 GiB and 64 bytes for each of its bytes, 8 s
/// and a second for each 4 KiB. Zero: no bound.
struct SourceLimits {
  /// Memory of the worker that is mapped and private, its stack of 512 MiB
  /// included.
  std::optional<uint64_t> memoryBytes;
  /// CPU time of the worker. It also ends when it has taken four times as long,
  /// and 30 s, of wall-clock time.
  std::optional<unsigned> cpuSeconds;
};

/// How an ExecutionEngine compiles. The callbacks are called on the compiling
/// thread; an engine that several threads share calls them concurrently.
struct EngineOptions {
  static constexpr unsigned maxOptLevel = 3;
  static constexpr unsigned maxThreads = 1024;

  /// 0 to 3, as clang's -O. Like those of the other numbers, a value out of
  /// range is an error of the compilation.
  unsigned optLevel = 3;

  /// Target triple; empty: the host. Programs run only on the host's.
  std::string triple;

  /// CPU name; empty: the host's CPU with all its features, or with a triple
  /// the baseline of its architecture. For emit() also some of x86-64,
  /// x86-64-v2, x86-64-v3 and x86-64-v4, separated by commas: what it writes
  /// has code for each of these levels, and calls take that of the best one
  /// that the CPU has (scatter/Runtime/CPULevel.h), which needs the lowest one.
  std::string cpu;

  /// Features as LLVM spells them ("+avx2,-avx512f"), added to those of `cpu`.
  std::string features;

  /// Threads that generated code may use, 1 to 1024; 0: as many as
  /// getDefaultThreads() says (Environment.h). They are workers of the library
  /// or the host's, see scatter/Runtime/ParallelFor.h. Where the entry openmp
  /// of `plan` is 1 they are those of LLVM's OpenMP runtime: compile() uses the
  /// one that the process has or loads libomp.so.5, objects have to be linked
  /// with it. Its idle threads spin for 1 ms, where the environment variable
  /// KMP_BLOCKTIME (milliseconds, 0 for not at all) does not say otherwise;
  /// OMP_THREAD_LIMIT is respected.
  unsigned threads = 0;

  /// What replaces entries of the machine description, and how threads divide
  /// scatter_nd_update. Entries that neither these nor the module give describe
  /// the host.
  PlanOptions plan;

  /// Folder of the object cache; empty: none. compile() takes a program from
  /// there that was compiled before, by any process, from the same bytes and
  /// name with the same options, CPU and versions, without parsing the source;
  /// otherwise it compiles and stores the program. A damaged entry is compiled
  /// again. The folder is created if missing; one that does not belong to the
  /// user, or that others may enter, is not used, which `onDiagnostic` gets as
  /// a warning. Compilations with diagnostics are not stored, those with
  /// `buildPipeline` or `onStage` do not use the cache.
  std::string cacheDirectory;

  /// The size that the cache is kept at, by removing the entries that were not
  /// used for the longest time.
  uint64_t maxCacheBytes = uint64_t(256) << 20;

  /// Compiles text and bytecode in another process, the worker, within
  /// `limits`: any source gives a program or a CompileError. docs/Embedding.md
  /// says what a source can do to the host otherwise, and what its code can do
  /// when it is called. Callbacks are called when the worker has ended. A
  /// compilation takes some 40 ms more; a program from the cache starts no
  /// worker. Modules in memory are not sources: they are compiled in this
  /// process. Not to be combined with `buildPipeline`.
  bool untrusted = false;

  /// Bounds for untrusted sources.
  SourceLimits limits;

  /// The path of the program scatter-worker; empty: the one that the
  /// environment variable SCATTER_WORKER names, or the one beside the library
  /// or program that holds the engine, where the package installs it.
  std::string workerPath;

  /// Adds the passes that lower a module to the LLVM dialect, for a host with
  /// passes or pipeline options of its own; empty: scatter-to-llvm. It has to
  /// keep the names of the entry points and pass memrefs as upstream's
  /// conversions do. `onStage` gets "input" and "llvm" of its stages.
  std::function<void(mlir::OpPassManager &pm)> buildPipeline;

  /// Receives the IR after each stage: "input", the stages of the pipeline
  /// scatter-to-llvm (see Pipelines.h), then "llvm-ir" and "optimized-llvm-ir".
  std::function<void(llvm::StringRef stage, llvm::StringRef ir)> onStage;

  /// Receives the seconds of each step of a compilation: "parse", the stages of
  /// the pipeline (with `buildPipeline` "llvm" alone), "translate", "optimize",
  /// "generate" and, in compile(), "link".
  std::function<void(llvm::StringRef step, double seconds)> onTime;

  /// Receives every diagnostic, warnings and remarks included.
  std::function<void(const Diagnostic &diagnostic)> onDiagnostic;

  /// A regular expression over the categories of optimization remarks
  /// ("scatter-plan") that `onDiagnostic` gets; empty: none. The object cache
  /// is not used then. For sources: a module's context has the remark engine
  /// that its host gave it.
  std::string remarks;
};

/// What ExecutionEngine::emit writes.
enum class EmitKind {
  /// The module in MLIR's LLVM dialect.
  MLIR,
  /// Textual LLVM IR, optimised.
  LLVMIR,
  /// Assembly of the target.
  Assembly,
  /// A relocatable object file (position independent).
  Object,
  /// A C header that declares what the object defines.
  Header
};

} // namespace scatter

#endif // SCATTER_EXECUTIONENGINE_OPTIONS_H
