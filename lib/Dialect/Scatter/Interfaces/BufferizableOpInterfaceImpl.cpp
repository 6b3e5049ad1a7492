//===- BufferizableOpInterfaceImpl.cpp - bufferization of the ops ---------===//

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/Interfaces/ExternalModels.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace scatter;

namespace {

/// Replaces `op` by its memref form, the same op on buffers without a result.
LogicalResult bufferizeInPlace(Operation *op, RewriterBase &rewriter,
                               const BufferizationOptions &options,
                               BufferizationState &state) {
  auto dstOp = cast<DestinationStyleOpInterface>(op);
  if (dstOp.hasPureBufferSemantics())
    return success();
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    if (!isa<TensorType>(operand.getType())) {
      operands.push_back(operand);
      continue;
    }
    FailureOr<Value> buffer = getBuffer(rewriter, operand, options, state);
    if (failed(buffer))
      return failure();
    operands.push_back(*buffer);
  }
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  ArrayRef<Value> inits = ArrayRef(operands).slice(
      dstOp.getDpsInits().getBeginOperandIndex(), dstOp.getNumDpsInits());
  mlir::clone(rewriter, op, TypeRange{}, operands);
  replaceOpWithBufferizedValues(rewriter, op, inits);
  return success();
}

template <typename OpT>
struct InPlaceModel
    : DstBufferizableOpInterfaceExternalModel<InPlaceModel<OpT>, OpT> {
  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    return bufferizeInPlace(op, rewriter, options, state);
  }
};

/// gather_nd overwrites all of its init without reading it.
struct GatherModel
    : DstBufferizableOpInterfaceExternalModel<GatherModel, GatherNDOp> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    return operand != cast<GatherNDOp>(op).getOutMutable();
  }
  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    return bufferizeInPlace(op, rewriter, options, state);
  }
};

/// The model of ops that read tensors and return none.
template <typename OpT>
struct ReadingModel
    : BufferizableOpInterface::ExternalModel<ReadingModel<OpT>, OpT> {
  /// Only the sizes of operands other than the indices are used.
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    return operand == cast<OpT>(op).getIndicesMutable();
  }
  bool bufferizesToMemoryWrite(Operation *, OpOperand &,
                               const AnalysisState &) const {
    return false;
  }
  AliasingValueList getAliasingValues(Operation *, OpOperand &,
                                      const AnalysisState &) const {
    return {};
  }
  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<TensorType>(operand.get().getType()))
        continue;
      FailureOr<Value> buffer =
          getBuffer(rewriter, operand.get(), options, state);
      if (failed(buffer))
        return failure();
      rewriter.modifyOpInPlace(op, [&] { operand.set(*buffer); });
    }
    return success();
  }
};

} // namespace

void scatter::registerBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, ScatterDialect *) {
    context->loadDialect<BufferizationDialect>();
    ScatterNDUpdateOp::attachInterface<InPlaceModel<ScatterNDUpdateOp>>(
        *context);
    GatherNDOp::attachInterface<GatherModel>(*context);
    SliceScatterOp::attachInterface<InPlaceModel<SliceScatterOp>>(*context);
    GenericOp::attachInterface<InPlaceModel<GenericOp>>(*context);
    CheckIndicesOp::attachInterface<ReadingModel<CheckIndicesOp>>(*context);
    ReportIndicesOp::attachInterface<ReadingModel<ReportIndicesOp>>(*context);
  });
}
