//===- CacheKey.h - names of entries of the object cache --------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_CACHEKEY_H
#define SCATTER_LIB_EXECUTIONENGINE_CACHEKEY_H

#include "scatter/ExecutionEngine/Options.h"
#include <string>

namespace scatter {

/// Names the object that `options` make of `source`, which is called `name` in
/// locations. A digest in hexadecimal digits of all that the object depends on:
/// the bytes of the source, every option, the host's CPU, and the compiler (its
/// version, LLVM's, and the files that hold them).
std::string computeCacheKey(const EngineOptions &options, llvm::StringRef name,
                            llvm::StringRef source);

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_CACHEKEY_H
