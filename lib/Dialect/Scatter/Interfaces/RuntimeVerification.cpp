//===- RuntimeVerification.cpp - promises that are checked ----------------===//
//
// An op that promises something does not check it. For debugging,
// --generate-runtime-verification makes cf.assert of the promises.
//
//===----------------------------------------------------------------------===//

#include "TilingUtils.h"

#include "scatter/Dialect/Scatter/Interfaces/ExternalModels.h"
#include "scatter/Dialect/Scatter/Utils/SizeConditions.h"
#include "scatter/Runtime/Runtime.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Interfaces/RuntimeVerifiableOpInterface.h"

using namespace mlir;
using namespace scatter;

/// Makes the message of an assertion of an op.
using MessageFn = function_ref<std::string(Operation *, StringRef)>;

static void assertThat(IndexBuilder &b, Operation *op, Value condition,
                       MessageFn getMessage, const Twine &text) {
  if (!isTrue(condition))
    cf::AssertOp::create(b, condition, getMessage(op, text.str()));
}

/// The name of the operand that a report of the code `position` is about.
static std::string getOperandName(int64_t position) {
  if (position >= SCATTER_OPERAND_INDEX_OPERANDS)
    return ("'indices' operand " +
            Twine(position - SCATTER_OPERAND_INDEX_OPERANDS))
        .str();
  if (position >= SCATTER_OPERAND_OUTS)
    return ("'outs' operand " + Twine(position - SCATTER_OPERAND_OUTS)).str();
  if (position >= SCATTER_OPERAND_INS)
    return ("'ins' operand " + Twine(position - SCATTER_OPERAND_INS)).str();
  if (position == SCATTER_OPERAND_INDICES)
    return "'indices'";
  return position == SCATTER_OPERAND_OUT ? "'out'" : "'updates'";
}

template <typename OpT>
static SmallVector<SizeCondition> emitConditions(IndexBuilder &b, OpT op,
                                                 bool checksPromise) {
  return emitSizeConditions(
      b, op, [&](Value value, int64_t dim) { return getSize(b, value, dim); },
      checksPromise);
}

/// Asserts what `sizes_match` of `op` promises.
template <typename OpT>
static void assertSizes(IndexBuilder &b, OpT op, MessageFn getMessage) {
  if (!op.getSizesMatch())
    return;
  for (const SizeCondition &condition :
       emitConditions(b, op, /*checksPromise=*/true)) {
    bool isStep = condition.kind == ViolationKind::zero_step;
    assertThat(b, op, condition.holds, getMessage,
               isStep ? "'step' entry " + Twine(condition.position) +
                            ": expected a step other than 0"
                      : getOperandName(condition.position) + " dimension " +
                            Twine(condition.component) +
                            ": expected the size that the other operands have");
  }
}

/// Asserts that `indices`, the operand with the code `position`, are within
/// `sizes`, the sizes of what `indexed` names.
static void assertIndices(IndexBuilder &b, Operation *op, Value indices,
                          int64_t position, ArrayRef<OpFoldResult> sizes,
                          StringRef indexed, NegativeIndices negative,
                          MessageFn getMessage) {
  if (sizes.empty())
    return;
  Value valid = b.createOrFold<CheckIndicesOp>(indices, sizes, negative);
  assertThat(b, op, valid, getMessage,
             getOperandName(position) +
                 ": expected all indices within the bounds of " + indexed);
}

/// Asserts that indices of `op` are in bounds if it promises that.
template <typename OpT>
static void assertIndices(IndexBuilder &b, OpT op, MessageFn getMessage) {
  if (op.getOutOfBounds() != OutOfBounds::undefined)
    return;
  SmallVector<OpFoldResult> all = getSizesOf(b, op.getLoc(), op.getData());
  assertIndices(
      b, op, op.getIndices(), SCATTER_OPERAND_INDICES,
      ArrayRef(all).slice(op.getFirstIndexedDim(), op.getIndexDepth()),
      "'data'", op.getNegativeIndices(), getMessage);
}

static void assertIndices(IndexBuilder &b, GenericOp op, MessageFn getMessage) {
  for (auto [i, indices] : llvm::enumerate(op.getIndices())) {
    if (op.getPolicy(i) != OutOfBounds::undefined)
      continue;
    SmallVector<OpFoldResult> sizes;
    for (auto [operand, dim] : getIndexedDims(op, i))
      sizes.push_back(getSizesOf(b, op.getLoc(), operand)[dim]);
    assertIndices(b, op, indices, SCATTER_OPERAND_INDEX_OPERANDS + i, sizes,
                  "the dimensions that they index", op.getNegativePolicy(i),
                  getMessage);
  }
}

/// A slice has no indices.
static void assertIndices(IndexBuilder &, SliceScatterOp, MessageFn) {}

