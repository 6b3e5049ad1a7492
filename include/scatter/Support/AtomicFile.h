//===- AtomicFile.h - files that appear when complete -----------*- C++ -*-===//

#ifndef SCATTER_SUPPORT_ATOMICFILE_H
#define SCATTER_SUPPORT_ATOMICFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <string>

namespace scatter {

/// A file that is written under a temporary name in the folder of its final
/// path and renamed by commit(). No reader sees a partial file, and a failure
/// leaves the former file unchanged. The temporary file is removed when the
/// object is destroyed or a signal ends the process.
///
/// The new file gets the mode of the file that it replaces, and its owner if
/// the process may change that. If the path is a symbolic link, the target of
/// the link is replaced. An existing file that is not regular, such as a pipe,
/// is written directly. Every error names the path that create() got.
class AtomicFile {
public:
  static llvm::Expected<AtomicFile> create(llvm::StringRef path);

  AtomicFile(AtomicFile &&other) = default;
  AtomicFile &operator=(AtomicFile &&other) = delete;
  ~AtomicFile();

  llvm::raw_ostream &os() { return *stream; }

  /// Flushes and closes the file. Nothing may be written afterwards.
  llvm::Error close();

  /// Renames the file to its final path. Must be called after close().
  llvm::Error commit();

private:
  AtomicFile() = default;

  llvm::Error makeError(std::error_code code) const;

  /// The path for error messages.
  std::string path;
  /// The final path, with symbolic links resolved.
  std::string target;
  /// The temporary path. Empty if the file is written directly, and after
  /// commit().
  std::string temporary;
  std::unique_ptr<llvm::raw_fd_ostream> stream;
};

} // namespace scatter

#endif // SCATTER_SUPPORT_ATOMICFILE_H
