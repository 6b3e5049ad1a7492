//===- HostMachine.cpp - a description of the host ------------------------===//

#include "HostMachine.h"

#include <algorithm>
#include <unistd.h>

using namespace scatter;

/// The defaults of Machine are those of this much last-level cache.
static constexpr int64_t kDefaultCacheBytes = 32 << 20;

const Machine &scatter::getHostMachine() {
  static const Machine machine = [] {
    Machine host;
    long cacheBytes = sysconf(_SC_LEVEL3_CACHE_SIZE);
    if (cacheBytes <= 0)
      return host;
    // A large cache is that of many cores, of which programs have some.
    int64_t bytes = std::min<int64_t>(cacheBytes, kDefaultCacheBytes);
    host.coreCacheBytes = bytes / (kDefaultCacheBytes / host.coreCacheBytes);
    host.nontemporalBytes =
        bytes / (kDefaultCacheBytes / host.nontemporalBytes);
    return host;
  }();
  return machine;
}
