//===- FilesBeside.h - files in the folder of a model -----------*- C++ -*-===//

#ifndef SCATTER_LIB_IMPORT_COMMON_FILESBESIDE_H
#define SCATTER_LIB_IMPORT_COMMON_FILESBESIDE_H

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/ErrorOr.h"
#include "llvm/Support/FileSystem.h"

namespace scatter {

/// Returns `path` with symbolic links resolved, or an empty path if the result
/// is not in `folder` or its subfolders, because a link may lead out of the
/// folder. Fails if there is no such file. An empty `folder` is the working
/// directory.
inline llvm::ErrorOr<std::string> resolveBelow(llvm::StringRef path,
                                               llvm::StringRef folder) {
  llvm::SmallString<128> realFolder, realPath;
  if (std::error_code code =
          llvm::sys::fs::real_path(folder.empty() ? "." : folder, realFolder))
    return code;
  if (std::error_code code = llvm::sys::fs::real_path(path, realPath))
    return code;
  if (realFolder != "/")
    realFolder += '/';
  return realPath.starts_with(realFolder) ? realPath.str().str()
                                          : std::string();
}

} // namespace scatter

#endif // SCATTER_LIB_IMPORT_COMMON_FILESBESIDE_H
