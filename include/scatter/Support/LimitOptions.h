//===- LimitOptions.h - options for the limits of tools ---------*- C++ -*-===//

#ifndef SCATTER_SUPPORT_LIMITOPTIONS_H
#define SCATTER_SUPPORT_LIMITOPTIONS_H

#include "scatter/Support/ResourceLimits.h"
#include "llvm/Support/CommandLine.h"
#include <cstdint>
#include <optional>

namespace scatter {

/// The options --max-memory-mb and --max-cpu-seconds, which replace the limits
/// that follow from the size of the source; 0 stands for no limit. One object
/// in a program, which lives as long as the command line is parsed.
class LimitOptions {
public:
  /// `isApplied`: the limits are those of this process, and each option changes
  /// them where it is parsed.
  explicit LimitOptions(bool isApplied,
                        llvm::cl::OptionCategory *category = nullptr);

  /// The limits for a source of `bytes` bytes.
  ResourceLimits get(uint64_t bytes) const;

  /// What the user gave, if anything.
  std::optional<uint64_t> getMemoryBytes() const;
  std::optional<unsigned> getCPUSeconds() const;

  /// Says how large the source is, where that is known before the options are
  /// parsed.
  void setSourceBytes(uint64_t bytes) { sourceBytes = bytes; }

private:
  void apply() const;

  bool isApplied;
  uint64_t sourceBytes = 0;
  llvm::cl::opt<unsigned> memory;
  llvm::cl::opt<unsigned> seconds;
};

} // namespace scatter

#endif // SCATTER_SUPPORT_LIMITOPTIONS_H
