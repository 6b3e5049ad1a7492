//===- ObjectCache.cpp - compiled objects on disk -------------------------===//

#include "ObjectCache.h"

#include "Host.h"
#include "scatter/ExecutionEngine/MachineFile.h"
#include "scatter/Support/RegularFile.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "llvm-c/Core.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/xxhash.h"
#include <csignal>
#include <fcntl.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;
using namespace scatter;

/// llvm::pruneCache removes only files with this prefix.
static constexpr StringLiteral prefix = "llvmcache-";

/// An entry consists of this magic, a checksum of key and object, and the
/// object.
static constexpr StringLiteral mark = "SCATTER1";
static constexpr size_t headerSize = 8 + 16;

/// The maximum size of an entry, regardless of the limit of the folder.
static constexpr uint64_t kMaxEntryBytes = uint64_t(1) << 30;

static std::error_code getLastError() {
  return std::error_code(errno, std::generic_category());
}

static Error makeError(StringRef directory, std::error_code code) {
  return createStringError(code, "'" + directory + "': " + code.message());
}

/// Fails unless the folder is accessible to this user only.
static Error checkFolder(StringRef directory, int folder) {
  struct stat status;
  if (fstat(folder, &status) != 0)
    return makeError(directory, getLastError());
  if (status.st_uid != geteuid())
    return createStringError(
        std::errc::permission_denied,
        "'%s': expected a folder of user %u, found one of user %u",
        directory.str().c_str(), unsigned(geteuid()), unsigned(status.st_uid));
  if (status.st_mode & 0077)
    return createStringError(
        std::errc::permission_denied,
        "'%s': expected a folder with mode 0700, found %04o",
        directory.str().c_str(), unsigned(status.st_mode & 0777));
  return Error::success();
}

Expected<ObjectCache> ObjectCache::open(StringRef directory,
                                        uint64_t maxBytes) {
  if (std::error_code code = sys::fs::create_directories(
          directory, /*IgnoreExisting=*/true, sys::fs::perms::owner_all))
    return makeError(directory, code);
  int folder =
      ::open(directory.str().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0)
    return makeError(directory, getLastError());
  ObjectCache cache(folder, maxBytes);
  if (Error error = checkFolder(directory, folder))
    return error;
  return cache;
}

ObjectCache::ObjectCache(ObjectCache &&other)
    : folder(std::exchange(other.folder, -1)), maxBytes(other.maxBytes) {}

ObjectCache::~ObjectCache() {
  if (folder >= 0)
    ::close(folder);
}

std::string ObjectCache::getPath(const Twine &file) const {
  return ("/proc/self/fd/" + Twine(folder) + "/" + file).str();
}

/// Makes the header of the entry `key` with the serialized object `payload`.
static std::array<char, headerSize> makeHeader(StringRef key,
                                               StringRef payload) {
  // The checksum includes the key, so that a renamed entry is invalid.
  XXH128_hash_t sum = xxh3_128bits(arrayRefFromStringRef(payload));
  uint64_t name = xxh3_64bits(key);
  std::array<char, headerSize> header;
  llvm::copy(mark, header.begin());
  support::endian::write64le(header.data() + 8, sum.low64 ^ name);
  support::endian::write64le(header.data() + 16, sum.high64 + name);
  return header;
}

std::optional<CompiledObject> ObjectCache::load(StringRef key) const {
  auto ignore = [](Error error) {
    consumeError(std::move(error));
    return std::nullopt;
  };
  Expected<RegularFile> file = RegularFile::open(getPath(prefix + key));
  if (!file)
    return ignore(file.takeError());
  // Read instead of mapped, because truncating a mapped file kills the process.
  uint64_t limit =
      maxBytes ? std::min(maxBytes, kMaxEntryBytes) : kMaxEntryBytes;
  auto entry = file->readAll(limit, key);
  if (!entry)
    return ignore(entry.takeError());
  StringRef bytes = (*entry)->getBuffer();
  if (bytes.size() < headerSize)
    return std::nullopt;
  StringRef payload = bytes.drop_front(headerSize);
  std::array<char, headerSize> header = makeHeader(key, payload);
  if (!bytes.starts_with(StringRef(header.data(), headerSize)))
    return std::nullopt;
  Expected<CompiledObject> object = readObject(payload);
  if (!object)
    return ignore(object.takeError());
  // Updates the access time, by which pruneCache removes entries. Some file
  // systems do not update it on a read.
  timespec times[] = {{0, UTIME_NOW}, {0, UTIME_OMIT}};
  (void)futimens(file->getDescriptor(), times);
  return std::move(*object);
}

