//===- ONNXGraphImporter.cpp - converts the nodes of a model
//------------------===//

#include "ONNXGraphImporter.h"

#include "Common/ElementKinds.h"
#include "Common/SizeChecks.h"
#include "ONNXConverters.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Import/Utils/Tensors.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::onnx;

/// Limits for models that inline functions many times.
static constexpr int64_t maxNodes = 1 << 18;
static constexpr unsigned maxCalls = 64;
/// The maximum nesting of graphs in attributes, which are imported recursively.
static constexpr unsigned maxGraphDepth = 64;

ImportedValue Scope::lookup(StringRef name) const {
  for (const Scope *scope = this; scope; scope = scope->outer)
    if (auto it = scope->values.find(name); it != scope->values.end())
      return it->second;
  return {};
}

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

static Location getLocation(MLIRContext *context, StringRef file) {
  return NameLoc::get(StringAttr::get(context, file));
}

InFlightDiagnostic GraphImporter::emitError() {
  hasReported = true;
  return mlir::emitError(getLocation(module.getContext(), file));
}

static std::string describe(const Node &node) {
  if (!node.name.empty())
    return "node '" + node.name + "'";
  if (!node.outputs.empty())
    return "node of output '" + node.outputs.front() + "'";
  return "node without a name";
}

void GraphImporter::emitNodeError(const Node &node, int64_t version,
                                  const Twine &message) {
  // A node in a graph or function inside this one has already reported an
  // error.
  if (hasReported)
    return;
  StringRef domain = node.domain.empty() ? "ai.onnx" : StringRef(node.domain);
  emitError() << describe(node) << ": op '" << node.opType << "' of domain '"
              << domain << "', opset " << version << ": " << message;
}

//===----------------------------------------------------------------------===//
// Types and constants
//===----------------------------------------------------------------------===//

Type GraphImporter::getElementType(int32_t number) {
  const ElementInfo *info = getElementInfo(number);
  return info ? parseType(info->mlirName, module.getContext()) : Type();
}

FailureOr<DenseElementsAttr> GraphImporter::makeConstant(const Tensor &tensor,
                                                         const Twine &what) {
  if (!tensor.problem.empty())
    return emitError() << what.str() << ": " << tensor.problem;
  auto type =
      RankedTensorType::get(tensor.shape, getElementType(tensor.elementType));
  if (std::string violation = findModelViolation(type); !violation.empty())
    return emitError() << what.str() << ": expected " << violation;
  if (type.getElementType().isInteger(1))
    return DenseElementsAttr::get(
        type, ArrayRef(reinterpret_cast<const bool *>(tensor.bytes.data()),
                       tensor.bytes.size()));
  return DenseElementsAttr::getFromRawBuffer(type, tensor.bytes);
}

