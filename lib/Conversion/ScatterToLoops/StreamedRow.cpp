//===- StreamedRow.cpp - copies that bypass the cache ---------------------===//

#include "StreamedRow.h"
#include "IndexMath.h"
#include "Strategy.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace scatter;

/// Bytes of a page, and how many are written in turn: the memory system serves
/// several open pages faster than one.
static constexpr int64_t kPageBytes = 4096, kPages = 4;

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
    Value source =
        isReversed ? sub(b, sub(b, length, position), constantIndex(b, width))
                   : position;
    by.emitChunk(b, width, add(b, dataOffset, position),
                 add(b, updatesOffset, source), isReversed);
  };
  emitLoop(b, constantIndex(b, 0), head, 1,
           [&](ImplicitLocOpBuilder &inner, Value position) {
             emitAt(inner, writer, position, 1);
           });

  int64_t page = kPageBytes / elementBytes;
  Value rest = sub(b, length, head);
  Value blocks = sub(
      b, rest,
      b.createOrFold<arith::RemUIOp>(rest, constantIndex(b, kPages * page)));
  Value blocksEnd = add(b, head, blocks);
  emitLoop(b, head, blocksEnd, kPages * page,
           [&](ImplicitLocOpBuilder &outer, Value block) {
             emitLoop(outer, constantIndex(outer, 0),
                      constantIndex(outer, page), line,
                      [&](ImplicitLocOpBuilder &inner, Value offset) {
                        Value position = add(inner, block, offset);
                        for (int64_t i = 0; i < kPages; ++i)
                          emitAt(inner, streaming,
                                 add(inner, position,
                                     constantIndex(inner, i * page)),
                                 line);
                      });
           });
  Value restLines = sub(b, sub(b, length, blocksEnd),
                        b.createOrFold<arith::RemUIOp>(
                            sub(b, length, blocksEnd), constantIndex(b, line)));
  Value linesEnd = add(b, blocksEnd, restLines);
  emitLoop(b, blocksEnd, linesEnd, line,
           [&](ImplicitLocOpBuilder &inner, Value position) {
             emitAt(inner, streaming, position, line);
           });
  emitLoop(b, linesEnd, length, 1,
           [&](ImplicitLocOpBuilder &inner, Value position) {
             emitAt(inner, writer, position, 1);
           });
}
