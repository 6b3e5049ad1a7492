//===- BuildElementLoops.cpp - loops over elements along an axis ----------===//
//
// The innermost loop takes a group of adjacent indices: it checks them as a
// vector, and updates their elements one after the other if all are in bounds.
//
//===----------------------------------------------------------------------===//

#include "BuildElementLoops.h"

#include "KernelSignature.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/Utils/Combiner.h"
#include "scatter/Dialect/Scatter/Utils/IndexBuilder.h"
#include "scatter/Plan/KernelThresholds.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::kernels;

namespace {
class ElementLoopsBuilder {
public:
  ElementLoopsBuilder(OpBuilder &builder, Location loc, const KernelKey &key,
                      ValueRange arguments);
  void build();

private:
  using Body = function_ref<Value(Value position, Value valid)>;
  /// Emits a loop with `emitBody`, which carries whether all indices were in
  /// bounds.
  Value emitLoop(Value begin, Value end, int64_t step, Value valid,
                 Body emitBody);
  /// Emits the loops inside those with `positions`.
  Value emitNest(SmallVector<Value> positions, Value valid);
  /// Returns a signed index, or a vector of them, as integers of 64 bits.
  Value extend(Value indices);
  /// Returns whether such an index, or each of a vector of them, is in bounds.
  Value isValid(Value index);
  Value emitGroup(ArrayRef<Value> outer, Value first, int64_t count,
                  Value valid);
  void emitElement(SmallVector<Value> positions, Value index);

  IndexBuilder b;
  const KernelKey &key;
  Value data, indices, updates, flag, axisSize;
};
} // namespace

ElementLoopsBuilder::ElementLoopsBuilder(OpBuilder &builder, Location loc,
                                         const KernelKey &key,
                                         ValueRange arguments)
    : b(loc, builder), key(key), data(arguments[0]), indices(arguments[1]),
      updates(arguments[2]), flag(arguments[3]) {}

Value ElementLoopsBuilder::emitLoop(Value begin, Value end, int64_t step,
                                    Value valid, Body emitBody) {
  auto loop = scf::ForOp::create(
      b, begin, end, b.index(step), valid,
      [&](OpBuilder &inner, Location, Value position, ValueRange carried) {
        OpBuilder::InsertionGuard guard(b);
        b.restoreInsertionPoint(inner.saveInsertionPoint());
        scf::YieldOp::create(b, emitBody(position, carried.front()));
      });
  return loop.getResult(0);
}

Value ElementLoopsBuilder::extend(Value values) {
  Type type = b.getI64Type();
  if (auto vectorType = dyn_cast<VectorType>(values.getType()))
    type = VectorType::get(vectorType.getShape(), type);
  if (values.getType() == type)
    return values;
  return arith::ExtSIOp::create(b, type, values);
}

/// Whether negative indices count from the end.
static bool wraps(const KernelKey &key) {
  return key.negativeIndices == NegativeIndices::wrap;
}

Value ElementLoopsBuilder::isValid(Value index) {
  auto get = [&](Value size) -> Value {
    Value bits = b.toI64(size);
    if (index.getType() == bits.getType())
      return bits;
    return vector::BroadcastOp::create(b, index.getType(), bits);
  };
  Value size = get(axisSize);
  if (wraps(key)) {
    index = arith::AddIOp::create(b, index, size);
    size = get(b.add(axisSize, axisSize));
  }
  return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, index, size);
}

/// Emits the update of the element that `index`, which is in bounds, names.
void ElementLoopsBuilder::emitElement(SmallVector<Value> positions,
                                      Value index) {
  SmallVector<Value> ofUpdates;
  for (auto [dim, position] : llvm::enumerate(positions))
    if (hasBounds(key, dim))
      ofUpdates.push_back(position);
  Value place = b.toIndex(index);
  if (wraps(key))
    place = b.select(b.slt(place, 0), b.add(place, axisSize), place);
  positions[key.batchDims] = place;
  Value update = memref::LoadOp::create(b, updates, ofUpdates);
  Value element = key.reduction == Reduction::none
                      ? Value()
                      : memref::LoadOp::create(b, data, positions);
  Value combined =
      element ? combineScalars(b, key.reduction, element, update) : update;
  memref::StoreOp::create(b, combined, data, positions);
}

/// Emits `count` elements along the innermost loop.
Value ElementLoopsBuilder::emitGroup(ArrayRef<Value> outer, Value first,
                                     int64_t count, Value valid) {
  auto getPositions = [&](int64_t number) {
    SmallVector<Value> positions(outer);
    positions.push_back(b.add(first, number));
    return positions;
  };
  auto load = [&](int64_t number) {
    return extend(
        memref::LoadOp::create(b, indices, getPositions(number)).getResult());
  };
  Value all;
  if (count == 1) {
    all = isValid(load(0));
  } else {
    Type element = cast<MemRefType>(indices.getType()).getElementType();
    Value group = vector::LoadOp::create(b, VectorType::get({count}, element),
                                         indices, getPositions(0));
    all = vector::ReductionOp::create(b, vector::CombiningKind::AND,
                                      isValid(extend(group)));
  }
  scf::IfOp::create(b, all, [&](OpBuilder &inner, Location) {
    OpBuilder::InsertionGuard guard(b);
    b.restoreInsertionPoint(inner.saveInsertionPoint());
    for (int64_t number = 0; number < count; ++number)
      emitElement(getPositions(number), load(number));
    scf::YieldOp::create(b);
  });
  return arith::AndIOp::create(b, valid, all);
}

Value ElementLoopsBuilder::emitNest(SmallVector<Value> positions, Value valid) {
  int64_t dim = int64_t(positions.size());
  Value size = memref::DimOp::create(b, indices, dim);
  if (dim + 1 < key.batchRank)
    return emitLoop(b.index(0), size, 1, valid,
                    [&](Value position, Value carried) {
                      SmallVector<Value> inner = positions;
                      inner.push_back(position);
                      return emitNest(inner, carried);
                    });
  Value end = b.sub(size, b.remu(size, kElementsGroup));
  valid =
      emitLoop(b.index(0), end, kElementsGroup, valid,
               [&](Value position, Value carried) {
                 return emitGroup(positions, position, kElementsGroup, carried);
               });
  return emitLoop(end, size, 1, valid, [&](Value position, Value carried) {
    return emitGroup(positions, position, 1, carried);
  });
}

void ElementLoopsBuilder::build() {
  axisSize = memref::DimOp::create(b, data, key.batchDims);
  Value valid = emitNest({}, b.boolean(true));
  Value invalid = arith::ExtUIOp::create(b, b.getI8Type(), b.isNot(valid));
  memref::StoreOp::create(b, invalid, flag, b.index(0));
}

void kernels::buildElementLoops(OpBuilder &builder, Location loc,
                                const KernelKey &key, ValueRange arguments) {
  builder.getContext()->loadDialect<scf::SCFDialect, vector::VectorDialect>();
  ElementLoopsBuilder(builder, loc, key, arguments).build();
}
