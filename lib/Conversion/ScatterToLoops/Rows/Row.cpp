//===- Row.cpp - vector loops over contiguous rows ------------------------===//

#include "Row.h"
#include "Addressing/FlatBuffer.h"
#include "Addressing/IndexMath.h"

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/Utils/ElementArithmetic.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace scatter;

Value RowWriter::emitLoad(ImplicitLocOpBuilder &b, Value from, Value offset,
                          int64_t width) const {
  if (width == 1)
    return memref::LoadOp::create(b, from, offset);
  return vector::LoadOp::create(b, VectorType::get({width}, storage.type), from,
                                offset);
}

void RowWriter::emitStore(ImplicitLocOpBuilder &b, Value elements,
                          Value dataOffset) const {
  if (!isa<VectorType>(elements.getType()))
    memref::StoreOp::create(b, elements, data, dataOffset);
  else if (isNontemporal)
    vector::StoreOp::create(b, elements, data, dataOffset,
                            /*nontemporal=*/true, llvm::Align(kLineBytes));
  else
    vector::StoreOp::create(b, elements, data, dataOffset);
}

void RowWriter::emitElements(ImplicitLocOpBuilder &b, int64_t width,
                             Value dataOffset, Value updatesOffset,
                             bool isReversed) const {
  Value result = emitLoad(b, updates, updatesOffset, width);
  if (isReversed && width > 1) {
    SmallVector<int64_t> mask =
        llvm::to_vector(llvm::reverse(llvm::seq<int64_t>(0, width)));
    result = vector::ShuffleOp::create(b, result, result, mask);
  }
  if (reduction != Reduction::none)
    result = emitCombine(b, reduction, elementType,
                         emitLoad(b, data, dataOffset, width), result);
  emitStore(b, result, dataOffset);
}

void RowWriter::emitFence(ImplicitLocOpBuilder &b) const {
  if (isNontemporal || hasNontemporalRows)
    NontemporalFenceOp::create(b);
}

namespace {

/// A row and where it is.
struct ContiguousRow {
  const RowWriter &writer;
  Value length, dataOffset, updatesOffset;
  bool isReversed;

  /// The offset in `updates` of the `width` elements from `position` of `data`
  /// on.
  Value getSource(ImplicitLocOpBuilder &b, Value position,
                  int64_t width) const {
    if (isReversed)
      position = sub(b, sub(b, length, position), constantIndex(b, width));
    return add(b, updatesOffset, position);
  }
  void emitElements(ImplicitLocOpBuilder &b, Value position,
                    int64_t width) const {
    writer.emitElements(b, width, add(b, dataOffset, position),
                        getSource(b, position, width), isReversed);
  }
  void emitLoopOver(ImplicitLocOpBuilder &b, Value begin, Value end) const;
  void emitVectors(ImplicitLocOpBuilder &b, Value end) const;
  void emitStatic(ImplicitLocOpBuilder &b, int64_t size) const;
  void emitDynamic(ImplicitLocOpBuilder &b) const;
  void emitNontemporal(ImplicitLocOpBuilder &b) const;
};

} // namespace

/// Elements [begin, end), one by one.
void ContiguousRow::emitLoopOver(ImplicitLocOpBuilder &b, Value begin,
                                 Value end) const {
  emitLoop(b, begin, end, 1, [&](ImplicitLocOpBuilder &b, Value position) {
    emitElements(b, position, 1);
  });
}

/// A loop over vectors up to `end`. Each load and store of a row that is
/// unrolled is a stream of its own to the hardware's prefetchers; additions to
/// rows of any length gain by a few all the same, see docs/Performance.md,
/// "Loops of rows".
void ContiguousRow::emitVectors(ImplicitLocOpBuilder &b, Value end) const {
  scf::ForOp loop =
      emitLoop(b, constantIndex(b, 0), end, writer.vectorLength,
               [&](ImplicitLocOpBuilder &inner, Value position) {
                 emitElements(inner, position, writer.vectorLength);
               });
  if (writer.reduction != Reduction::none && !getConstantIntValue(end))
    setUnrollCount(loop, /*count=*/4);
}

