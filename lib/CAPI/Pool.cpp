//===- Pool.cpp - the pool of buffers for C -------------------------------===//

#include "scatter-c/Pool.h"

#include "DLPack.h"
#include "Guard.h"
#include "scatter/ExecutionEngine/BufferPool.h"
#include "scatter/Kernels/Kernels.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace scatter;

static_assert(SCATTER_POOL_MIN_BYTES == kMinPooledBytes);

void *scatter_pool_allocate(size_t size) { return allocatePooled(size); }

void scatter_pool_free(void *buffer) { freePooled(buffer); }

/// Returns the bytes of the elements of `view`, or std::nullopt if sizes are
/// invalid.
static std::optional<int64_t> countBytes(const ArrayView &view) {
  int64_t bytes = view.type.byteSize();
  for (int64_t size : view.shape)
    if (size < 0 || MulOverflow(bytes, size, bytes))
      return std::nullopt;
  return bytes;
}

static DLManagedTensor *makeTensor(const DLTensor *like) {
  ArrayView view;
  if (ScatterStatus *status = toView(like, view)) {
    scatter_status_destroy(status);
    return nullptr;
  }
  std::optional<int64_t> bytes = countBytes(view);
  if (!bytes || getPooledBytesLimit() == 0)
    return nullptr;
  BufferView result{nullptr, view.type, {}, {}};
  result.shape.assign(view.shape.begin(), view.shape.end());
  result.strides = getResultStrides(view.shape, view.strides);
  result.data = allocatePooled(size_t(*bytes));
  if (!result.data)
    return nullptr;
  OwnedBuffer buffer(result.data, std::move(result));
  return toManagedTensor(buffer);
}

DLManagedTensor *scatter_pool_make_tensor(const DLTensor *like) {
  return guard<DLManagedTensor *>(nullptr, [&] { return makeTensor(like); });
}

size_t scatter_pool_set_limit(size_t bytes) {
  return setPooledBytesLimit(bytes);
}

size_t scatter_pool_limit(void) { return getPooledBytesLimit(); }

size_t scatter_pool_idle_bytes(void) { return getPooledBytes(); }
