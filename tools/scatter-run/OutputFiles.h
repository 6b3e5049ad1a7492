//===- OutputFiles.h - files that appear together ---------------*- C++ -*-===//

#ifndef SCATTER_TOOLS_SCATTER_RUN_OUTPUTFILES_H
#define SCATTER_TOOLS_SCATTER_RUN_OUTPUTFILES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace scatter {

/// Files that are written under temporary names beside their places and put
/// there by commit(), so that a failure leaves all of them as they were.
class OutputFiles {
public:
  OutputFiles() = default;
  OutputFiles(const OutputFiles &) = delete;
  OutputFiles &operator=(const OutputFiles &) = delete;

  /// Removes what was not committed.
  ~OutputFiles();

  /// Calls `write` with the name of the file to write. That is `path` itself if
  /// it exists and is no regular file.
  llvm::Error add(llvm::StringRef path,
                  llvm::function_ref<llvm::Error(llvm::StringRef)> write);

  /// The same for a file with the contents `text`; "-" is standard output.
  llvm::Error addText(llvm::StringRef path, llvm::StringRef text);

  /// Moves every file to its place.
  llvm::Error commit();

private:
  struct Pending {
    std::string temporary;
    std::string path;
  };
  llvm::SmallVector<Pending, 2> pending;
};

/// Writes what is buffered for standard output; fails if it was not accepted.
llvm::Error flushStandardOutput();

} // namespace scatter

#endif // SCATTER_TOOLS_SCATTER_RUN_OUTPUTFILES_H