namespace {
/// A byte for each slot of an op, which says whether a tuple has named it.
class NamedSlots {
public:
  NamedSlots(IndexBuilder &b, Value numSlots) : b(b) {
    // Upstream's canonicalization of an allocation whose size is a constant
    // operand loses attributes.
    std::optional<int64_t> size = getConstantIntValue(numSlots);
    auto type =
        MemRefType::get({size.value_or(ShapedType::kDynamic)}, b.getI8Type());
    bytes = memref::AllocOp::create(b, type,
                                    size ? ValueRange() : ValueRange(numSlots));
    markManual(bytes.getDefiningOp());
    auto loop = scf::ForOp::create(b, b.index(0), numSlots, b.index(1));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(loop.getBody()->getTerminator());
    memref::StoreOp::create(b, getByte(0), bytes, loop.getInductionVar());
  }

  /// Marks `slot`, and returns whether it was not marked before.
  Value mark(Value slot) {
    Value old = memref::LoadOp::create(b, bytes, slot);
    memref::StoreOp::create(b, getByte(1), bytes, slot);
    return b.eq(old, getByte(0));
  }

  void free() { markManual(memref::DeallocOp::create(b, bytes)); }

private:
  Value getByte(int64_t value) {
    return arith::ConstantOp::create(b, b.getI8IntegerAttr(value));
  }
  /// The pipeline of buffer deallocation does not free the memory too.
  void markManual(Operation *op) {
    op->setAttr(bufferization::BufferizationDialect::kManualDeallocation,
                b.getUnitAttr());
  }

  IndexBuilder &b;
  Value bytes;
};
} // namespace

/// Emits the number of the slot that the tuple at `place` names. Clears
/// `isWritten` if it names none.
static Value emitSlot(IndexBuilder &b, ScatterNDUpdateOp op, ValueRange place,
                      ArrayRef<Value> sizes, Value &isWritten) {
  SmallVector<Value> positions =
      emitPositions(b, op.getIndices(), place, sizes, op.getOutOfBounds(),
                    op.getNegativeIndices(), isWritten);
  Value slot = b.index(0);
  for (auto [position, size] : llvm::zip_equal(positions, sizes))
    slot = b.add(b.mul(slot, size), position);
  return slot;
}

/// Whether the elements of `indices` are values of arith.
static bool isReadable(Value indices) {
  Type type = cast<ShapedType>(indices.getType()).getElementType();
  return type.isSignlessInteger() || type.isIndex();
}

/// Emits `emitTuple` for the place of each tuple of `indices`, in row-major
/// order. The loops carry a value, `init` at first, which it gets and replaces.
static void forEachTuple(IndexBuilder &b, Value indices, Value init,
                         function_ref<Value(ValueRange, Value)> emitTuple) {
  int64_t rank = cast<ShapedType>(indices.getType()).getRank() - 1;
  if (rank == 0)
    return;
  SmallVector<Value> begins(rank, b.index(0)), steps(rank, b.index(1)), ends;
  for (int64_t dim = 0; dim < rank; ++dim)
    ends.push_back(getSize(b, indices, dim));
  scf::buildLoopNest(b, b.getLoc(), begins, ends, steps, {init},
                     [&](OpBuilder &inner, Location, ValueRange place,
                         ValueRange carried) -> scf::ValueVector {
                       OpBuilder::InsertionGuard guard(b);
                       b.setInsertionPoint(inner.getInsertionBlock(),
                                           inner.getInsertionPoint());
                       Value next = emitTuple(place, carried.front());
                       inner.setInsertionPoint(b.getInsertionBlock(),
                                               b.getInsertionPoint());
                       return {next};
                     });
}

/// Lets `b` emit into a branch for sizes that match. `op` reports others, and
/// its operands then do not have the same positions.
template <typename OpT>
static void enterIfSizesMatch(IndexBuilder &b, OpT op) {
  SmallVector<Value> match;
  for (const SizeCondition &condition :
       emitConditions(b, op, /*checksPromise=*/false))
    match.push_back(condition.holds);
  if (match.empty())
    return;
  auto ifOp = scf::IfOp::create(b, b.allOf(match), /*withElseRegion=*/false);
  b.setInsertionPoint(ifOp.thenYield());
}

