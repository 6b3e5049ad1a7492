//===- PrivateCopies.cpp - a private copy of data for each thread ---------===//
//
// Each thread has memory of the size of `data`, at first filled with the
// identity of the reduction, and applies a chunk of the tuples to it. Then each
// combines a part of `data` with that part of all copies, in their order.
//
//===----------------------------------------------------------------------===//

#include "PrivateCopies.h"
#include "Addressing/IndexMath.h"
#include "Tuples/TupleSource.h"

#include "scatter/Dialect/Scatter/Utils/ElementArithmetic.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace scatter;

/// `width` elements that change none.
static Value emitIdentity(ImplicitLocOpBuilder &b, const RowWriter &writer,
                          int64_t width) {
  TypedAttr attr = getIdentity(writer.reduction, writer.elementType);
  if (width > 1)
    attr = DenseElementsAttr::get(VectorType::get({width}, writer.storage.type),
                                  Attribute(attr));
  return arith::ConstantOp::create(b, attr);
}

/// Emits [begin, end) by vectors, then by elements.
static void
emitByVectors(ImplicitLocOpBuilder &b, Value begin, Value end, int64_t lanes,
              function_ref<void(ImplicitLocOpBuilder &, Value, int64_t)> emit) {
  Value rest = b.createOrFold<arith::RemUIOp>(sub(b, end, begin),
                                              constantIndex(b, lanes));
  Value vectorsEnd = sub(b, end, rest);
  auto emitWidth = [&](Value begin, Value end, int64_t width) {
    emitLoop(b, begin, end, width,
             [&](ImplicitLocOpBuilder &inner, Value position) {
               emit(inner, position, width);
             });
  };
  emitWidth(begin, vectorsEnd, lanes);
  emitWidth(vectorsEnd, end, 1);
}

/// `elements` as an integer, or a vector of them, of the same bits.
static Value emitBits(ImplicitLocOpBuilder &b, Value elements) {
  auto floatType = dyn_cast<FloatType>(getElementTypeOrSelf(elements));
  if (!floatType)
    return elements;
  Type type = b.getIntegerType(floatType.getWidth());
  if (auto vectorType = dyn_cast<VectorType>(elements.getType()))
    type = vectorType.clone(type);
  return arith::BitcastOp::create(b, type, elements);
}

/// Combines `width` elements of `data` at `position` with those of all copies,
/// which are `length` elements apart. What no thread has written keeps its
/// bits: those of a NaN, and those of a byte that belong to no value.
static void emitCombineCopies(ImplicitLocOpBuilder &b, const NDUpdate &update,
                              Value copies, Value length, Value position,
                              int64_t width) {
  const RowWriter &writer = update.writer;
  Value offset = add(b, update.data.origin, position);
  Value initial = writer.emitLoad(b, writer.data, offset, width);
  Value identity = emitBits(b, emitIdentity(b, writer, width));
  auto loop = scf::ForOp::create(
      b, constantIndex(b, 0), constantIndex(b, update.plan.threads),
      constantIndex(b, 1), initial,
      [&](OpBuilder &nested, Location loc, Value copy, ValueRange carried) {
        ImplicitLocOpBuilder inner(loc, nested);
        Value other = writer.emitLoad(
            inner, copies, add(inner, mul(inner, copy, length), position),
            width);
        Value isUntouched = arith::CmpIOp::create(
            inner, arith::CmpIPredicate::eq, emitBits(inner, other), identity);
        Value combined = emitCombine(inner, writer.reduction,
                                     writer.elementType, carried[0], other);
        Value result =
            arith::SelectOp::create(inner, isUntouched, carried[0], combined);
        scf::YieldOp::create(inner, result);
      });
  writer.emitStore(b, loop.getResult(0), offset);
}

static void emitWithCopies(ImplicitLocOpBuilder &b, const NDUpdate &update) {
  const RowWriter &writer = update.writer;
  int64_t threads = update.plan.threads, lanes = writer.vectorLength;
  Value length = update.emitDataLength(b);
  Value copies = emitAllocScratch(b, mul(b, length, constantIndex(b, threads)),
                                  writer.storage.type);
  emitParallel(b, threads, [&](ImplicitLocOpBuilder &b, Value thread) {
    Value begin = mul(b, thread, length);
    NDUpdate own = update.withData(copies, begin);
    emitByVectors(b, begin, add(b, begin, length), lanes,
                  [&](ImplicitLocOpBuilder &b, Value position, int64_t width) {
                    own.writer.emitStore(b, emitIdentity(b, writer, width),
                                         position);
                  });
    emitTuples(b, own,
               emitChunk(b, update.tupleDims[0].size, thread, threads,
                         /*grain=*/1));
  });
  emitParallel(b, threads, [&](ImplicitLocOpBuilder &b, Value thread) {
    Chunk elements = emitChunk(b, length, thread, threads, lanes);
    emitByVectors(b, elements.begin, elements.end, lanes,
                  [&](ImplicitLocOpBuilder &b, Value position, int64_t width) {
                    emitCombineCopies(b, update, copies, length, position,
                                      width);
                  });
  });
  memref::DeallocOp::create(b, copies);
}

void scatter::emitPrivateCopies(ImplicitLocOpBuilder &b, const NDUpdate &update,
                                Value isLarge) {
  emitIf(
      b, isLarge, [&](ImplicitLocOpBuilder &b) { emitWithCopies(b, update); },
      [&](ImplicitLocOpBuilder &b) { emitTuples(b, update); });
}
