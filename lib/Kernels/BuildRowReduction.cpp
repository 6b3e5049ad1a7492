//===- BuildRowReduction.cpp - the IR of gather_scatter -------------------===//
//
// Each row of out is a loop over its messages in their order, which holds the
// row in registers. Rows longer than the registers are split into blocks.
//
//===----------------------------------------------------------------------===//

#include "BuildRowReduction.h"

#include "KernelSignature.h"
#include "RowArithmetic.h"
#include "RowReduction.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/Utils/Combiner.h"
#include "scatter/Dialect/Scatter/Utils/IndexBuilder.h"
#include "scatter/Plan/KernelThresholds.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::kernels;

namespace {
/// A part of a row that one vector holds, or one element.
struct Piece {
  int64_t begin, length;
};

class RowReductionBuilder {
public:
  RowReductionBuilder(OpBuilder &builder, Location loc, const KernelKey &key,
                      ValueRange arguments);
  void build();

private:
  bool has(RowOptions option) const { return hasOption(key, option); }
  Value toIndex(Value number) {
    return arith::IndexCastOp::create(b, b.getIndexType(), number);
  }
  Value loadIndex(Value array, Value position) {
    return toIndex(memref::LoadOp::create(b, array, position));
  }

  /// Emits `emitBody` for each number from `begin` up to `end`.
  SmallVector<Value>
  emitLoop(Value begin, Value end, int64_t step, ValueRange initial,
           function_ref<SmallVector<Value>(Value, ValueRange)> emitBody);

  Value load(Value array, Value row, Value column, const Piece &piece);
  void store(Value array, Value value, Value row, Value column,
             const Piece &piece);
  Value emitNoArg();
  Value emitArgs(Value index, const Piece &piece);
  Value emitMessageRow(Value number);
  void emitPrefetches(Value position, Value column, ArrayRef<Piece> pieces);
  SmallVector<Value> emitMessages(Value position, Value column,
                                  ArrayRef<Piece> pieces);
  void emitBlock(Value row, Value begin, Value end, Value column,
                 ArrayRef<Piece> pieces);
  void emitBlocks(function_ref<void(Value column, ArrayRef<Piece>)> emit);
  void emitRow(Value row);

  IndexBuilder b;
  const KernelKey &key;
  Type element;
  Combiner combiner, product;
  Type storage;
  int64_t length, vectorLength;
  Value out, messages, src, weight, order, offsets, chunks, args;
};
} // namespace

RowReductionBuilder::RowReductionBuilder(OpBuilder &builder, Location loc,
                                         const KernelKey &key,
                                         ValueRange arguments)
    : b(loc, builder), key(key),
      element(parseType(key.getElementType().str(), builder.getContext())),
      combiner(key.reduction, element), product(Reduction::prod, element),
      storage(ElementStorage::get(element).type), length(key.staticSizes[1]),
      vectorLength(kVectorBytes / ElementStorage::get(element).getBytes()) {
  auto take = [&] {
    Value first = arguments.front();
    arguments = arguments.drop_front();
    return first;
  };
  out = take();
  messages = take();
  if (key.indexKind != ElementKind::Opaque)
    src = take();
  if (has(RowOptions::Weighted))
    weight = take();
  order = take();
  offsets = take();
  chunks = take();
  if (has(RowOptions::Args))
    args = take();
}

SmallVector<Value> RowReductionBuilder::emitLoop(
    Value begin, Value end, int64_t step, ValueRange initial,
    function_ref<SmallVector<Value>(Value, ValueRange)> emitBody) {
  auto loop = scf::ForOp::create(
      b, begin, end, b.index(step), initial,
      [&](OpBuilder &inner, Location, Value position, ValueRange carried) {
        OpBuilder::InsertionGuard guard(b);
        b.setInsertionPoint(inner.getInsertionBlock(),
                            inner.getInsertionPoint());
        scf::YieldOp::create(b, emitBody(position, carried));
      });
  return SmallVector<Value>(loop.getResults());
}

Value RowReductionBuilder::load(Value array, Value row, Value column,
                                const Piece &piece) {
  SmallVector<Value> at = {row, b.add(column, piece.begin)};
  if (piece.length == 1)
    return memref::LoadOp::create(b, array, at);
  auto type = cast<VectorType>(getPieceType(piece.length, storage));
  return vector::LoadOp::create(b, type, array, at);
}