/// Asserts what `unique_indices` and `indices_are_sorted` of `op` promise.
static void assertOrder(IndexBuilder &b, ScatterNDUpdateOp op,
                        MessageFn getMessage) {
  bool isUnique = op.getUniqueIndices(), isSorted = op.getIndicesAreSorted();
  if (!isReadable(op.getIndices()) || op.getIndexDepth() == 0 ||
      (!isUnique && !isSorted))
    return;
  enterIfSizesMatch(b, op);
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < op.getIndexDepth(); ++dim)
    sizes.push_back(getSize(b, op.getData(), dim));
  std::optional<NamedSlots> named;
  if (isUnique)
    named.emplace(b, b.product(1, sizes));
  // The loops carry the slot of the tuple before.
  forEachTuple(
      b, op.getIndices(), b.index(0), [&](ValueRange place, Value last) {
        Value isWritten = b.boolean(true);
        Value slot = emitSlot(b, op, place, sizes, isWritten);
        auto ifOp = scf::IfOp::create(b, isWritten, /*withElseRegion=*/false);
        b.setInsertionPoint(ifOp.thenYield());
        if (isSorted)
          assertThat(b, op, b.sge(slot, last), getMessage,
                     "'indices': expected ascending tuples, as "
                     "'indices_are_sorted' promises");
        if (isUnique)
          assertThat(b, op, named->mark(slot), getMessage,
                     "'indices': expected no two tuples for one slot, as "
                     "'unique_indices' promises");
        b.setInsertionPointAfter(ifOp);
        return b.select(isWritten, slot, last);
      });
  if (named)
    named->free();
}

namespace {
/// The elements of an out of a scatter.generic that tuples write: one for each
/// position of the dimensions that components or dimensions of the tuples name.
struct NamedElements {
  NamedElements(IndexBuilder &b, GenericOp op, unsigned out) {
    for (auto [i, expr] : llvm::enumerate(op.getOutMap(out).getResults())) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      if (dim && dim.getPosition() >= op.getBatchRank())
        continue;
      exprs.push_back(expr);
      sizes.push_back(getSize(b, op.getOuts()[out], i));
    }
    slots.emplace(b, b.product(1, sizes));
  }

  Value getSlot(IndexBuilder &b, ValueRange place,
                ArrayRef<Value> components) const {
    Value slot = b.index(0);
    for (auto [expr, size] : llvm::zip_equal(exprs, sizes)) {
      auto symbol = dyn_cast<AffineSymbolExpr>(expr);
      Value position = symbol ? components[symbol.getPosition()]
                              : place[cast<AffineDimExpr>(expr).getPosition()];
      slot = b.add(b.mul(slot, size), position);
    }
    return slot;
  }

  SmallVector<AffineExpr> exprs;
  SmallVector<Value> sizes;
  std::optional<NamedSlots> slots;
};
} // namespace

/// Asserts what `unique_indices` of `op` promises.
static void assertOrder(IndexBuilder &b, GenericOp op, MessageFn getMessage) {
  if (!op.getUniqueIndices() || !llvm::all_of(op.getIndices(), isReadable))
    return;
  enterIfSizesMatch(b, op);
  SmallVector<NamedElements> named;
  for (unsigned out = 0; out < op.getOuts().size(); ++out)
    named.emplace_back(b, op, out);
  forEachTuple(
      b, op.getIndices().front(), b.index(0),
      [&](ValueRange place, Value carried) {
        Value isWritten = b.boolean(true);
        SmallVector<Value> components = emitComponents(b, op, place, isWritten);
        auto ifOp = scf::IfOp::create(b, isWritten, /*withElseRegion=*/false);
        b.setInsertionPoint(ifOp.thenYield());
        for (auto [out, elements] : llvm::enumerate(named))
          assertThat(
              b, op,
              elements.slots->mark(elements.getSlot(b, place, components)),
              getMessage,
              getOperandName(SCATTER_OPERAND_OUTS + out) +
                  ": expected no two tuples for one element, as "
                  "'unique_indices' promises");
        b.setInsertionPointAfter(ifOp);
        return carried;
      });
  for (NamedElements &elements : named)
    elements.slots->free();
}

/// The others make no promise about the order.
static void assertOrder(IndexBuilder &, GatherNDOp, MessageFn) {}
static void assertOrder(IndexBuilder &, SliceScatterOp, MessageFn) {}

namespace {

template <typename OpT>
struct Verification
    : RuntimeVerifiableOpInterface::ExternalModel<Verification<OpT>, OpT> {
  void generateRuntimeVerification(Operation *op, OpBuilder &builder,
                                   Location loc, MessageFn getMessage) const {
    IndexBuilder b(loc, builder);
    assertSizes(b, cast<OpT>(op), getMessage);
    assertIndices(b, cast<OpT>(op), getMessage);
    assertOrder(b, cast<OpT>(op), getMessage);
  }
};

} // namespace

template <typename... OpTs>
static void attachInterfaces(MLIRContext &context) {
  (OpTs::template attachInterface<Verification<OpTs>>(context), ...);
}

void scatter::registerRuntimeVerifiableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, ScatterDialect *) {
    attachInterfaces<ScatterNDUpdateOp, GatherNDOp, SliceScatterOp, GenericOp>(
        *context);
    // Ops of them are created.
    context->loadDialect<arith::ArithDialect, cf::ControlFlowDialect,
                         memref::MemRefDialect, scf::SCFDialect,
                         tensor::TensorDialect>();
  });
}
