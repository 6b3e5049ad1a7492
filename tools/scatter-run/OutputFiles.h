//===- OutputFiles.h - files that appear together ---------------*- C++ -*-===//

#ifndef SCATTER_TOOLS_SCATTER_RUN_OUTPUTFILES_H
#define SCATTER_TOOLS_SCATTER_RUN_OUTPUTFILES_H

#include "scatter/Support/AtomicFile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace scatter {

/// Files that are replaced together: all are complete before commit() moves the
/// first to its place, so that a failure leaves all of them unchanged.
class OutputFiles {
public:
  /// Calls `write` with the stream of the file `path`; see AtomicFile for what
  /// is no regular file.
  llvm::Error add(llvm::StringRef path,
                  llvm::function_ref<llvm::Error(llvm::raw_ostream &)> write);

  /// The same for a file with the contents `text`; "-" is standard output.
  llvm::Error addText(llvm::StringRef path, llvm::StringRef text);

  /// Moves every file to its place.
  llvm::Error commit();

private:
  llvm::SmallVector<AtomicFile, 2> files;
};

/// Fails if two of `paths` name one regular file, whatever its spelling, or
/// will do so once it exists.
llvm::Error checkDistinct(llvm::ArrayRef<llvm::StringRef> paths);

/// Writes what is buffered for standard output; fails if it was not accepted.
llvm::Error flushStandardOutput();

} // namespace scatter

#endif // SCATTER_TOOLS_SCATTER_RUN_OUTPUTFILES_H