void RowReductionBuilder::store(Value array, Value value, Value row,
                                Value column, const Piece &piece) {
  SmallVector<Value> at = {row, b.add(column, piece.begin)};
  if (piece.length == 1)
    memref::StoreOp::create(b, value, array, at);
  else
    vector::StoreOp::create(b, value, array, at);
}

/// Returns the number of messages, which no message has.
Value RowReductionBuilder::emitNoArg() {
  return b.sub(memref::DimOp::create(b, order, b.index(0)), kMessagePrefetch);
}

/// Returns `index` for each element of a piece.
Value RowReductionBuilder::emitArgs(Value index, const Piece &piece) {
  Value number = b.toI64(index);
  if (piece.length == 1)
    return number;
  return vector::BroadcastOp::create(
      b, getPieceType(piece.length, number.getType()), number);
}

/// Returns the row of message `number`.
Value RowReductionBuilder::emitMessageRow(Value number) {
  if (!src)
    return number;
  Value given = memref::LoadOp::create(b, src, number);
  if (key.indexKind == ElementKind::Unsigned)
    return arith::IndexCastUIOp::create(b, b.getIndexType(), given);
  Value index = toIndex(given);
  Value size = memref::DimOp::create(b, messages, b.index(0));
  return b.select(b.slt(index, 0), b.add(index, size), index);
}

/// Prefetches the message some positions ahead. `order` has as many entries
/// after the last one.
void RowReductionBuilder::emitPrefetches(Value position, Value column,
                                         ArrayRef<Piece> pieces) {
  Value ahead = loadIndex(order, b.add(position, kMessagePrefetch));
  Value row = emitMessageRow(ahead);
  int64_t step = std::max<int64_t>(
      1, kVectorBytes / int64_t(ElementStorage::get(element).getBytes()));
  int64_t end = pieces.back().begin + pieces.back().length;
  for (int64_t i = pieces.front().begin; i < end; i += step)
    memref::PrefetchOp::create(b, messages, ValueRange{row, b.add(column, i)},
                               /*isWrite=*/false, /*localityHint=*/3,
                               /*isDataCache=*/true);
}

/// Returns the pieces of the message at `position` of the order.
SmallVector<Value> RowReductionBuilder::emitMessages(Value position,
                                                     Value column,
                                                     ArrayRef<Piece> pieces) {
  emitPrefetches(position, column, pieces);
  Value number = loadIndex(order, position);
  Value row = emitMessageRow(number);
  Value factor;
  if (weight)
    factor = memref::LoadOp::create(b, weight, number);
  return llvm::map_to_vector(pieces, [&](const Piece &piece) {
    Value message = load(messages, row, column, piece);
    if (!factor)
      return message;
    Value factors = factor;
    if (piece.length > 1)
      factors = vector::BroadcastOp::create(
          b, getPieceType(piece.length, storage), factor);
    return product.emit(b, message, factors);
  });
}

/// Emits `pieces` of `row`, whose messages are those from `begin` to `end`, at
/// least one.
void RowReductionBuilder::emitBlock(Value row, Value begin, Value end,
                                    Value column, ArrayRef<Piece> pieces) {
  SmallVector<Value> values;
  Value first = begin;
  if (combiner.isOverwrite()) {
    values = emitMessages(b.sub(end, 1), column, pieces);
  } else {
    if (has(RowOptions::UpdatesOut)) {
      for (const Piece &piece : pieces)
        values.push_back(load(out, row, column, piece));
    } else if (key.reduction == Reduction::sum) {
      for (const Piece &piece : pieces)
        values.push_back(
            emitConstant(b, getPieceType(piece.length, storage), 0));
    } else {
      values = emitMessages(begin, column, pieces);
      first = b.add(begin, 1);
    }
    size_t count = pieces.size();
    if (args) {
      Value none =
          has(RowOptions::UpdatesOut) ? emitNoArg() : loadIndex(order, begin);
      for (const Piece &piece : pieces)
        values.push_back(emitArgs(none, piece));
    }
    values = emitLoop(
        first, end, 1, values, [&](Value position, ValueRange carried) {
          SmallVector<Value> next = emitMessages(position, column, pieces);
          ValueRange formerArgs = carried.drop_front(count);
          for (auto [value, former] : llvm::zip_first(next, carried))
            value = combiner.emit(b, former, value);
          for (size_t i = 0; args && i < count; ++i)
            next.push_back(
                b.select(emitIsMessage(b, carried[i], next[i]),
                         emitArgs(loadIndex(order, position), pieces[i]),
                         formerArgs[i]));
          return next;
        });
    for (size_t i = 0; args && i < count; ++i)
      store(args, values[count + i], row, column, pieces[i]);
    values.truncate(count);
  }
  if (has(RowOptions::Mean)) {
    Value count = b.sub(end, begin);
    if (has(RowOptions::UpdatesOut))
      count = b.add(count, 1);
    for (Value &value : values)
      value = emitQuotient(b, element, value, count);
  }
  for (auto [value, piece] : llvm::zip_equal(values, pieces))
    store(out, value, row, column, piece);
}

