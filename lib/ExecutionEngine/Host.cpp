//===- Host.cpp - the machine that this process runs on -------------------===//

#include "Host.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"
#include <algorithm>
#include <unistd.h>

using namespace llvm;
using namespace scatter;

const HostCPU &scatter::getHostCPU() {
  static const HostCPU host = [] {
    // In an order that is the same in every process.
    SmallVector<std::string> list;
    for (const auto &feature : sys::getHostCPUFeatures())
      list.push_back(
          ((feature.getValue() ? "+" : "-") + feature.getKey()).str());
    sort(list);
    return HostCPU{sys::getHostCPUName().str(), join(list, ",")};
  }();
  return host;
}

/// The defaults of Machine are for a last-level cache of this size.
static constexpr int64_t kDefaultCacheBytes = 32 << 20;

const Machine &scatter::getHostMachine() {
  static const Machine machine = [] {
    Machine host;
    long cacheBytes = sysconf(_SC_LEVEL3_CACHE_SIZE);
    if (cacheBytes <= 0)
      return host;
    // A larger cache is shared by more cores than a program uses.
    int64_t bytes = std::min<int64_t>(cacheBytes, kDefaultCacheBytes);
    host.coreCacheBytes = bytes / (kDefaultCacheBytes / host.coreCacheBytes);
    host.nontemporalBytes =
        bytes / (kDefaultCacheBytes / host.nontemporalBytes);
    return host;
  }();
  return machine;
}
