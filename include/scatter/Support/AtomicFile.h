//===- AtomicFile.h - files that appear when complete -----------*- C++ -*-===//

#ifndef SCATTER_SUPPORT_ATOMICFILE_H
#define SCATTER_SUPPORT_ATOMICFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <string>

namespace scatter {

/// A file that is written under a temporary name beside its place and put there
/// by commit(), so that no reader sees a partial file and a failure leaves
/// the former one. The new file gets the mode of the one that it replaces, and
/// its owner if the process may change that; of a symbolic link the target is
/// replaced. An existing file that is not regular, such as a pipe, is written
/// directly. The temporary file is removed when the object is destroyed or a
/// signal ends the process. Every error names the path that create() got.
class AtomicFile {
public:
  static llvm::Expected<AtomicFile> create(llvm::StringRef path);

  AtomicFile(AtomicFile &&other) = default;
  AtomicFile &operator=(AtomicFile &&other) = delete;
  ~AtomicFile();

  llvm::raw_ostream &os() { return *stream; }

  /// Writes what is buffered. Nothing may be written afterwards.
  llvm::Error close();

  /// Moves the file to its place. It has been closed.
  llvm::Error commit();

private:
  AtomicFile() = default;

  llvm::Error makeError(std::error_code code) const;

  /// The name for errors.
  std::string path;
  /// Where the file belongs, links followed.
  std::string target;
  /// Empty for what is written directly, and after commit().
  std::string temporary;
  std::unique_ptr<llvm::raw_fd_ostream> stream;
};

} // namespace scatter

#endif // SCATTER_SUPPORT_ATOMICFILE_H
