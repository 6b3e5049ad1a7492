//===- RegionBody.h - the region of scatter.generic, emitted ----*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_GENERIC_REGIONBODY_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_GENERIC_REGIONBODY_H

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/Utils/IndexBuilder.h"

namespace scatter {

/// Whether elements of `type` have vectors whose memory is that of the
/// elements one after the other.
bool hasElementVectors(Type type);

/// Whether all ops of the region of `op` work on vectors as they do on
/// scalars.
bool hasVectorForm(GenericOp op);

/// Emits the ops of the region of `op` and returns what it yields. Elements of
/// bf16 and 8-bit floats are held as their bits. `arguments` are elements, or
/// vectors of `width` of them; an argument that is a scalar beside vectors is
/// the same for all lanes. `positions` are those of all dimensions, in
/// `vectorDim` that of the first lane. A result that is the same for all lanes
/// may be a scalar.
SmallVector<Value> emitRegion(IndexBuilder &b, GenericOp op,
                              ValueRange arguments, ArrayRef<Value> positions,
                              int64_t vectorDim, int64_t width);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_GENERIC_REGIONBODY_H
