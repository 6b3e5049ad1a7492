//===- SourceFile.cpp - the file that scatter-run compiles ----------------===//

#include "SourceFile.h"

#include "scatter/Support/CrashGuard.h"
#include "scatter/Support/RegularFile.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"

using namespace llvm;
using namespace scatter;

/// Reads a pipe until its writer closes it.
static Expected<std::unique_ptr<MemoryBuffer>> readPipe(StringRef path) {
  int descriptor = 0;
  if (path != "-")
    if (std::error_code code = sys::fs::openFileForRead(path, descriptor))
      return createStringError(code, "'" + path + "': " + code.message());
  scope_exit close([&] {
    if (descriptor != 0)
      (void)sys::Process::SafelyCloseFileDescriptor(descriptor);
  });
  SmallVector<char, 0> bytes;
  char block[1 << 14];
  for (;;) {
    Expected<size_t> count = sys::fs::readNativeFile(descriptor, block);
    if (!count)
      return createStringError("'" + path +
                               "': " + toString(count.takeError()));
    if (*count == 0)
      break;
    if (bytes.size() + *count > kMaxSourceBytes)
      return createStringError("'" + path + "': expected at most " +
                               Twine(kMaxSourceBytes) + " bytes, found more");
    bytes.append(block, block + *count);
  }
  return MemoryBuffer::getMemBufferCopy(StringRef(bytes.data(), bytes.size()),
                                        path == "-" ? "<stdin>" : path);
}

Expected<std::unique_ptr<MemoryBuffer>>
scatter::readSourceFile(StringRef given) {
  std::string path = getModelPath(given);
#ifndef SCATTER_HAS_IMPORT
  StringRef extension = sys::path::extension(path);
  if (extension == ".onnx" || extension == ".xml" || extension == ".pb")
    return createStringError("'" + path +
                             "': expected .mlir or .mlirbc: this build reads "
                             "no models (SCATTER_ENABLE_IMPORT)");
#endif
  // A device may never end.
  sys::fs::file_status status;
  if (path == "-" || (!sys::fs::status(path, status) &&
                      status.type() == sys::fs::file_type::fifo_file))
    return readPipe(path);
  return readRegularFile(path);
}

CompileTimeLimit::CompileTimeLimit(const SourceLimits &limits,
                                   MemoryBufferRef source) {
  ResourceLimits time;
  time.cpuSeconds = limits.cpuSeconds.value_or(
      getSourceLimits(source.getBufferSize()).cpuSeconds);
  changeLimits(time);
}

CompileTimeLimit::~CompileTimeLimit() { changeLimits(ResourceLimits()); }
