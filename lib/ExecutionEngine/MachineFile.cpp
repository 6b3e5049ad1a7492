//===- MachineFile.cpp - machine descriptions in files --------------------===//

#include "scatter/ExecutionEngine/MachineFile.h"

#include "Host.h"
#include "scatter/ExecutionEngine/Environment.h"
#include "scatter/ExecutionEngine/Errors.h"
#include "scatter/Support/RegularFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"
#include <algorithm>

using namespace llvm;
using namespace scatter;

/// A larger file is not a machine description.
static constexpr uint64_t kMaxFileBytes = 16 << 10;

/// The defaults of Machine are for a last-level cache of this size.
static constexpr int64_t kDefaultCacheBytes = 32 << 20;

Error scatter::readMachine(MemoryBufferRef file, Machine &machine) {
  // json::parse recurses without a limit.
  StringRef text = file.getBuffer();
  if (text.contains('[') || text.count('{') > 1)
    return createStringError("expected a JSON object of integers");
  Expected<json::Value> value = json::parse(text);
  if (!value)
    return value.takeError();
  const json::Object *members = value->getAsObject();
  if (!members)
    return createStringError("expected a JSON object of integers");
  Machine read = machine;
  for (const auto &[key, number] : *members) {
    StringRef name = key;
    const MachineEntry *entry = findMachineEntry(name);
    if (!entry)
      return createStringError("expected an entry of a machine description, "
                               "found '" +
                               name + "'");
    std::optional<int64_t> integer = number.getAsInteger();
    if (!integer)
      return createStringError(
          formatv("'{0}': expected an integer, found {1}", name, number));
    if (std::string objection = entry->getObjection(*integer);
        !objection.empty())
      return createStringError(objection);
    read.*entry->member = *integer;
  }
  machine = read;
  return Error::success();
}

void scatter::writeMachine(raw_ostream &os, const Machine &machine,
                           ArrayRef<int64_t Machine::*> entries) {
  json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    for (const MachineEntry &entry : getMachineEntries())
      if (is_contained(entries, entry.member))
        json.attribute(entry.name, machine.*entry.member);
  });
  os << '\n';
}

/// Scales `value`, a default of Machine, to a last-level cache of `cacheBytes`.
static int64_t scale(int64_t value, int64_t cacheBytes) {
  return value * cacheBytes / kDefaultCacheBytes;
}

static bool isZen() {
  return StringRef(getHostCPU().name).starts_with("znver");
}

static void describeCPU(Machine &host) {
  // The cores that this process may use.
  host.cores = llvm::hardware_concurrency().compute_thread_count();
  // Before version 2.40, glibc's memcpy uses `rep movsb` on Zen, which is
  // slower than vector code for some alignments of rows (docs/Performance.md,
  // "Loops of rows").
  if (isZen())
    host.memcpyBytes = 0;
  // On Intel CPUs the hardware prefetches longer rows as well as prefetch
  // instructions do (docs/Performance.md, "Prefetch distance").
  if (Triple(sys::getProcessTriple()).isX86() && !isZen())
    host.prefetchRowBytes = 1 << 10;
}

/// Derives a description from the CPU and from the caches that the system
/// reports.
static Machine querySystem() {
  Machine host;
  describeCPU(host);
  int64_t cacheBytes = getLastLevelCacheBytes();
  if (cacheBytes <= 0)
    return host;
  // The threads of an op share `data` and therefore the whole cache.
  host.bucketDataBytes = scale(host.bucketDataBytes, cacheBytes);
  // A larger cache is shared by more cores than a program uses.
  int64_t bytes = std::min<int64_t>(cacheBytes, kDefaultCacheBytes);
  host.nontemporalBytes = scale(host.nontemporalBytes, bytes);
  host.coreCacheBytes = scale(host.coreCacheBytes, bytes);
  host.elementDataBytes = scale(host.elementDataBytes, bytes);
  host.prefetchTotalBytes = scale(host.prefetchTotalBytes, bytes);
  // The last-level cache of Zen, which few cores share, is fast. While `data`
  // takes less than half of it, one core updates random elements faster than
  // two sort them (docs/Performance.md, "Buckets by two threads"), and a
  // prefetch takes as long as it saves ("Prefetches of near data").
  if (isZen()) {
    host.elementDataBytes = cacheBytes / 2;
    host.prefetchTotalBytes = cacheBytes / 4;
  }
  return host;
}

namespace {
struct HostMachine {
  Machine machine = querySystem();
  /// The error in the file, or empty.
  std::string problem;
};
} // namespace

static HostMachine readHostMachine() {
  HostMachine host;
  const std::string &path = getMachineFile();
  if (path.empty())
    return host;
  auto file = readRegularFile(path, kMaxFileBytes);
  if (!file) {
    host.problem = toString(file.takeError());
    return host;
  }
  if (Error error = readMachine((*file)->getMemBufferRef(), host.machine))
    host.problem = "'" + path + "': " + toString(std::move(error));
  return host;
}

static const HostMachine &getHost() {
  static const HostMachine host = readHostMachine();
  return host;
}

const Machine &scatter::getHostMachine() { return getHost().machine; }

Error scatter::checkHostMachine() {
  const std::string &problem = getHost().problem;
  if (problem.empty())
    return Error::success();
  return make_error<CompileError>("SCATTER_MACHINE: " + problem);
}