FailureOr<RankedTensorType> GraphImporter::getInputType(const ValueInfo &info) {
  Type element = getElementType(info.elementType);
  if (!element)
    return emitError() << "input '" << info.name
                       << "': expected a tensor of a supported type, found "
                       << getElementName(info.elementType);
  if (!info.hasShape)
    return emitError() << "input '" << info.name
                       << "': expected a shape, found none";
  SmallVector<int64_t> shape;
  for (int64_t size : info.shape)
    shape.push_back(size < 0 ? ShapedType::kDynamic : size);
  auto type = RankedTensorType::get(shape, element);
  if (std::string violation = findModelViolation(type); !violation.empty())
    return emitError() << "input '" << info.name << "': expected " << violation;
  return type;
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

/// Returns `attributes` with references to attributes of the call replaced by
/// their values. References that the call does not define are omitted.
static std::vector<NodeAttribute> resolve(ArrayRef<NodeAttribute> attributes,
                                          ArrayRef<NodeAttribute> call) {
  std::vector<NodeAttribute> resolved;
  for (const NodeAttribute &attribute : attributes) {
    if (attribute.reference.empty()) {
      resolved.push_back(attribute);
      continue;
    }
    for (const NodeAttribute &given : call)
      if (given.name == attribute.reference) {
        resolved.push_back(given);
        resolved.back().name = attribute.name;
      }
  }
  return resolved;
}

const Function *GraphImporter::findFunction(const Node &node) const {
  for (const Function &function : model.functions)
    if (function.name == node.opType && function.domain == node.domain &&
        function.overload == node.overload)
      return &function;
  return nullptr;
}

LogicalResult GraphImporter::convert(NodeConversion &c) {
  const Node &node = c.node;
  const OpConverter *converter =
      node.domain.empty() ? findConverter(node.opType, c.version) : nullptr;
  if (!converter)
    return c.error("expected an op that can be imported");
  // An unknown attribute could change what the op does.
  auto known = llvm::split(converter->attributes, ' ');
  for (const NodeAttribute &attribute : node.attributes)
    if (!llvm::is_contained(known, attribute.name))
      return c.error("expected " +
                     (converter->attributes.empty()
                          ? "no attributes"
                          : "no attributes but " + llvm::join(known, ", ")) +
                     ", found '" + attribute.name + "'");
  for (unsigned i = 0; i < converter->minInputs; ++i)
    if (!c.hasOperand(i))
      return c.error("expected input " + Twine(i) + ", found none");
  if (c.getNumOperands() > converter->maxInputs)
    return c.error("expected at most " + Twine(converter->maxInputs) +
                   " inputs, found " + Twine(c.getNumOperands()));
  for (unsigned i = 0; i < c.getNumOperands(); ++i)
    if (c.hasOperand(i) && !c.type(i).hasStaticShape() &&
        !converter->takesDynamicShapes())
      return c.error("input " + Twine(i) + " '" + node.inputs[i] +
                     "': expected a static shape, found " + str(c.type(i)));
  if (converter->kinds != Any && failed(checkKind(c, 0, converter->kinds)))
    return failure();
  // With these limits no computation with sizes of constant operands overflows.
  if (failed(converter->convert(c)) && !c.hasFailed())
    return c.error("expected operands of types that the op is defined for");
  return success(!c.hasFailed() && succeeded(c.checkResults()));
}

LogicalResult GraphImporter::callFunction(NodeConversion &c,
                                          const Function &function,
                                          ArrayRef<ImportedValue> operands) {
  if (llvm::is_contained(calls, &function) || calls.size() == maxCalls)
    return c.error("expected no recursion and at most " + Twine(maxCalls) +
                   " nested functions");
  if (operands.size() > function.inputs.size())
    return c.error("expected at most " + Twine(function.inputs.size()) +
                   " inputs, found " + Twine(operands.size()));
  std::vector<NodeAttribute> attributes = c.node.attributes;
  for (const NodeAttribute &attribute : function.defaults)
    if (!c.hasAttribute(attribute.name))
      attributes.push_back(attribute);
  Scope scope{nullptr, function.operatorSets, attributes, {}};
  for (auto [name, operand] : llvm::zip(function.inputs, operands))
    scope.values[name] = operand;
  calls.push_back(&function);
  llvm::scope_exit pop([&] { calls.pop_back(); });
  if (failed(importNodes(function.nodes, scope)))
    return failure();
  for (const std::string &name : function.outputs) {
    ImportedValue value = scope.lookup(name);
    if (!value)
      return c.error("output '" + name +
                     "' of the function: expected a value, "
                     "found none");
    c.results.push_back(value);
  }
  return success();
}

LogicalResult GraphImporter::importNode(const Node &node, Scope &scope) {
  auto version = scope.operatorSets.find(node.domain);
  OpBuilder &builder = *this->builder;
  MLIRContext *context = module.getContext();
  Location loc = NameLoc::get(
      StringAttr::get(context, file + Twine(": ") + describe(node)));
  ImplicitLocOpBuilder b(loc, builder);
  SmallVector<ImportedValue> operands;
  for (const std::string &name : node.inputs)
    operands.push_back(name.empty() ? ImportedValue() : scope.lookup(name));
  NodeConversion c(*this, node,
                   version == scope.operatorSets.end() ? 0 : version->second, b,
                   operands);
  if (++numNodes > maxNodes)
    return c.error("expected at most " + Twine(maxNodes) +
                   " nodes with those of functions that are called");
  llvm::StringSet<> names;
  for (const NodeAttribute &attribute : node.attributes)
    if (!names.insert(attribute.name).second)
      return c.error("attribute '" + attribute.name +
                     "': expected one value, found several");
  for (auto [i, name] : llvm::enumerate(node.inputs))
    if (!name.empty() && !operands[i])
      return c.error("input " + Twine(i) + " '" + name +
                     "': expected a value that is defined before the node, "
                     "found none");
  Block *block = builder.getInsertionBlock();
  Operation *last = block->empty() ? nullptr : &block->back();
  Scope *outer = std::exchange(current, &scope);
  llvm::scope_exit restore([&] { current = outer; });
  const Function *function = findFunction(node);
  if (failed(function ? callFunction(c, *function, operands) : convert(c)))
    return failure();
  if (!function && haveKnownElements(operands))
    foldResults(c, last, evaluationBudget);
  for (auto [i, name] : llvm::enumerate(node.outputs)) {
    if (name.empty())
      continue;
    if (i >= c.results.size())
      return c.error("output " + Twine(i) + " '" + name +
                     "': expected no more outputs");
    if (!scope.values.try_emplace(name, c.results[i]).second)
      return c.error("output " + Twine(i) + " '" + name +
                     "': expected a name that no other value has");
  }
  return success();
}

LogicalResult GraphImporter::importNodes(ArrayRef<Node> nodes, Scope &scope) {
  for (const Node &node : nodes) {
    bool refers =
        llvm::any_of(node.attributes, [](const NodeAttribute &attribute) {
          return !attribute.reference.empty();
        });
    if (!refers) {
      if (failed(importNode(node, scope)))
        return failure();
      continue;
    }
    Node resolved = node;
    resolved.attributes = resolve(node.attributes, scope.attributes);
    if (failed(importNode(resolved, scope)))
      return failure();
  }
  return success();
}

LogicalResult
GraphImporter::importBranch(NodeConversion &c, const Graph &graph,
                            SmallVectorImpl<ImportedValue> &outputs,
                            Block *block) {
  OpBuilder::InsertionGuard guard(*builder);
  if (block)
    builder->setInsertionPointToEnd(block);
  if (graphDepth == maxGraphDepth)
    return c.error("expected at most " + Twine(maxGraphDepth) +
                   " nested graphs");
  ++graphDepth;
  llvm::scope_exit leave([&] { --graphDepth; });
  Scope scope{current, current->operatorSets, current->attributes, {}};
  if (failed(addInitializers(graph, scope)) ||
      failed(importNodes(graph.nodes, scope)))
    return failure();
  for (const ValueInfo &output : graph.outputs) {
    outputs.push_back(scope.lookup(output.name));
    if (!outputs.back())
      return c.error("output '" + output.name +
                     "' of the graph: expected a "
                     "value, found none");
  }
  return success();
}

//===----------------------------------------------------------------------===//
// The graph
//===----------------------------------------------------------------------===//

LogicalResult GraphImporter::addInitializers(const Graph &graph, Scope &scope) {
  if (!graph.sparseInitializers.empty())
    return emitError() << "initializer '" << graph.sparseInitializers.front()
                       << "': expected a dense tensor, found a sparse one";
  for (const Tensor &tensor : graph.initializers) {
    auto constant =
        makeConstant(tensor, "initializer '" + Twine(tensor.name) + "'");
    if (failed(constant))
      return failure();
    if (!scope.values
             .try_emplace(tensor.name, ImportedValue{{}, *constant, {}, {}})
             .second)
      return emitError() << "initializer '" << tensor.name
                         << "': expected a name that no other value has";
  }
  return success();
}

LogicalResult GraphImporter::run() {
  MLIRContext *context = module.getContext();
  Location loc = getLocation(context, file);
  const Graph &graph = model.graph;
  Scope scope{nullptr, model.operatorSets, {}, {}};
  if (failed(addInitializers(graph, scope)))
    return failure();
  SmallVector<Type> types;
  SmallVector<StringRef> names;
  SmallVector<SmallVector<std::string>> dims;
  for (const ValueInfo &input : graph.inputs) {
    // An input with an initializer has the value of the initializer.
    if (scope.values.count(input.name))
      continue;
    auto type = getInputType(input);
    if (failed(type))
      return failure();
    types.push_back(*type);
    names.push_back(input.name);
    dims.emplace_back(input.dimNames.begin(), input.dimNames.end());
  }
  builder.emplace(context);
  builder->setInsertionPointToEnd(module.getBody());
  auto function = func::FuncOp::create(*builder, loc, "main",
                                       builder->getFunctionType(types, {}));
  Block *block = function.addEntryBlock();
  builder->setInsertionPointToEnd(block);
  StringRef nameAttr = ScatterDialect::getNameAttrName();
  for (auto [i, name] : llvm::enumerate(names)) {
    function.setArgAttr(i, nameAttr, builder->getStringAttr(name));
    if (!scope.values
             .try_emplace(name,
                          ImportedValue{block->getArgument(i), {}, {}, {}})
             .second)
      return emitError() << "input '" << name
                         << "': expected a name that no other value has";
  }
  ImplicitLocOpBuilder b(loc, *builder);
  checkNamedSizes(b, function, names, dims);
  if (failed(importNodes(graph.nodes, scope)))
    return failure();
  removeSizeNames(function);
  SmallVector<Value> results;
  for (const ValueInfo &output : graph.outputs) {
    ImportedValue value = scope.lookup(output.name);
    if (!value)
      return emitError() << "output '" << output.name
                         << "': expected a value of the graph, found none";
    Type element = getElementType(output.elementType);
    if (output.elementType != 0 && element != value.getType().getElementType())
      return emitError() << "output '" << output.name
                         << "': expected elements of type "
                         << getElementName(output.elementType)
                         << " as the model says, found " << value.getType();
    results.push_back(
        value.value ? value.value
                    : arith::ConstantOp::create(*builder, loc, value.constant));
  }
  func::ReturnOp::create(*builder, loc, results);
  function.setFunctionType(
      builder->getFunctionType(types, ValueRange(results).getTypes()));
  for (auto [i, output] : llvm::enumerate(graph.outputs))
    function.setResultAttr(i, nameAttr, builder->getStringAttr(output.name));
  return success();
}
