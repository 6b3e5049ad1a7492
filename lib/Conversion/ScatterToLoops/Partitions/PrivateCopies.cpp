//===- PrivateCopies.cpp - a private copy of data for each thread ---------===//
//
// Each thread has a private copy of `data`, filled with the identity of the
// reduction, and applies a chunk of the tuples to it. Then each thread combines
// a range of `data`, or of the source, with that range of all private copies,
// in the order of the threads.
//
//===----------------------------------------------------------------------===//

#include "Partition.h"
#include "Tuples/TupleSource.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace scatter;

/// Returns `width` elements that hold the identity of the reduction.
static Value emitIdentity(IndexBuilder &b, const RowWriter &writer,
                          int64_t width) {
  TypedAttr attr = writer.combiner.getIdentity();
  if (width > 1)
    attr = DenseElementsAttr::get(VectorType::get({width}, writer.storage.type),
                                  Attribute(attr));
  return arith::ConstantOp::create(b, attr);
}

/// Emits the elements of `chunk`: first whole vectors, then single elements.
static void emitByVectors(IndexBuilder &b, const Chunk &chunk, int64_t lanes,
                          function_ref<void(Value, int64_t)> emit) {
  Value rest = b.remu(b.sub(chunk.end, chunk.begin), lanes);
  Value vectorsEnd = b.sub(chunk.end, rest);
  emitLoop(b, chunk.begin, vectorsEnd, lanes,
           [&](Value position) { emit(position, lanes); });
  emitLoop(b, vectorsEnd, chunk.end, 1,
           [&](Value position) { emit(position, 1); });
}

/// Returns `elements`, one or a vector of them, as integers of the same bits.
static Value emitBits(IndexBuilder &b, Value elements) {
  auto floatType = dyn_cast<FloatType>(getElementTypeOrSelf(elements));
  if (!floatType)
    return elements;
  Type type = b.getIntegerType(floatType.getWidth());
  if (auto vectorType = dyn_cast<VectorType>(elements.getType()))
    type = vectorType.clone(type);
  return arith::BitcastOp::create(b, type, elements);
}

/// Combines `width` elements of `data`, or of the source, at `position` with
/// those of all private copies, which are `length` elements apart. An element
/// that no thread has written keeps its bits, even those of a NaN and the
/// unused bits of a byte.
static void emitCombineCopies(IndexBuilder &b, const NDUpdate &update,
                              Value copies, Value length, Value position,
                              int64_t width) {
  RowWriter writer = update.getWriter();
  const FlatBuffer &from =
      update.hasContiguousSource() ? *update.source : update.data;
  Value initial =
      writer.emitLoad(b, from.flat, b.add(from.origin, position), width);
  Value identity = emitBits(b, emitIdentity(b, writer, width));
  auto emitCopy = [&](Value copy, ValueRange carried) -> SmallVector<Value> {
    Value other =
        writer.emitLoad(b, copies, b.add(b.mul(copy, length), position), width);
    Value isUntouched = b.eq(emitBits(b, other), identity);
    Value combined = writer.combiner.emit(b, carried[0], other);
    return {b.select(isUntouched, carried[0], combined)};
  };
  scf::ForOp loop = emitLoop(b, 0, update.plan.threads, 1, initial, emitCopy);
  writer.emitStore(b, loop.getResult(0), b.add(update.data.origin, position));
}

void scatter::emitPrivateCopies(IndexBuilder &b, const NDUpdate &update) {
  RowWriter writer = update.getWriter();
  int64_t threads = update.plan.threads, lanes = writer.vectorLength;
  Value length = update.data.emitLength(b);
  Value copies =
      emitAllocScratch(b, b.mul(length, threads), writer.storage.type);
  emitParallel(b, threads, [&](Value thread) {
    Value begin = b.mul(thread, length);
    NDUpdate own = update.onPrivateCopy(copies, begin);
    Chunk copy{begin, b.add(begin, length)};
    emitByVectors(b, copy, lanes, [&](Value position, int64_t width) {
      own.getWriter().emitStore(b, emitIdentity(b, writer, width), position);
    });
    emitTuples(b, own, emitChunk(b, update.tupleDims[0].size, thread, threads));
  });
  emitParallel(b, threads, [&](Value thread) {
    Chunk elements = emitChunk(b, length, thread, threads, lanes);
    emitByVectors(b, elements, lanes, [&](Value position, int64_t width) {
      emitCombineCopies(b, update, copies, length, position, width);
    });
  });
  memref::DeallocOp::create(b, copies);
}
