//===- OutputFiles.cpp - files that appear together -----------------------===//

#include "OutputFiles.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace scatter;

static Error makeError(StringRef path, std::error_code code) {
  return createStringError(code, "'" + path + "': " + code.message());
}

OutputFiles::~OutputFiles() {
  for (const Pending &file : pending) {
    sys::fs::remove(file.temporary);
    sys::DontRemoveFileOnSignal(file.temporary);
  }
}

Error OutputFiles::add(StringRef path, function_ref<Error(StringRef)> write) {
  // A link stays one: the file that it names is replaced.
  SmallString<128> target;
  if (sys::fs::real_path(path, target))
    target = path;
  sys::fs::file_status status;
  if (!sys::fs::status(target, status) &&
      status.type() != sys::fs::file_type::regular_file) {
    if (status.type() == sys::fs::file_type::directory_file)
      return makeError(path, std::make_error_code(std::errc::is_a_directory));
    return write(target);
  }
  SmallString<128> temporary;
  if (std::error_code code =
          sys::fs::createUniqueFile(Twine(target) + ".%%%%%%.tmp", temporary))
    return makeError(path, code);
  pending.push_back({temporary.str().str(), target.str().str()});
  sys::RemoveFileOnSignal(temporary);
  return write(temporary);
}

Error OutputFiles::addText(StringRef path, StringRef text) {
  if (path == "-") {
    outs() << text;
    return flushStandardOutput();
  }
  return add(path, [&](StringRef name) -> Error {
    std::error_code code;
    raw_fd_ostream os(name, code);
    if (code)
      return makeError(path, code);
    os << text;
    os.close();
    code = os.error();
    os.clear_error();
    return code ? makeError(path, code) : Error::success();
  });
}

Error OutputFiles::commit() {
  while (!pending.empty()) {
    const Pending &file = pending.back();
    if (std::error_code code = sys::fs::rename(file.temporary, file.path))
      return makeError(file.path, code);
    sys::DontRemoveFileOnSignal(file.temporary);
    pending.pop_back();
  }
  return Error::success();
}

Error scatter::flushStandardOutput() {
  outs().flush();
  std::error_code code = outs().error();
  outs().clear_error();
  return code ? makeError("standard output", code) : Error::success();
}
