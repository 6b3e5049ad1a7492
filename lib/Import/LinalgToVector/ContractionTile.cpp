//===- ContractionTile.cpp - a tile of a contraction ----------------------===//

#include "ContractionTile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace scatter;

/// Sums of at most this many products are unrolled (docs/Performance.md, "Other
/// code").
static constexpr int64_t kMaxUnrolled = 8;

ContractionTile::ContractionTile(ImplicitLocOpBuilder &b,
                                 const Contraction &contraction,
                                 const ContractionOperands &operands,
                                 ArrayRef<Value> positions, int64_t rows,
                                 int64_t columns, int64_t lanes)
    : b(b), contraction(contraction), operands(operands), positions(positions),
      rows(rows), lanes(lanes) {
  for (; columns > 0; columns -= lanes)
    widths.push_back(std::min(columns, lanes));
}

Value ContractionTile::index(int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}

Value ContractionTile::getAddress(const FlatOperand &operand, int64_t row,
                                  int64_t column) {
  Value address = operand.offset;
  auto add = [&](Value count, Value stride) {
    address = b.createOrFold<arith::AddIOp>(
        address, b.createOrFold<arith::MulIOp>(count, stride));
  };
  for (auto [position, stride] : llvm::zip_equal(positions, operand.strides))
    if (stride)
      add(position, stride);
  if (contraction.row && operand.strides[*contraction.row])
    add(index(row), operand.strides[*contraction.row]);
  if (Value stride = operand.strides[contraction.column])
    add(index(column), stride);
  return address;
}

VectorType ContractionTile::getVectorType(Type element, int64_t vector) const {
  return VectorType::get({widths[vector]}, element);
}

SmallVector<Value> ContractionTile::loadSums() {
  Values sums;
  for (int64_t row = 0; row < rows; ++row)
    for (size_t vector = 0; vector < widths.size(); ++vector)
      sums.push_back(read(operands.getResult(), row, vector));
  return sums;
}

void ContractionTile::storeSums(ValueRange sums) {
  const FlatOperand &result = operands.getResult();
  for (int64_t row = 0; row < rows; ++row)
    for (size_t vector = 0; vector < widths.size(); ++vector)
      vector::StoreOp::create(b, sums[row * widths.size() + vector],
                              result.flat,
                              getAddress(result, row, vector * lanes));
}

Value ContractionTile::read(const FlatOperand &operand, int64_t row,
                            int64_t vector) {
  Type element = cast<MemRefType>(operand.flat.getType()).getElementType();
  if (operand.access == ColumnAccess::Scalar)
    return memref::LoadOp::create(b, operand.flat, getAddress(operand, row, 0));
  VectorType type = getVectorType(element, vector);
  if (operand.access == ColumnAccess::Vector)
    return vector::LoadOp::create(b, type, operand.flat,
                                  getAddress(operand, row, vector * lanes));
  Values elements;
  for (int64_t i = 0; i < widths[vector]; ++i)
    elements.push_back(memref::LoadOp::create(
        b, operand.flat, getAddress(operand, row, vector * lanes + i)));
  return vector::FromElementsOp::create(b, type, elements);
}

/// Reads a square block of lanes x lanes elements, which are contiguous along
/// the reduction, and transposes it. Each of log2(lanes) steps interleaves the
/// two halves of the block.
SmallVector<Value> ContractionTile::readTransposed(const FlatOperand &operand,
                                                   int64_t row,
                                                   int64_t vector) {
  Type element = cast<MemRefType>(operand.flat.getType()).getElementType();
  VectorType type = getVectorType(element, vector);
  Values block;
  for (int64_t i = 0; i < lanes; ++i)
    block.push_back(vector::LoadOp::create(
        b, type, operand.flat, getAddress(operand, row, vector * lanes + i)));
  SmallVector<int64_t> low, high;
  for (int64_t i = 0; i < lanes / 2; ++i) {
    low.append({i, lanes + i});
    high.append({lanes / 2 + i, lanes + lanes / 2 + i});
  }
  for (int64_t step = 1; step < lanes; step *= 2) {
    Values next;
    for (int64_t i = 0; i < lanes / 2; ++i)
      for (ArrayRef<int64_t> mask : {ArrayRef(low), ArrayRef(high)})
        next.push_back(
            vector::ShuffleOp::create(b, block[i], block[lanes / 2 + i], mask));
    block = std::move(next);
  }
  return block;
}

Value ContractionTile::emitBody(ValueRange arguments, VectorType type) {
  Block &body = *contraction.op.getBlock();
  IRMapping values;
  values.map(body.getArguments(), arguments);
  auto widen = [&](Value value) -> Value {
    if (isa<VectorType>(value.getType()))
      return value;
    auto wide = VectorType::get(type.getShape(), value.getType());
    return vector::BroadcastOp::create(b, wide, value);
  };
  auto lookup = [&](Value value) { return values.lookupOrDefault(value); };
  for (Operation &op : body.without_terminator()) {
    Values given = llvm::map_to_vector(op.getOperands(), lookup);
    bool isVector = llvm::any_of(
        given, [](Value value) { return isa<VectorType>(value.getType()); });
    Type result = op.getResult(0).getType();
    if (isVector) {
      given = llvm::map_to_vector(given, widen);
      result = VectorType::get(type.getShape(), result);
    }
    Operation *copy = b.create(op.getLoc(), op.getName().getIdentifier(), given,
                               result, op.getAttrs());
    values.map(op.getResult(0), copy->getResult(0));
  }
  return widen(lookup(body.getTerminator()->getOperand(0)));
}

