//===- ElideCopies.cpp - copy and update in one op ------------------------===//

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/IR/SizeLimits.h"
#include "scatter/Dialect/Scatter/Transforms/Passes.h"

#include "mlir/Analysis/AliasAnalysis.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTERELIDECOPIESPASS
#include "scatter/Dialect/Scatter/Transforms/Passes.h.inc"
} // namespace scatter

using namespace scatter;

/// The maximum number of ops between a copy and the update of its target.
/// Without it the search would be quadratic in the size of a block.
static constexpr int64_t kMaxOpsBetween = 256;

//===----------------------------------------------------------------------===//
// When a copy may become the source of an update
//===----------------------------------------------------------------------===//

static bool isElementOfAddresses(Type type) {
  return isa<IntegerType, IndexType>(type);
}

/// Whether `op` only moves elements of `buffer`, so that no address and no loop
/// bound depends on them.
static bool onlyMoves(Operation *op, Value buffer) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<memref::CopyOp, memref::DeallocOp, SliceScatterOp>(
          [](auto) { return true; })
      .Case([&](ScatterNDUpdateOp update) {
        return update.getIndices() != buffer;
      })
      .Default([](Operation *op) {
        return isa<RegionBranchTerminatorOpInterface>(op) &&
               isa<FunctionOpInterface>(op->getParentOp());
      });
}

/// Whether `op` may take the source of the copy to `data`. If `op` reports a
/// violation it copies nothing, and the program continues with elements that
/// were never written. A memref.copy never reports. Other ops may take it only
/// if no address and no loop bound depends on the elements.
static bool canTakeSource(Operation *op, Value data) {
  auto speculatable = dyn_cast<ConditionallySpeculatable>(op);
  if (!speculatable ||
      speculatable.getSpeculatability() == Speculation::Speculatable)
    return true;
  return !isElementOfAddresses(getElementTypeOrSelf(data)) ||
         llvm::all_of(data.getUsers(),
                      [&](Operation *user) { return onlyMoves(user, data); });
}

/// Whether `op` does not write `source` and does not access `target`.
static bool isIndependent(Operation *op, Value source, Value target,
                          AliasAnalysis &aliases) {
  if (isMemoryEffectFree(op))
    return true;
  std::optional<SmallVector<MemoryEffects::EffectInstance>> effects =
      getEffectsRecursively(op);
  return effects && llvm::all_of(*effects, [&](const auto &effect) {
           if (isa<MemoryEffects::Allocate>(effect.getEffect()))
             return true;
           Value value = effect.getValue();
           return value && aliases.alias(value, target).isNo() &&
                  (isa<MemoryEffects::Read>(effect.getEffect()) ||
                   aliases.alias(value, source).isNo());
         });
}

/// Whether scatter ops support memrefs of these types.
static bool isSupported(ValueRange values) {
  return llvm::all_of(
      values, [](Value value) { return isSupportedMemRef(value.getType()); });
}

//===----------------------------------------------------------------------===//
// Updates of the target of a copy
//===----------------------------------------------------------------------===//

/// With steps up to this one the end of a slice does not overflow.
static constexpr int64_t kMaxStep = int64_t(1) << 61;

/// Returns the subview of `target` that `op` overwrites, if `op` is a
/// memref.copy to one.
static memref::SubViewOp getOverwrittenView(Operation *op, Value target) {
  auto copy = dyn_cast<memref::CopyOp>(op);
  auto view = copy ? copy.getTarget().getDefiningOp<memref::SubViewOp>()
                   : memref::SubViewOp();
  bool isSlice = view && view.getSource() == target &&
                 cast<MemRefType>(target.getType()).getRank() > 0 &&
                 llvm::all_of(view.getStaticStrides(), [](int64_t stride) {
                   return stride > 0 && stride <= kMaxStep;
                 });
  return isSlice ? view : memref::SubViewOp();
}

/// Returns the inputs of `op` if it updates `target` and has no source yet.
/// Returns none if it does something else.
static ValueRange getInputs(Operation *op, Value target) {
  return llvm::TypeSwitch<Operation *, ValueRange>(op)
      .Case<ScatterNDUpdateOp, SliceScatterOp>([&](auto update) {
        bool matches = update.getData() == target && !update.getSource();
        auto dataIndex = update.getDpsInits().getBeginOperandIndex();
        return matches ? ValueRange(op->getOperands().take_front(dataIndex))
                       : ValueRange();
      })
      .Default([&](Operation *op) {
        return getOverwrittenView(op, target)
                   ? ValueRange(op->getOperands().take_front(1))
                   : ValueRange();
      });
}

