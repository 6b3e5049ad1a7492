//===- Weights.cpp - the weights file of a model --------------------------===//

#include "Weights.h"

#include "Common/FilesBeside.h"
#include "scatter/Support/RegularFile.h"
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
    ErrorOr<std::string> found =
        resolveBelow(path, sys::path::parent_path(modelFile));
    if (!found)
      return createStringError(found.getError(),
                               "weights '" + path +
                                   "': " + found.getError().message());
    if (found->empty())
      return createStringError("weights '" + path +
                               "': expected a file in the folder of the "
                               "model, found a link that leads out of it");
    Expected<RegularFile> file = RegularFile::open(*found);
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
