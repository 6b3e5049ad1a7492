//===- RegionBody.cpp - the region of scatter.generic, emitted ------------===//

#include "RegionBody.h"

#include "scatter/Dialect/Scatter/Utils/Combiner.h"
#include "scatter/Dialect/Scatter/Utils/SmallFloat.h"

#include "mlir/Dialect/Math/IR/Math.h"
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

/// Returns the integer that `type` is held as if it is a small float, else
/// `type`.
static Type getHeldType(Type type) {
  return isSmallFloat(type)
             ? IntegerType::get(type.getContext(), type.getIntOrFloatBitWidth())
             : type;
}

static Value emitBits(IndexBuilder &b, arith::ConstantOp constant) {
  APInt bits = cast<FloatAttr>(constant.getValue()).getValue().bitcastToAPInt();
  return arith::ConstantOp::create(
      b, b.getIntegerAttr(getHeldType(constant.getType()), bits));
}

/// Returns what `value` is mapped to, or a value from outside; small floats are
/// held as their bits.
static Value lookup(IndexBuilder &b, const IRMapping &mapping, Value value) {
  if (Value mapped = mapping.lookupOrNull(value))
    return mapped;
  if (!isSmallFloat(value.getType()))
    return value;
  if (auto constant = value.getDefiningOp<arith::ConstantOp>())
    return emitBits(b, constant);
  return arith::BitcastOp::create(b, getHeldType(value.getType()), value);
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

/// Returns `element`, or the vector of it that has the shape of `like`.
static Type getTypeLike(Type element, Value like) {
  auto vectorType = dyn_cast<VectorType>(like.getType());
  return vectorType ? vectorType.clone(element) : element;
}

static Value bitcast(IndexBuilder &b, Value value, Type element) {
  return b.createOrFold<arith::BitcastOp>(getTypeLike(element, value), value);
}

/// Converts an f64 to f32 so that a rounding to fewer bits that follows is that
/// of the f64: what is not exact gets an odd last bit.
static Value truncateToOdd(IndexBuilder &b, Value value) {
  Value nearest =
      arith::TruncFOp::create(b, getTypeLike(b.getF32Type(), value), value);
  Value back = arith::ExtFOp::create(b, value.getType(), nearest);
  Value bits = bitcast(b, nearest, b.getI32Type());
  auto constant = [&](int32_t number) {
    Value scalar = arith::ConstantOp::create(b, b.getI32IntegerAttr(number));
    return isa<VectorType>(bits.getType())
               ? vector::BroadcastOp::create(b, bits.getType(), scalar)
               : scalar;
  };
  Value isFar = arith::CmpFOp::create(b, arith::CmpFPredicate::OGT,
                                      math::AbsFOp::create(b, back),
                                      math::AbsFOp::create(b, value));
  Value other = arith::AddIOp::create(
      b, bits, arith::SelectOp::create(b, isFar, constant(-1), constant(1)));
  Value isInexact =
      arith::CmpFOp::create(b, arith::CmpFPredicate::ONE, back, value);
  Value isEven = arith::CmpIOp::create(
      b, arith::CmpIPredicate::eq, arith::AndIOp::create(b, bits, constant(1)),
      constant(0));
  Value isWrong = arith::AndIOp::create(b, isInexact, isEven);
  return bitcast(b, arith::SelectOp::create(b, isWrong, other, bits),
                 b.getF32Type());
}

/// Converts a float to f32, an f64 so that rounding it to a small float gives
/// the same. `type` is what the bits of a small float mean.
static Value convertToF32(IndexBuilder &b, Value value, Type type) {
  if (isSmallFloat(type))
    return emitSmallFloatToF32(b, cast<FloatType>(type), value);
  if (type.isF64())
    return truncateToOdd(b, value);
  return type.isF32() ? value
                      : arith::ExtFOp::create(
                            b, getTypeLike(b.getF32Type(), value), value);
}

/// Emits whether numbers of type `type`, whose bits are given, are normal. A
/// denormal number of 8 bits is a normal f32.
static Value emitIsNormal(IndexBuilder &b, FloatType type, Value bits) {
  Value magnitude = math::AbsFOp::create(b, emitSmallFloatToF32(b, type, bits));
  auto compare = [&](arith::CmpFPredicate predicate,
                     const APFloat &limit) -> Value {
    Value scalar =
        arith::ConstantOp::create(b, b.getF32FloatAttr(limit.convertToFloat()));
    if (isa<VectorType>(bits.getType()))
      scalar = vector::BroadcastOp::create(b, magnitude.getType(), scalar);
    return arith::CmpFOp::create(b, predicate, magnitude, scalar);
  };
  return arith::AndIOp::create(
      b,
      compare(arith::CmpFPredicate::OGE,
              APFloat::getSmallestNormalized(type.getFloatSemantics())),
      compare(arith::CmpFPredicate::OLT,
              APFloat::getInf(APFloat::IEEEsingle())));
}

/// Emits an op with small floats, whose bits `operands` hold, with the bits
/// that the specification requires. The CPU instructions that LLVM uses for
/// bf16 flush denormals, even to broadcast, and there are none for 8 bits.
static SmallVector<Value> emitOnBits(IndexBuilder &b, Operation &inner,
                                     SmallVector<Value> operands) {
  Type f32 = b.getF32Type();
  FloatType small;
  if (inner.getNumResults() > 0)
    small = dyn_cast<FloatType>(inner.getResult(0).getType());
  if (auto constant = dyn_cast<arith::ConstantOp>(inner))
    return {emitBits(b, constant)};
  if (isa<arith::SelectOp>(inner))
    return {arith::SelectOp::create(b, operands[0], operands[1], operands[2])};
  if (isa<arith::BitcastOp>(inner))
    return {bitcast(b, operands[0], getHeldType(inner.getResult(0).getType()))};
  if (std::optional<Reduction> reduction = getFloatReduction(inner))
    return {Combiner(*reduction, small).emit(b, operands[0], operands[1])};
  if (isa<arith::SIToFPOp, arith::UIToFPOp>(inner)) {
    Type wide = getTypeLike(b.getF64Type(), operands[0]);
    Value number = isa<arith::SIToFPOp>(inner)
                       ? Value(arith::SIToFPOp::create(b, wide, operands[0]))
                       : Value(arith::UIToFPOp::create(b, wide, operands[0]));
    return {emitF32ToSmallFloat(b, small, truncateToOdd(b, number))};
  }
  if (isa<math::IsNormalOp>(inner))
    return {emitIsNormal(b, cast<FloatType>(inner.getOperand(0).getType()),
                         operands[0])};
  auto truncate = dyn_cast<arith::TruncFOp>(inner);
  if (truncate && !truncate.getRoundingmode() &&
      truncate.getIn().getType().getIntOrFloatBitWidth() <= 64)
    return {emitF32ToSmallFloat(
        b, small, convertToF32(b, operands[0], truncate.getIn().getType()))};

  // Others are computed in f32 if they are defined on it, else as they are.
  bool isElementwise = OpTrait::hasElementwiseMappableTraits(&inner) &&
                       !isa<arith::TruncFOp>(inner);
  for (auto [operand, before] :
       llvm::zip_equal(operands, inner.getOperandTypes()))
    if (isSmallFloat(before))
      operand = isElementwise ? convertToF32(b, operand, before)
                              : bitcast(b, operand, before);
  if (isa<arith::ExtFOp>(inner)) {
    Type type = getTypeLike(small, operands[0]);
    if (small.isF32())
      return {operands[0]};
    if (isSmallFloat(small))
      return {emitF32ToSmallFloat(b, small, operands[0])};
    if (small.isF16())
      return {arith::TruncFOp::create(b, type, operands[0])};
    return {arith::ExtFOp::create(b, type, operands[0])};
  }
  SmallVector<Type> types;
  for (Type type : inner.getResultTypes()) {
    Type element = isSmallFloat(type) && isElementwise ? f32 : type;
    types.push_back(operands.empty() ? element
                                     : getTypeLike(element, operands.front()));
  }
  Operation *computed =
      b.create(inner.getLoc(), inner.getName().getIdentifier(), operands, types,
               inner.getAttrs());
  SmallVector<Value> results(computed->getResults());
  for (auto [result, before] : llvm::zip_equal(results, inner.getResultTypes()))
    if (isSmallFloat(before))
      result = isElementwise
                   ? emitF32ToSmallFloat(b, cast<FloatType>(before), result)
                   : bitcast(b, result, getHeldType(before));
  return results;
}

static bool hasSmallFloats(Operation &op) {
  return llvm::any_of(op.getOperandTypes(), isSmallFloat) ||
         llvm::any_of(op.getResultTypes(), isSmallFloat);
}

static void emitInner(IndexBuilder &b, Operation &inner, IRMapping &mapping,
                      int64_t width);

/// Emits an op whose regions have small floats, in which these are held as
/// their bits, too.
static void emitRegionsOnBits(IndexBuilder &b, Operation &inner,
                              IRMapping &mapping) {
  OperationState state(inner.getLoc(), inner.getName());
  for (Value operand : inner.getOperands())
    state.operands.push_back(lookup(b, mapping, operand));
  state.addTypes(llvm::map_to_vector(inner.getResultTypes(), getHeldType));
  state.addAttributes(inner.getAttrs());
  for (Region &region : inner.getRegions()) {
    Region *emitted = state.addRegion();
    for (Block &block : region) {
      OpBuilder::InsertionGuard guard(b);
      b.createBlock(emitted);
      for (BlockArgument argument : block.getArguments())
        mapping.map(argument,
                    emitted->back().addArgument(getHeldType(argument.getType()),
                                                argument.getLoc()));
      for (Operation &nested : block)
        emitInner(b, nested, mapping, /*width=*/1);
    }
  }
  mapping.map(inner.getResults(), b.create(state)->getResults());
}

/// Emits `inner`, on vectors if one of its operands is one: what is the same
/// for all lanes stays scalar.
static void emitInner(IndexBuilder &b, Operation &inner, IRMapping &mapping,
                      int64_t width) {
  if (inner.getNumRegions() > 0 && inner
                                       .walk([](Operation *nested) {
                                         return hasSmallFloats(*nested)
                                                    ? WalkResult::interrupt()
                                                    : WalkResult::advance();
                                       })
                                       .wasInterrupted()) {
    emitRegionsOnBits(b, inner, mapping);
    return;
  }
  SmallVector<Value> operands;
  for (Value operand : inner.getOperands())
    operands.push_back(lookup(b, mapping, operand));
  bool isUniform = llvm::none_of(operands, [](Value operand) {
    return isa<VectorType>(operand.getType());
  });
  if (!isUniform)
    for (Value &operand : operands)
      operand = broadcast(b, operand, width);
  bool isTerminator = inner.hasTrait<OpTrait::IsTerminator>();
  if (hasSmallFloats(inner) && inner.getNumRegions() == 0 && !isTerminator) {
    mapping.map(inner.getResults(), emitOnBits(b, inner, operands));
    return;
  }
  if (isUniform) {
    b.clone(inner, mapping)->setOperands(operands);
    return;
  }
  SmallVector<Type> types =
      llvm::map_to_vector(inner.getResultTypes(), [&](Type type) -> Type {
        return VectorType::get({width}, type);
      });
  Operation *onVectors =
      b.create(inner.getLoc(), inner.getName().getIdentifier(), operands, types,
               inner.getAttrs());
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
      [&](Value value) { return lookup(b, mapping, value); });
}
