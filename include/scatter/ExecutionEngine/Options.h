//===- Options.h - options of the execution engine --------------*- C++ -*-===//

#ifndef SCATTER_EXECUTIONENGINE_OPTIONS_H
#define SCATTER_EXECUTIONENGINE_OPTIONS_H

#include "scatter/Plan/PlanOptions.h"

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace scatter {
struct Diagnostic;

/// Limits for the compilation of an untrusted source. Limits that are not set
/// depend on the size of the source: 2 GiB plus 64 bytes per byte, and 8 s plus
/// one second per 4 KiB. Zero means no limit.
struct SourceLimits {
  /// Private mapped memory of the worker, including its stack of 512 MiB.
  std::optional<uint64_t> memoryBytes;
  /// CPU time of the worker. The worker is also ended when 30 s plus four times
  /// this limit of wall-clock time have passed.
  std::optional<unsigned> cpuSeconds;
};

/// Options of an ExecutionEngine. The callbacks are called on the compiling
/// thread. An engine that several threads share calls them concurrently.
struct EngineOptions {
  static constexpr unsigned maxOptLevel = 3;
  static constexpr unsigned maxThreads = 1024;

  /// 0 to 3, as clang's -O. A value out of range is an error of the
  /// compilation. This also holds for the other numbers.
  unsigned optLevel = 3;

  /// Target triple. Empty selects the host. Programs run only on the host's
  /// triple.
  std::string triple;

  /// CPU name. Empty selects the host's CPU with all its features, or the
  /// baseline of the architecture if a triple is set. For emit() also several
  /// of x86-64, x86-64-v2, x86-64-v3 and x86-64-v4, separated by commas. The
  /// output then has code for each of these levels. A call uses the best level
  /// that the CPU supports (scatter/Runtime/CPULevel.h). The CPU must support
  /// the lowest one.
  std::string cpu;

  /// Features as LLVM spells them ("+avx2,-avx512f"), added to those of `cpu`.
  std::string features;

  /// The number of threads that generated code may use, 1 to 1024. 0 stands for
  /// getDefaultThreads() (Environment.h). The threads are the workers of the
  /// library or threads of the host, see scatter/Runtime/ParallelFor.h.
  ///
  /// If the entry `openmp` of `plan` is 1, they are threads of LLVM's OpenMP
  /// runtime. compile() uses the runtime of the process or loads libomp.so.5.
  /// Objects must be linked with it. Its idle threads spin for 1 ms unless the
  /// environment variable KMP_BLOCKTIME (milliseconds, 0 for no spinning) is
  /// set. OMP_THREAD_LIMIT is respected.
  unsigned threads = 0;

  /// Replaces entries of the machine description, and may set the partition of
  /// scatter_nd_update among threads. Entries that neither `plan` nor the
  /// module sets are those of the host.
  PlanOptions plan;

  /// Tensor arguments whose memory the caller gives up, so that a call returns
  /// a result there without allocating or copying it: "ARGUMENT" for any result
  /// that is in the memory of the argument then, "ARGUMENT=RESULT" for this
  /// result. Names are those of Parameter, or "argN" and "resultN". One `*` in
  /// ARGUMENT stands for any text, and for the same text in RESULT:
  /// "past_key_values.*=present.*". It is a CompileError if there is no such
  /// argument or result, or if the program computes the result elsewhere,
  /// because it needs the old contents of the argument, for example. The
  /// attribute `scatter.donated` of an argument has the same effect. Those of
  /// modules that JAX has lowered (`tf.aliasing_output`, `jax.buffer_donor`)
  /// are permissions: arguments of which no result can be in the memory are
  /// not donated.
  std::vector<std::string> donate;

  /// The folder of the object cache. Empty disables the cache. compile() loads
  /// a program from the folder if any process has compiled it before from the
  /// same bytes and name, with the same options, CPU and versions. The source
  /// is not parsed then. Otherwise compile() compiles and stores the program. A
  /// damaged entry is compiled again.
  ///
  /// The folder is created if it is missing. A folder that does not belong to
  /// the user, or that others may enter, is not used. `onDiagnostic` then gets
  /// a warning. Compilations with diagnostics are not stored. Compilations with
  /// `buildPipeline` or `onStage` do not use the cache.
  std::string cacheDirectory;

  /// The maximum size of the cache in bytes. The least recently used entries
  /// beyond it are removed.
  uint64_t maxCacheBytes = uint64_t(256) << 20;

  /// Compiles text and bytecode in another process, the worker, within
  /// `limits`. Any source then results in a program or a CompileError.
  /// docs/UntrustedSources.md describes what a source can do to the host
  /// otherwise, and what its code can do when it is called.
  ///
  /// Callbacks are called after the worker has ended. A compilation takes about
  /// 40 ms more. A program from the cache does not start a worker. Modules in
  /// memory are not sources and are compiled in this process. Must not be
  /// combined with `buildPipeline`.
  bool untrusted = false;

  /// Passes that are run on a module before the first stage of the pipeline,
  /// after what an importer has made of it, in the syntax of `--pass-pipeline`
  /// of mlir-opt, with or without `builtin.module(...)` around them. They must
  /// be registered in the process that compiles, and keep the types of the
  /// entry points. The worker has those of MLIR and of this project, unless it
  /// is that of a wheel. Named sequences of the transform dialect, which
  /// `transform-interpreter` runs, are erased afterwards.
  std::string passes;

  /// Limits for untrusted sources.
  SourceLimits limits;

  /// The path of the program scatter-worker. Empty selects the environment
  /// variable SCATTER_WORKER. If that is not set, the worker is searched next
  /// to the library or program that contains the engine, where the package
  /// installs it.
  std::string workerPath;

  /// Adds the passes that lower a module to the LLVM dialect, for a host with
  /// its own passes or pipeline options. Empty selects scatter-to-llvm. The
  /// passes must keep the names of the entry points and pass memrefs as
  /// upstream's conversions do. `onStage` gets only the stages "input" and
  /// "llvm" of this pipeline.
  std::function<void(mlir::OpPassManager &pm)> buildPipeline;

  /// Called with the IR after each stage: "input", "passes" if there are any in
  /// `passes`, the stages of the pipeline scatter-to-llvm (see Pipelines.h),
  /// "llvm-ir", "optimized-llvm-ir".
  std::function<void(llvm::StringRef stage, llvm::StringRef ir)> onStage;

  /// Called with the time of each step of a compilation in seconds: "parse",
  /// "passes" if there are any in `passes`, the stages of the pipeline (only
  /// "llvm" with `buildPipeline`), "translate", "optimize", "generate" and, in
  /// compile(), "link".
  std::function<void(llvm::StringRef step, double seconds)> onTime;

  /// Called with every diagnostic, including warnings and remarks.
  std::function<void(const Diagnostic &diagnostic)> onDiagnostic;

  /// A regular expression over the categories of optimization remarks, such as
  /// "scatter-plan". `onDiagnostic` gets the remarks that match. Empty disables
  /// remarks. With remarks the object cache is not used. For sources only: the
  /// context of a module keeps the remark engine of its host.
  std::string remarks;
};

/// The output of ExecutionEngine::emit.
enum class EmitKind {
  /// The module in MLIR's LLVM dialect.
  MLIR,
  /// Textual LLVM IR after optimization.
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
