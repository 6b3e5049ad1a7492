//===- RunUpdate.h - runs updates and keeps them ----------------*- C++ -*-===//
//
// Programs often call a function with arrays of the same types, sizes and
// strides, at other addresses. Each thread keeps the updates of its last calls.
// Their arguments have been checked and their kernels have been found.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_KERNELS_RUNUPDATE_H
#define SCATTER_LIB_KERNELS_RUNUPDATE_H

#include "KeptObjects.h"
#include "ThreadLocal.h"
#include "Update.h"

namespace scatter::kernels {

/// Runs an update of class T on `arguments`. T::isFor(arguments) tells whether
/// T::move(arguments) makes a kept update one of these arguments.
/// T::set(arguments) checks all arguments of a new update.
template <typename T, typename... Arguments>
llvm::Error runUpdate(const Destination &destination,
                      const Arguments &...arguments) {
  KeptObjects<T> *cache = ThreadLocal<KeptObjects<T>>::get();
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

#endif // SCATTER_LIB_KERNELS_RUNUPDATE_H
