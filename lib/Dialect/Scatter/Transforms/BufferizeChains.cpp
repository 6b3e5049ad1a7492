//===- BufferizeChains.cpp - chains of updates as updates of a buffer -----===//

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTERBUFFERIZECHAINSPASS
#include "scatter/Dialect/Scatter/Transforms/Passes.h.inc"
} // namespace scatter

using namespace scatter;

namespace {
struct ScatterBufferizeChainsPass
    : scatter::impl::ScatterBufferizeChainsPassBase<
          ScatterBufferizeChainsPass> {
  using ScatterBufferizeChainsPassBase::ScatterBufferizeChainsPassBase;
  void runOnOperation() override;
};
} // namespace

/// Whether `op` updates one tensor.
static bool isUpdate(Operation *op) {
  return isa<ScatterNDUpdateOp, SliceScatterOp, GenericOp>(op) &&
         op->getNumResults() == 1;
}

static OpOperand &getInit(Operation *update) {
  return *cast<DestinationStyleOpInterface>(update).getDpsInitOperand(0);
}

/// Returns the update whose `data` is the result of `op`, in the same block, if
/// nothing else uses this result, else null.
static Operation *getNext(Operation *op) {
  if (!op->hasOneUse())
    return nullptr;
  OpOperand &use = *op->use_begin();
  Operation *user = use.getOwner();
  return user->getBlock() == op->getBlock() && isUpdate(user) &&
                 &use == &getInit(user)
             ? user
             : nullptr;
}

/// Returns the updates from `first` on, each of which updates the result of the
/// one before, if it is the first one.
static SmallVector<Operation *> getChain(Operation *first) {
  Operation *def = getInit(first).get().getDefiningOp();
  if (def && isUpdate(def) && getNext(def) == first)
    return {};
  SmallVector<Operation *> chain = {first};
  while (Operation *next = getNext(chain.back()))
    chain.push_back(next);
  return chain;
}

/// Returns the type that one-shot-bufferize gives the buffer of `tensor`, or
/// null if that is not known.
static Type getBufferType(Value tensor,
                          const bufferization::BufferizationOptions &options) {
  bufferization::BufferizationState state;
  FailureOr<bufferization::BufferLikeType> type =
      bufferization::getBufferType(tensor, options, state);
  return succeeded(type) ? Type(*type) : Type();
}

/// Replaces the updates of `chain` after the first one by updates of the buffer
/// of its result, if the types of all buffers are known.
static void bufferize(ArrayRef<Operation *> chain,
                      const bufferization::BufferizationOptions &options) {
  auto type = dyn_cast_or_null<MemRefType>(
      getBufferType(chain.front()->getResult(0), options));
  // Another layout may become this one when the tensor is copied.
  if (!type || !type.getLayout().isIdentity())
    return;
  SmallVector<SmallVector<Type>> types;
  for (Operation *op : chain.drop_front()) {
    types.emplace_back();
    for (OpOperand &operand : op->getOpOperands()) {
      Type operandType = operand.get().getType();
      if (isa<TensorType>(operandType) && &operand != &getInit(op))
        operandType = getBufferType(operand.get(), options);
      if (!operandType)
        return;
      types.back().push_back(operandType);
    }
  }
  OpBuilder b(chain.front());
  b.setInsertionPointAfter(chain.front());
  Value buffer = bufferization::ToBufferOp::create(
      b, chain.front()->getLoc(), type, chain.front()->getResult(0));
  for (auto [op, operandTypes] : llvm::zip_equal(chain.drop_front(), types)) {
    b.setInsertionPoint(op);
    SmallVector<Value> operands;
    for (auto [operand, operandType] :
         llvm::zip_equal(op->getOpOperands(), operandTypes)) {
      if (&operand == &getInit(op))
        operands.push_back(buffer);
      else if (operand.get().getType() == operandType)
        operands.push_back(operand.get());
      else
        operands.push_back(bufferization::ToBufferOp::create(
            b, op->getLoc(), operandType, operand.get(), /*read_only=*/true));
    }
    mlir::clone(b, op, TypeRange(), operands);
  }
  Operation *last = chain.back();
  Value result = bufferization::ToTensorOp::create(
      b, last->getLoc(), last->getResult(0).getType(), buffer,
      /*restrict=*/true, /*writable=*/true);
  last->getResult(0).replaceAllUsesWith(result);
  for (Operation *op : llvm::reverse(chain.drop_front()))
    op->erase();
}

void ScatterBufferizeChainsPass::runOnOperation() {
  bufferization::BufferizationOptions options;
  options.bufferizeFunctionBoundaries = true;
  options.setFunctionBoundaryTypeConversion(
      bufferization::LayoutMapOption::IdentityLayoutMap);
  SmallVector<SmallVector<Operation *>> chains;
  getOperation()->walk([&](Operation *op) {
    if (!isUpdate(op))
      return;
    SmallVector<Operation *> chain = getChain(op);
    if (int64_t(chain.size()) >= minLength)
      chains.push_back(std::move(chain));
  });
  for (ArrayRef<Operation *> chain : chains)
    bufferize(chain, options);
}
