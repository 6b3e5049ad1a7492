//===- Host.cpp - the CPU that this process runs on -----------------------===//

#include "Host.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"

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
