//===- Row.cpp - loops over the rows of a slice ---------------------------===//

#include "Row.h"
#include "StridedRow.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Plan/PlanThresholds.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace scatter;

Value RowWriter::emitLoad(IndexBuilder &b, Value from, Value offset,
                          int64_t width) const {
  if (width == 1)
    return memref::LoadOp::create(b, from, offset);
  return vector::LoadOp::create(b, VectorType::get({width}, storage.type), from,
                                offset);
}

void RowWriter::emitStore(IndexBuilder &b, Value elements,
                          Value dataOffset) const {
  auto vector = dyn_cast<VectorType>(elements.getType());
  if (!vector)
    memref::StoreOp::create(b, elements, data, dataOffset);
  else if (isNontemporal())
    vector::StoreOp::create(
        b, elements, data, dataOffset,
        /*nontemporal=*/true,
        llvm::Align(vector.getNumElements() * storage.getBytes()));
  else
    vector::StoreOp::create(b, elements, data, dataOffset);
}

Value RowWriter::emitResult(IndexBuilder &b, int64_t width, Value dataOffset,
                            Value updatesOffset, bool isReversed) const {
  Value result = emitLoad(b, updates, updatesOffset, width);
  if (isReversed && width > 1) {
    SmallVector<int64_t> mask =
        llvm::to_vector(llvm::reverse(llvm::seq<int64_t>(0, width)));
    result = vector::ShuffleOp::create(b, result, result, mask);
  }
  if (!combiner.isOverwrite())
    result = combiner.emit(b, emitLoad(b, data, dataOffset, width), result);
  return result;
}

Value RowWriter::emitAddress(IndexBuilder &b, Value offset) const {
  Value address = memref::ExtractAlignedPointerAsIndexOp::create(b, data);
  auto [strides, typeOffset] =
      cast<MemRefType>(data.getType()).getStridesAndOffset();
  if (typeOffset != 0) {
    auto metadata = memref::ExtractStridedMetadataOp::create(b, data);
    offset = b.add(offset, metadata.getOffset());
  }
  return b.add(address, b.mul(offset, storage.getBytes()));
}

Value RowWriter::emitIsAligned(IndexBuilder &b, Value offset,
                               Value distance) const {
  std::optional<int64_t> bytes = getConstantIntValue(distance);
  if (bytes && *bytes % kLineBytes != 0)
    return b.boolean(false);
  Value bits = b.bitOr(emitAddress(b, offset), distance);
  return b.eq(b.bitAnd(bits, kLineBytes - 1), 0);
}

bool RowWriter::hasLineVectors() const {
  return storage.isVectorizable && plan.vectorBytes <= kLineBytes;
}

RowWriter RowWriter::withStores(StoreMethod method, Value condition) const {
  RowWriter writer = *this;
  writer.stores =
      condition && isFalse(condition) ? StoreMethod::Ordinary : method;
  writer.storesCondition.reset();
  if (condition && !isTrue(condition) && !isFalse(condition))
    writer.storesCondition = condition;
  return writer;
}

RowWriter RowWriter::withCopies(CopyMethod method) const {
  RowWriter writer = *this;
  writer.copies = method;
  return writer;
}

RowWriter RowWriter::withGaps(const std::optional<RowGaps> &rowGaps) const {
  RowWriter writer = *this;
  writer.gaps = rowGaps;
  return writer;
}

RowWriter RowWriter::forShortRows() const {
  RowWriter writer = withStores(StoreMethod::Ordinary);
  writer.hasShortRows = true;
  return writer;
}

RowWriter RowWriter::forGaps() const {
  RowWriter writer = withStores(isNontemporal() ? StoreMethod::NontemporalRows
                                                : StoreMethod::Ordinary);
  writer.updates = gaps->source;
  writer.gaps.reset();
  return writer;
}

void RowWriter::emitBySize(IndexBuilder &b,
                           function_ref<void(const RowWriter &)> emit) const {
  if (!storesCondition)
    return emit(*this);
  emitIf(
      b, *storesCondition, [&] { emit(withStores(stores)); },
      [&] { emit(withStores(StoreMethod::Ordinary)); });
}

