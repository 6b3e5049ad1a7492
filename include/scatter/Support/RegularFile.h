//===- RegularFile.h - files that are safe to read --------------*- C++ -*-===//
//
// A path that somebody else chose may name a pipe, which waits for a writer, a
// device, which never ends, or more bytes than there is memory for.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_SUPPORT_REGULARFILE_H
#define SCATTER_SUPPORT_REGULARFILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace scatter {

/// The size of the largest source that is read.
inline constexpr uint64_t kMaxSourceBytes = uint64_t(2) << 30;

/// An open regular file. Movable, not copyable.
class RegularFile {
public:
  /// Opens `path` for reading. Fails for a file of another kind, without
  /// waiting for it. Messages do not name the path.
  static llvm::Expected<RegularFile> open(const llvm::Twine &path);

  RegularFile(RegularFile &&other)
      : descriptor(std::exchange(other.descriptor, -1)), size(other.size) {}
  RegularFile &operator=(RegularFile &&) = delete;
  ~RegularFile();

  int getDescriptor() const { return descriptor; }

  /// The size in bytes when the file was opened.
  uint64_t getSize() const { return size; }

  /// Fills `target` with the bytes from `offset` on. Fails if the file has
  /// become too short.
  llvm::Error read(llvm::MutableArrayRef<char> target, uint64_t offset) const;

  /// All bytes, as a buffer called `name`. Fails if there are more than
  /// `maxBytes`, or no memory for them.
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
  readAll(uint64_t maxBytes, llvm::StringRef name) const;

private:
  RegularFile(int descriptor, uint64_t size)
      : descriptor(descriptor), size(size) {}

  int descriptor;
  uint64_t size;
};

/// The bytes of the regular file `path`, in a buffer of its name. Fails with a
/// message that begins with the name in quotation marks.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readRegularFile(llvm::StringRef path, uint64_t maxBytes = kMaxSourceBytes);

/// The file of the model that `path` names: the graph in the folder of a
/// SavedModel of TensorFlow, else `path`.
std::string getModelPath(llvm::StringRef path);

} // namespace scatter

#endif // SCATTER_SUPPORT_REGULARFILE_H
