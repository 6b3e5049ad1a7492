//===- ScatterDialect.cpp - the scatter dialect ---------------------------===//

#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace scatter;

#include "scatter/Dialect/Scatter/IR/ScatterDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "scatter/Dialect/Scatter/IR/ScatterAttrs.cpp.inc"

namespace {
/// All ops may be inlined: they refer to nothing of the function around them.
struct ScatterInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  using DialectInlinerInterface::isLegalToInline;

  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void ScatterDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "scatter/Dialect/Scatter/IR/ScatterAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "scatter/Dialect/Scatter/IR/ScatterOps.cpp.inc"
      >();
  addInterfaces<ScatterInlinerInterface>();
}

Operation *ScatterDialect::materializeConstant(OpBuilder &builder,
                                               Attribute value, Type type,
                                               Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

/// Verifies the only attribute of the dialect that functions may carry on
/// arguments and results.
static LogicalResult verifyNameAttr(Operation *op, NamedAttribute attr) {
  if (attr.getName() != ScatterDialect::getNameAttrName())
    return op->emitError("unknown attribute '")
           << attr.getName().getValue()
           << "' of the scatter dialect, expected '"
           << ScatterDialect::getNameAttrName() << "'";
  if (!isa<StringAttr>(attr.getValue()))
    return op->emitError("attribute '")
           << attr.getName().getValue() << "': expected a string, found "
           << attr.getValue();
  return success();
}

/// Verifies that a donated argument is a tensor or memref, and the number of
/// the result that its memory is to hold.
static LogicalResult verifyDonatedAttr(Operation *op, unsigned argument,
                                       NamedAttribute attr) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function || !isa<ShapedType>(function.getArgumentTypes()[argument]))
    return op->emitError("attribute '")
           << attr.getName().getValue()
           << "': expected it on a tensor or memref, found argument "
           << argument;
  if (isa<UnitAttr>(attr.getValue()))
    return success();
  auto result = dyn_cast<IntegerAttr>(attr.getValue());
  if (result && result.getType().isSignlessInteger(64) &&
      uint64_t(result.getInt()) < function.getNumResults())
    return success();
  return op->emitError("attribute '")
         << attr.getName().getValue()
         << "': expected no value or the number of one of "
         << function.getNumResults() << " results, found " << attr.getValue();
}

LogicalResult ScatterDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                       unsigned argument,
                                                       NamedAttribute attr) {
  return attr.getName() == getDonatedAttrName()
             ? verifyDonatedAttr(op, argument, attr)
             : verifyNameAttr(op, attr);
}

LogicalResult ScatterDialect::verifyRegionResultAttribute(Operation *op,
                                                          unsigned, unsigned,
                                                          NamedAttribute attr) {
  return verifyNameAttr(op, attr);
}
