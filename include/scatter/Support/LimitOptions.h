//===- LimitOptions.h - options for the limits of tools ---------*- C++ -*-===//

#ifndef SCATTER_SUPPORT_LIMITOPTIONS_H
#define SCATTER_SUPPORT_LIMITOPTIONS_H

#include "scatter/Support/ResourceLimits.h"
#include "llvm/Support/CommandLine.h"
#include <cstdint>
#include <optional>

namespace scatter {

/// The options --max-memory-mb and --max-cpu-seconds. They replace the limits
/// that are derived from the size of the source. 0 means no limit. A program
/// must have one object, which must live until the command line has been
/// parsed.
class LimitOptions {
public:
  /// If `isApplied` is set, the limits apply to this process, and each option
  /// changes them as soon as it is parsed.
  explicit LimitOptions(bool isApplied,
                        llvm::cl::OptionCategory *category = nullptr);

  /// The limits for a source of `bytes` bytes.
  ResourceLimits get(uint64_t bytes) const;

  /// The values of the options, or std::nullopt if they were not given.
  std::optional<uint64_t> getMemoryBytes() const;
  std::optional<unsigned> getCPUSeconds() const;

  /// Sets the size of the source, if it is known before the options are parsed.
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
