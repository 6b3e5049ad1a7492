//===- Reports.cpp - reports of operands that do not fit ------------------===//

#include "scatter/Import/Utils/Reports.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Import/Utils/Sizes.h"
#include "scatter/Import/Utils/Tensors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace scatter;

/// The location of a report about `operand` of the op or node at `loc`.
static Location locateOperand(Location loc, const Twine &operand) {
  MLIRContext *context = loc.getContext();
  if (loc->findInstanceOf<FileLineColLoc>())
    return FusedLoc::get(loc, StringAttr::get(context, operand), context);
  std::string place = operand.str();
  if (auto name = loc->findInstanceOf<NameLoc>())
    place = name.getName().str() + ": " + place;
  return NameLoc::get(StringAttr::get(context, place));
}

void scatter::reportUnless(ImplicitLocOpBuilder &b, const Twine &operand,
                           Value holds, ScatterErrorOperand expectation,
                           OpFoldResult at, OpFoldResult found,
                           OpFoldResult expected) {
  Value isWrong =
      arith::XOrIOp::create(b, holds, getNumber(b, b.getI1Type(), 1));
  Value atValue = toValue(b, at);
  Value foundValue = toValue(b, found), expectedValue = toValue(b, expected);
  auto branch = scf::IfOp::create(b, isWrong, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  auto toI64 = [&](Value value) -> Value {
    return arith::IndexCastOp::create(b, b.getI64Type(), value);
  };
  Value kind = arith::ConstantOp::create(b, b.getI64IntegerAttr(expectation));
  auto report =
      ReportOp::create(b, ViolationKind::operand, kind, toI64(atValue),
                       toI64(foundValue), toI64(expectedValue));
  report->setLoc(locateOperand(b.getLoc(), operand));
}
