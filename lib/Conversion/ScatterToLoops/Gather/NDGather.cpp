//===- NDGather.cpp - a gather_nd to be lowered ---------------------------===//

#include "NDGather.h"

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"

#include "mlir/Dialect/Complex/IR/Complex.h"

using namespace mlir;
using namespace scatter;

GatherOperands::GatherOperands(IndexBuilder &b, GatherNDOp op)
    : storage(ElementStorage::get(op.getElementType())),
      data(FlatBuffer::create(b, op.getData(), storage)),
      out(FlatBuffer::create(b, op.getOut(), storage)),
      indices(IndexTuples::create(
          b, op.getIndices(),
          ArrayRef(data.sizes).slice(op.getNumBatchDims(), op.getIndexDepth()),
          op.getNegativeIndices())) {}

/// Returns `element` as it is held in memory.
static Value toStorage(IndexBuilder &b, Value element, Type storage) {
  Type type = element.getType();
  if (type == storage)
    return element;
  if (isSmallFloat(type))
    return toStorage(
        b,
        arith::BitcastOp::create(
            b, b.getIntegerType(type.getIntOrFloatBitWidth()), element),
        storage);
  if (type.isSignlessInteger())
    return arith::ExtUIOp::create(b, storage, element);
  // Both types are the same to LLVM.
  return UnrealizedConversionCastOp::create(b, storage, element).getResult(0);
}

/// Returns the storage elements of the `fill` of `op`, or zeros.
static SmallVector<Value> getFill(IndexBuilder &b, GatherNDOp op,
                                  const ElementStorage &storage) {
  Value fill = op.getFill();
  if (!fill) {
    Value zero = arith::ConstantOp::create(b, b.getZeroAttr(storage.type));
    return SmallVector<Value>(storage.parts, zero);
  }
  if (storage.parts == 1)
    return {toStorage(b, fill, storage.type)};
  Type part = cast<ComplexType>(fill.getType()).getElementType();
  Value real = complex::ReOp::create(b, part, fill);
  Value imaginary = complex::ImOp::create(b, part, fill);
  return {toStorage(b, real, storage.type),
          toStorage(b, imaginary, storage.type)};
}

NDGather::NDGather(IndexBuilder &b, GatherNDOp op,
                   const GatherOperands &operands)
    : GatherOperands(operands), policy(op.getOutOfBounds()),
      overwrite(Reduction::none, op.getElementType()),
      firstIndexedDim(op.getNumBatchDims()) {
  GatherFacts facts = GatherFacts::get(op);
  plan = facts.restrict(op.getPlanOrDefault());
  isContiguous = facts.isContiguous;
  hasTupleLoop = facts.hasTupleLoop;
  prefetchTuples = plan.prefetchTuples;
  int64_t tupleRank = op.getBatchRank();
  const FlatBuffer &positions = indices.buffer;
  for (int64_t dim = 0; dim < tupleRank; ++dim) {
    bool isBatch = dim < firstIndexedDim;
    bool isLast = dim + 1 == (isBatch ? firstIndexedDim : tupleRank);
    LoopDim loop{positions.sizes[dim],
                 {positions.strides[dim], out.strides[dim],
                  isBatch ? data.strides[dim] : b.index(0)},
                 !isLast && positions.contiguousDims[dim] &&
                     out.contiguousDims[dim] &&
                     (!isBatch || data.contiguousDims[dim])};
    (isBatch ? batchDims : tupleDims).push_back(loop);
  }
  batchDims = mergeDims(b, batchDims);
  tupleDims = mergeDims(b, tupleDims);
  if (tupleDims.empty())
    std::swap(tupleDims, batchDims);
  sliceDims = zipDims(b, out, tupleRank, data, op.getFirstSliceDim(),
                      op.getSliceRank(), storage.parts);
  if (op.mayDrop())
    fill = getFill(b, op, storage);
}

NDGather NDGather::withStores(StoreMethod method, Value condition) const {
  NDGather gather = *this;
  gather.stores = method;
  gather.storesCondition = condition;
  return gather;
}

NDGather NDGather::onSliceRange(IndexBuilder &b, const Chunk &range) const {
  NDGather gather = *this;
  gather.sliceDims[0].size = b.sub(range.end, range.begin);
  gather.data.origin = b.add(data.origin, range.begin);
  gather.out.origin = b.add(out.origin, range.begin);
  return gather;
}

Value NDGather::emitSliceBytes(IndexBuilder &b) const {
  return b.product(storage.getBytes(), getSizes(sliceDims));
}

Value NDGather::emitTuples(IndexBuilder &b) const {
  return b.mul(b.product(1, getSizes(batchDims)),
               b.product(1, getSizes(tupleDims)));
}
