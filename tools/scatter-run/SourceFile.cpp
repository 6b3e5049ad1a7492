//===- SourceFile.cpp - the file that scatter-run compiles ----------------===//

#include "SourceFile.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace scatter;

namespace {
/// A format that needs an importer.
struct ModelFormat {
  StringLiteral extension;
  StringLiteral name;
};
} // namespace

static constexpr ModelFormat modelFormats[] = {{".onnx", "ONNX"},
                                               {".xml", "OpenVINO"}};

Expected<std::unique_ptr<MemoryBuffer>>
scatter::readSourceFile(StringRef path) {
  if (path != "-") {
    sys::fs::file_status status;
    if (std::error_code code = sys::fs::status(path, status))
      return createStringError(code, "'" + path + "': " + code.message());
    // A pipe is as good as a file; a device may never end.
    if (status.type() != sys::fs::file_type::regular_file &&
        status.type() != sys::fs::file_type::fifo_file)
      return createStringError("'" + path + "': expected a regular file");
  }
  for (const ModelFormat &format : modelFormats)
    if (sys::path::extension(path).equals_insensitive(format.extension))
      return createStringError("'" + path + "': " + format.name +
                               " models are not supported by this build");
  auto buffer = MemoryBuffer::getFileOrSTDIN(path);
  if (std::error_code code = buffer.getError())
    return createStringError(code, "'" + path + "': " + code.message());
  return std::move(*buffer);
}
