//===- OutputFiles.h - files that are replaced together ---------*- C++ -*-===//

#ifndef SCATTER_TOOLS_SCATTER_RUN_OUTPUTFILES_H
#define SCATTER_TOOLS_SCATTER_RUN_OUTPUTFILES_H

#include "scatter/Support/AtomicFile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace scatter {

/// Files that are replaced together. All of them are complete before commit()
/// renames the first one. A failure before that leaves all files unchanged.
class OutputFiles {
public:
  /// Calls `write` with the stream of the file `path`. AtomicFile describes
  /// what happens if it is not a regular file.
  llvm::Error add(llvm::StringRef path,
                  llvm::function_ref<llvm::Error(llvm::raw_ostream &)> write);

  /// Adds a file with the contents `text`. "-" stands for standard output.
  llvm::Error addText(llvm::StringRef path, llvm::StringRef text);

  /// Renames every file to its final path.
  llvm::Error commit();

private:
  llvm::SmallVector<AtomicFile, 2> files;
};

/// Fails if two of `paths` name the same regular file, also if it does not
/// exist yet.
llvm::Error checkDistinct(llvm::ArrayRef<llvm::StringRef> paths);

/// Flushes standard output. Fails if a write has failed.
llvm::Error flushStandardOutput();

} // namespace scatter

#endif // SCATTER_TOOLS_SCATTER_RUN_OUTPUTFILES_H
