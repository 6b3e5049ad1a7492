//===- OutputFiles.cpp - files that are replaced together -----------------===//

#include "OutputFiles.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace scatter;

Error OutputFiles::add(StringRef path,
                       function_ref<Error(raw_ostream &)> write) {
  Expected<AtomicFile> file = AtomicFile::create(path);
  if (!file)
    return file.takeError();
  if (Error error = write(file->os()))
    return error;
  if (Error error = file->close())
    return error;
  files.push_back(std::move(*file));
  return Error::success();
}

Error OutputFiles::addText(StringRef path, StringRef text) {
  if (path == "-") {
    outs() << text;
    return flushStandardOutput();
  }
  return add(path, [&](raw_ostream &os) {
    os << text;
    return Error::success();
  });
}

Error OutputFiles::commit() {
  for (AtomicFile &file : files)
    if (Error error = file.commit())
      return error;
  files.clear();
  return Error::success();
}

/// Returns the canonical path of a regular file, existing or not. Empty for
/// other files, or if the folder does not exist.
static std::string getCanonicalName(StringRef path) {
  SmallString<128> name;
  sys::fs::file_status status;
  if (!sys::fs::status(path, status) &&
      status.type() != sys::fs::file_type::regular_file)
    return "";
  if (!sys::fs::real_path(path, name))
    return name.str().str();
  StringRef folder = sys::path::parent_path(path);
  if (sys::fs::real_path(folder.empty() ? "." : folder, name))
    return "";
  sys::path::append(name, sys::path::filename(path));
  return name.str().str();
}

Error scatter::checkDistinct(ArrayRef<StringRef> paths) {
  StringMap<StringRef> seen;
  for (StringRef path : paths) {
    std::string name = getCanonicalName(path);
    if (name.empty())
      continue;
    auto [known, isNew] = seen.try_emplace(name, path);
    if (!isNew)
      return createStringError("'" + path +
                               "': expected a file for each output, found "
                               "that of '" +
                               known->second + "'");
  }
  return Error::success();
}

Error scatter::flushStandardOutput() {
  outs().flush();
  std::error_code code = outs().error();
  outs().clear_error();
  return code ? createStringError(code, "'standard output': " + code.message())
              : Error::success();
}
