//===- ScatterGenericVerify.cpp - the verifier of scatter.generic ---------===//
//
// The labels are those of the description of the op and of
// docs/Specification.md.
//
//===----------------------------------------------------------------------===//

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/IR/SizeLimits.h"

#include "mlir/IR/AffineMap.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace scatter;

/// The words for operand number `operand` in the order of the maps.
static std::string getName(GenericOp op, int64_t operand) {
  int64_t inputs = op.getInputs().size();
  return operand < inputs
             ? "'ins' operand " + std::to_string(operand)
             : "'outs' operand " + std::to_string(operand - inputs);
}

/// The words for operand number `operand` of the op.
static std::string getOperandName(GenericOp op, int64_t operand) {
  int64_t indices = op.getIndices().size();
  return operand < indices ? "'indices' operand " + std::to_string(operand)
                           : getName(op, operand - indices);
}

/// (G1), (G9)
static LogicalResult verifyForm(GenericOp op) {
  bool isTensor = op.hasTensors();
  for (auto [i, operand] : llvm::enumerate(op.getOperands()))
    if (isa<TensorType>(operand.getType()) != isTensor)
      return op.emitOpError()
             << getOperandName(op, i) << ": expected a "
             << (isTensor ? "tensor" : "memref")
             << " (as 'outs' operand 0 is), found " << operand.getType();
  size_t results = isTensor ? op.getOuts().size() : 0;
  if (op.getResults().size() != results)
    return op.emitOpError("expected ")
           << results << " results ("
           << (isTensor ? "one for each of 'outs'" : "none on memrefs")
           << "), found " << op.getResults().size();
  for (auto [i, result] : llvm::enumerate(op.getResults()))
    if (result.getType() != op.getOuts()[i].getType())
      return op.emitOpError("result ")
             << i << ": expected the type of 'outs' operand " << i << ", "
             << op.getOuts()[i].getType() << ", found " << result.getType();
  return success();
}

/// (G2), (G3), (G10)
static LogicalResult verifyIndices(GenericOp op) {
  if (op.getIndices().empty())
    return op.emitOpError(
        "'indices': expected one operand or more, found none");
  auto first = cast<ShapedType>(op.getIndices().front().getType());
  for (auto [i, operand] : llvm::enumerate(op.getIndices())) {
    auto type = cast<ShapedType>(operand.getType());
    auto emit = [&] {
      return op.emitOpError("'indices' operand ") << i << ": expected ";
    };
    if (type.getRank() < 1)
      return emit() << "rank 1 or more, found 0";
    if (type.getRank() != first.getRank())
      return emit() << "rank " << first.getRank() << " (as operand 0), found "
                    << type.getRank();
    if (type.isDynamicDim(type.getRank() - 1))
      return emit() << "a static last dimension, found " << type;
    for (int64_t dim = 0; dim + 1 < type.getRank(); ++dim)
      if (type.isStaticDim(dim) && first.isStaticDim(dim) &&
          type.getDimSize(dim) != first.getDimSize(dim))
        return emit() << "size " << first.getDimSize(dim) << " in dimension "
                      << dim << " (as operand 0), found "
                      << type.getDimSize(dim);
  }
  auto verifyPolicies =
      [&](StringRef name, std::optional<ArrayAttr> policies) -> LogicalResult {
    if (!policies || policies->size() == op.getIndices().size())
      return success();
    return op.emitOpError("'")
           << name << "': expected " << op.getIndices().size()
           << " entries (one for each index operand), found "
           << policies->size();
  };
  if (failed(verifyPolicies("out_of_bounds", op.getOutOfBounds())))
    return failure();
  return verifyPolicies("negative_indices", op.getNegativeIndices());
}

