//===- StableHLOScatter.cpp - stablehlo.scatter ---------------------------===//
//
// A window that is partly out of bounds is dropped as a whole, as in XLA.
//
//===----------------------------------------------------------------------===//

#include "ScalarRegion.h"
#include "ScatterComputation.h"
#include "ScatterIndices.h"
#include "StableHLOAttributes.h"
#include "StableHLOScalars.h"
#include "scatter/Import/Utils/SizedShapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/IR/StaticSizes.h"

using namespace mlir;
using namespace scatter;

/// Whether elements of type `from` may be combined in type `to`.
static bool isPromotion(Type from, Type to) {
  if (from == to)
    return true;
  // Floats of fewer than 16 bits are moved and combined, but not converted.
  if (getScalarKind(from) == ScalarKind::Float &&
      getScalarKind(to) == ScalarKind::Float)
    return from.getIntOrFloatBitWidth() < to.getIntOrFloatBitWidth();
  auto narrow = dyn_cast<IntegerType>(from), wide = dyn_cast<IntegerType>(to);
  return narrow && wide && narrow.getWidth() > 1 &&
         narrow.isUnsigned() == wide.isUnsigned() &&
         narrow.getWidth() < wide.getWidth();
}

/// Checks the operands, the results and the arguments of the computation;
/// `count` is the number of inputs.
static LogicalResult checkOperands(const OpConversion &c, unsigned count) {
  if (count == 0 || c.op->getNumOperands() != 2 * count + 1)
    return c.error() << "expected one input and one update for each of "
                     << count << " results and indices, found "
                     << c.op->getNumOperands() << " operands";
  if (failed(c.checkRanked(2 * count + 1, count)))
    return failure();
  auto indices = dyn_cast<IntegerType>(c.operandType(count).getElementType());
  if (!indices || indices.getWidth() > 64 || indices.getWidth() == 1)
    return c.error() << "operand " << count << ": expected integers, found "
                     << c.operandType(count);
  if (c.op->getNumRegions() != 1 || !c.op->getRegion(0).hasOneBlock())
    return c.error() << "update_computation: expected one block";
  SmallVector<Type> types(2 * count);
  for (unsigned i = 0; i < count; ++i) {
    RankedTensorType input = c.operandType(i),
                     update = c.operandType(count + 1 + i);
    if (failed(verifyCompatibleShape(input, c.operandType(0))))
      return c.error() << "operand " << i << ": expected the shape of "
                       << c.operandType(0) << ", found " << input;
    if (failed(verifyCompatibleShape(update, c.operandType(count + 1))) ||
        update.getElementType() != input.getElementType())
      return c.error() << "operand " << count + 1 + i
                       << ": expected the shape of " << c.operandType(count + 1)
                       << " and elements of type " << input.getElementType()
                       << ", found " << update;
    // The computation and the results may have a wider type.
    RankedTensorType result = c.resultType(i);
    if (failed(verifyCompatibleShape(result, input)) ||
        !isPromotion(input.getElementType(), result.getElementType()))
      return c.error() << "result " << i << ": expected " << input
                       << " or wider elements, found " << result;
    types[i] = types[count + i] =
        RankedTensorType::get({}, result.getElementType());
  }
  return checkScalarRegion(c, c.op->getRegion(0), "update_computation", types,
                           ArrayRef(types).take_front(count));
}

/// Returns `tensor` with elements of type `element`, to which its own can be
/// promoted.
static Value promote(OpConversion &c, Value tensor, Type element) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (type.getElementType() == element)
    return tensor;
  AffineMap map = c.b.getMultiDimIdentityMap(type.getRank());
  return mapElements(c.b, type.clone(element), tensor, map,
                     [&](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
                       Type wide = getSignless(element);
                       if (isa<FloatType>(wide))
                         return arith::ExtFOp::create(b, wide, args[0]);
                       if (type.getElementType().isUnsignedInteger())
                         return arith::ExtUIOp::create(b, wide, args[0]);
                       return arith::ExtSIOp::create(b, wide, args[0]);
                     });
}

namespace {

/// The scatters of one op: its computation and its operands, of equal shapes
/// and promoted to the types of the results.
struct ScatterOperands {
  ScatterOperands(OpConversion &c, unsigned count)
      : region(c.op->getRegion(0)), body(region.front()), count(count) {}

  /// Sets `inputs` and `updates`. Emits a diagnostic if their sizes differ.
  LogicalResult read(OpConversion &c) {
    SmallVector<unsigned> numbers = llvm::to_vector(llvm::seq(2 * count + 1));
    ArrayRef<unsigned> all(numbers);
    if (failed(c.alignSizes(all.take_front(count), inputs)) ||
        failed(c.alignSizes(all.take_back(count), updates)))
      return failure();
    for (unsigned i = 0; i < count; ++i) {
      Type element = c.resultType(i).getElementType();
      inputs[i] = promote(c, inputs[i], element);
      updates[i] = promote(c, updates[i], element);
    }
    return success();
  }

