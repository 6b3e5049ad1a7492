//===- BufferPool.h - memory of results, used again -------------*- C++ -*-===//
//
// The pages of a fresh allocation are zeroed by the system when they are first
// touched, which takes as long as the copy of a tensor. Buffers of 4 MiB and
// more that programs allocate, for results and in between, are therefore kept
// when they are freed and given to the next allocation of about that size.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_EXECUTIONENGINE_BUFFERPOOL_H
#define SCATTER_EXECUTIONENGINE_BUFFERPOOL_H

#include <cstddef>

namespace scatter {

/// Sets the number of bytes that the process keeps in freed buffers (256 MiB
/// unless set) and frees those beyond it, the ones freed first to begin with; 0
/// frees all and keeps none. Thread-safe.
void setPooledBytesLimit(size_t bytes);

/// The number of bytes in freed buffers. Thread-safe.
size_t getPooledBytes();

} // namespace scatter

#endif // SCATTER_EXECUTIONENGINE_BUFFERPOOL_H
