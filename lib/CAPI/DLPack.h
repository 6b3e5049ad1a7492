//===- DLPack.h - DLPack tensors and the engine's buffers -------*- C++ -*-===//

#ifndef SCATTER_LIB_CAPI_DLPACK_H
#define SCATTER_LIB_CAPI_DLPACK_H

#include "scatter-c/Status.h"
#include "scatter/ExecutionEngine/Buffer.h"
#include <dlpack/dlpack.h>

namespace scatter {

/// DLPack's spelling of `type`; bits is 0 if it has none.
DLDataType toDLDataType(ElementType type);

/// Describes `tensor`, which has to have the rank `rank`, in `view`. Errors:
/// TYPE, SHAPE, USAGE.
ScatterStatus *toView(const DLTensor *tensor, size_t rank, BufferView &view);

/// The same for a tensor of any rank; `view` refers to its sizes and strides.
ScatterStatus *toView(const DLTensor *tensor, ArrayView &view);

/// Copies the sizes and strides of `array`, which has to have the rank `rank`,
/// to `view`. Errors: SHAPE.
ScatterStatus *toView(const ArrayView &array, size_t rank, BufferView &view);

/// A managed tensor that takes over `buffer`, which is left as it was if there
/// is no memory.
DLManagedTensor *toManagedTensor(OwnedBuffer &buffer);

/// Checks that `source` can be copied to `destination`. Errors: TYPE, SHAPE.
ScatterStatus *checkCopy(const BufferView &source,
                         const BufferView &destination);

/// Copies elements between views that checkCopy accepts and that do not
/// overlap.
void copyElements(const BufferView &source, const BufferView &destination);

} // namespace scatter

#endif // SCATTER_LIB_CAPI_DLPACK_H
