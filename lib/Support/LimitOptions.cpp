//===- LimitOptions.cpp - options for the limits of tools -----------------===//

#include "scatter/Support/LimitOptions.h"

#include "scatter/Support/CrashGuard.h"

using namespace llvm;
using namespace scatter;

LimitOptions::LimitOptions(bool isApplied, cl::OptionCategory *category)
    : isApplied(isApplied),
      memory("max-memory-mb", cl::value_desc("N"),
             cl::desc("Memory for the compiler, 0 for no limit (2048, and 64 "
                      "bytes for each byte of the source)"),
             cl::callback([this](const unsigned &) { apply(); })),
      seconds("max-cpu-seconds", cl::value_desc("N"),
              cl::desc("CPU time for the compiler, 0 for no limit (8, and a "
                       "second for each 4 KiB of the source)"),
              cl::callback([this](const unsigned &) { apply(); })) {
  if (!category)
    return;
  memory.addCategory(*category);
  seconds.addCategory(*category);
}

void LimitOptions::apply() const {
  if (isApplied)
    changeLimits(get(sourceBytes));
}

std::optional<uint64_t> LimitOptions::getMemoryBytes() const {
  if (memory.getNumOccurrences())
    return uint64_t(memory) << 20;
  return std::nullopt;
}

std::optional<unsigned> LimitOptions::getCPUSeconds() const {
  if (seconds.getNumOccurrences())
    return seconds;
  return std::nullopt;
}

ResourceLimits LimitOptions::get(uint64_t bytes) const {
  ResourceLimits limits = getSourceLimits(bytes);
  limits.memoryBytes = getMemoryBytes().value_or(limits.memoryBytes);
  limits.cpuSeconds = getCPUSeconds().value_or(limits.cpuSeconds);
  return limits;
}
