//===- Pool.cpp - the pool of buffers for C -------------------------------===//

#include "scatter-c/Pool.h"

#include "scatter/ExecutionEngine/BufferPool.h"

using namespace scatter;

static_assert(SCATTER_POOL_MIN_BYTES == kMinPooledBytes);

void *scatter_pool_allocate(size_t size) { return allocatePooled(size); }

void scatter_pool_free(void *buffer) { freePooled(buffer); }

size_t scatter_pool_set_limit(size_t bytes) {
  return setPooledBytesLimit(bytes);
}

size_t scatter_pool_limit(void) { return getPooledBytesLimit(); }

size_t scatter_pool_idle_bytes(void) { return getPooledBytes(); }
