//===- AtomicFile.cpp - files that appear when complete -------------------===//

#include "scatter/Support/AtomicFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Signals.h"
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;
using namespace scatter;

Error AtomicFile::makeError(std::error_code code) const {
  return createStringError(code, "'" + path + "': " + code.message());
}

AtomicFile::~AtomicFile() {
  // raw_fd_ostream ends the process if it is destroyed with a pending error.
  if (stream) {
    stream->close();
    stream->clear_error();
  }
  if (temporary.empty())
    return;
  sys::fs::remove(temporary);
  sys::DontRemoveFileOnSignal(temporary);
}

/// Gives `file` the owner and mode of the file that it replaces.
static void copyAttributes(int file, const struct stat &former) {
  struct stat own;
  if (fstat(file, &own) != 0)
    return;
  if (own.st_uid != former.st_uid || own.st_gid != former.st_gid)
    (void)!fchown(file, former.st_uid, former.st_gid);
  // After fchown, which clears the set-user-ID and set-group-ID bits.
  (void)!fchmod(file, former.st_mode & 07777);
}

Expected<AtomicFile> AtomicFile::create(StringRef path) {
  AtomicFile result;
  result.path = path.str();
  if (path.empty())
    return result.makeError(
        std::make_error_code(std::errc::no_such_file_or_directory));
  SmallString<128> target;
  if (sys::fs::real_path(path, target))
    target = path;
  result.target = target.str().str();

  struct stat former;
  bool exists = stat(target.c_str(), &former) == 0;
  if (exists && S_ISDIR(former.st_mode))
    return createStringError("'" + path +
                             "': expected a file to write, found a directory");
  std::error_code code;
  if (exists && !S_ISREG(former.st_mode)) {
    result.stream = std::make_unique<raw_fd_ostream>(result.target, code,
                                                     sys::fs::CD_OpenExisting);
    if (code)
      return result.makeError(code);
    return result;
  }
  // The temporary file must not be readable by more users than the final one.
  unsigned mode = exists ? former.st_mode & 0600 : 0666;
  int file;
  SmallString<128> temporary;
  code = sys::fs::createUniqueFile(Twine(result.target) + ".%%%%%%%%.tmp", file,
                                   temporary, sys::fs::OF_None, mode);
  if (code)
    return result.makeError(code);
  if (exists)
    copyAttributes(file, former);
  result.temporary = temporary.str().str();
  sys::RemoveFileOnSignal(temporary);
  result.stream = std::make_unique<raw_fd_ostream>(file, /*shouldClose=*/true);
  return result;
}

Error AtomicFile::close() {
  stream->close();
  std::error_code code = stream->error();
  stream->clear_error();
  return code ? makeError(code) : Error::success();
}

Error AtomicFile::commit() {
  if (temporary.empty())
    return Error::success();
  if (std::error_code code = sys::fs::rename(temporary, target))
    return makeError(code);
  sys::DontRemoveFileOnSignal(temporary);
  temporary.clear();
  return Error::success();
}