/// (G4)
static LogicalResult verifyMaps(GenericOp op) {
  SmallVector<Value> operands = op.getMappedOperands();
  if (op.getIndexingMaps().size() != operands.size())
    return op.emitOpError("'indexing_maps': expected ")
           << operands.size()
           << " maps (one for each of 'ins' and 'outs'), found "
           << op.getIndexingMaps().size();
  int64_t components = op.getNumComponents(), dims = op.getNumDims();
  if (dims < op.getBatchRank())
    return op.emitOpError("'indexing_maps': expected at least ")
           << op.getBatchRank() << " dimensions (those of the tuples), found "
           << dims;
  for (auto [i, operand] : llvm::enumerate(operands)) {
    AffineMap map = op.getMap(i);
    auto emit = [&] {
      return op.emitOpError("'indexing_maps' entry ") << i << ": expected ";
    };
    if (map.getNumDims() != dims)
      return emit() << dims << " dimensions (as in entry 0), found "
                    << map.getNumDims();
    if (map.getNumSymbols() != components)
      return emit() << components
                    << " symbols (the components of a tuple), found "
                    << map.getNumSymbols();
    int64_t rank = cast<ShapedType>(operand.getType()).getRank();
    if (map.getNumResults() != rank)
      return emit() << rank << " results (the rank of " << getName(op, i)
                    << "), found " << map.getNumResults();
    for (AffineExpr result : map.getResults())
      if (!isa<AffineDimExpr, AffineSymbolExpr>(result))
        return emit() << "dimensions and symbols as results, found "
                      << AffineMapAttr::get(map);
  }
  return success();
}

/// (G5)
static LogicalResult verifyOuts(GenericOp op) {
  for (int64_t out = 0, e = op.getOuts().size(); out < e; ++out) {
    AffineMap map = op.getOutMap(out);
    auto emit = [&] {
      return op.emitOpError("'indexing_maps' entry ")
             << op.getInputs().size() + out << ", of " << "'outs' operand "
             << out << ": expected ";
    };
    for (int64_t dim = op.getBatchRank(); dim < op.getNumDims(); ++dim)
      if (!map.isFunctionOfDim(dim))
        return emit() << "dimension " << dim
                      << ", of the slice, as a result, found "
                      << AffineMapAttr::get(map);
    for (auto [i, result] : llvm::enumerate(map.getResults()))
      if (llvm::is_contained(map.getResults().take_front(i), result))
        return emit() << "each result once, found " << AffineMapAttr::get(map);
  }
  for (int64_t i = 0, e = op.getNumComponents(); i < e; ++i)
    if (!op.findUse(getAffineSymbolExpr(i, op.getContext())))
      return op.emitOpError("'indexing_maps': expected each component as a "
                            "result, found none with symbol ")
             << i;
  return success();
}

/// (G6)
static LogicalResult verifySizes(GenericOp op) {
  DenseMap<AffineExpr, std::pair<int64_t, std::string>> known;
  auto firstIndices = cast<ShapedType>(op.getIndices().front().getType());
  for (int64_t dim = 0; dim < op.getBatchRank(); ++dim)
    if (firstIndices.isStaticDim(dim))
      known[getAffineDimExpr(dim, op.getContext())] = {
          firstIndices.getDimSize(dim),
          "as dimension " + std::to_string(dim) + " of 'indices' operand 0"};
  SmallVector<Value> operands = op.getMappedOperands();
  for (int64_t i = operands.size(); i-- > 0;) {
    auto type = cast<ShapedType>(operands[i].getType());
    for (auto [dim, expr] : llvm::enumerate(op.getMap(i).getResults())) {
      int64_t size = type.getDimSize(dim);
      if (ShapedType::isDynamic(size))
        continue;
      std::string origin =
          "as dimension " + std::to_string(dim) + " of " + getName(op, i);
      auto [it, isFirst] = known.try_emplace(expr, size, origin);
      if (!isFirst && it->second.first != size)
        return op.emitOpError()
               << getName(op, i) << " dimension " << dim << ": expected size "
               << it->second.first << " (" << it->second.second << "), found "
               << size;
    }
  }
  return success();
}

