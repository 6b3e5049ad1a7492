//===- StableHLOScatter.cpp - stablehlo.scatter
//------------------------------------===//
//
// A window that is partly out of bounds is dropped as a whole, as in XLA.
//
//===----------------------------------------------------------------------===//

#include "ScatterComputation.h"
#include "ScatterIndices.h"
#include "StableHLOAttributes.h"
#include "StableHLOScalars.h"
#include "scatter/Import/Utils/Tensors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"

using namespace mlir;
using namespace scatter;

/// Checks the operands, the results and the arguments of the computation;
/// `count` is the number of inputs.
static LogicalResult checkOperands(const OpConversion &c, unsigned count) {
  if (count == 0 || c.op->getNumOperands() != 2 * count + 1)
    return c.error() << "expected one input and one update for each of "
                     << count << " results and indices, found "
                     << c.op->getNumOperands() << " operands";
  if (failed(c.checkTensors(2 * count + 1, count)))
    return failure();
  auto indices = dyn_cast<IntegerType>(c.operandType(count).getElementType());
  if (!indices || indices.getWidth() > 64 || indices.getWidth() == 1)
    return c.error() << "operand " << count << ": expected integers, found "
                     << c.operandType(count);
  if (c.op->getNumRegions() != 1 || !c.op->getRegion(0).hasOneBlock())
    return c.error() << "update_computation: expected one block";
  Block &body = c.op->getRegion(0).front();
  if (body.empty() || !isReturn(body.back()) ||
      body.back().getNumOperands() != count ||
      body.getNumArguments() != 2 * count)
    return c.error() << "update_computation: expected " << 2 * count
                     << " arguments and a 'stablehlo.return' of " << count
                     << " values";
  for (unsigned i = 0; i < count; ++i) {
    RankedTensorType input = c.operandType(i),
                     update = c.operandType(count + 1 + i);
    auto scalar = RankedTensorType::get({}, input.getElementType());
    if (input.getShape() != c.operandType(0).getShape())
      return c.error() << "operand " << i << ": expected the shape of "
                       << c.operandType(0) << ", found " << input;
    if (update.getShape() != c.operandType(count + 1).getShape() ||
        update.getElementType() != input.getElementType())
      return c.error() << "operand " << count + 1 + i
                       << ": expected the shape of " << c.operandType(count + 1)
                       << " and elements of type " << input.getElementType()
                       << ", found " << update;
    if (failed(c.checkResult(input, i)))
      return failure();
    for (Type type :
         {body.getArgument(i).getType(), body.getArgument(count + i).getType(),
          body.back().getOperand(i).getType()})
      if (type != scalar)
        return c.error() << "update_computation: expected values of type "
                         << scalar << ", found " << type;
  }
  return success();
}

/// Returns the slice of `data` at the position of the window, combined with
/// `updates`.
static Value combineWindow(OpConversion &c,
                           const ScatterComputation &computation,
                           ArrayRef<OpFoldResult> offsets, Value data,
                           Value updates) {
  auto type = cast<RankedTensorType>(updates.getType());
  SmallVector<OpFoldResult> sizes =
      getAsIndexOpFoldResult(c.b.getContext(), type.getShape());
  SmallVector<OpFoldResult> strides(type.getRank(), c.b.getIndexAttr(1));
  Value current =
      tensor::ExtractSliceOp::create(c.b, type, data, offsets, sizes, strides);
  AffineMap map = c.b.getMultiDimIdentityMap(type.getRank());
  return mapElements(c.b, type, {current, updates}, {map, map},
                     [&](ImplicitLocOpBuilder &b, ValueRange args) {
                       return emitScalar(b, computation.op, args);
                     });
}

/// Emits a scatter of one window as the update of one slice, which is executed
/// only if it is in bounds.
static Value updateWindow(OpConversion &c, const ScatterDimensions &dims,
                          const ScatterComputation &computation, Value data,
                          Value indices, Value updates) {
  updates = reshape(c.b, transposeUpdates(c, dims, updates), dims.windowSizes);
  WindowPosition position = locateWindow(c, dims, indices);
  auto write = [&]() -> Value {
    SmallVector<OpFoldResult> offsets, from, to;
    SmallVector<int64_t> axes;
    for (auto [dim, start] : llvm::enumerate(position.start)) {
      offsets.push_back(start ? OpFoldResult(start) : c.b.getIndexAttr(0));
      if (dims.windowSizes[dim] == dims.input.getDimSize(dim))
        continue;
      Value first = start ? start : getIndex(c.b, 0);
      axes.push_back(dim);
      from.push_back(first);
      to.push_back(arith::AddIOp::create(c.b, first,
                                         getIndex(c.b, dims.windowSizes[dim]))
                       .getResult());
    }
    Value values = updates;
    if (computation.op)
      values = combineWindow(c, computation, offsets, data, values);
    if (axes.empty())
      return values;
    return SliceScatterOp::create(c.b, values, data, from, to,
                                  /*step=*/ArrayRef<OpFoldResult>(), axes)
        .getResult();
  };
  if (!position.isInBounds)
    return write();
  auto branch = scf::IfOp::create(c.b, data.getType(), position.isInBounds,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(c.b);
  c.b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(c.b, write());
  c.b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(c.b, data);
  return branch.getResult(0);
}

LogicalResult scatter::convertScatter(OpConversion &c) {
  unsigned count = c.op->getNumResults();
  if (failed(checkOperands(c, count)))
    return failure();
  FailureOr<ScatterDimensions> dims = ScatterDimensions::get(c, count);
  if (failed(dims))
    return failure();
  Block &body = c.op->getRegion(0).front();
  SmallVector<ScatterComputation> computations;
  for (unsigned i = 0; i < count; ++i) {
    FailureOr<ScatterComputation> computation =
        matchComputation(c, "update_computation", body, i, count);
    if (failed(computation))
      return failure();
    computations.push_back(*computation);
  }
  SmallVector<Value> results(c.op->getOperands().take_front(count));
  if (dims->updates.getNumElements() == 0)
    return c.replace(results);
  Value indices = c.operand(count);
  TupleForm form(*dims);
  bool isOneWindow = dims->countWindows() == 1 && !form.expanded.empty() &&
                     dims->inputBatching.empty();
  Value tuples;
  for (unsigned i = 0; i < count; ++i) {
    const ScatterComputation &computation = computations[i];
    if (!computation.reduction)
      continue;
    Value updates = c.operand(count + 1 + i);
    if (isOneWindow) {
      results[i] =
          updateWindow(c, *dims, computation, results[i], indices, updates);
      continue;
    }
    Value data = results[i];
    ArrayRef<int64_t> shape = dims->input.getShape();
    // The op requires a `data` of rank 1 or more.
    if (shape.empty())
      data = reshape(c.b, data, 1);
    if (!tuples)
      tuples = makeTuples(c, *dims, form, indices);
    updates = arrangeUpdates(c, *dims, form, updates);
    if (shape.empty()) {
      SmallVector<int64_t> withSlice(
          cast<RankedTensorType>(updates.getType()).getShape());
      withSlice.push_back(1);
      updates = reshape(c.b, updates, withSlice);
    }
    bool isSorted = form.isDirect && isTrue(c.attribute("indices_are_sorted"));
    auto op = ScatterNDUpdateOp::create(
        c.b, tuples, updates, data, *computation.reduction, OutOfBounds::drop,
        NegativeIndices::reject, isTrue(c.attribute("unique_indices")),
        isSorted);
    results[i] = reshape(c.b, op.getResult(), shape);
  }
  return c.replace(results);
}
