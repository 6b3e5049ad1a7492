//===- ValueBoundsOpInterfaceImpl.cpp - sizes of results ------------------===//

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/Interfaces/ExternalModels.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace scatter;

namespace {
/// A result has the sizes of its init.
template <typename OpT>
struct BoundsModel
    : ValueBoundsOpInterface::ExternalModel<BoundsModel<OpT>, OpT> {
  void populateBoundsForShapedValueDim(Operation *op, Value result, int64_t dim,
                                       ValueBoundsConstraintSet &set) const {
    Value init = cast<DestinationStyleOpInterface>(op)
                     .getTiedOpOperand(cast<OpResult>(result))
                     ->get();
    set.bound(result)[dim] == set.getExpr(init, dim);
  }
};
} // namespace

void scatter::registerValueBoundsOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, ScatterDialect *) {
    ScatterNDUpdateOp::attachInterface<BoundsModel<ScatterNDUpdateOp>>(
        *context);
    SliceScatterOp::attachInterface<BoundsModel<SliceScatterOp>>(*context);
    GatherNDOp::attachInterface<BoundsModel<GatherNDOp>>(*context);
    GenericOp::attachInterface<BoundsModel<GenericOp>>(*context);
  });
}
