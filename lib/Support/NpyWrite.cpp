//===- NpyWrite.cpp - writing .npy files ----------------------------------===//
//
// A file is written under a temporary name beside its final one and renamed
// when it is complete, so that a reader never sees half of it.
//
//===----------------------------------------------------------------------===//

#include "NpyInternal.h"
#include "mlir/IR/BuiltinTypes.h"
#include "scatter/Support/Npy.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace scatter {

/// Writes elements as NumPy has them in memory: a 4-bit element, signed or not,
/// is the low half of its byte.
static void writeElements(raw_ostream &os, mlir::Type elementType,
                          ArrayRef<char> data) {
  bool isBoolean = elementType.isInteger(1);
  if (!isBoolean && !elementType.isInteger(4)) {
    os.write(data.data(), data.size());
    return;
  }
  SmallVector<char, 0> buffer;
  while (!data.empty()) {
    ArrayRef<char> chunk = data.take_front(1 << 16);
    buffer.resize_for_overwrite(chunk.size());
    llvm::transform(chunk, buffer.begin(), [&](char byte) -> char {
      return isBoolean ? byte != 0 : byte & 15;
    });
    os.write(buffer.data(), buffer.size());
    data = data.drop_front(chunk.size());
  }
}

/// The error of a stream, such as that of a full disk. A stream destroyed with
/// its error untaken would end the process.
static Error takeError(raw_fd_ostream &os) {
  std::error_code code = os.error();
  os.clear_error();
  return errorCodeToError(code);
}

/// Writes to a pipe or a device, which no rename must replace.
static Error writeInPlace(StringRef path,
                          function_ref<void(raw_ostream &)> write) {
  std::error_code code;
  raw_fd_ostream os(path, code, sys::fs::CD_OpenExisting);
  if (code)
    return errorCodeToError(code);
  write(os);
  os.close();
  return takeError(os);
}

static Error writeAtomically(StringRef path,
                             function_ref<void(raw_ostream &)> write) {
  Expected<sys::fs::TempFile> file =
      sys::fs::TempFile::create(path + ".%%%%%%%%.tmp");
  if (!file)
    return file.takeError();
  raw_fd_ostream os(file->FD, /*shouldClose=*/false);
  write(os);
  os.flush();
  if (Error error = takeError(os))
    return joinErrors(std::move(error), file->discard());
  return file->keep(path);
}

Error writeNpy(StringRef path, mlir::Type elementType, ArrayRef<int64_t> shape,
               ArrayRef<char> data) {
  StringRef name = npy::displayName(path);
  std::string descr = npyDescr(elementType);
  if (descr.empty())
    return createFileError(name, npy::makeTypeError(elementType));
  if (Error error = npy::checkNumBytes(descr, shape, data.size()))
    return createFileError(name, std::move(error));
  auto write = [&](raw_ostream &os) {
    os << npyHeader(descr, shape);
    writeElements(os, elementType, data);
  };

  // A symbolic link keeps being one: its target is what is replaced.
  SmallString<128> target;
  if (sys::fs::real_path(path, target))
    target = path;
  sys::fs::file_status status;
  std::error_code code = sys::fs::status(target, status);
  bool exists = !code && sys::fs::exists(status);
  Error error = Error::success();
  if (exists && sys::fs::is_directory(status))
    error = npy::makeError("expected a file to write, found a directory");
  else if (exists && !sys::fs::is_regular_file(status))
    error = writeInPlace(target, write);
  else
    error = writeAtomically(target, write);
  if (error)
    return createFileError(name, std::move(error));
  return Error::success();
}

} // namespace scatter