/// (G7), (G8)
static LogicalResult verifyBody(GenericOp op) {
  if (!op.getBody().hasOneBlock() || op.getBody().front().empty())
    return op.emitOpError("region: expected one block that ends with "
                          "'scatter.yield', found ")
           << (op.getBody().hasOneBlock()
                   ? "an empty one"
                   : std::to_string(op.getBody().getBlocks().size()));
  Block &block = op.getBody().front();
  SmallVector<Value> operands = op.getMappedOperands();
  if (block.getNumArguments() != operands.size())
    return op.emitOpError("region: expected ")
           << operands.size()
           << " arguments (one for each of 'ins' and 'outs'), "
           << "found " << block.getNumArguments();
  for (auto [i, operand] : llvm::enumerate(operands)) {
    Type element = cast<ShapedType>(operand.getType()).getElementType();
    Type found = block.getArgument(i).getType();
    if (found != element)
      return op.emitOpError("region argument ")
             << i << ": expected " << element << " (the elements of "
             << getName(op, i) << "), found " << found;
  }
  auto yield = dyn_cast<YieldOp>(block.back());
  if (!yield)
    return op.emitOpError(
               "region: expected 'scatter.yield' at its end, found '")
           << block.back().getName() << "'";
  if (yield.getValues().size() != op.getOuts().size())
    return yield.emitOpError("expected ")
           << op.getOuts().size() << " values (one for each of 'outs'), found "
           << yield.getValues().size();
  for (auto [i, value] : llvm::enumerate(yield.getValues())) {
    Type element = cast<ShapedType>(op.getOuts()[i].getType()).getElementType();
    if (value.getType() != element)
      return yield.emitOpError("value ")
             << i << ": expected " << element << " (the elements of 'outs' "
             << "operand " << i << "), found " << value.getType();
  }
  for (Operation &inner : block)
    if (!isMemoryEffectFree(&inner))
      return inner.emitOpError(
          "in the region of 'scatter.generic': expected an "
          "op without effects");
  WalkResult result = block.walk([](Operation *inner) {
    // What is yielded has the type of an element, see G12.
    if (isa<YieldOp>(inner))
      return WalkResult::advance();
    for (TypeRange types : {TypeRange(inner->getOperandTypes()),
                            TypeRange(inner->getResultTypes())})
      for (Type type : types)
        if (isa<TensorType, BaseMemRefType>(type)) {
          inner->emitOpError("in the region of 'scatter.generic': expected "
                             "elements as operands and results, found ")
              << type;
          return WalkResult::interrupt();
        }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// (G11)
static LogicalResult verifyPlan(GenericOp op) {
  Partition partition = op.getPlanOrDefault().partition;
  StringRef objection;
  if (partition == Partition::private_copies)
    objection = "a region has no identity";
  else if (partition == Partition::buckets && op.getSlotExprs().empty())
    objection = "every tuple may write every element of an out";
  else if (partition == Partition::chunks && op.getParallelBatchDims().empty())
    objection = "two tuples may write one element";
  else if (partition == Partition::slice &&
           op.getNumDims() == op.getBatchRank())
    objection = "a slice is one element";
  if (objection.empty())
    return success();
  return op.emitOpError("'plan': expected a partition that gives the result of "
                        "one thread, found ")
         << stringifyPartition(partition) << " (" << objection << ")";
}

/// (G12)
static LogicalResult verifyOperandTypes(GenericOp op) {
  for (auto [i, operand] : llvm::enumerate(op.getOperands())) {
    auto type = cast<ShapedType>(operand.getType());
    auto emit = [&] {
      return op.emitOpError() << getOperandName(op, i) << ": expected ";
    };
    if (!isElementSizeSupported(type.getElementType()))
      return emit() << "elements of 1 to " << kMaxElementBits << " bits, found "
                    << type;
    if (isa<BaseMemRefType>(type.getElementType()))
      return emit() << "elements that are no memrefs, found " << type;
    if (std::optional<StringRef> expected = findSizeViolation(type))
      return emit() << *expected << ", found " << type;
  }
  return success();
}

LogicalResult GenericOp::verify() {
  if (getOuts().empty())
    return emitOpError("'outs': expected one operand or more, found none");
  if (failed(verifyForm(*this)) || failed(verifyIndices(*this)) ||
      failed(verifyMaps(*this)) || failed(verifyOuts(*this)) ||
      failed(verifySizes(*this)) || failed(verifyBody(*this)) ||
      failed(verifyPlan(*this)))
    return failure();
  return verifyOperandTypes(*this);
}

LogicalResult IndexOp::verify() {
  int64_t dims = cast<GenericOp>((*this)->getParentOp()).getNumDims();
  // (I1)
  if (int64_t(getDim()) < dims)
    return success();
  return emitOpError("'dim': expected a dimension of the maps, from 0 to ")
         << dims - 1 << ", found " << getDim();
}
