//===- KeptObjects.h - a small cache of objects -----------------*- C++ -*-===//

#ifndef SCATTER_LIB_KERNELS_KEPTOBJECTS_H
#define SCATTER_LIB_KERNELS_KEPTOBJECTS_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Compiler.h"
#include <iterator>
#include <memory>

namespace scatter::kernels {

/// Up to 8 objects of class T. Not thread-safe.
template <typename T>
class KeptObjects {
public:
  /// Takes an object for which `isWanted` holds, or returns null. It is moved
  /// out, because the caller's code may use these objects meanwhile.
  template <typename Predicate>
  std::unique_ptr<T> take(Predicate isWanted) {
    auto matches = [&](const std::unique_ptr<T> &entry) {
      return entry && isWanted(*entry);
    };
    if (LLVM_UNLIKELY(!matches(*last))) {
      auto *found = llvm::find_if(entries, matches);
      if (found == std::end(entries))
        return nullptr;
      last = found;
    }
    return std::move(*last);
  }

  /// Keeps `object`. It replaces another object if there are too many.
  void keep(std::unique_ptr<T> object) {
    if (LLVM_UNLIKELY(*last != nullptr))
      last = chooseEntry();
    *last = std::move(object);
  }

private:
  std::unique_ptr<T> *chooseEntry() {
    auto *empty = llvm::find(entries, nullptr);
    if (empty != std::end(entries))
      return empty;
    return &entries[nextReplaced++ % std::size(entries)];
  }

  std::unique_ptr<T> entries[8];
  std::unique_ptr<T> *last = entries;
  unsigned nextReplaced = 0;
};

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_KEPTOBJECTS_H
