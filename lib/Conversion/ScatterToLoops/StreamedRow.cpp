//===- StreamedRow.cpp - copies that bypass the cache ---------------------===//

#include "StreamedRow.h"
#include "IndexMath.h"

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace scatter;

Value scatter::emitAddress(ImplicitLocOpBuilder &b, Value flat, Value offset,
                           int64_t elementBytes) {
  Value address = memref::ExtractAlignedPointerAsIndexOp::create(b, flat);
  auto type = cast<MemRefType>(flat.getType());
  auto [strides, typeOffset] = type.getStridesAndOffset();
  if (typeOffset != 0) {
    auto metadata = memref::ExtractStridedMetadataOp::create(b, flat);
    offset = add(b, offset, metadata.getOffset());
  }
  return add(b, address, mul(b, offset, constantIndex(b, elementBytes)));
}

Value scatter::emitIsAligned(ImplicitLocOpBuilder &b, Value flat, Value offset,
                             int64_t elementBytes, Value distance) {
  Value address = emitAddress(b, flat, offset, elementBytes);
  Value bits = b.createOrFold<arith::AndIOp>(
      b.createOrFold<arith::OrIOp>(address, distance),
      constantIndex(b, kLineBytes - 1));
  return compare(b, arith::CmpIPredicate::eq, bits, constantIndex(b, 0));
}

void scatter::emitPrefetchAhead(ImplicitLocOpBuilder &b, Value flat,
                                Value offset, int64_t elementBytes,
                                int64_t bytes, bool isWrite, bool isDownwards) {
  Value distance = constantIndex(b, bytes / elementBytes);
  Value ahead;
  if (isDownwards) {
    ahead = b.createOrFold<arith::MaxSIOp>(sub(b, offset, distance),
                                           constantIndex(b, 0));
  } else {
    Value size = b.createOrFold<memref::DimOp>(flat, constantIndex(b, 0));
    ahead = b.createOrFold<arith::MinSIOp>(add(b, offset, distance),
                                           sub(b, size, constantIndex(b, 1)));
  }
  memref::PrefetchOp::create(b, flat, ahead, isWrite, /*localityHint=*/3,
                             /*isDataCache=*/true);
}

void scatter::emitStreamedRow(ImplicitLocOpBuilder &b,
                              const SliceWriter &writer, Value length,
                              Value dataOffset, Value updatesOffset,
                              bool isReversed) {
  int64_t line = writer.vectorLength;
  int64_t elementBytes = kLineBytes / line;
  SliceWriter streaming = writer;
  streaming.streams = true;

  // Elements before the first whole line.
  Value address = emitAddress(b, writer.data, dataOffset, elementBytes);
  Value misaligned = b.createOrFold<arith::AndIOp>(
      sub(b, constantIndex(b, 0), address), constantIndex(b, kLineBytes - 1));
  Value head = b.createOrFold<arith::DivUIOp>(misaligned,
                                              constantIndex(b, elementBytes));
  head = b.createOrFold<arith::MinUIOp>(head, length);

  auto emitAt = [&](ImplicitLocOpBuilder &b, const SliceWriter &by,
                    Value position, int64_t width) {
    Value source = add(
        b, updatesOffset,
        isReversed ? sub(b, sub(b, length, position), constantIndex(b, width))
                   : position);
    if (by.streams && by.plan.prefetchBytes > 0)
      emitPrefetchAhead(b, by.updates, source, elementBytes,
                        by.plan.prefetchBytes, /*isWrite=*/false);
    by.emitChunk(b, width, add(b, dataOffset, position), source, isReversed);
  };
  emitLoop(b, constantIndex(b, 0), head, 1,
           [&](ImplicitLocOpBuilder &inner, Value position) {
             emitAt(inner, writer, position, 1);
           });

  Value rest = sub(b, length, head);
  Value linesEnd = sub(
      b, length, b.createOrFold<arith::RemUIOp>(rest, constantIndex(b, line)));
  // In the order of the source, so that it is one stream with that of the next
  // row.
  Value last = sub(b, linesEnd, constantIndex(b, line));
  emitLoop(b, head, linesEnd, line,
           [&](ImplicitLocOpBuilder &inner, Value position) {
             if (isReversed)
               position = sub(inner, add(inner, head, last), position);
             emitAt(inner, streaming, position, line);
           });
  emitLoop(b, linesEnd, length, 1,
           [&](ImplicitLocOpBuilder &inner, Value position) {
             emitAt(inner, writer, position, 1);
           });
}
