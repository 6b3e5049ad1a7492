//===- DLPack.h - DLPack tensors as buffers ---------------------*- C++ -*-===//

#ifndef SCATTER_LIB_CAPI_DLPACK_H
#define SCATTER_LIB_CAPI_DLPACK_H

#include "scatter-c/Status.h"
#include "scatter/ExecutionEngine/Buffer.h"
#include <dlpack/dlpack.h>

namespace scatter {

/// Returns DLPack's type for `type`. Its number of bits is 0 if there is none.
DLDataType toDLDataType(ElementType type);

/// Describes `tensor`, which must have the rank `rank`, as `view`. Errors:
/// TYPE, SHAPE, USAGE.
ScatterStatus *toView(const DLTensor *tensor, size_t rank, BufferView &view);

/// Describes a tensor of any rank. `view` refers to its sizes and strides.
ScatterStatus *toView(const DLTensor *tensor, ArrayView &view);

/// Copies the sizes and strides of `array`, which must have the rank `rank`, to
/// `view`. Errors: SHAPE.
ScatterStatus *toView(const ArrayView &array, size_t rank, BufferView &view);

/// Makes a managed tensor that takes ownership of `buffer`. Leaves `buffer`
/// unchanged if memory is exhausted.
DLManagedTensor *toManagedTensor(OwnedBuffer &buffer);

/// Checks that `source` can be copied to `destination`. Errors: TYPE, SHAPE.
ScatterStatus *checkCopy(const BufferView &source,
                         const BufferView &destination);

/// Copies elements between views that checkCopy accepts. They must not overlap.
void copyElements(const BufferView &source, const BufferView &destination);

} // namespace scatter

#endif // SCATTER_LIB_CAPI_DLPACK_H
