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
    Value data = cast<DestinationStyleOpInterface>(op).getDpsInits().front();
    set.bound(result)[dim] == set.getExpr(data, dim);
  }
};
} // namespace

void scatter::registerValueBoundsOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, ScatterDialect *) {
    ScatterNDUpdateOp::attachInterface<BoundsModel<ScatterNDUpdateOp>>(
        *context);
    SliceScatterOp::attachInterface<BoundsModel<SliceScatterOp>>(*context);
  });
}