void RowWriter::emitFence(IndexBuilder &b) const {
  emitBySize(b, [&](const RowWriter &writer) {
    if (writer.stores != StoreMethod::Ordinary)
      NontemporalFenceOp::create(b);
  });
}

//===----------------------------------------------------------------------===//
// Contiguous rows
//===----------------------------------------------------------------------===//

namespace {

/// A contiguous row, and its offsets in `data` and `updates`.
struct ContiguousRow {
  IndexBuilder &b;
  const RowWriter &writer;
  Value length, dataOffset, updatesOffset;
  bool isReversed;

  /// Returns the offset in `updates` of the `width` elements that belong to the
  /// elements of the row from `position` on.
  Value getSource(Value position, int64_t width) const {
    if (isReversed)
      position = b.sub(b.sub(length, position), width);
    return b.add(updatesOffset, position);
  }
  void emitElements(Value position, int64_t width) const {
    // Not an argument: C++ does not define in which order arguments emit ops.
    Value source = getSource(position, width);
    writer.emitElements(b, width, b.add(dataOffset, position), source,
                        isReversed);
  }
  void emitVectors(IndexOperand begin, Value end) const;
  void emitStatic(int64_t size) const;
  void emitStaticRest(int64_t position, int64_t size) const;
  void emitShortVectors(Value position) const;
  void emitDynamic() const;
  void emitAligned() const;
  void emitAlignedIfOdd() const;
  void emitNontemporal() const;
  void emitNontemporalReversed() const;
};

} // namespace

/// Emits a loop over vectors from `begin` to `end`. If the reduction is not
/// `none`, the length of the row is not static and no floats are converted, the
/// loop is unrolled. Other loops are not, because each load and store of an
/// unrolled body is a stream of its own to the hardware prefetchers.
void ContiguousRow::emitVectors(IndexOperand begin, Value end) const {
  int64_t width = writer.vectorLength;
  scf::ForOp loop = emitLoop(b, begin, end, width, [&](Value position) {
    emitElements(position, width);
  });
  if (!writer.combiner.isOverwrite() && !writer.combiner.convertsFloats() &&
      !getConstantIntValue(end))
    setUnrollCount(loop, kCombinedRowUnrollCount);
}

/// Emits a row of static size, up to some bytes without a loop: longer ones run
/// as fast with a loop and take less time to compile, in particular conversions
/// of floats (docs/Performance.md, "Loops of rows").
void ContiguousRow::emitStatic(int64_t size) const {
  // A size that has overflowed can be negative. Memory has no such row.
  if (size <= 0)
    return;
  int64_t position = 0, end = size - size % writer.vectorLength;
  int64_t unrolled = kUnrolledBytes / writer.storage.getBytes();
  if (writer.combiner.convertsFloats())
    unrolled /= kConvertedUnrolledShare;
  if (end > unrolled) {
    emitVectors(0, b.index(end));
    position = end;
  }
  for (; position < end; position += writer.vectorLength)
    emitElements(b.index(position), writer.vectorLength);
  emitStaticRest(position, size);
}

/// Emits the elements from `position` on, which are fewer than a vector, of a
/// row of `size` elements. If three or more vectors of powers of two would be
/// needed, elements are copied twice by vectors that overlap.
void ContiguousRow::emitStaticRest(int64_t position, int64_t size) const {
  uint64_t rest = size - position;
  if (writer.combiner.isOverwrite() && llvm::popcount(rest) > 2) {
    int64_t width = llvm::bit_ceil(rest);
    if (width > size) {
      width /= 2;
      emitElements(b.index(position), width);
    }
    return emitElements(b.index(size - width), width);
  }
  for (int64_t width = writer.vectorLength / 2; width > 0; width /= 2)
    if (rest & width) {
      emitElements(b.index(position), width);
      position += width;
    }
}

