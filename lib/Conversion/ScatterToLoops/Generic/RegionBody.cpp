//===- RegionBody.cpp - the region of scatter.generic, emitted ------------===//

#include "RegionBody.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace scatter;

bool scatter::hasElementVectors(Type type) {
  // Elements of fewer bits have a byte each in memory, but not in vectors.
  return type.isIndex() ||
         (type.isIntOrFloat() && type.getIntOrFloatBitWidth() >= 8 &&
          llvm::isPowerOf2_32(type.getIntOrFloatBitWidth()) &&
          type.getIntOrFloatBitWidth() <= 64);
}

bool scatter::hasVectorForm(GenericOp op) {
  auto isElement = [](Type type) {
    return type.isIndex() || type.isIntOrFloat();
  };
  return llvm::all_of(op.getBody().front(), [&](Operation &inner) {
    // Ops without operands, such as constants, stay scalar.
    if (isa<IndexOp, YieldOp>(inner) || inner.getNumOperands() == 0)
      return inner.getNumRegions() == 0;
    // A cast between integers with and without a sign in their type.
    bool isCast =
        isa<UnrealizedConversionCastOp>(inner) && inner.getNumOperands() == 1;
    return (isCast || OpTrait::hasElementwiseMappableTraits(&inner)) &&
           llvm::all_of(inner.getResultTypes(), isElement) &&
           llvm::all_of(inner.getOperandTypes(), isElement);
  });
}

/// Returns `value`, a scalar or already a vector, as a vector of `width` lanes.
static Value broadcast(IndexBuilder &b, Value value, int64_t width) {
  if (isa<VectorType>(value.getType()))
    return value;
  return b.createOrFold<vector::BroadcastOp>(
      VectorType::get({width}, value.getType()), value);
}

/// Returns the positions of `width` lanes from `first` on.
static Value emitLanes(IndexBuilder &b, Value first, int64_t width) {
  auto type = VectorType::get({width}, b.getIndexType());
  Value lanes = arith::ConstantOp::create(
      b, DenseIntElementsAttr::get(
             type, llvm::to_vector(llvm::seq<int64_t>(0, width))));
  return b.add(broadcast(b, first, width), lanes);
}

/// Emits `inner` on vectors. Ops of which all operands are the same for all
/// lanes stay scalar.
static void emitOnVectors(IndexBuilder &b, Operation &inner, IRMapping &mapping,
                          int64_t width) {
  SmallVector<Value> operands =
      llvm::map_to_vector(inner.getOperands(), [&](Value operand) {
        return mapping.lookupOrDefault(operand);
      });
  bool isUniform = llvm::none_of(operands, [](Value operand) {
    return isa<VectorType>(operand.getType());
  });
  if (isUniform) {
    b.clone(inner, mapping);
    return;
  }
  for (Value &operand : operands)
    operand = broadcast(b, operand, width);
  SmallVector<Type> types =
      llvm::map_to_vector(inner.getResultTypes(), [&](Type type) -> Type {
        return VectorType::get({width}, type);
      });
  Operation *onVectors = b.create(b.getLoc(), inner.getName().getIdentifier(),
                                  operands, types, inner.getAttrs());
  mapping.map(inner.getResults(), onVectors->getResults());
}

SmallVector<Value> scatter::emitRegion(IndexBuilder &b, GenericOp op,
                                       ValueRange arguments,
                                       ArrayRef<Value> positions,
                                       int64_t vectorDim, int64_t width) {
  IRMapping mapping;
  Block &block = op.getBody().front();
  mapping.map(block.getArguments(), arguments);
  for (Operation &inner : block.without_terminator()) {
    if (auto index = dyn_cast<IndexOp>(inner)) {
      Value position = positions[index.getDim()];
      if (width > 1 && int64_t(index.getDim()) == vectorDim)
        position = emitLanes(b, position, width);
      mapping.map(index.getResult(), position);
    } else if (width > 1) {
      emitOnVectors(b, inner, mapping, width);
    } else {
      b.clone(inner, mapping);
    }
  }
  return llvm::map_to_vector(
      block.getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
}