void ContiguousRow::emitStatic(ImplicitLocOpBuilder &b, int64_t size) const {
  int64_t position = 0, end = size - size % writer.vectorLength;
  if (end / writer.vectorLength > writer.plan.unrolledVectors) {
    emitVectors(b, constantIndex(b, end));
    position = end;
  }
  for (int64_t width = writer.vectorLength; width > 0; width /= 2)
    for (; size - position >= width; position += width)
      emitElements(b, constantIndex(b, position), width);
}

/// Vectors, then at most one of each shorter power of two.
void ContiguousRow::emitDynamic(ImplicitLocOpBuilder &b) const {
  Value mask = constantIndex(b, writer.vectorLength - 1);
  Value rest = b.createOrFold<arith::AndIOp>(length, mask);
  Value position = sub(b, length, rest);
  emitVectors(b, position);
  // Whole cache lines have no rest.
  if (writer.isNontemporal)
    return;
  for (int64_t width = writer.vectorLength / 2; width >= writer.storage.parts;
       width /= 2) {
    Value bit = b.createOrFold<arith::AndIOp>(length, constantIndex(b, width));
    emitIf(b, compare(b, arith::CmpIPredicate::ne, bit, constantIndex(b, 0)),
           [&](ImplicitLocOpBuilder &inner) {
             emitElements(inner, position, width);
           });
    position = add(b, position, bit);
  }
}

/// Overwrites the row by nontemporal stores of whole cache lines; what precedes
/// the first one and what follows the last one is stored as usual. Vectors are
/// cache lines.
void ContiguousRow::emitNontemporal(ImplicitLocOpBuilder &b) const {
  int64_t line = writer.vectorLength, elementBytes = kLineBytes / line;
  RowWriter lineWriter = writer;
  lineWriter.isNontemporal = true;
  ContiguousRow lines{lineWriter, length, dataOffset, updatesOffset,
                      isReversed};

  Value address = emitAddress(b, writer.data, dataOffset, elementBytes);
  Value misaligned = b.createOrFold<arith::AndIOp>(
      sub(b, constantIndex(b, 0), address), constantIndex(b, kLineBytes - 1));
  Value head = b.createOrFold<arith::DivUIOp>(misaligned,
                                              constantIndex(b, elementBytes));
  head = b.createOrFold<arith::MinUIOp>(head, length);
  emitLoopOver(b, constantIndex(b, 0), head);

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
             if (writer.plan.prefetchBytes > 0)
               emitPrefetchAhead(inner, writer.updates,
                                 getSource(inner, position, line), elementBytes,
                                 writer.plan.prefetchBytes, /*isWrite=*/false);
             lines.emitElements(inner, position, line);
           });
  emitLoopOver(b, linesEnd, length);
}

void scatter::emitContiguousRow(ImplicitLocOpBuilder &b,
                                const RowWriter &writer, Value length,
                                Value dataOffset, Value updatesOffset,
                                bool isReversed) {
  ContiguousRow row{writer, length, dataOffset, updatesOffset, isReversed};
  if (writer.hasNontemporalRows)
    return row.emitNontemporal(b);
  auto emitVectorRow = [&](ImplicitLocOpBuilder &b) {
    if (std::optional<int64_t> size = getConstantIntValue(length))
      row.emitStatic(b, *size);
    else
      row.emitDynamic(b);
  };
  int64_t memcpyBytes = writer.plan.memcpyBytes;
  if (memcpyBytes == 0 || writer.reduction != Reduction::none || isReversed ||
      writer.isNontemporal)
    return emitVectorRow(b);
  auto emitMemcpy = [&](ImplicitLocOpBuilder &b) {
    CopyRowOp::create(b, length, writer.updates, updatesOffset, writer.data,
                      dataOffset);
  };
  int64_t minLength = llvm::divideCeil(memcpyBytes, writer.storage.getBytes());
  if (minLength <= 1)
    return emitMemcpy(b);
  emitIf(b,
         compare(b, arith::CmpIPredicate::uge, length,
                 constantIndex(b, minLength)),
         emitMemcpy, emitVectorRow);
}