/// Emits the elements from `position` on, which are fewer than a vector. Emits
/// at most one vector of each smaller power of two.
void ContiguousRow::emitShortVectors(Value position) const {
  for (int64_t width = writer.vectorLength / 2; width >= writer.storage.parts;
       width /= 2) {
    Value bit = b.bitAnd(length, width);
    emitIf(b, b.ne(bit, 0), [&] { emitElements(position, width); });
    position = b.add(position, bit);
  }
}

void ContiguousRow::emitDynamic() const {
  Value position = b.sub(length, b.bitAnd(length, writer.vectorLength - 1));
  emitVectors(0, position);
  // A row of whole cache lines has no remainder.
  if (!writer.isNontemporal())
    emitShortVectors(position);
}

/// Emits a row of at least two vectors by stores that are aligned to a vector.
/// The first and the last store are not aligned and overlap the others.
void ContiguousRow::emitAligned() const {
  int64_t width = writer.vectorLength, bytes = writer.storage.getBytes();
  emitElements(b.index(0), width);
  Value address = writer.emitAddress(b, dataOffset);
  Value begin = b.divu(b.bitAnd(b.sub(0, address), width * bytes - 1), bytes);
  Value rest = b.bitAnd(b.sub(length, begin), width - 1);
  emitVectors(begin, b.sub(length, rest));
  emitElements(b.sub(length, width), width);
}

/// Aligns the stores of a row whose address is not a multiple of
/// kOddAddressBytes.
void ContiguousRow::emitAlignedIfOdd() const {
  if (writer.storage.getBytes() >= kOddAddressBytes || writer.isNontemporal() ||
      !writer.combiner.isOverwrite())
    return emitDynamic();
  Value isOdd = b.ne(
      b.bitAnd(writer.emitAddress(b, dataOffset), kOddAddressBytes - 1), 0);
  Value isLong = b.uge(length, 2 * writer.vectorLength);
  emitIf(
      b, b.allOf({isLong, isOdd}), [&] { emitAligned(); },
      [&] { emitDynamic(); });
}

/// Overwrites the row. The whole cache lines in it are written by non-temporal
/// stores. A row in the order of its updates is copied by the runtime library.
void ContiguousRow::emitNontemporal() const {
  if (!isReversed)
    CopyRowOp::create(b, length, writer.updates, updatesOffset, writer.data,
                      dataOffset, /*nontemporal=*/true,
                      getStreamPrefetchBytes(writer.plan));
  else
    emitNontemporalReversed();
}

/// The same for a reversed row. The elements before the first and after the
/// last whole cache line are written by one loop of ordinary stores. A target
/// with shorter vectors splits the store of a cache line into several.
void ContiguousRow::emitNontemporalReversed() const {
  int64_t line = writer.getLineLength();
  RowWriter lineWriter = writer.withStores(StoreMethod::Nontemporal);
  Value address = writer.emitAddress(b, dataOffset);
  Value misaligned = b.bitAnd(b.sub(0, address), kLineBytes - 1);
  Value begin = b.minu(b.divu(misaligned, writer.storage.getBytes()), length);
  Value rest = b.remu(b.sub(length, begin), line);
  Value end = b.sub(length, rest);
  int64_t prefetchLength =
      getStreamPrefetchBytes(writer.plan) / writer.storage.getBytes();
  Value updatesLength =
      b.createOrFold<memref::DimOp>(writer.updates, b.index(0));
  // The loop reads the updates in ascending order, so that they form one stream
  // with those of the next row.
  emitLoop(b, begin, end, line, [&](Value ascending) {
    Value position = b.sub(b.add(begin, b.sub(end, line)), ascending);
    Value source = getSource(position, line);
    Value target = b.add(dataOffset, position);
    Value elements = writer.emitResult(b, line, target, source, isReversed);
    // The prefetch is between the load and the store, see docs/Performance.md,
    // "Loops of rows".
    if (prefetchLength > 0) {
      Value ahead =
          b.mins(b.add(source, prefetchLength), b.sub(updatesLength, 1));
      memref::PrefetchOp::create(b, writer.updates, ahead, /*isWrite=*/false,
                                 /*localityHint=*/3, /*isDataCache=*/true);
    }
    lineWriter.emitStore(b, elements, target);
  });

  Value linesLength = b.sub(end, begin);
  emitLoop(b, 0, b.add(begin, rest), 1, [&](Value number) {
    Value isBefore = b.ult(number, begin);
    emitElements(b.select(isBefore, number, b.add(linesLength, number)), 1);
  });
}

