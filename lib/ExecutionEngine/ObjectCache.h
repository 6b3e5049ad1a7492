//===- ObjectCache.h - compiled objects on disk -----------------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_OBJECTCACHE_H
#define SCATTER_LIB_EXECUTIONENGINE_OBJECTCACHE_H

#include "CompiledObject.h"
#include "scatter/ExecutionEngine/Options.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>

namespace scatter {

/// A folder with one file per object. Any number of processes may use it at
/// once: files are written completely before they get their final name, and are
/// never changed.
class ObjectCache {
public:
  /// Opens `directory` and creates it if it is missing. Fails unless the folder
  /// belongs to the user and only the user may enter it, because this process
  /// runs the code in it.
  static llvm::Expected<ObjectCache> open(llvm::StringRef directory,
                                          uint64_t maxBytes);

  ObjectCache(ObjectCache &&other);
  ~ObjectCache();

  /// Returns the object that was stored as `key`, or std::nullopt. A damaged
  /// entry is ignored.
  std::optional<CompiledObject> load(llvm::StringRef key) const;

  /// Stores `object` as `key`, then removes the least recently used entries
  /// until the size limit holds. Fails if the file cannot be written. No
  /// partial entry is left then.
  llvm::Error store(llvm::StringRef key, const CompiledObject &object) const;

private:
  ObjectCache(int folder, uint64_t maxBytes)
      : folder(folder), maxBytes(maxBytes) {}

  /// Returns the path of a file through the descriptor of the checked folder,
  /// because the name of the folder may refer to another folder later.
  std::string getPath(const llvm::Twine &file) const;

  int folder;
  uint64_t maxBytes;
};

/// Returns the cache key of the object that `options` make from `source`, which
/// is called `name` in locations. It is a hexadecimal digest of everything that
/// the object depends on: the bytes and the name of the source, every option,
/// the host's CPU, and the compiler (its version, LLVM's version, and the files
/// that contain them).
std::string computeCacheKey(const EngineOptions &options, llvm::StringRef name,
                            llvm::StringRef source);

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_OBJECTCACHE_H
