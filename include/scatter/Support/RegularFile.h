//===- RegularFile.h - files that are safe to read --------------*- C++ -*-===//
//
// A path from an untrusted source may name a pipe, which blocks until there is
// a writer, a device, which never ends, or a file that is larger than memory.
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

/// The maximum size of a source file in bytes.
inline constexpr uint64_t kMaxSourceBytes = uint64_t(2) << 30;

/// An open regular file. Movable, not copyable.
class RegularFile {
public:
  /// Opens `path` for reading. Fails without blocking if it is not a regular
  /// file. Messages do not name the path.
  static llvm::Expected<RegularFile> open(const llvm::Twine &path);

  RegularFile(RegularFile &&other)
      : descriptor(std::exchange(other.descriptor, -1)), size(other.size) {}
  RegularFile &operator=(RegularFile &&) = delete;
  ~RegularFile();

  int getDescriptor() const { return descriptor; }

  /// The size in bytes when the file was opened.
  uint64_t getSize() const { return size; }

  /// Fills `target` with the bytes from `offset` on. Fails if the file has been
  /// truncated meanwhile.
  llvm::Error read(llvm::MutableArrayRef<char> target, uint64_t offset) const;

  /// Returns all bytes in a buffer called `name`. Fails if there are more than
  /// `maxBytes`, or not enough memory.
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
  readAll(uint64_t maxBytes, llvm::StringRef name) const;

private:
  RegularFile(int descriptor, uint64_t size)
      : descriptor(descriptor), size(size) {}

  int descriptor;
  uint64_t size;
};

/// Reads the regular file `path` into a buffer of the same name. Fails with a
/// message that begins with the path in quotation marks.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readRegularFile(llvm::StringRef path, uint64_t maxBytes = kMaxSourceBytes);

/// Returns the model file for `path`. If `path` is the folder of a TensorFlow
/// SavedModel, this is the graph in it, otherwise `path` itself.
std::string getModelPath(llvm::StringRef path);

} // namespace scatter

#endif // SCATTER_SUPPORT_REGULARFILE_H
