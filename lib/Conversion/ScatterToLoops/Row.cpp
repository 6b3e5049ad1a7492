//===- Row.cpp - vector loops over one slice ------------------------------===//

#include "Row.h"
#include "IndexMath.h"
#include "StreamedRow.h"
#include "StridedRow.h"

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace scatter;

void SliceWriter::emitStore(ImplicitLocOpBuilder &b, Value vector,
                            Value dataOffset) const {
  if (streams)
    vector::StoreOp::create(b, vector, data, dataOffset, /*nontemporal=*/true,
                            llvm::Align(kLineBytes));
  else
    vector::StoreOp::create(b, vector, data, dataOffset);
}

void SliceWriter::emitChunk(ImplicitLocOpBuilder &b, int64_t width,
                            Value dataOffset, Value updatesOffset,
                            bool isReversed) const {
  auto combine = [&](Value update, function_ref<Value()> load) -> Value {
    if (reduction == Reduction::none)
      return update;
    return emitCombine(b, reduction, elementType, load(), update);
  };
  if (width == 1) {
    Value update = memref::LoadOp::create(b, updates, updatesOffset);
    Value result = combine(update, [&]() -> Value {
      return memref::LoadOp::create(b, data, dataOffset);
    });
    memref::StoreOp::create(b, result, data, dataOffset);
    return;
  }
  auto type = VectorType::get({width}, storage.type);
  Value update = vector::LoadOp::create(b, type, updates, updatesOffset);
  if (isReversed) {
    SmallVector<int64_t> mask =
        llvm::to_vector(llvm::reverse(llvm::seq<int64_t>(0, width)));
    update = vector::ShuffleOp::create(b, update, update, mask);
  }
  Value result = combine(update, [&]() -> Value {
    return vector::LoadOp::create(b, type, data, dataOffset);
  });
  emitStore(b, result, dataOffset);
}

void SliceWriter::emitRow(ImplicitLocOpBuilder &b, Value length,
                          Value dataOffset, Value updatesOffset,
                          bool isReversed) const {
  if (streamsLongRows)
    return emitStreamedRow(b, *this, length, dataOffset, updatesOffset,
                           isReversed);
  if (plan.memcpyBytes == 0 || reduction != Reduction::none || isReversed ||
      streams)
    return emitVectorRow(b, length, dataOffset, updatesOffset, isReversed);
  Value isLong = compare(
      b, arith::CmpIPredicate::uge, length,
      constantIndex(b, llvm::divideCeil(plan.memcpyBytes, storage.getBytes())));
  emitIf(
      b, isLong,
      [&](ImplicitLocOpBuilder &b) {
        CopyRunOp::create(b, length, updates, updatesOffset, data, dataOffset);
      },
      [&](ImplicitLocOpBuilder &b) {
        emitVectorRow(b, length, dataOffset, updatesOffset, isReversed);
      });
}

void SliceWriter::emitVectorRow(ImplicitLocOpBuilder &b, Value length,
                                Value dataOffset, Value updatesOffset,
                                bool isReversed) const {
  // A reversed row ends at `updatesOffset` plus its length.
  auto emitAt = [&](ImplicitLocOpBuilder &b, Value position, int64_t width) {
    Value source =
        isReversed ? sub(b, sub(b, length, position), constantIndex(b, width))
                   : position;
    emitChunk(b, width, add(b, dataOffset, position),
              add(b, updatesOffset, source), isReversed);
  };
  // Each load and store of a row that is unrolled is a stream of its own to the
  // prefetchers of the processor: 0.36 instead of 0.30 ms for rows of 896 bytes
  // copied, 0.81 instead of 0.67 for rows of 3 KiB added. A few copies are
  // right for additions to rows of any length: 0.73 instead of 0.84.
  auto emitVectors = [&](Value end) {
    scf::ForOp loop =
        emitLoop(b, constantIndex(b, 0), end, vectorLength,
                 [&](ImplicitLocOpBuilder &inner, Value position) {
                   emitAt(inner, position, vectorLength);
                 });
    if (reduction != Reduction::none && !getConstantIntValue(end))
      setUnrolling(loop, /*copies=*/4);
  };

  if (std::optional<int64_t> size = getConstantIntValue(length)) {
    int64_t position = 0, end = *size - *size % vectorLength;
    if (end / vectorLength > plan.unrolledVectors) {
      emitVectors(constantIndex(b, end));
      position = end;
    }
    for (int64_t width = vectorLength; width > 0; width /= 2)
      for (; *size - position >= width; position += width)
        emitAt(b, constantIndex(b, position), width);
    return;
  }

  // Vectors, then at most one of each shorter power of two.
  Value mask = constantIndex(b, vectorLength - 1);
  Value rest = b.createOrFold<arith::AndIOp>(length, mask);
  Value position = sub(b, length, rest);
  emitVectors(position);
  // Whole lines have no rest.
  if (streams)
    return;
  for (int64_t width = vectorLength / 2; width >= storage.parts; width /= 2) {
    Value widthValue = constantIndex(b, width);
    Value bit = b.createOrFold<arith::AndIOp>(length, widthValue);
    Value isPresent =
        compare(b, arith::CmpIPredicate::ne, bit, constantIndex(b, 0));
    auto ifOp = scf::IfOp::create(b, isPresent, /*withElseRegion=*/false);
    ImplicitLocOpBuilder inner(
        b.getLoc(),
        OpBuilder::atBlockTerminator(ifOp.thenBlock(), b.getListener()));
    emitAt(inner, position, width);
    position = add(b, position, bit);
  }
}

void SliceWriter::emitSlice(ImplicitLocOpBuilder &b,
                            ArrayRef<LoopDim> mergedDims, Value dataOffset,
                            Value updatesOffset) const {
  if (mergedDims.empty()) {
    emitChunk(b, 1, dataOffset, updatesOffset, /*isReversed=*/false);
    return;
  }
  emitLoopNest(
      b, mergedDims.drop_back(), {dataOffset, updatesOffset},
      [&](ImplicitLocOpBuilder &b, ArrayRef<Value> offsets) {
        const LoopDim &inner = mergedDims.back();
        Value one = constantIndex(b, 1);
        Value dataStride = inner.strides[0];
        if (!storage.isVectorizable || !isConstant(inner.strides[1], 1)) {
          emitStridedRow(b, *this, inner, offsets[0], offsets[1]);
        } else if (isConstant(dataStride, 1)) {
          emitRow(b, inner.size, offsets[0], offsets[1], /*isReversed=*/false);
        } else if (isConstant(dataStride, -1)) {
          Value first = sub(b, offsets[0], sub(b, inner.size, one));
          emitRow(b, inner.size, first, offsets[1], /*isReversed=*/true);
        } else if (getConstantIntValue(dataStride)) {
          emitStridedRow(b, *this, inner, offsets[0], offsets[1]);
        } else {
          Value isUnit = compare(b, arith::CmpIPredicate::eq, dataStride, one);
          auto emitUnit = [&](OpBuilder &nested, Location loc) {
            ImplicitLocOpBuilder b(loc, nested);
            emitRow(b, inner.size, offsets[0], offsets[1],
                    /*isReversed=*/false);
            scf::YieldOp::create(b);
          };
          auto emitGeneral = [&](OpBuilder &nested, Location loc) {
            ImplicitLocOpBuilder b(loc, nested);
            emitStridedRow(b, *this, inner, offsets[0], offsets[1]);
            scf::YieldOp::create(b);
          };
          scf::IfOp::create(b, isUnit, emitUnit, emitGeneral);
        }
      });
}