  Region &region;
  Block &body;
  unsigned count;
  SmallVector<Value> inputs, updates;
};

} // namespace

/// Returns `value` of the computation for each element of `updates`, and of
/// `current`, which takes the place of input `i`, or is null if `value` does
/// not depend on it.
static Value computeElements(OpConversion &c, const ScatterOperands &operands,
                             Value value, unsigned i, Value current,
                             ArrayRef<Value> updates) {
  if (value == operands.body.getArgument(operands.count + i))
    return updates[i];
  auto type = cast<RankedTensorType>(updates[i].getType());
  SmallVector<Value> inputs;
  SmallVector<unsigned> arguments;
  for (unsigned j = 0; j < operands.count; ++j)
    if (dependsOnArguments(value, operands.body, operands.count + j,
                           operands.count + j + 1)) {
      inputs.push_back(updates[j]);
      arguments.push_back(operands.count + j);
    }
  if (current) {
    inputs.push_back(current);
    arguments.push_back(i);
  }
  SmallVector<AffineMap> maps(inputs.size(),
                              c.b.getMultiDimIdentityMap(type.getRank()));
  return mapElements(
      c.b, type, inputs, maps,
      [&](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
        SmallVector<Value> scalars(2 * operands.count), results;
        for (auto [argument, arg] : llvm::zip_equal(arguments, args))
          scalars[argument] = arg;
        if (failed(
                emitScalarValues(b, operands.region, scalars, value, results)))
          return nullptr;
        return results.front();
      },
      getSizes(c.b, updates[i]));
}

/// Returns the slice of input `i` at the position of the window, combined with
/// `updates`.
static Value combineWindow(OpConversion &c, const ScatterOperands &operands,
                           unsigned i, ArrayRef<OpFoldResult> offsets,
                           ArrayRef<Value> updates) {
  auto type = cast<RankedTensorType>(updates[i].getType());
  SmallVector<OpFoldResult> sizes =
      getAsIndexOpFoldResult(c.b.getContext(), type.getShape());
  SmallVector<OpFoldResult> strides(type.getRank(), c.b.getIndexAttr(1));
  Value current = tensor::ExtractSliceOp::create(c.b, type, operands.inputs[i],
                                                 offsets, sizes, strides);
  return computeElements(c, operands, operands.body.back().getOperand(i), i,
                         current, updates);
}

