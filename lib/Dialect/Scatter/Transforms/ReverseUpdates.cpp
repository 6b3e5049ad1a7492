//===- ReverseUpdates.cpp - derivatives of the updates -----------------===//

#include "Reverse.h"

#include "scatter/Dialect/Scatter/Utils/SliceBounds.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace scatter;

static std::pair<AffineMap, AffineMap> getMaps(ScatterNDUpdateOp op) {
  return GenericOp::getUpdateMaps(op.getContext(), op.getBatchRank(),
                                  op.getIndexDepth(),
                                  op.getUpdatesType().getRank());
}

/// Returns the sizes of the dimensions of the tuples.
static SmallVector<Value> getBatchSizes(ImplicitLocOpBuilder &b,
                                        ScatterNDUpdateOp op) {
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < op.getBatchRank(); ++dim)
    sizes.push_back(b.createOrFold<tensor::DimOp>(op.getIndices(), dim));
  return sizes;
}

/// What a tuple that the op itself reports or promises not to have does in the
/// gradient: nothing.
static OutOfBounds getPolicy(ScatterNDUpdateOp op) {
  return op.getOutOfBounds() == OutOfBounds::clamp ? OutOfBounds::clamp
                                                   : OutOfBounds::drop;
}

/// Returns the number of the tuple in row-major order, in a region.
static Value emitTupleNumber(ImplicitLocOpBuilder &b, ArrayRef<Value> sizes) {
  Value number = arith::ConstantIndexOp::create(b, 0);
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    Value at = IndexOp::create(b, b.getIndexType(), b.getI64IntegerAttr(dim));
    number =
        arith::AddIOp::create(b, arith::MulIOp::create(b, number, size), at);
  }
  return arith::IndexCastOp::create(b, b.getI64Type(), number);
}

/// Returns the number of the last tuple that wrote each slot, in row-major
/// order of the tuples, -1 for slots that none wrote. The result has the shape
/// of the indexed dimensions of `data`.
Value Reverse::emitWinners(ScatterNDUpdateOp op) {
  int64_t depth = op.getIndexDepth(), batchRank = op.getBatchRank();
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(b, b.getLoc(), op.getData());
  sizes.truncate(depth);
  Value empty = tensor::EmptyOp::create(b, sizes, b.getI64Type());
  Value none = arith::ConstantIntOp::create(b, b.getI64Type(), -1);
  Value winners = linalg::FillOp::create(b, none, empty).getResult(0);
  SmallVector<Value> batch = getBatchSizes(b, op);
  AffineMap slots = AffineMap::get(
      batchRank, depth, getMaps(op).second.getResults().take_front(depth),
      b.getContext());
  return GenericOp::create(
             b, b.getLoc(), op.getIndices(), ValueRange(), winners, slots,
             getPolicy(op), op.getNegativeIndices(),
             [&](OpBuilder &nested, Location loc, ValueRange) {
               ImplicitLocOpBuilder inner(loc, nested);
               YieldOp::create(inner, emitTupleNumber(inner, batch));
             })
      .getResult(0);
}

/// Returns, for each element of the updates, the cotangent of the slot that it
/// was written to; 0 for tuples that are dropped, and, without a reduction, for
/// tuples that a later one has overwritten.
Value Reverse::emitGather(ScatterNDUpdateOp op, Value cotangent,
                          bool isNegated) {
  auto [updatesMap, dataMap] = getMaps(op);
  int64_t depth = op.getIndexDepth(), batchRank = op.getBatchRank();
  int64_t dims = op.getUpdatesType().getRank();
  SmallVector<Value> inputs = {cotangent};
  SmallVector<AffineMap> maps = {dataMap};
  bool needsWinner = op.getReduction() == Reduction::none &&
                     !op.getUniqueIndices() && batchRank > 0;
  SmallVector<Value> batch;
  if (needsWinner) {
    inputs.push_back(emitWinners(op));
    maps.push_back(AffineMap::get(
        dims, depth, dataMap.getResults().take_front(depth), b.getContext()));
    batch = getBatchSizes(b, op);
  }
  maps.push_back(updatesMap);
  return GenericOp::create(
             b, b.getLoc(), op.getIndices(), inputs, emitZeros(op.getUpdates()),
             maps, getPolicy(op), op.getNegativeIndices(),
             [&](OpBuilder &nested, Location loc, ValueRange elements) {
               ImplicitLocOpBuilder inner(loc, nested);
               Value result = elements[0];
               if (isNegated)
                 result = arith::NegFOp::create(inner, result);
               if (needsWinner) {
                 Value number = emitTupleNumber(inner, batch);
                 Value isLast = arith::CmpIOp::create(
                     inner, arith::CmpIPredicate::eq, number, elements[1]);
                 Value zero = arith::ConstantOp::create(
                     inner, inner.getZeroAttr(result.getType()));
                 result = arith::SelectOp::create(inner, isLast, result, zero);
               }
               YieldOp::create(inner, result);
             })
      .getResult(0);
}