void scatter::emitContiguousRow(IndexBuilder &b, const RowWriter &writer,
                                Value length, Value dataOffset,
                                Value updatesOffset, bool isReversed) {
  if (isConstantIntValue(length, 0))
    return;
  if (writer.storesCondition)
    return writer.emitBySize(b, [&](const RowWriter &known) {
      emitContiguousRow(b, known, length, dataOffset, updatesOffset,
                        isReversed);
    });
  ContiguousRow row{b, writer, length, dataOffset, updatesOffset, isReversed};
  if (writer.hasShortRows)
    return row.emitShortVectors(b.index(0));
  if (writer.stores == StoreMethod::NontemporalRows)
    return row.emitNontemporal();
  auto emitVectorRow = [&] {
    if (std::optional<int64_t> size = getConstantIntValue(length))
      row.emitStatic(*size);
    else
      row.emitAlignedIfOdd();
  };
  if (writer.copies == CopyMethod::Vectors || !writer.combiner.isOverwrite() ||
      isReversed || writer.isNontemporal())
    return emitVectorRow();
  auto emitMemcpy = [&] {
    CopyRowOp::create(b, length, writer.updates, updatesOffset, writer.data,
                      dataOffset);
  };
  if (writer.copies == CopyMethod::Memcpy)
    return emitMemcpy();
  int64_t minLength =
      llvm::divideCeil(writer.plan.memcpyBytes, writer.storage.getBytes());
  emitIf(b, b.uge(length, minLength), emitMemcpy, emitVectorRow);
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

bool scatter::isContiguousRow(const LoopDim &dim) {
  return isConstantIntValue(dim.strides[1], 1) &&
         (isConstantIntValue(dim.strides[0], 1) ||
          isConstantIntValue(dim.strides[0], -1));
}

/// Emits one row along `dim`.
static void emitRow(IndexBuilder &b, const RowWriter &writer,
                    const LoopDim &dim, ArrayRef<Value> offsets) {
  auto emitStrided = [&] {
    writer.emitBySize(b, [&](const RowWriter &known) {
      emitStridedRow(b, known, dim, offsets);
    });
  };
  auto emitContiguous = [&] {
    emitContiguousRow(b, writer, dim.size, offsets[0], offsets[1]);
  };
  Value dataStride = dim.strides[0];
  if (!writer.storage.isVectorizable || !isConstantIntValue(dim.strides[1], 1))
    return emitStrided();
  if (isConstantIntValue(dataStride, -1)) {
    Value lowest = b.sub(offsets[0], b.sub(dim.size, 1));
    return emitContiguousRow(b, writer, dim.size, lowest, offsets[1],
                             /*isReversed=*/true);
  }
  emitIf(b, b.eq(dataStride, 1), emitContiguous, emitStrided);
}

void scatter::emitSlice(IndexBuilder &b, const RowWriter &writer,
                        ArrayRef<LoopDim> dims, ArrayRef<Value> offsets) {
  if (dims.empty())
    return writer.emitElements(b, 1, offsets[0], offsets[1]);
  const LoopDim &row = dims.back();
  auto emitRows = [&](const RowWriter &known) {
    emitLoopNest(b, dims.drop_back(), offsets, [&](ArrayRef<Value> current) {
      emitRow(b, known, row, current);
    });
  };
  if (dims.size() == 1 || getConstantIntValue(row.size) ||
      !isContiguousRow(row) || writer.vectorLength == 1)
    return emitRows(writer);
  // Choosing how to write a row takes longer than writing a short row.
  emitIf(
      b, b.ult(row.size, writer.vectorLength),
      [&] { emitRows(writer.forShortRows()); }, [&] { emitRows(writer); });
}
