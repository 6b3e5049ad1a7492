//===- RegularFile.cpp - files that are safe to read ----------------------===//

#include "scatter/Support/RegularFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;
using namespace scatter;

static Error getLastError() {
  return errorCodeToError(std::error_code(errno, std::generic_category()));
}

static Error checkKind(const struct stat &status) {
  if (S_ISREG(status.st_mode))
    return Error::success();
  return createStringError(
      Twine("expected a regular file, found ") +
      (S_ISDIR(status.st_mode) ? "a directory" : "another kind"));
}

Expected<RegularFile> RegularFile::open(const Twine &path) {
  SmallString<128> storage;
  const char *name = path.toNullTerminatedStringRef(storage).data();
  // Opening a device or a pipe may affect it, so the kind of the file is
  // checked first. If the path refers to another file afterwards, O_NONBLOCK
  // keeps open from blocking.
  struct stat status;
  if (::stat(name, &status) != 0)
    return getLastError();
  if (Error error = checkKind(status))
    return error;
  int descriptor = ::open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (descriptor < 0)
    return getLastError();
  RegularFile file(descriptor, 0);
  if (::fstat(descriptor, &status) != 0)
    return getLastError();
  if (Error error = checkKind(status))
    return error;
  file.size = status.st_size;
  return file;
}

RegularFile::~RegularFile() {
  if (descriptor >= 0)
    ::close(descriptor);
}

Error RegularFile::read(MutableArrayRef<char> target, uint64_t offset) const {
  while (!target.empty()) {
    Expected<size_t> count =
        sys::fs::readNativeFileSlice(descriptor, target, offset);
    if (!count)
      return count.takeError();
    if (*count == 0)
      return createStringError("expected " + Twine(size) +
                               " bytes, found a file cut to " + Twine(offset) +
                               " while it was read");
    target = target.drop_front(*count);
    offset += *count;
  }
  return Error::success();
}

Expected<std::unique_ptr<MemoryBuffer>>
RegularFile::readAll(uint64_t maxBytes, StringRef name) const {
  if (size > maxBytes)
    return createStringError("expected at most " + Twine(maxBytes) +
                             " bytes, found " + Twine(size));
  auto buffer = WritableMemoryBuffer::getNewUninitMemBuffer(size, name);
  if (!buffer)
    return createStringError("no memory for " + Twine(size) + " bytes");
  if (Error error = read(buffer->getBuffer(), 0))
    return error;
  return std::unique_ptr<MemoryBuffer>(std::move(buffer));
}

Expected<std::unique_ptr<MemoryBuffer>>
scatter::readRegularFile(StringRef path, uint64_t maxBytes) {
  auto name = [&](Error error) {
    return createStringError("'" + path + "': " + toString(std::move(error)));
  };
  Expected<RegularFile> file = RegularFile::open(path);
  if (!file)
    return name(file.takeError());
  auto buffer = file->readAll(maxBytes, path);
  if (!buffer)
    return name(buffer.takeError());
  return std::move(*buffer);
}

std::string scatter::getModelPath(StringRef path) {
  SmallString<128> file(path);
  sys::path::append(file, "saved_model.pb");
  return (sys::fs::is_regular_file(file) ? StringRef(file) : path).str();
}
