//===- ONNXControlFlow.cpp - If, and ops decided at import
//--------------------===//

#include "Common/Views.h"
#include "ONNXConverters.h"
#include "ONNXGraphImporter.h"
#include "scatter/Import/Utils/Tensors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::onnx;

/// Returns the graph of attribute `name`, or null after an error.
static const Graph *getBranch(NodeConversion &c, StringRef name) {
  const NodeAttribute *branch = c.attribute(name, NodeAttribute::Type::Graph);
  if (branch && !branch->graphs.empty())
    return &branch->graphs.front();
  (void)c.error("attribute '" + name + "': expected a graph");
  return nullptr;
}

/// Imports `graph` into `block` and returns its outputs.
static FailureOr<SmallVector<Value>>
importInto(NodeConversion &c, const Graph &graph, Block *block) {
  SmallVector<ImportedValue> outputs;
  if (failed(c.importer.importBranch(c, graph, outputs, block)))
    return failure();
  OpBuilder b = OpBuilder::atBlockEnd(block);
  SmallVector<Value> values;
  for (const ImportedValue &output : outputs)
    values.push_back(output.value ? output.value
                                  : arith::ConstantOp::create(b, c.b.getLoc(),
                                                              output.constant));
  return values;
}

/// Converts both branches to an scf.if op.
static LogicalResult convertIfAtRun(NodeConversion &c, const Graph &thenGraph,
                                    const Graph &elseGraph) {
  if (!c.isStatic(0) || c.type(0).getNumElements() != 1)
    return c.error("input 0: expected one element, found " + str(c.type(0)));
  SmallVector<Value> zeros(c.rank(0), getIndex(c.b, 0));
  Value condition = extractElement(c.b, c.operand(0), zeros);
  // The result types follow from the branches, so that the op is rebuilt below.
  auto draft = scf::IfOp::create(c.b, TypeRange(), condition,
                                 /*addThenBlock=*/true, /*addElseBlock=*/true);
  auto thenValues = importInto(c, thenGraph, draft.thenBlock());
  if (failed(thenValues))
    return failure();
  auto elseValues = importInto(c, elseGraph, draft.elseBlock());
  if (failed(elseValues))
    return failure();
  auto types = ValueRange(*thenValues).getTypes();
  if (!llvm::equal(types, ValueRange(*elseValues).getTypes())) {
    std::string found;
    llvm::raw_string_ostream os(found);
    llvm::interleaveComma(types, os);
    os << " and ";
    llvm::interleaveComma(ValueRange(*elseValues).getTypes(), os);
    return c.error("expected branches with outputs of the same types, found " +
                   found);
  }
  auto branch = scf::IfOp::create(c.b, types, condition,
                                  /*addThenBlock=*/false,
                                  /*addElseBlock=*/false);
  branch.getThenRegion().takeBody(draft.getThenRegion());
  branch.getElseRegion().takeBody(draft.getElseRegion());
  draft.erase();
  OpBuilder b = OpBuilder::atBlockEnd(branch.thenBlock());
  scf::YieldOp::create(b, c.b.getLoc(), *thenValues);
  b.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(b, c.b.getLoc(), *elseValues);
  for (Value result : branch.getResults())
    (void)c.replace(result);
  return success();
}

/// Imports the branch that a constant condition selects. Imports both branches
/// if the condition is not constant.
LogicalResult onnx::convertIf(NodeConversion &c) {
  if (failed(c.checkElement(0, c.b.getI1Type())))
    return failure();
  if (!c.imported(0).constant) {
    const Graph *thenGraph = getBranch(c, "then_branch");
    const Graph *elseGraph = thenGraph ? getBranch(c, "else_branch") : nullptr;
    return elseGraph ? convertIfAtRun(c, *thenGraph, *elseGraph) : failure();
  }
  FailureOr<int64_t> condition = c.constantInteger(0);
  if (failed(condition))
    return failure();
  const Graph *graph = getBranch(c, *condition ? "then_branch" : "else_branch");
  return graph ? c.importer.importBranch(c, *graph, c.results) : failure();
}

/// For inference, the result is the input.
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
  // Before version 10 the mask has the type of the input.
  Type element = c.version < 10 ? c.element(0) : Type(c.b.getI1Type());
  Attribute one = isa<FloatType>(element)
                      ? Attribute(c.b.getFloatAttr(element, 1))
                      : Attribute(c.b.getIntegerAttr(element, 1));
  return replaceByFill(
      c, c.sizes(0),
      DenseElementsAttr::get(RankedTensorType::get({}, element), one));
}
