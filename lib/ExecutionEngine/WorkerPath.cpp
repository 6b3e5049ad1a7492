//===- WorkerPath.cpp - where the worker program is -----------------------===//

#include "WorkerPath.h"

#include "scatter/ExecutionEngine/Errors.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cstdlib>
#include <dlfcn.h>

using namespace llvm;
using namespace scatter;

static constexpr StringLiteral name = "scatter-worker";

/// Where the worker is, seen from the folder of the library or program that
/// holds this code: a wheel and the tools of a build tree, the libraries of a
/// build tree, the package with libraries in lib or in lib/<architecture>.
static constexpr StringLiteral folders[] = {".", "../bin", "../libexec/scatter",
                                            "../../libexec/scatter"};

/// The file that holds this code, without symbolic links.
static SmallString<128> getOwnFile() {
  Dl_info info;
  SmallString<128> path;
  if (!dladdr(reinterpret_cast<const void *>(&findWorker), &info))
    return path;
  // A program is named as it was called, which may be by PATH alone.
  StringRef file = StringRef(info.dli_fname).contains('/') ? info.dli_fname
                                                           : "/proc/self/exe";
  if (sys::fs::real_path(file, path))
    path.clear();
  return path;
}

Expected<std::string> scatter::findWorker(const EngineOptions &options) {
  if (!options.workerPath.empty())
    return options.workerPath;
  // A program with more rights than its user does not do what the user's
  // environment says.
  if (const char *path = secure_getenv("SCATTER_WORKER"); path && *path)
    return std::string(path);
  SmallString<128> file = getOwnFile();
  for (StringRef folder : folders) {
    SmallString<128> path(sys::path::parent_path(file));
    sys::path::append(path, folder, name);
    if (sys::fs::can_execute(path))
      return path.str().str();
  }
  if (sys::fs::can_execute(SCATTER_INSTALLED_WORKER))
    return SCATTER_INSTALLED_WORKER;
  return make_error<CompileError>(
      "untrusted source: expected the program 'scatter-worker' beside '" +
      file.str() +
      "' or in the environment variable SCATTER_WORKER, found none");
}