namespace {
/// Makes writes beyond the file size limit of the process fail, instead of
/// ending it by SIGXFSZ.
class WithoutFileSizeSignal {
public:
  WithoutFileSizeSignal() {
    sigemptyset(&signals);
    sigaddset(&signals, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &signals, &former);
  }
  ~WithoutFileSizeSignal() {
    constexpr timespec now = {0, 0};
    while (sigtimedwait(&signals, nullptr, &now) == SIGXFSZ)
      ;
    pthread_sigmask(SIG_SETMASK, &former, nullptr);
  }

private:
  sigset_t signals, former;
};
} // namespace

Error ObjectCache::store(StringRef key, const CompiledObject &object) const {
  SmallString<0> payload;
  writeObject(object, payload);
  std::array<char, headerSize> header = makeHeader(key, payload);

  WithoutFileSizeSignal guard;
  // llvm::writeToOutput is not used because it installs signal handlers.
  int file;
  SmallString<128> temporary;
  if (std::error_code code = sys::fs::createUniqueFile(
          getPath(prefix + "%%%%%%%%%%%%.tmp"), file, temporary,
          sys::fs::OF_None, sys::fs::owner_read | sys::fs::owner_write))
    return createStringError(code, "cannot write an entry: " + code.message());
  raw_fd_ostream os(file, /*shouldClose=*/true);
  os << StringRef(header.data(), headerSize) << payload;
  os.close();
  std::error_code code = os.error();
  os.clear_error();
  if (!code)
    code = sys::fs::rename(temporary, getPath(prefix + key));
  if (code) {
    sys::fs::remove(temporary);
    return createStringError(code, "cannot write an entry: " + code.message());
  }

  // pruneCache opens its file for writing: through a link, and it would wait
  // for the reader of a pipe.
  constexpr const char *timestamp = "llvmcache.timestamp";
  struct stat status;
  if (!fstatat(folder, timestamp, &status, AT_SYMLINK_NOFOLLOW) &&
      !S_ISREG(status.st_mode))
    (void)unlinkat(folder, timestamp, 0);

  CachePruningPolicy policy;
  policy.Interval = std::chrono::seconds(0);
  policy.Expiration = std::chrono::seconds(0);
  policy.MaxSizeBytes = maxBytes;
  pruneCache(getPath(""), policy);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

namespace {
/// A digest of fields. The length of each field precedes it, so that different
/// lists of fields do not result in the same bytes.
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

namespace {
/// An address and the path of the program or library that holds it.
struct FileSearch {
  uintptr_t address;
  const char *path = nullptr;
};
} // namespace

/// A callback for dl_iterate_phdr. Returns 1 for the object that contains the
/// address.
static int findFile(dl_phdr_info *object, size_t, void *user) {
  auto *search = static_cast<FileSearch *>(user);
  for (const ElfW(Phdr) &segment :
       ArrayRef(object->dlpi_phdr, object->dlpi_phnum)) {
    uintptr_t begin = object->dlpi_addr + segment.p_vaddr;
    if (segment.p_type != PT_LOAD || search->address < begin ||
        search->address - begin >= segment.p_memsz)
      continue;
    // The name of the program itself is empty.
    search->path = *object->dlpi_name ? object->dlpi_name : "/proc/self/exe";
    return 1;
  }
  return 0;
}

/// Identifies the program or library that contains `address` by path, size and
/// modification time, so that a rebuild of the same version differs. dladdr is
/// not used because it also searches for the symbol, which is slow in libLLVM.
static std::string identifyFile(const void *address) {
  FileSearch search{reinterpret_cast<uintptr_t>(address)};
  struct stat status;
  if (!dl_iterate_phdr(findFile, &search) || stat(search.path, &status) != 0)
    return "";
  return formatv("{0} {1} {2}.{3}", search.path, status.st_size,
                 status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
      .str();
}

/// Identifies the compiler: this library, MLIR and LLVM, which may be one file
/// or three.
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
  digest.add(unsigned(options.plan.partition.value_or(kAutoPartition)));
  Machine machine = getHostMachine();
  // The compilation reports values out of range.
  for (auto [member, value] : options.plan.machine)
    machine.*member = value;
  for (const MachineEntry &entry : getMachineEntries())
    digest.add(uint64_t(machine.*entry.member));
  digest.add(options.donate.size());
  for (const std::string &donation : options.donate)
    digest.add(donation);
  digest.add(options.passes);
  digest.add(name);
  digest.add(source);
  return digest.finish();
}
