//===- WriteCopies.cpp - a copy of data for each thread -------------------===//
//
// Each thread has memory of the size of `data`, at first filled with the
// identity of the reduction, and applies a run of the tuples to it. Then each
// combines a part of `data` with that part of all copies, in their order.
//
//===----------------------------------------------------------------------===//

#include "IndexMath.h"
#include "Parallel.h"
#include "WritePhase.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace scatter;

namespace {

/// The copies of `data`, one after the other.
struct DataCopies {
  ElementStorage storage;
  Type elementType;
  Reduction reduction;
  /// A flat memref, and the number of storage elements of one copy.
  Value flat, length;
  int64_t lanes;

  Type getChunkType(int64_t width) const {
    return width == 1 ? storage.type
                      : Type(VectorType::get({width}, storage.type));
  }
  Value emitIdentity(ImplicitLocOpBuilder &b, int64_t width) const;
  Value load(ImplicitLocOpBuilder &b, int64_t width, Value from,
             Value offset) const;
  void store(ImplicitLocOpBuilder &b, Value chunk, Value to,
             Value offset) const;
  void emitChunks(
      ImplicitLocOpBuilder &b, Value begin, Value end,
      function_ref<void(ImplicitLocOpBuilder &, Value, int64_t)> emit) const;
  void emitFill(ImplicitLocOpBuilder &b, Value copy) const;
  void emitCombineInto(ImplicitLocOpBuilder &b, const FlatBuffer &data,
                       int64_t copies, const Share &share) const;
};

} // namespace

Value DataCopies::emitIdentity(ImplicitLocOpBuilder &b, int64_t width) const {
  TypedAttr attr = getIdentity(reduction, elementType);
  if (width > 1)
    attr = DenseElementsAttr::get(cast<VectorType>(getChunkType(width)),
                                  Attribute(attr));
  return arith::ConstantOp::create(b, attr);
}

Value DataCopies::load(ImplicitLocOpBuilder &b, int64_t width, Value from,
                       Value offset) const {
  if (width == 1)
    return memref::LoadOp::create(b, from, offset);
  return vector::LoadOp::create(b, cast<VectorType>(getChunkType(width)), from,
                                offset);
}

void DataCopies::store(ImplicitLocOpBuilder &b, Value chunk, Value to,
                       Value offset) const {
  if (isa<VectorType>(chunk.getType()))
    vector::StoreOp::create(b, chunk, to, offset);
  else
    memref::StoreOp::create(b, chunk, to, offset);
}

/// Emits [begin, end) by vectors, then by elements.
void DataCopies::emitChunks(
    ImplicitLocOpBuilder &b, Value begin, Value end,
    function_ref<void(ImplicitLocOpBuilder &, Value, int64_t)> emit) const {
  Value rest = b.createOrFold<arith::RemUIOp>(sub(b, end, begin),
                                              constantIndex(b, lanes));
  Value vectorsEnd = sub(b, end, rest);
  emitLoop(b, begin, vectorsEnd, lanes,
           [&](ImplicitLocOpBuilder &inner, Value position) {
             emit(inner, position, lanes);
           });
  emitLoop(b, vectorsEnd, end, 1,
           [&](ImplicitLocOpBuilder &inner, Value position) {
             emit(inner, position, 1);
           });
}

void DataCopies::emitFill(ImplicitLocOpBuilder &b, Value copy) const {
  Value begin = mul(b, copy, length);
  emitChunks(b, begin, add(b, begin, length),
             [&](ImplicitLocOpBuilder &inner, Value position, int64_t width) {
               store(inner, emitIdentity(inner, width), flat, position);
             });
}

/// What no thread has written keeps its bits: those of a NaN, and those of a
/// byte that belong to no value.
void DataCopies::emitCombineInto(ImplicitLocOpBuilder &b,
                                 const FlatBuffer &data, int64_t copies,
                                 const Share &share) const {
  auto toBits = [&](ImplicitLocOpBuilder &b, Value chunk) -> Value {
    auto floatType = dyn_cast<FloatType>(storage.type);
    if (!floatType)
      return chunk;
    Type bits = b.getIntegerType(floatType.getWidth());
    if (auto type = dyn_cast<VectorType>(chunk.getType()))
      bits = type.clone(bits);
    return arith::BitcastOp::create(b, bits, chunk);
  };
  auto emit = [&](ImplicitLocOpBuilder &b, Value position, int64_t width) {
    Value offset = add(b, data.origin, position);
    Value initial = load(b, width, data.flat, offset);
    Value identity = toBits(b, emitIdentity(b, width));
    auto loop = scf::ForOp::create(
        b, constantIndex(b, 0), constantIndex(b, copies), constantIndex(b, 1),
        initial,
        [&](OpBuilder &nested, Location loc, Value copy, ValueRange carried) {
          ImplicitLocOpBuilder inner(loc, nested);
          Value chunk = load(inner, width, flat,
                             add(inner, mul(inner, copy, length), position));
          Value isUntouched = arith::CmpIOp::create(
              inner, arith::CmpIPredicate::eq, toBits(inner, chunk), identity);
          Value combined =
              emitCombine(inner, reduction, elementType, carried[0], chunk);
          Value result =
              arith::SelectOp::create(inner, isUntouched, carried[0], combined);
          scf::YieldOp::create(inner, result);
        });
    store(b, loop.getResult(0), data.flat, offset);
  };
  emitChunks(b, share.begin, share.end, emit);
}

void WritePhase::emitCopies(ImplicitLocOpBuilder &b, const SliceWriter &by,
                            Value isLarge, bool prefetches) const {
  auto emitAlone = [&](ImplicitLocOpBuilder &b) {
    emitTuples(b, by, std::nullopt, prefetches);
  };
  auto emitShared = [&](ImplicitLocOpBuilder &b) {
    Value length = emitDataLength(b);
    Value size = mul(b, length, constantIndex(b, plan.threads));
    Value flat = emitAllocScratch(b, size, by.storage.type);
    DataCopies copies{by.storage, by.elementType, by.reduction,
                      flat,       length,         by.vectorLength};
    emitParallel(b, plan.threads, [&](ImplicitLocOpBuilder &b, Value part) {
      copies.emitFill(b, part);
      WritePhase own = *this;
      own.data.flat = own.writer.data = flat;
      own.data.origin = own.keptBase = mul(b, part, length);
      Share share =
          emitShare(b, indices.tupleDims[0].size, part, plan.threads, 1);
      own.emitTuples(b, own.writer, share, prefetches);
    });
    emitParallel(b, plan.threads, [&](ImplicitLocOpBuilder &b, Value part) {
      Share share = emitShare(b, length, part, plan.threads, by.vectorLength);
      copies.emitCombineInto(b, data, plan.threads, share);
    });
    memref::DeallocOp::create(b, flat);
  };
  emitIf(b, isLarge, emitShared, emitAlone);
}
