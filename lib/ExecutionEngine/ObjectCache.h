//===- ObjectCache.h - compiled objects on disk -----------------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_OBJECTCACHE_H
#define SCATTER_LIB_EXECUTIONENGINE_OBJECTCACHE_H

#include "CompiledObject.h"
#include "scatter/ExecutionEngine/Options.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include <cstdint>
#include <optional>
#include <string>

namespace scatter {

/// A folder with one file per object, which any number of processes may use at
/// once: files appear complete, under their final name, and are never changed.
class ObjectCache {
public:
  /// Opens `directory`, which is created if missing. Since entries are code
  /// that this process runs, fails unless the folder belongs to the user and
  /// only the user may enter it.
  static llvm::Expected<ObjectCache> open(llvm::StringRef directory,
                                          uint64_t maxBytes);

  ObjectCache(ObjectCache &&other);
  ~ObjectCache();

  /// The object that was stored as `key`, or nothing. A damaged entry counts as
  /// none.
  std::optional<CompiledObject> load(llvm::StringRef key) const;

  /// Stores `object` as `key`, and removes the entries that were not used for
  /// the longest time while there are more bytes than allowed. Fails when the
  /// file cannot be written; no partial entry is left then.
  llvm::Error store(llvm::StringRef key, const CompiledObject &object) const;

private:
  ObjectCache(int folder, uint64_t maxBytes)
      : folder(folder), maxBytes(maxBytes) {}

  /// Files are opened through the descriptor of the checked folder, since its
  /// name may refer to another folder later.
  std::string getPath(const llvm::Twine &file) const;

  int folder;
  uint64_t maxBytes;
};

/// The key of the object that `options` make of `source`, which is called
/// `name` in locations: a digest in hexadecimal digits of all that the object
/// depends on. These are the bytes of the source, every option, the host's CPU,
/// and the compiler (its version, LLVM's, and the files that hold them).
std::string computeCacheKey(const EngineOptions &options, llvm::StringRef name,
                            llvm::StringRef source);

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_OBJECTCACHE_H
