//===- ObjectCache.cpp - compiled objects on disk -------------------------===//

#include "ObjectCache.h"

#include "scatter/Support/RegularFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/xxhash.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;
using namespace scatter;

/// Files with this prefix are what llvm::pruneCache removes.
static constexpr StringLiteral prefix = "llvmcache-";

/// An entry is this mark, the checksum of key and object, and the object.
static constexpr StringLiteral mark = "SCATTER1";
static constexpr size_t headerSize = 8 + 16;

/// No entry has more, whatever the limit of the folder.
static constexpr uint64_t kMaxEntryBytes = uint64_t(1) << 30;

static std::error_code getLastError() {
  return std::error_code(errno, std::generic_category());
}

static Error makeError(StringRef directory, std::error_code code) {
  return createStringError(code, "'" + directory + "': " + code.message());
}

/// Whether other users can neither write entries nor learn from them.
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

/// The header of the entry `key` with the serialised object `payload`.
static std::array<char, headerSize> makeHeader(StringRef key,
                                               StringRef payload) {
  // The key is in the sum, so that an entry is none under another name.
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
  // Read, not mapped: a file that shrinks under a mapping kills the process.
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
  // The access time is what the order of removal goes by, also on systems that
  // do not keep it.
  timespec times[] = {{0, UTIME_NOW}, {0, UTIME_OMIT}};
  (void)futimens(file->getDescriptor(), times);
  return std::move(*object);
}

Error ObjectCache::store(StringRef key, const CompiledObject &object) const {
  SmallString<0> payload;
  writeObject(object, payload);
  std::array<char, headerSize> header = makeHeader(key, payload);

  // Not llvm::writeToOutput, which installs handlers of signals.
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

  CachePruningPolicy policy;
  policy.Interval = std::chrono::seconds(0);
  policy.Expiration = std::chrono::seconds(0);
  policy.MaxSizeBytes = maxBytes;
  pruneCache(getPath(""), policy);
  return Error::success();
}
