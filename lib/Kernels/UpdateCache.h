//===- UpdateCache.h - keeps updates to run them again ----------*- C++ -*-===//
//
// Programs often call a function with arrays of the same types, sizes and
// strides, at other addresses. Each thread keeps the updates of its last calls.
// Their arguments have been checked and their kernels have been found.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_KERNELS_UPDATECACHE_H
#define SCATTER_LIB_KERNELS_UPDATECACHE_H

#include "ThreadLocal.h"
#include "Update.h"

#include "llvm/ADT/STLExtras.h"
#include <memory>

namespace scatter::kernels {

/// The updates of class T that a thread keeps.
template <typename T>
class UpdateCache {
public:
  /// Takes an update for which `isFor` holds, or returns null. It is moved out,
  /// because the caller's code may run other updates meanwhile.
  template <typename Predicate>
  std::unique_ptr<T> take(Predicate isFor) {
    auto matches = [&](const std::unique_ptr<T> &entry) {
      return entry && isFor(*entry);
    };
    if (LLVM_UNLIKELY(!matches(*last))) {
      auto *found = llvm::find_if(entries, matches);
      if (found == std::end(entries))
        return nullptr;
      last = found;
    }
    return std::move(*last);
  }

  /// Keeps `update`. It replaces another update if there are too many.
  void keep(std::unique_ptr<T> update) {
    if (LLVM_UNLIKELY(*last != nullptr))
      last = chooseEntry();
    *last = std::move(update);
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

/// Runs an update of class T on `arguments`. T::isFor(arguments) tells whether
/// T::move(arguments) makes a kept update one of these arguments.
/// T::set(arguments) checks all arguments of a new update.
template <typename T, typename... Arguments>
llvm::Error runUpdate(const Destination &destination,
                      const Arguments &...arguments) {
  UpdateCache<T> *cache = ThreadLocal<UpdateCache<T>>::get();
  std::unique_ptr<T> update;
  if (LLVM_LIKELY(cache != nullptr))
    update =
        cache->take([&](const T &kept) { return kept.isFor(arguments...); });
  if (LLVM_LIKELY(update != nullptr)) {
    if (llvm::Error error = update->move(arguments...))
      return error;
  } else {
    update = std::make_unique<T>();
    if (llvm::Error error = update->set(arguments...))
      return error;
  }
  llvm::Error error = update->run(destination);
  if (LLVM_LIKELY(cache != nullptr))
    cache->keep(std::move(update));
  return error;
}

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_UPDATECACHE_H
