//===- ScatterComputation.cpp - regions that combine two elements ---------===//

#include "ScatterComputation.h"
#include "ScalarRegion.h"

#include "scatter/Import/Utils/Scalars.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace scatter;

/// Returns the reduction that the op `name` computes on elements of `kind`.
static std::optional<Reduction> getReduction(StringRef name, ScalarKind kind) {
  if (kind == ScalarKind::Boolean) {
    return llvm::StringSwitch<std::optional<Reduction>>(name)
        .Cases({"stablehlo.add", "stablehlo.or", "stablehlo.maximum"},
               Reduction::sum)
        .Cases({"stablehlo.multiply", "stablehlo.and", "stablehlo.minimum"},
               Reduction::prod)
        .Case("stablehlo.xor", Reduction::sub)
        .Default(std::nullopt);
  }
  if (kind == ScalarKind::Complex &&
      (name == "stablehlo.maximum" || name == "stablehlo.minimum"))
    return std::nullopt;
  return llvm::StringSwitch<std::optional<Reduction>>(name)
      .Case("stablehlo.add", Reduction::sum)
      .Case("stablehlo.subtract", Reduction::sub)
      .Case("stablehlo.multiply", Reduction::prod)
      .Case("stablehlo.maximum", Reduction::max)
      .Case("stablehlo.minimum", Reduction::min)
      .Default(std::nullopt);
}

std::optional<SplitComputation> scatter::splitComputation(Block &body,
                                                          unsigned i,
                                                          unsigned count,
                                                          Type elementType) {
  Value current = body.getArgument(i), result = body.back().getOperand(i);
  if (result == current)
    return SplitComputation{};
  if (!dependsOnArguments(result, body, 0, count))
    return SplitComputation{Reduction::none, result};
  Operation *op = result.getDefiningOp();
  if (!op || op->getBlock() != &body || op->getNumOperands() != 2 ||
      op->getNumResults() != 1)
    return std::nullopt;
  StringRef name = op->getName().getStringRef();
  std::optional<Reduction> reduction =
      getReduction(name, getScalarKind(elementType));
  Value update = op->getOperand(1);
  if (update == current && name != "stablehlo.subtract")
    update = op->getOperand(0);
  else if (op->getOperand(0) != current)
    return std::nullopt;
  if (!reduction || dependsOnArguments(update, body, 0, count))
    return std::nullopt;
  return SplitComputation{reduction, update};
}

FailureOr<ScatterComputation> scatter::matchComputation(const OpConversion &c,
                                                        StringRef name,
                                                        Block &body, unsigned i,
                                                        unsigned count) {
  Value current = body.getArgument(i), update = body.getArgument(count + i);
  Value result = body.back().getOperand(i);
  if (result == update)
    return ScatterComputation{Reduction::none};
  if (result == current)
    return ScatterComputation{};
  Operation *op = result.getDefiningOp();
  if (!op || op->getBlock() != &body || op->getNumOperands() != 2 ||
      op->getNumResults() != 1)
    return c.error() << name << ": expected one op on the input's "
                     << "element and the update, or the update, for result "
                     << i;
  Type type = c.operandType(i).getElementType();
  StringRef opName = op->getName().getStringRef();
  std::optional<Reduction> reduction =
      getReduction(opName, getScalarKind(type));
  if (!reduction)
    return c.error() << name << ": expected add, subtract, multiply, "
                     << "maximum, minimum or, on i1, and, or, xor, found '"
                     << opName << "' on " << type;
  bool isInOrder = op->getOperand(0) == current && op->getOperand(1) == update;
  bool isSwapped = op->getOperand(0) == update && op->getOperand(1) == current;
  if (!isInOrder && !(isSwapped && opName != "stablehlo.subtract"))
    return c.error() << name << ": expected the input's element and "
                     << "the update as operands of '" << opName << "'";
  return ScatterComputation{reduction, op};
}
