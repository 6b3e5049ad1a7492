//===- Patterns.h - conversion patterns for other compilers -----*- C++ -*-===//
//
// The conversions as patterns, for a compiler that has passes of its own.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_CONVERSION_PATTERNS_H
#define SCATTER_CONVERSION_PATTERNS_H

#include "scatter/Conversion/Partition.h"

#include <cstdint>

namespace mlir {
class DialectRegistry;
class LLVMTypeConverter;
class RewritePatternSet;
} // namespace mlir

namespace scatter {

/// How loops are generated. Sizes that are dynamic are compared with the
/// thresholds in the generated code. The values here are the defaults of the
/// pass `convert-scatter-to-loops` and of the pipeline as well.
struct ScatterToLoopsOptions {
  /// Bytes of the vectors that rows are processed in, a power of two. Targets
  /// with shorter vectors get several of theirs for one of these.
  unsigned vectorBytes = 64;
  /// Threads that share the work of an op; with 1 no parallel loop is made.
  unsigned threads = 1;
  /// Bytes written from which an op uses its threads.
  int64_t parallelBytes = 512 << 10;
  /// Bytes of `data` that the caches next to one core keep between updates.
  /// Threads do not share fewer where each has slots of its own.
  int64_t cacheBytes = 8 << 20;
  /// Bytes of scratch memory that the offsets of all tuples may take.
  int64_t scratchBytes = 64 << 20;
  /// Bytes written from which stores of whole lines bypass the cache; 0: never.
  int64_t streamBytes = 16 << 20;
  /// Bytes of a row from which it is copied by memcpy, whose instructions do
  /// not read what they overwrite; 0: never. Copies of rows of 16 KiB that are
  /// in the cache take 0.8 of the time of a loop, of 4 KiB 0.9 to 1.2.
  int64_t copyRunBytes = 16 << 10;
  /// Whether slots are prefetched some tuples ahead.
  bool prefetch = true;
  /// How threads share tuples; one that an op does not allow is not used.
  Partition strategy = Partition::Auto;
};

/// Patterns that lower the memref forms of the scatter ops to arith, memref,
/// scf, vector and `scatter.report`.
void populateScatterToLoopsPatterns(mlir::RewritePatternSet &patterns,
                                    const ScatterToLoopsOptions &options);

/// Patterns that lower `scatter.report` to a call of the runtime library.
/// `converter` must outlive the patterns.
void populateScatterToLLVMPatterns(mlir::LLVMTypeConverter &converter,
                                   mlir::RewritePatternSet &patterns);

/// Registers the ConvertToLLVMPatternInterface of the dialect, by which the
/// upstream pass `convert-to-llvm` lowers `scatter.report`.
void registerConvertToLLVMInterfaceExternalModel(
    mlir::DialectRegistry &registry);

} // namespace scatter

#endif // SCATTER_CONVERSION_PATTERNS_H
