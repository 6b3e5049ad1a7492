//===- Weights.cpp - the file beside a model ------------------------------===//

#include "Weights.h"

#include "scatter/Support/RegularFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace scatter;
using namespace scatter::openvino;

Expected<StringRef> Weights::get(uint64_t offset, uint64_t size) {
  if (size == 0)
    return StringRef();
  SmallString<128> path(modelFile);
  sys::path::replace_extension(path, "bin");
  if (!buffer) {
    Expected<RegularFile> file = RegularFile::open(path);
    if (!file)
      return createStringError("weights '" + path +
                               "': " + toString(file.takeError()));
    auto mapped = MemoryBuffer::getOpenFile(
        sys::fs::convertFDToNativeFile(file->getDescriptor()), path,
        file->getSize(), /*RequiresNullTerminator=*/false);
    if (!mapped)
      return createStringError(mapped.getError(),
                               "weights '" + path +
                                   "': " + mapped.getError().message());
    buffer = std::move(*mapped);
  }
  StringRef bytes = buffer->getBuffer();
  if (offset > bytes.size() || size > bytes.size() - offset)
    return createStringError("weights '" + path + "': expected " + Twine(size) +
                             " bytes at offset " + Twine(offset) +
                             ", found a file of " + Twine(bytes.size()));
  return bytes.substr(offset, size);
}
