//===- RegionBody.cpp - the region of scatter.generic, emitted ------------===//

#include "RegionBody.h"

#include "scatter/Dialect/Scatter/Utils/Combiner.h"
#include "scatter/Dialect/Scatter/Utils/SmallFloat.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/TypeSwitch.h"

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

/// Returns the reduction that an op of arith on floats is.
static std::optional<Reduction> getFloatReduction(Operation &op) {
  return TypeSwitch<Operation *, std::optional<Reduction>>(&op)
      .Case<arith::AddFOp>([](auto) { return Reduction::sum; })
      .Case<arith::SubFOp>([](auto) { return Reduction::sub; })
      .Case<arith::MulFOp>([](auto) { return Reduction::prod; })
      .Case<arith::MinimumFOp>([](auto) { return Reduction::min; })
      .Case<arith::MaximumFOp>([](auto) { return Reduction::max; })
      .Default([](Operation *) { return std::nullopt; });
}

/// Emits an op whose result is bf16 with the bits that the specification
/// requires, on scalars or vectors. Returns null for other ops. The CPU
/// instructions that LLVM uses flush denormals.
static Value emitExactBF16(IndexBuilder &b, Operation &inner,
                           ArrayRef<Value> operands) {
  if (inner.getNumResults() != 1 || !inner.getResult(0).getType().isBF16())
    return {};
  auto cast = [&](Value value, Type element) -> Value {
    if (auto vectorType = dyn_cast<VectorType>(value.getType()))
      element = vectorType.clone(element);
    return arith::BitcastOp::create(b, element, value);
  };
  FloatType bf16 = b.getBF16Type();
  if (auto truncate = dyn_cast<arith::TruncFOp>(inner)) {
    if (!truncate.getIn().getType().isF32() || truncate.getRoundingmode())
      return {};
    return cast(emitF32ToSmallFloat(b, bf16, operands[0]), bf16);
  }
  std::optional<Reduction> reduction = getFloatReduction(inner);
  if (!reduction)
    return {};
  Value x = cast(operands[0], b.getI16Type());
  Value y = cast(operands[1], b.getI16Type());
  return cast(Combiner(*reduction, bf16).emit(b, x, y), bf16);
}

/// Emits `inner`, on vectors if one of its operands is one: what is the same
/// for all lanes stays scalar.
static void emitInner(IndexBuilder &b, Operation &inner, IRMapping &mapping,
                      int64_t width) {
  SmallVector<Value> operands =
      llvm::map_to_vector(inner.getOperands(), [&](Value operand) {
        return mapping.lookupOrDefault(operand);
      });
  bool isUniform = llvm::none_of(operands, [](Value operand) {
    return isa<VectorType>(operand.getType());
  });
  if (!isUniform)
    for (Value &operand : operands)
      operand = broadcast(b, operand, width);
  if (Value exact = emitExactBF16(b, inner, operands)) {
    mapping.map(inner.getResult(0), exact);
    return;
  }
  if (isUniform) {
    b.clone(inner, mapping);
    return;
  }
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
    } else {
      emitInner(b, inner, mapping, width);
    }
  }
  return llvm::map_to_vector(
      block.getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
}