/// Emits `value` where `x` == `y`, else 0.
static Value emitWhereEqual(ImplicitLocOpBuilder &b, Value x, Value y,
                            Value value) {
  Value isEqual = arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, x, y);
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(value.getType()));
  return arith::SelectOp::create(b, isEqual, value, zero);
}

/// The smallest or largest element of a slot has its cotangent; equal ones
/// share it.
void Reverse::visitExtreme(ScatterNDUpdateOp op, Value g) {
  auto [updatesMap, dataMap] = getMaps(op);
  Value data = op.getData(), updates = op.getUpdates(), result = op.getResult();
  auto emit = [&](ValueRange inputs, ArrayRef<AffineMap> maps, Value out,
                  function_ref<Value(ImplicitLocOpBuilder &, ValueRange)> fn) {
    return GenericOp::create(
               b, b.getLoc(), op.getIndices(), inputs, out, maps, getPolicy(op),
               op.getNegativeIndices(),
               [&](OpBuilder &nested, Location loc, ValueRange elements) {
                 ImplicitLocOpBuilder inner(loc, nested);
                 YieldOp::create(inner, fn(inner, elements));
               })
        .getResult(0);
  };
  auto emitCount = [](ImplicitLocOpBuilder &inner, Value x, Value y) {
    Value one = arith::ConstantOp::create(inner, inner.getOneAttr(x.getType()));
    return emitWhereEqual(inner, x, y, one);
  };
  Value isOld = emitElementwise(
      {data, result}, [&](ImplicitLocOpBuilder &inner, ValueRange elements) {
        return emitCount(inner, elements[0], elements[1]);
      });
  Value count = emit({updates, result}, {updatesMap, dataMap, dataMap}, isOld,
                     [&](ImplicitLocOpBuilder &inner, ValueRange elements) {
                       return arith::AddFOp::create(
                           inner, elements[2],
                           emitCount(inner, elements[0], elements[1]));
                     });
  // A slot without such an element holds NaN; what it shares is not used.
  Value share = emitElementwise(
      {g, count},
      [](ImplicitLocOpBuilder &inner, ValueRange elements) -> Value {
        return arith::DivFOp::create(inner, elements[0], elements[1]);
      });
  add(data,
      emitElementwise({share, data, result}, [](ImplicitLocOpBuilder &inner,
                                                ValueRange elements) {
        return emitWhereEqual(inner, elements[1], elements[2], elements[0]);
      }));
  add(updates,
      emit({share, updates, result}, {dataMap, updatesMap, dataMap, updatesMap},
           emitZeros(updates),
           [](ImplicitLocOpBuilder &inner, ValueRange elements) {
             return emitWhereEqual(inner, elements[1], elements[2],
                                   elements[0]);
           }));
}

bool Reverse::hasRule(Reduction reduction) {
  return llvm::is_contained({Reduction::none, Reduction::sum, Reduction::sub,
                             Reduction::min, Reduction::max},
                            reduction);
}

LogicalResult Reverse::visit(ScatterNDUpdateOp op) {
  Value g = cotangents.lookup(op.getResult());
  if (!g)
    return success();
  switch (op.getReduction()) {
  case Reduction::sum:
  case Reduction::sub:
    add(op.getData(), g);
    add(op.getUpdates(),
        emitGather(op, g, op.getReduction() == Reduction::sub));
    return success();
  case Reduction::none: {
    add(op.getUpdates(), emitGather(op, g, /*isNegated=*/false));
    // What was overwritten has no influence.
    auto kept = ScatterNDUpdateOp::create(
        b, op.getIndices(), emitZeros(op.getUpdates()), g, Reduction::none,
        getPolicy(op), op.getNegativeIndices(), op.getUniqueIndices());
    kept.setSizesMatch(op.getSizesMatch());
    add(op.getData(), kept.getResult());
    return success();
  }
  case Reduction::min:
  case Reduction::max:
    visitExtreme(op, g);
    return success();
  default:
    return op.emitError("scatter-vjp: expected elements of f16, bf16, f32 or "
                        "f64 for reduction ")
           << stringifyReduction(op.getReduction()) << ", found "
           << op.getElementType();
  }
}

