//===- Memory.h - allocations of generated code -----------------*- C++ -*-===//
//
// Generated code does not look at what malloc returns. Programs in this process
// call the functions below instead, which leave the program when there is no
// memory. Frames of generated code hold nothing that must be destroyed.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_MEMORY_H
#define SCATTER_LIB_EXECUTIONENGINE_MEMORY_H

#include <cstddef>

namespace scatter {

/// malloc and aligned_alloc. Without memory they end the call that the calling
/// thread is in, or return null if it is in none.
void *allocate(size_t size);
void *allocateAligned(size_t alignment, size_t size);

/// free, for what the two above or malloc returned. Large buffers are kept for
/// other allocations, see BufferPool.h.
void deallocate(void *memory);

/// Calls `function(pointers)`. Returns 0, or the size in bytes of the
/// allocation that failed and ended the call.
size_t callWithMemoryCheck(void (*function)(void **), void **pointers);

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_MEMORY_H
