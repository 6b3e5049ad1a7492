//===- ScatterGeneric.cpp - the op scatter.generic ------------------------===//

#include "ScatterGeneric.h"

#include "EnumKeywords.h"

#include "scatter/Dialect/Scatter/IR/StaticSizes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace scatter;

//===----------------------------------------------------------------------===//
// Assembly
//===----------------------------------------------------------------------===//

/// Parses `[` keyword, ... `]` into an array of enum attributes.
template <typename AttrT>
static ParseResult parsePolicies(OpAsmParser &parser, StringRef name,
                                 ArrayAttr &policies) {
  SMLoc loc = parser.getCurrentLocation();
  if (policies)
    return parser.emitError(loc, "'") << name << "' is given twice";
  SmallVector<Attribute> values;
  auto parseEntry = [&]() -> ParseResult {
    decltype(AttrT().getValue()) value;
    if (parseEnumKeyword(parser, name, value))
      return failure();
    values.push_back(AttrT::get(parser.getContext(), value));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseEntry))
    return failure();
  policies = parser.getBuilder().getArrayAttr(values);
  return success();
}

ParseResult scatter::parseGenericPolicies(OpAsmParser &parser,
                                          ArrayAttr &outOfBounds,
                                          ArrayAttr &negativeIndices) {
  while (true) {
    if (succeeded(parser.parseOptionalKeyword("out_of_bounds"))) {
      if (parsePolicies<OutOfBoundsAttr>(parser, "out_of_bounds", outOfBounds))
        return failure();
    } else if (succeeded(parser.parseOptionalKeyword("negative_indices"))) {
      if (parsePolicies<NegativeIndicesAttr>(parser, "negative_indices",
                                             negativeIndices))
        return failure();
    } else {
      return success();
    }
  }
}

void scatter::printGenericPolicies(OpAsmPrinter &printer, GenericOp,
                                   ArrayAttr outOfBounds,
                                   ArrayAttr negativeIndices) {
  auto print = [&](StringRef name, ArrayAttr policies, auto stringify) {
    if (!policies)
      return;
    printer << ' ' << name << " [";
    llvm::interleaveComma(policies, printer, [&](Attribute policy) {
      printer << stringify(policy);
    });
    printer << ']';
  };
  print("out_of_bounds", outOfBounds, [](Attribute policy) {
    return stringifyOutOfBounds(cast<OutOfBoundsAttr>(policy).getValue());
  });
  print("negative_indices", negativeIndices, [](Attribute policy) {
    return stringifyNegativeIndices(
        cast<NegativeIndicesAttr>(policy).getValue());
  });
}

//===----------------------------------------------------------------------===//
// Builder and accessors
//===----------------------------------------------------------------------===//

void GenericOp::build(
    OpBuilder &builder, OperationState &state, ValueRange indices,
    ValueRange inputs, ValueRange outs, ArrayRef<AffineMap> maps,
    ArrayRef<OutOfBounds> outOfBounds, ArrayRef<NegativeIndices> negative,
    function_ref<void(OpBuilder &, Location, ValueRange)> buildBody) {
  MLIRContext *context = builder.getContext();
  state.addOperands(indices);
  state.addOperands(inputs);
  state.addOperands(outs);
  auto &properties = state.getOrAddProperties<Properties>();
  properties.operandSegmentSizes = {
      int32_t(indices.size()), int32_t(inputs.size()), int32_t(outs.size())};
  properties.indexing_maps = builder.getAffineMapArrayAttr(maps);
  auto isDefault = [](auto policies, auto value) {
    return llvm::all_of(policies, [&](auto p) { return p == value; });
  };
  if (!isDefault(outOfBounds, OutOfBounds::error))
    properties.out_of_bounds =
        builder.getArrayAttr(llvm::map_to_vector(outOfBounds, [&](auto policy) {
          return Attribute(OutOfBoundsAttr::get(context, policy));
        }));
  if (!isDefault(negative, NegativeIndices::wrap))
    properties.negative_indices =
        builder.getArrayAttr(llvm::map_to_vector(negative, [&](auto policy) {
          return Attribute(NegativeIndicesAttr::get(context, policy));
        }));
  for (Value out : outs)
    if (isa<RankedTensorType>(out.getType()))
      state.addTypes(out.getType());
  OpBuilder::InsertionGuard guard(builder);
  Region *body = state.addRegion();
  SmallVector<Type> types;
  for (ValueRange operands : {inputs, outs})
    for (Value operand : operands)
      types.push_back(cast<ShapedType>(operand.getType()).getElementType());
  Block *block =
      builder.createBlock(body, body->end(), types,
                          SmallVector<Location>(types.size(), state.location));
  buildBody(builder, state.location, block->getArguments());
}