/// Emits a scatter of one window as the update of one slice, which is executed
/// only if it is in bounds.
static Value updateWindow(OpConversion &c, const ScatterDimensions &dims,
                          const ScatterOperands &operands, unsigned i,
                          Reduction reduction, Value indices) {
  Value data = operands.inputs[i];
  SmallVector<Value> updates =
      llvm::map_to_vector(operands.updates, [&](Value update) {
        return reshape(c.b, transposeUpdates(c, dims, update),
                       getShape(dims.windowSizes));
      });
  WindowPosition position = locateWindow(c, dims, indices);
  auto write = [&]() -> Value {
    SmallVector<OpFoldResult> offsets, from, to;
    SmallVector<int64_t> axes;
    for (auto [dim, start] : llvm::enumerate(position.start)) {
      offsets.push_back(start ? OpFoldResult(start) : c.b.getIndexAttr(0));
      if (isSameSize(dims.windowSizes[dim], dims.inputSizes[dim]))
        continue;
      Value first = start ? start : getIndex(c.b, 0);
      axes.push_back(dim);
      from.push_back(first);
      to.push_back(
          arith::AddIOp::create(c.b, first, toValue(c.b, dims.windowSizes[dim]))
              .getResult());
    }
    Value values =
        reduction == Reduction::none
            ? computeElements(c, operands, operands.body.back().getOperand(i),
                              i, /*current=*/nullptr, updates)
            : combineWindow(c, operands, i, offsets, updates);
    if (!values || axes.empty())
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

/// The tuples of a scatter, and its data and updates in the form that ops on
/// tuples take.
namespace {
struct TupleOperands {
  Value tuples;
  SmallVector<Value> data, updates;
  bool isUnique, isSorted;
};
} // namespace

static TupleOperands makeTupleOperands(OpConversion &c,
                                       const ScatterDimensions &dims,
                                       const TupleForm &form,
                                       const ScatterOperands &operands,
                                       Value indices) {
  TupleOperands result;
  result.tuples = makeTuples(c, dims, form, indices);
  result.isUnique = isTrue(c.attribute("unique_indices"));
  result.isSorted = form.isDirect && isTrue(c.attribute("indices_are_sorted"));
  for (unsigned i = 0; i < operands.count; ++i) {
    Value updates = arrangeUpdates(c, dims, form, operands.updates[i]);
    Value data = operands.inputs[i];
    // The op requires a `data` of rank 1 or more.
    if (dims.input.getRank() == 0) {
      data = reshape(c.b, data, 1);
      Sizes withSlice = getSizes(c.b, updates);
      withSlice.push_back(c.b.getIndexAttr(1));
      updates = reshapeTo(c.b, updates, withSlice);
    }
    result.data.push_back(data);
    result.updates.push_back(updates);
  }
  return result;
}

/// Emits the whole computation as the region of one op. Returns its results, or
/// nothing after a diagnostic.
static SmallVector<Value> emitGeneric(OpConversion &c,
                                      const ScatterOperands &operands,
                                      const TupleOperands &tuples) {
  auto tuplesType = cast<RankedTensorType>(tuples.tuples.getType());
  auto [updatesMap, dataMap] = GenericOp::getUpdateMaps(
      c.b.getContext(), tuplesType.getRank() - 1, tuplesType.getShape().back(),
      cast<RankedTensorType>(tuples.updates[0].getType()).getRank());
  SmallVector<AffineMap> maps(operands.count, updatesMap);
  maps.append(operands.count, dataMap);
  bool isValid = true;
  auto generic = GenericOp::create(
      c.b, c.b.getLoc(), tuples.tuples, tuples.updates, tuples.data, maps,
      OutOfBounds::drop, NegativeIndices::reject,
      [&](OpBuilder &nested, Location loc, ValueRange elements) {
        ImplicitLocOpBuilder b(loc, nested);
        SmallVector<Value> args, results;
        for (unsigned i = 0; i < operands.count; ++i)
          args.push_back(toSignless(b, elements[operands.count + i]));
        for (unsigned i = 0; i < operands.count; ++i)
          args.push_back(toSignless(b, elements[i]));
        isValid =
            succeeded(emitScalarRegion(b, operands.region, args, results));
        if (!isValid)
          results.assign(args.begin(), args.begin() + operands.count);
        for (auto [i, result] : llvm::enumerate(results))
          result = fromSignless(
              b, result,
              cast<ShapedType>(tuples.data[i].getType()).getElementType());
        YieldOp::create(b, results);
      });
  generic.setUniqueIndices(tuples.isUnique);
  if (!isValid)
    return {};
  return llvm::to_vector_of<Value>(generic.getResults());
}

LogicalResult scatter::convertScatter(OpConversion &c) {
  unsigned count = c.op->getNumResults();
  if (failed(checkOperands(c, count)))
    return failure();
  FailureOr<ScatterDimensions> dims = ScatterDimensions::get(c, count);
  ScatterOperands operands(c, count);
  if (failed(dims) || failed(operands.read(c)))
    return failure();
  if (isStaticallyEmpty(dims->updates))
    return c.replace(operands.inputs);
  SmallVector<std::optional<SplitComputation>> splits;
  for (unsigned i = 0; i < count; ++i)
    splits.push_back(splitComputation(operands.body, i, count,
                                      c.resultType(i).getElementType()));
  bool isNamed =
      llvm::all_of(splits, [](const auto &split) { return split.has_value(); });

  Value indices = c.operand(count);
  TupleForm form(*dims);
  SmallVector<Value> results = operands.inputs;
  if (!isNamed) {
    TupleOperands tuples = makeTupleOperands(c, *dims, form, operands, indices);
    results = emitGeneric(c, operands, tuples);
    for (Value &result : results)
      result = reshapeTo(c.b, result, dims->inputSizes);
    return results.empty() ? failure() : c.replace(results);
  }
  bool isOneWindow = dims->isOneWindow() && !form.expanded.empty() &&
                     dims->inputBatching.empty();
  std::optional<TupleOperands> tuples;
  for (unsigned i = 0; i < count; ++i) {
    if (!splits[i]->reduction)
      continue;
    if (isOneWindow) {
      results[i] =
          updateWindow(c, *dims, operands, i, *splits[i]->reduction, indices);
      if (!results[i])
        return failure();
      continue;
    }
    if (!tuples)
      tuples = makeTupleOperands(c, *dims, form, operands, indices);
    Value updates = computeElements(c, operands, splits[i]->update, i,
                                    /*current=*/nullptr, tuples->updates);
    if (!updates)
      return failure();
    auto op = ScatterNDUpdateOp::create(
        c.b, tuples->tuples, updates, tuples->data[i], *splits[i]->reduction,
        OutOfBounds::drop, NegativeIndices::reject, tuples->isUnique,
        tuples->isSorted);
    results[i] = reshapeTo(c.b, op.getResult(), dims->inputSizes);
  }
  return c.replace(results);
}