/// Returns the op that updates the target of `copy`, if no op before it can
/// observe whether the target holds the copy.
static Operation *findUpdate(memref::CopyOp copy, AliasAnalysis &aliases) {
  Value source = copy.getSource(), target = copy.getTarget();
  if (source == target || !isSupported({source, target}))
    return nullptr;
  Operation *op = copy->getNextNode();
  for (int64_t count = 0; op && count < kMaxOpsBetween; ++count) {
    ValueRange inputs = getInputs(op, target);
    if (!inputs.empty()) {
      // The operands of an update do not overlap, those of a copy may.
      bool readsTarget = llvm::any_of(inputs, [&](Value input) {
        AliasResult result = aliases.alias(input, target);
        return isa<memref::CopyOp>(op) ? !result.isNo() : result.isMust();
      });
      return !readsTarget && isSupported(inputs) && canTakeSource(op, target)
                 ? op
                 : nullptr;
    }
    if (!isIndependent(op, source, target, aliases))
      return nullptr;
    op = op->getNextNode();
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Copies that are copied back
//===----------------------------------------------------------------------===//

/// Returns the op that copies the target of `copy` back to its source, if both
/// hold the same until then.
static memref::CopyOp findCopyBack(memref::CopyOp copy,
                                   AliasAnalysis &aliases) {
  Value source = copy.getSource(), target = copy.getTarget();
  Operation *op = copy->getNextNode();
  for (int64_t count = 0; op && count < kMaxOpsBetween; ++count) {
    auto back = dyn_cast<memref::CopyOp>(op);
    if (back && back.getSource() == target && back.getTarget() == source)
      return back;
    if (!isIndependent(op, source, target, aliases))
      return nullptr;
    op = op->getNextNode();
  }
  return nullptr;
}

/// Whether `copy` is the only op that accesses its target, which is newly
/// allocated.
static bool isUnused(memref::CopyOp copy) {
  return copy.getTarget().getDefiningOp<memref::AllocOp>() &&
         llvm::all_of(copy.getTarget().getUsers(), [&](Operation *user) {
           return user == copy || isa<memref::DeallocOp>(user);
         });
}

//===----------------------------------------------------------------------===//
// Copies into subviews
//===----------------------------------------------------------------------===//

/// Inserts the dimensions of size 1 that `view` has dropped into `updates`.
/// Returns null if the layout of `updates` does not allow that.
static Value restoreDroppedDims(OpBuilder &b, Location loc, Value updates,
                                memref::SubViewOp view) {
  auto type = cast<MemRefType>(updates.getType());
  llvm::SmallBitVector isDropped = view.getDroppedDims();
  if (isDropped.none())
    return updates;
  SmallVector<int64_t> shape;
  SmallVector<ReassociationIndices> groups(type.getRank());
  int64_t kept = 0;
  for (int64_t dim = 0, rank = isDropped.size(); dim < rank; ++dim) {
    shape.push_back(isDropped[dim] ? 1 : type.getDimSize(kept));
    // A dropped dimension is grouped with the next kept dimension, or with the
    // last one if there is none after it.
    if (!groups.empty())
      groups[std::min<int64_t>(kept, groups.size() - 1)].push_back(dim);
    kept += !isDropped[dim];
  }
  FailureOr<MemRefType> expanded =
      memref::ExpandShapeOp::computeExpandedType(type, shape, groups);
  if (failed(expanded))
    return Value();
  return memref::ExpandShapeOp::create(b, loc, *expanded, updates, groups);
}

/// Returns offset + size * stride.
static OpFoldResult getEnd(OpBuilder &b, Location loc, OpFoldResult offset,
                           OpFoldResult size, int64_t stride) {
  std::optional<int64_t> begin = getConstantIntValue(offset);
  std::optional<int64_t> count = getConstantIntValue(size);
  if (begin && count)
    return b.getIndexAttr(*begin + *count * stride);
  auto value = [&](OpFoldResult entry) {
    return getValueOrCreateConstantIndexOp(b, loc, entry);
  };
  Value span =
      arith::MulIOp::create(b, loc, value(size), value(b.getIndexAttr(stride)));
  return arith::AddIOp::create(b, loc, value(offset), span).getResult();
}

/// Creates a slice_scatter that overwrites `view` of `target`. Returns null if
/// that is not possible.
static SliceScatterOp createSlice(OpBuilder &b, memref::CopyOp copy,
                                  memref::SubViewOp view, Value target) {
  Location loc = copy.getLoc();
  Value updates = restoreDroppedDims(b, loc, copy.getSource(), view);
  if (!updates)
    return nullptr;
  SmallVector<OpFoldResult> start, stop, step;
  SmallVector<int64_t> axes;
  ArrayRef<int64_t> shape = cast<MemRefType>(target.getType()).getShape();
  for (auto [dim, offset, size, stride] :
       llvm::enumerate(view.getMixedOffsets(), view.getMixedSizes(),
                       view.getMixedStrides())) {
    std::optional<int64_t> constantSize = getConstantIntValue(size);
    if (isZeroInteger(offset) && isOneInteger(stride) &&
        constantSize == shape[dim])
      continue;
    axes.push_back(dim);
    start.push_back(offset);
    stop.push_back(getEnd(b, loc, offset, size, *getConstantIntValue(stride)));
    step.push_back(stride);
  }
  return SliceScatterOp::create(b, loc, updates, target, start, stop, step,
                                axes);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {

struct ScatterElideCopiesPass
    : scatter::impl::ScatterElideCopiesPassBase<ScatterElideCopiesPass> {
  void runOnOperation() override {
    auto &aliases = getAnalysis<AliasAnalysis>();
    SmallVector<memref::CopyOp> copies;
    getOperation()->walk([&](memref::CopyOp copy) { copies.push_back(copy); });
    IRRewriter rewriter(&getContext());
    // Copies are visited in reverse, so that the ops that follow a copy are in
    // their final form.
    for (memref::CopyOp copy : llvm::reverse(copies)) {
      if (memref::CopyOp back = findCopyBack(copy, aliases)) {
        rewriter.eraseOp(back);
        if (isUnused(copy)) {
          rewriter.eraseOp(copy);
          continue;
        }
      }
      Operation *update = findUpdate(copy, aliases);
      if (!update)
        continue;
      rewriter.setInsertionPoint(update);
      if (auto overwrite = dyn_cast<memref::CopyOp>(update)) {
        Value target = copy.getTarget();
        SliceScatterOp slice = createSlice(
            rewriter, overwrite, getOverwrittenView(update, target), target);
        if (!slice)
          continue;
        rewriter.eraseOp(overwrite);
        update = slice;
      }
      llvm::TypeSwitch<Operation *>(update)
          .Case<ScatterNDUpdateOp, SliceScatterOp>(
              [&](auto op) { op.getSourceMutable().assign(copy.getSource()); });
      rewriter.eraseOp(copy);
    }
  }
};

} // namespace
