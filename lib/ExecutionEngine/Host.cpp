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

/// A cache larger than this is shared by more cores than a program uses.
static constexpr int64_t kMaxCacheBytes = 64 << 20;

/// `value`, a default of Machine, for a last-level cache of `cacheBytes`.
static int64_t scale(int64_t value, int64_t cacheBytes) {
  return cacheBytes / (kDefaultCacheBytes / value);
}

/// The bytes of the vector registers, or the default of Machine.
static int64_t getRegisterBytes() {
  return sys::getHostCPUFeatures().lookup("avx512f") ? 32 * 64
                                                     : Machine().registerBytes;
}

const Machine &scatter::getHostMachine() {
  static const Machine machine = [] {
    Machine host;
    host.registerBytes = getRegisterBytes();
    long cacheBytes = sysconf(_SC_LEVEL3_CACHE_SIZE);
    if (cacheBytes <= 0)
      return host;
    int64_t bytes = std::min<int64_t>(cacheBytes, kMaxCacheBytes);
    host.nontemporalBytes = scale(host.nontemporalBytes, bytes);
    host.coreCacheBytes =
        scale(host.coreCacheBytes, std::min(bytes, kDefaultCacheBytes));
    return host;
  }();
  return machine;
}
