//===- ReadOptions.h - structs of options of other versions -----*- C++ -*-===//

#ifndef SCATTER_LIB_CAPI_READOPTIONS_H
#define SCATTER_LIB_CAPI_READOPTIONS_H

#include "Status.h"

#include <algorithm>
#include <cstring>

namespace scatter {

/// Reads the options of a caller whose headers may have fewer or more members.
/// Sets `options` to the given options, to the defaults, or to `copy`.
template <typename Options>
ScatterStatus *readOptions(const Options *given, Options &copy,
                           const Options *&options) {
  static constexpr Options defaults{};
  options = given ? given : &defaults;
  size_t size = options->struct_size;
  if (LLVM_LIKELY(!given || size == sizeof(Options)))
    return nullptr;
  options = &copy;
  copy = defaults;
  if (size < sizeof(size_t))
    return makeStatus(SCATTER_STATUS_USAGE,
                      "'struct_size': expected the size of the options, " +
                          llvm::Twine(sizeof(Options)) + ", found " +
                          llvm::Twine(size));
  std::memcpy(&copy, given, std::min(size, sizeof(Options)));
  auto *bytes = reinterpret_cast<const char *>(given);
  if (size > sizeof(Options) &&
      std::any_of(bytes + sizeof(Options), bytes + size,
                  [](char byte) { return byte != 0; }))
    return makeStatus(SCATTER_STATUS_USAGE,
                      "'struct_size': expected options that this version "
                      "of the library knows, " +
                          llvm::Twine(sizeof(Options)) + " bytes, found " +
                          llvm::Twine(size) + " bytes with later ones set");
  return nullptr;
}

} // namespace scatter

#endif // SCATTER_LIB_CAPI_READOPTIONS_H
