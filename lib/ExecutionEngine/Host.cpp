//===- Host.cpp - the CPU that this process runs on -----------------------===//

#include "Host.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Host.h"
#include <unistd.h>

using namespace llvm;
using namespace scatter;

const HostCPU &scatter::getHostCPU() {
  static const HostCPU host = [] {
    // Sorted, so that the order is the same in every process.
    SmallVector<std::string> list;
    for (const auto &feature : sys::getHostCPUFeatures())
      list.push_back(
          ((feature.getValue() ? "+" : "-") + feature.getKey()).str());
    sort(list);
    return HostCPU{sys::getHostCPUName().str(), join(list, ",")};
  }();
  return host;
}

int64_t scatter::getLastLevelCacheBytes() {
  // On AMD CPUs, glibc adds up the caches of all groups of cores.
  auto file = MemoryBuffer::getFileAsStream(
      "/sys/devices/system/cpu/cpu0/cache/index3/size");
  StringRef size = file ? (*file)->getBuffer().trim() : StringRef();
  int64_t kibibytes;
  if (size.consume_back("K") && !size.getAsInteger(10, kibibytes))
    return kibibytes << 10;
  return sysconf(_SC_LEVEL3_CACHE_SIZE);
}
