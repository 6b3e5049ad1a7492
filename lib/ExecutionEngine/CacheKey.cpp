//===- CacheKey.cpp - names of entries of the object cache ----------------===//

#include "CacheKey.h"

#include "Codegen.h"
#include "HostMachine.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "llvm-c/Core.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SHA256.h"
#include <dlfcn.h>
#include <link.h>
#include <sys/stat.h>

using namespace llvm;
using namespace scatter;

/// Stands for none in a digest.
static constexpr Partition kNoPartition = static_cast<Partition>(-1);

namespace {
/// A digest of fields; each is preceded by its length, so that no two lists of
/// fields give the same bytes.
class Digest {
public:
  void add(StringRef field) {
    add(uint64_t(field.size()));
    state.update(field);
  }

  void add(uint64_t number) {
    std::array<uint8_t, 8> bytes;
    support::endian::write64le(bytes.data(), number);
    state.update(bytes);
  }

  std::string finish() { return toHex(state.final(), /*LowerCase=*/true); }

private:
  SHA256 state;
};
} // namespace

/// The program or library that holds `address`: one that is replaced has other
/// times, even where the version number stays.
static std::string identifyFile(const void *address) {
  Dl_info info;
  link_map *map = nullptr;
  if (!dladdr1(address, &info, reinterpret_cast<void **>(&map),
               RTLD_DL_LINKMAP))
    return "";
  // The name of the program itself is empty.
  const char *path = *map->l_name ? map->l_name : "/proc/self/exe";
  struct stat status;
  if (stat(path, &status) != 0)
    return "";
  return formatv("{0} {1} {2}.{3}", path, status.st_size, status.st_mtim.tv_sec,
                 status.st_mtim.tv_nsec)
      .str();
}

/// The compiler: this library, MLIR and LLVM, which may be one file or three.
static const std::string &identifyCompiler() {
  static const std::string identity = [] {
    std::string text = "scatter " SCATTER_VERSION ", LLVM " LLVM_VERSION_STRING;
    for (const void *address :
         {reinterpret_cast<const void *>(&computeCacheKey),
          reinterpret_cast<const void *>(&mlir::isBytecode),
          reinterpret_cast<const void *>(&LLVMGetVersion)})
      text += "; " + identifyFile(address);
    return text;
  }();
  return identity;
}

std::string scatter::computeCacheKey(const EngineOptions &options,
                                     StringRef name, StringRef source) {
  Digest digest;
  digest.add(identifyCompiler());
  const HostCPU &host = getHostCPU();
  digest.add(host.name);
  digest.add(host.features);
  digest.add(options.triple);
  digest.add(options.cpu);
  digest.add(options.features);
  digest.add(options.optLevel);
  digest.add(options.threads);
  digest.add(unsigned(options.plan.partition.value_or(kNoPartition)));
  Machine machine = getHostMachine();
  // What is out of range is reported by the compilation.
  for (auto [member, value] : options.plan.machine)
    machine.*member = value;
  for (const MachineEntry &entry : getMachineEntries())
    digest.add(uint64_t(machine.*entry.member));
  digest.add(name);
  digest.add(source);
  return digest.finish();
}
