//===- Guard.h - exhausted memory in the C API ------------------*- C++ -*-===//
//
// A function of the C API never ends the process. Code that allocates runs
// under a guard, which turns exhausted memory into a status or a fallback. This
// folder is therefore compiled with exceptions. The other libraries are not: an
// exception leaves their frames without running destructors, and the memory
// that they own is leaked. That is safer than destroying partial IR.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_CAPI_GUARD_H
#define SCATTER_LIB_CAPI_GUARD_H

#include "Status.h"

#include <new>
#include <stdexcept>

namespace scatter {

/// While an object of this class exists, LLVM's containers throw std::bad_alloc
/// on this thread instead of aborting.
class BadAllocScope {
public:
  BadAllocScope();
  BadAllocScope(const BadAllocScope &) = delete;
  BadAllocScope &operator=(const BadAllocScope &) = delete;
  ~BadAllocScope();
};

/// Returns `body()`, or `fallback()` if memory is exhausted.
template <typename Fallback, typename Body>
auto guardOr(Fallback fallback, Body body) -> decltype(fallback()) {
  BadAllocScope scope;
  try {
    return body();
  } catch (const std::bad_alloc &) {
  } catch (const std::length_error &) {
    // Thrown for a container that would exceed the address space.
  }
  return fallback();
}

/// Returns `body()`, or `fallback` if memory is exhausted.
template <typename Result, typename Body>
Result guard(Result fallback, Body body) {
  return guardOr([&] { return fallback; }, body);
}

/// Returns the status `body()`. If memory is exhausted, returns a status that
/// needs no allocation.
template <typename Body>
ScatterStatus *guard(Body body) {
  return guardOr(getMemoryStatus, body);
}

} // namespace scatter

#endif // SCATTER_LIB_CAPI_GUARD_H