std::pair<AffineMap, AffineMap> GenericOp::getUpdateMaps(MLIRContext *context,
                                                         int64_t batchRank,
                                                         int64_t depth,
                                                         int64_t rank) {
  SmallVector<AffineExpr> all, slot;
  for (int64_t i = 0; i < depth; ++i)
    slot.push_back(getAffineSymbolExpr(i, context));
  for (int64_t dim = 0; dim < rank; ++dim) {
    all.push_back(getAffineDimExpr(dim, context));
    if (dim >= batchRank)
      slot.push_back(all.back());
  }
  return {AffineMap::get(rank, depth, all, context),
          AffineMap::get(rank, depth, slot, context)};
}

int64_t GenericOp::getNumDims() { return getMap(0).getNumDims(); }

SmallVector<int64_t> GenericOp::getFirstComponents() {
  SmallVector<int64_t> firsts = {0};
  for (Value operand : getIndices())
    firsts.push_back(firsts.back() +
                     cast<ShapedType>(operand.getType()).getShape().back());
  return firsts;
}

int64_t GenericOp::getNumComponents() { return getFirstComponents().back(); }

SmallVector<Value> GenericOp::getMappedOperands() {
  SmallVector<Value> operands(getInputs());
  llvm::append_range(operands, getOuts());
  return operands;
}

OutOfBounds GenericOp::getPolicy(int64_t indexOperand) {
  if (!getOutOfBounds())
    return OutOfBounds::error;
  return cast<OutOfBoundsAttr>((*getOutOfBounds())[indexOperand]).getValue();
}

NegativeIndices GenericOp::getNegativePolicy(int64_t indexOperand) {
  if (!getNegativeIndices())
    return NegativeIndices::wrap;
  return cast<NegativeIndicesAttr>((*getNegativeIndices())[indexOperand])
      .getValue();
}

SmallVector<OutOfBounds> GenericOp::getPolicies() {
  return llvm::map_to_vector(llvm::seq<int64_t>(getIndices().size()),
                             [&](int64_t i) { return getPolicy(i); });
}

SmallVector<NegativeIndices> GenericOp::getNegativePolicies() {
  return llvm::map_to_vector(llvm::seq<int64_t>(getIndices().size()),
                             [&](int64_t i) { return getNegativePolicy(i); });
}

std::optional<std::pair<int64_t, int64_t>> GenericOp::findUse(AffineExpr expr) {
  int64_t inputs = getInputs().size(), maps = getIndexingMaps().size();
  for (int64_t i = 0; i < maps; ++i) {
    int64_t operand = (inputs + i) % maps;
    for (auto [dim, result] : llvm::enumerate(getMap(operand).getResults()))
      if (result == expr)
        return std::pair<int64_t, int64_t>(operand, dim);
  }
  return std::nullopt;
}

SmallVector<AffineExpr> GenericOp::getSlotExprs() {
  SmallVector<AffineExpr> exprs;
  for (AffineExpr expr : getOutMap(0).getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    bool isOfSlice = dim && dim.getPosition() >= getBatchRank();
    bool isInAll =
        llvm::all_of(llvm::seq<int64_t>(0, getOuts().size()), [&](int64_t out) {
          return llvm::is_contained(getOutMap(out).getResults(), expr);
        });
    if (!isOfSlice && isInAll)
      exprs.push_back(expr);
  }
  return exprs;
}

SmallVector<int64_t> GenericOp::getParallelBatchDims() {
  if (getUniqueIndices())
    return llvm::to_vector(llvm::seq<int64_t>(0, getBatchRank()));
  SmallVector<int64_t> dims;
  for (AffineExpr expr : getSlotExprs())
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      dims.push_back(dim.getPosition());
  llvm::sort(dims);
  return dims;
}

//===----------------------------------------------------------------------===//
// Interfaces
//===----------------------------------------------------------------------===//

LogicalResult
GenericOp::reifyResultShapes(OpBuilder &builder,
                             ReifiedRankedShapedTypeDims &shapes) {
  if (getResults().empty())
    return failure();
  for (Value out : getOuts())
    shapes.push_back(tensor::getMixedSizes(builder, getLoc(), out));
  return success();
}

/// On memrefs the op reads all operands, and writes the outs. An out is also
/// read, since the region may leave an element as it is.
void GenericOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  if (hasTensors())
    return;
  for (OpOperand &operand : getOperation()->getOpOperands())
    effects.emplace_back(MemoryEffects::Read::get(), &operand,
                         SideEffects::DefaultResource::get());
  for (OpOperand &operand : getOutsMutable())
    effects.emplace_back(MemoryEffects::Write::get(), &operand,
                         SideEffects::DefaultResource::get());
}

/// An op that can report a violation is not speculatable, nor is one under the
/// policy `undefined`, nor one whose region is not.
Speculation::Speculatability GenericOp::getSpeculatability() {
  for (int64_t i = 0, e = getIndices().size(); i < e; ++i)
    if (getPolicy(i) != OutOfBounds::drop && getPolicy(i) != OutOfBounds::clamp)
      return Speculation::NotSpeculatable;
  if (!llvm::all_of(getOperands(), hasCertainShape))
    return Speculation::NotSpeculatable;
  return llvm::all_of(getBody().front(),
                      [](Operation &op) { return isSpeculatable(&op); })
             ? Speculation::Speculatable
             : Speculation::NotSpeculatable;
}