SmallVector<Value> ContractionTile::addBlock(Value position, ValueRange sums) {
  unsigned reduction = contraction.reductions.back();
  positions[reduction] = position;
  ArrayRef<FlatOperand> factors = ArrayRef(operands.operands).drop_back();
  Values results(sums);
  SmallVector<Values> blocks(factors.size());
  for (size_t vector = 0; vector < widths.size(); ++vector)
    for (int64_t row = 0; row < rows; ++row) {
      for (auto [factor, block] : llvm::zip_equal(factors, blocks)) {
        bool isShared = contraction.row && !factor.strides[*contraction.row];
        if (factor.access == ColumnAccess::Transposed &&
            (row == 0 || !isShared))
          block = readTransposed(factor, row, vector);
      }
      Value &sum = results[row * widths.size() + vector];
      for (int64_t step = 0; step < lanes; ++step) {
        positions[reduction] =
            b.createOrFold<arith::AddIOp>(position, index(step));
        Values arguments;
        for (auto [factor, block] : llvm::zip_equal(factors, blocks))
          arguments.push_back(block.empty() ? read(factor, row, vector)
                                            : block[step]);
        arguments.push_back(sum);
        sum = emitBody(arguments, cast<VectorType>(sum.getType()));
      }
      positions[reduction] = position;
    }
  return results;
}

SmallVector<Value> ContractionTile::addProduct(Value position,
                                               ValueRange sums) {
  positions[contraction.reductions.back()] = position;
  ArrayRef<FlatOperand> factors = ArrayRef(operands.operands).drop_back();
  size_t vectors = widths.size();
  // Values that rows or vectors share are read only once.
  SmallVector<Values> values(factors.size(), Values(sums.size()));
  Values results;
  for (int64_t row = 0; row < rows; ++row)
    for (size_t vector = 0; vector < vectors; ++vector) {
      Values arguments;
      for (auto [factor, known] : llvm::zip_equal(factors, values)) {
        bool isOwn = contraction.row && factor.strides[*contraction.row];
        bool isScalar = factor.access == ColumnAccess::Scalar;
        Value &value =
            known[(isOwn ? row : 0) * vectors + (isScalar ? 0 : vector)];
        if (!value)
          value = read(factor, row, vector);
        arguments.push_back(value);
      }
      Value sum = sums[results.size()];
      arguments.push_back(sum);
      results.push_back(emitBody(arguments, cast<VectorType>(sum.getType())));
    }
  return results;
}

SmallVector<Value>
ContractionTile::emitLoop(Value begin, Value end, int64_t step, ValueRange sums,
                          Values (ContractionTile::*add)(Value, ValueRange)) {
  auto loop = scf::ForOp::create(
      b, begin, end, index(step), sums,
      [&](OpBuilder &nested, Location, Value position, ValueRange carried) {
        OpBuilder::InsertionGuard guard(b);
        b.setInsertionPoint(nested.getInsertionBlock(),
                            nested.getInsertionPoint());
        Values next = (this->*add)(position, carried);
        scf::YieldOp::create(b, next);
      });
  return Values(loop.getResults());
}

void ContractionTile::emit(Value begin, Value end, int64_t length, Value init) {
  Values sums;
  if (init) {
    for (int64_t row = 0; row < rows; ++row)
      for (size_t vector = 0; vector < widths.size(); ++vector)
        sums.push_back(vector::BroadcastOp::create(
            b, getVectorType(init.getType(), vector), init));
  } else {
    sums = loadSums();
  }
  // Whole blocks are transposed. The remaining positions are read element by
  // element.
  if (contraction.hasTransposed() && widths.back() == lanes && lanes > 1) {
    Value block = index(lanes);
    Value rest = b.createOrFold<arith::RemUIOp>(
        b.createOrFold<arith::SubIOp>(end, begin), block);
    Value middle = b.createOrFold<arith::SubIOp>(end, rest);
    sums = emitLoop(begin, middle, lanes, sums, &ContractionTile::addBlock);
    begin = middle;
    if (length >= 0 && length % lanes == 0)
      return storeSums(sums);
  }
  if (length < 0 || length > kMaxUnrolled)
    return storeSums(
        emitLoop(begin, end, /*step=*/1, sums, &ContractionTile::addProduct));
  for (int64_t i = 0; i < length; ++i)
    sums = addProduct(b.createOrFold<arith::AddIOp>(begin, index(i)), sums);
  storeSums(sums);
}
