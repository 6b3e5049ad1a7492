//===- BufferPool.h - a pool of large buffers -------------------*- C++ -*-===//
//
// The system zeroes the pages of a fresh allocation when they are first
// touched, which takes as long as copying a tensor. Buffers of 4 MiB or more
// that programs allocate for results and intermediate values are therefore kept
// when they are freed, and reused for the next allocation of similar size.
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

/// The minimum size in bytes of buffers that are pooled.
inline constexpr size_t kMinPooledBytes = size_t(4) << 20;

/// Returns an uninitialized buffer of at least `size` bytes, aligned to 2 MiB
/// and to `alignment` (a power of two). Returns null if `size` is less than
/// kMinPooledBytes or if memory is exhausted. The caller frees the buffer with
/// freePooled.
void *allocatePooled(size_t size, size_t alignment = 1);

/// Keeps or frees `memory`. It must be null or a result of allocatePooled or
/// malloc.
void freePooled(void *memory);

/// Sets the maximum number of bytes in freed buffers of the process (256 MiB by
/// default) and frees the oldest buffers beyond it. 0 frees all buffers and
/// keeps none from then on. Returns the former maximum.
size_t setPooledBytesLimit(size_t bytes);

/// The maximum number of bytes in freed buffers.
size_t getPooledBytesLimit();

/// The current number of bytes in freed buffers.
size_t getPooledBytes();

} // namespace scatter

#endif // SCATTER_EXECUTIONENGINE_BUFFERPOOL_H