/// Returns the part of `g` that the updates of `op` were written to. Their size
/// may be another one than that of the slice, or the slice may go backwards.
Value Reverse::emitReadSlice(SliceScatterOp op, Value g) {
  IndexBuilder outside(b.getLoc(), b);
  SlicePosition position = resolvePosition(outside, op);
  SmallVector<Value> offsets, steps, sizes;
  for (int64_t dim = 0; dim < op.getDataRank(); ++dim) {
    auto value = [&](OpFoldResult number) {
      return getValueOrCreateConstantIndexOp(b, b.getLoc(), number);
    };
    offsets.push_back(value(position.offsets[dim]));
    steps.push_back(value(position.steps[dim]));
    sizes.push_back(b.createOrFold<tensor::DimOp>(g, dim));
  }
  return emitElementwise(op.getUpdates(), [&](ImplicitLocOpBuilder &inner,
                                              ValueRange) {
    IndexBuilder index(inner.getLoc(), inner);
    SmallVector<Value> place;
    Value isInside = index.boolean(true);
    for (auto [dim, offset] : llvm::enumerate(offsets)) {
      Value at = linalg::IndexOp::create(index, dim);
      place.push_back(index.add(offset, index.mul(at, steps[dim])));
      isInside = index.allOf({isInside, index.ult(place.back(), sizes[dim])});
    }
    auto branch = scf::IfOp::create(
        index, isInside,
        [&](OpBuilder &nested, Location loc) {
          Value element = tensor::ExtractOp::create(nested, loc, g, place);
          scf::YieldOp::create(nested, loc, element);
        },
        [&](OpBuilder &nested, Location loc) {
          Type type = getElementTypeOrSelf(g.getType());
          Value zero =
              arith::ConstantOp::create(nested, loc, nested.getZeroAttr(type));
          scf::YieldOp::create(nested, loc, zero);
        });
    return branch.getResult(0);
  });
}

/// Whether the verifier has compared the sizes of `op` with its slice, whose
/// steps are positive.
static bool isVerifiedSlice(SliceScatterOp op) {
  return op.getDataType().hasStaticShape() &&
         cast<ShapedType>(op.getUpdates().getType()).hasStaticShape() &&
         llvm::all_of(op.getMixedStart(), llvm::IsaPred<Attribute>) &&
         llvm::all_of(op.getMixedStop(), llvm::IsaPred<Attribute>) &&
         llvm::all_of(op.getMixedStep(), [&](OpFoldResult step) {
           return isa<Attribute>(step) && *getConstantIntValue(step) > 0;
         });
}

LogicalResult Reverse::visit(SliceScatterOp op) {
  Value g = cotangents.lookup(op.getResult());
  if (!g)
    return success();
  Value zeros = emitZeros(op.getUpdates());
  auto kept = cast<SliceScatterOp>(b.clone(*op));
  kept.getUpdatesMutable().assign(zeros);
  kept.getDataMutable().assign(g);
  add(op.getData(), kept.getResult());

  auto updatesType = cast<RankedTensorType>(op.getUpdates().getType());
  if (!isVerifiedSlice(op)) {
    add(op.getUpdates(), emitReadSlice(op, g));
    return success();
  }
  // The offset of an empty slice may be outside of data.
  if (llvm::is_contained(updatesType.getShape(), 0)) {
    add(op.getUpdates(), zeros);
    return success();
  }
  IndexBuilder index(b.getLoc(), b);
  SlicePosition position = resolvePosition(index, op);
  add(op.getUpdates(),
      tensor::ExtractSliceOp::create(
          b, updatesType, g, position.offsets,
          tensor::getMixedSizes(b, b.getLoc(), op.getUpdates()),
          position.steps));
  return success();
}
