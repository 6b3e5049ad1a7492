//===- BufferPool.h - a pool of large buffers -------------------*- C++ -*-===//
//
// The pages of a fresh allocation are zeroed by the system when they are first
// touched, which takes as long as the copy of a tensor. Buffers of 4 MiB and
// more that programs allocate, for results and in between, are therefore kept
// when they are freed and given to the next allocation of about that size.
//
// There is one pool per process; scatter-c/Pool.h is its C interface. All
// functions are thread-safe. None waits for another thread, which may not exist
// in a forked process: they use try_lock, and if that fails, fall back to
// malloc and free.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_EXECUTIONENGINE_BUFFERPOOL_H
#define SCATTER_EXECUTIONENGINE_BUFFERPOOL_H

#include <cstddef>

namespace scatter {

/// The bytes from which buffers are pooled.
inline constexpr size_t kMinPooledBytes = size_t(4) << 20;

/// A buffer of `size` bytes or more, with any contents, at a multiple of 2 MiB
/// and of `alignment` (a power of two). Null if `size` is less than
/// kMinPooledBytes or if there is no memory. The caller frees it by freePooled.
void *allocatePooled(size_t size, size_t alignment = 1);

/// Keeps or frees `memory`, which allocatePooled or malloc returned or which is
/// null.
void freePooled(void *memory);

/// Sets the number of bytes that the process keeps in freed buffers (256 MiB
/// unless set) and frees those beyond it, the ones freed first to begin with; 0
/// frees all and keeps none. Returns the number before.
size_t setPooledBytesLimit(size_t bytes);

/// The number that was set.
size_t getPooledBytesLimit();

/// The number of bytes in freed buffers.
size_t getPooledBytes();

} // namespace scatter

#endif // SCATTER_EXECUTIONENGINE_BUFFERPOOL_H
