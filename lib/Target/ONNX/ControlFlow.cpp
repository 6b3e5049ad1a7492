//===- ControlFlow.cpp - what is decided at import ------------------------===//

#include "Converters.h"
#include "GraphImporter.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::onnx;

/// The branch that a condition known at import chooses.
LogicalResult onnx::convertIf(NodeConversion &c) {
  if (failed(c.checkElement(0, c.b.getI1Type())))
    return failure();
  FailureOr<int64_t> condition = c.constantInteger(0);
  if (failed(condition))
    return failure();
  StringRef name = *condition ? "then_branch" : "else_branch";
  const NodeAttribute *branch = c.attribute(name, NodeAttribute::Type::Graph);
  if (!branch || branch->graphs.empty())
    return c.error("attribute '" + name + "': expected a graph");
  return c.importer.importBranch(c, branch->graphs.front(), c.results);
}

/// The indices of elements of a constant that are not zero.
LogicalResult onnx::convertNonZero(NodeConversion &c) {
  DenseElementsAttr input = c.imported(0).constant;
  constexpr int64_t maxElements = 1 << 20;
  if (!input || input.getNumElements() > maxElements)
    return c.error("input 0: expected at most 2^20 elements that are known at "
                   "import, found " +
                   str(c.type(0)));
  ArrayRef<int64_t> shape = c.shape(0);
  int64_t rank = shape.size();
  SmallVector<SmallVector<int64_t>> places(rank);
  int64_t found = 0;
  for (auto [i, value] : llvm::enumerate(input.getValues<Attribute>())) {
    auto integer = dyn_cast<IntegerAttr>(value);
    auto number = dyn_cast<FloatAttr>(value);
    bool isZero = integer  ? integer.getValue().isZero()
                  : number ? number.getValue().isZero()
                           : false;
    if (isZero)
      continue;
    ++found;
    int64_t rest = i;
    for (int64_t dim = rank; dim-- > 0; rest /= shape[dim])
      places[dim].push_back(rest % shape[dim]);
  }
  SmallVector<int64_t> all;
  for (ArrayRef<int64_t> each : places)
    llvm::append_range(all, each);
  return c.replaceIntegers(all, {rank, found});
}

/// Inference: the input as it is.
LogicalResult onnx::convertDropout(NodeConversion &c) {
  if (c.version >= 12 && c.hasOperand(2)) {
    FailureOr<int64_t> isTraining = c.constantInteger(2);
    if (failed(isTraining))
      return failure();
    FailureOr<double> ratio = 0.5;
    if (c.hasOperand(1) && c.imported(1).constant &&
        isa<FloatType>(c.element(1)) && c.type(1).getNumElements() == 1)
      ratio = c.imported(1).constant.getValues<APFloat>()[0].convertToDouble();
    if (*isTraining && *ratio != 0)
      return c.error("input 2: expected inference, found training");
  }
  (void)c.replace(c.imported(0));
  // The mask of the first versions has the type of the input.
  Type element = c.version < 10 ? c.element(0) : Type(c.b.getI1Type());
  auto type = RankedTensorType::get(c.shape(0), element);
  Attribute one = isa<FloatType>(element)
                      ? Attribute(c.b.getFloatAttr(element, 1))
                      : Attribute(c.b.getIntegerAttr(element, 1));
  return c.replace(DenseElementsAttr::get(type, one));
}
