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

/// Asserts what `sizes_match` of `op` promises.
template <typename OpT>
static void assertSizes(IndexBuilder &b, OpT op, MessageFn getMessage) {
  if (!op.getSizesMatch())
    return;
  auto getSizeOf = [&](Value value, int64_t dim) {
    return getSize(b, value, dim);
  };
  for (const SizeCondition &condition :
       emitSizeConditions(b, op, getSizeOf, /*checksPromise=*/true)) {
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
  NamedSlots(IndexBuilder &b, Value numSlots)
      : b(b), bytes(memref::AllocOp::create(
                  b, MemRefType::get({ShapedType::kDynamic}, b.getI8Type()),
                  numSlots)) {
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
  // What is out of bounds under `error` is reported by the op.
  OutOfBounds policy = op.getOutOfBounds() == OutOfBounds::error
                           ? OutOfBounds::drop
                           : op.getOutOfBounds();
  Value slot = b.index(0);
  for (auto [component, size] : llvm::enumerate(sizes)) {
    SmallVector<Value> at(place);
    at.push_back(b.index(component));
    Value position = emitPosition(b, op.getIndices(), at, size, policy,
                                  op.getNegativeIndices(), isWritten);
    slot = b.add(b.mul(slot, size), position);
  }
  return slot;
}

/// Asserts what `unique_indices` and `indices_are_sorted` of `op` promise.
static void assertOrder(IndexBuilder &b, ScatterNDUpdateOp op,
                        MessageFn getMessage) {
  Type indexType = op.getIndicesType().getElementType();
  bool isReadable = indexType.isSignlessInteger() || indexType.isIndex();
  bool isUnique = op.getUniqueIndices(), isSorted = op.getIndicesAreSorted();
  if (!isReadable || op.getIndexDepth() == 0 || (!isUnique && !isSorted))
    return;
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < op.getIndexDepth(); ++dim)
    sizes.push_back(getSize(b, op.getData(), dim));
  std::optional<NamedSlots> named;
  if (isUnique)
    named.emplace(b, b.product(1, sizes));
  SmallVector<Value> begins(op.getBatchRank(), b.index(0)),
      steps(op.getBatchRank(), b.index(1)), ends;
  for (int64_t dim = 0; dim < op.getBatchRank(); ++dim)
    ends.push_back(getSize(b, op.getIndices(), dim));
  // The loops carry the slot of the tuple before.
  auto emitTuple = [&](OpBuilder &inner, Location, ValueRange place,
                       ValueRange last) -> scf::ValueVector {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(inner.getInsertionBlock(), inner.getInsertionPoint());
    Value isWritten = b.boolean(true);
    Value slot = emitSlot(b, op, place, sizes, isWritten);
    auto ifOp = scf::IfOp::create(b, isWritten, /*withElseRegion=*/false);
    b.setInsertionPoint(ifOp.thenYield());
    if (isSorted)
      assertThat(b, op, b.sge(slot, last.front()), getMessage,
                 "'indices': expected ascending tuples, as "
                 "'indices_are_sorted' promises");
    if (isUnique)
      assertThat(b, op, named->mark(slot), getMessage,
                 "'indices': expected no two tuples for one slot, as "
                 "'unique_indices' promises");
    b.setInsertionPointAfter(ifOp);
    Value next = b.select(isWritten, slot, last.front());
    inner.setInsertionPoint(b.getInsertionBlock(), b.getInsertionPoint());
    return {next};
  };
  if (op.getBatchRank() != 0)
    scf::buildLoopNest(b, op.getLoc(), begins, ends, steps, {b.index(0)},
                       emitTuple);
  if (named)
    named->free();
}

namespace {

template <typename OpT>
struct Verification
    : RuntimeVerifiableOpInterface::ExternalModel<Verification<OpT>, OpT> {
  void generateRuntimeVerification(Operation *op, OpBuilder &builder,
                                   Location loc, MessageFn getMessage) const {
    IndexBuilder b(loc, builder);
    assertSizes(b, cast<OpT>(op), getMessage);
    assertIndices(b, cast<OpT>(op), getMessage);
    if constexpr (std::is_same_v<OpT, ScatterNDUpdateOp>)
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
