//===- Guard.h - functions of the C API without memory ----------*- C++ -*-===//
//
// A function of the C API never ends the process. What allocates runs under a
// guard, which turns a lack of memory into a status or a fallback. This folder
// is therefore compiled with exceptions. The other libraries are not: an
// exception leaves their frames without running destructors, and what they held
// is leaked. That is safer than to destroy partial IR.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_CAPI_GUARD_H
#define SCATTER_LIB_CAPI_GUARD_H

#include "Status.h"

#include <new>
#include <stdexcept>

namespace scatter {

/// While an object of this class exists, LLVM's containers throw std::bad_alloc
/// on this thread instead of calling abort.
class BadAllocScope {
public:
  BadAllocScope();
  BadAllocScope(const BadAllocScope &) = delete;
  BadAllocScope &operator=(const BadAllocScope &) = delete;
  ~BadAllocScope();
};

/// Returns `body()`, or `fallback()` if there is no memory.
template <typename Fallback, typename Body>
auto guardOr(Fallback fallback, Body body) -> decltype(fallback()) {
  BadAllocScope scope;
  try {
    return body();
  } catch (const std::bad_alloc &) {
  } catch (const std::length_error &) {
    // A container that would be larger than the address space.
  }
  return fallback();
}

/// Returns `body()`, or `fallback` if there is no memory.
template <typename Result, typename Body>
Result guard(Result fallback, Body body) {
  return guardOr([&] { return fallback; }, body);
}

/// Returns the status `body()`, or one that needs no memory.
template <typename Body>
ScatterStatus *guard(Body body) {
  return guardOr(getMemoryStatus, body);
}

} // namespace scatter

#endif // SCATTER_LIB_CAPI_GUARD_H
