//===- Slice.cpp - loops over the rows of a slice -------------------------===//

#include "Slice.h"
#include "Addressing/IndexMath.h"
#include "StridedRow.h"

using namespace mlir;
using namespace scatter;

/// One row, along `dim`.
static void emitRow(ImplicitLocOpBuilder &b, const RowWriter &writer,
                    const LoopDim &dim, Value dataOffset, Value updatesOffset) {
  Value dataStride = dim.strides[0], one = constantIndex(b, 1);
  auto emitStrided = [&](ImplicitLocOpBuilder &b) {
    emitStridedRow(b, writer, dim, dataOffset, updatesOffset);
  };
  if (!writer.storage.isVectorizable || !isConstant(dim.strides[1], 1))
    return emitStrided(b);
  if (isConstant(dataStride, -1)) {
    Value lowest = sub(b, dataOffset, sub(b, dim.size, one));
    return emitContiguousRow(b, writer, dim.size, lowest, updatesOffset,
                             /*isReversed=*/true);
  }
  emitIf(
      b, compare(b, arith::CmpIPredicate::eq, dataStride, one),
      [&](ImplicitLocOpBuilder &b) {
        emitContiguousRow(b, writer, dim.size, dataOffset, updatesOffset);
      },
      emitStrided);
}

void scatter::emitSlice(ImplicitLocOpBuilder &b, const RowWriter &writer,
                        ArrayRef<LoopDim> dims, Value dataOffset,
                        Value updatesOffset) {
  if (dims.empty())
    return writer.emitElements(b, 1, dataOffset, updatesOffset);
  emitLoopNest(b, dims.drop_back(), {dataOffset, updatesOffset},
               [&](ImplicitLocOpBuilder &b, ArrayRef<Value> offsets) {
                 emitRow(b, writer, dims.back(), offsets[0], offsets[1]);
               });
}