/// Calls `emit` for the blocks of a row: in a loop over whole ones, then for
/// the rest, whose vectors have a power of two of elements.
void RowReductionBuilder::emitBlocks(
    function_ref<void(Value column, ArrayRef<Piece>)> emit) {
  int64_t blockLength = kRowBlockVectors * vectorLength;
  SmallVector<Piece> pieces;
  if (int64_t whole = length / blockLength * blockLength) {
    for (int64_t i = 0; i < kRowBlockVectors; ++i)
      pieces.push_back({i * vectorLength, vectorLength});
    emitLoop(b.index(0), b.index(whole), blockLength, {},
             [&](Value column, ValueRange) -> SmallVector<Value> {
               emit(column, pieces);
               return {};
             });
  }
  pieces.clear();
  for (int64_t at = length / blockLength * blockLength; at < length;) {
    int64_t size = vectorLength;
    while (size > length - at)
      size /= 2;
    pieces.push_back({at, size});
    at += size;
  }
  if (!pieces.empty())
    emit(b.index(0), pieces);
}

void RowReductionBuilder::emitRow(Value row) {
  Value begin = loadIndex(offsets, row);
  Value end = loadIndex(offsets, b.add(row, 1));
  bool fillsEmpty = !has(RowOptions::UpdatesOut);
  auto emitThen = [&](OpBuilder &inner, Location) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(inner.getInsertionBlock(), inner.getInsertionPoint());
    emitBlocks([&](Value column, ArrayRef<Piece> pieces) {
      emitBlock(row, begin, end, column, pieces);
    });
    scf::YieldOp::create(b);
  };
  auto emitElse = [&](OpBuilder &inner, Location) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(inner.getInsertionBlock(), inner.getInsertionPoint());
    emitBlocks([&](Value column, ArrayRef<Piece> pieces) {
      for (const Piece &piece : pieces) {
        if (fillsEmpty)
          store(out, emitConstant(b, getPieceType(piece.length, storage), 0),
                row, column, piece);
        if (args)
          store(args, emitArgs(emitNoArg(), piece), row, column, piece);
      }
    });
    scf::YieldOp::create(b);
  };
  if (fillsEmpty || args)
    scf::IfOp::create(b, b.slt(begin, end), emitThen, emitElse);
  else
    scf::IfOp::create(b, b.slt(begin, end), emitThen);
}

void RowReductionBuilder::build() {
  auto emitChunk = [&](Value chunk) {
    Value begin = loadIndex(chunks, chunk);
    Value end = loadIndex(chunks, b.add(chunk, 1));
    emitLoop(begin, end, 1, {},
             [&](Value row, ValueRange) -> SmallVector<Value> {
               emitRow(row);
               return {};
             });
  };
  if (key.threads == 1)
    return emitChunk(b.index(0));
  Value count = b.sub(memref::DimOp::create(b, chunks, b.index(0)), 1);
  auto loop = scf::ParallelOp::create(b, b.index(0), count, b.index(1));
  loop->setAttr(ScatterDialect::getThreadLoopAttrName(), b.getUnitAttr());
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  emitChunk(loop.getInductionVars().front());
}

void kernels::buildRowReduction(OpBuilder &builder, Location loc,
                                const KernelKey &key, ValueRange arguments) {
  builder.getContext()
      ->loadDialect<arith::ArithDialect, memref::MemRefDialect, scf::SCFDialect,
                    vector::VectorDialect>();
  RowReductionBuilder(builder, loc, key, arguments).build();
}
