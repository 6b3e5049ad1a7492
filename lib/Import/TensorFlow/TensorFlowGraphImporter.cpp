//===- TensorFlowGraphImporter.cpp - converts the nodes of a graph
//------------------===//

#include "TensorFlowGraphImporter.h"

#include "Common/ElementKinds.h"
#include "Common/OpTable.h"
#include "TensorFlowConverters.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Import/Utils/Tensors.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::tensorflow;

/// Limits for models that inline functions many times.
static constexpr int64_t maxNodes = 1 << 18;
static constexpr unsigned maxCalls = 64;

//===----------------------------------------------------------------------===//
// Diagnostics, types and constants
//===----------------------------------------------------------------------===//

static Location getLocation(MLIRContext *context, StringRef file) {
  return NameLoc::get(StringAttr::get(context, file));
}

InFlightDiagnostic GraphImporter::emitError() {
  return mlir::emitError(getLocation(module.getContext(), file));
}

void GraphImporter::emitNodeError(const Node &node, const Twine &message) {
  auto diagnostic = emitError() << "node '" << node.name << "'";
  if (!calls.empty())
    diagnostic << " of function '" << calls.back()->name << "'";
  diagnostic << ": op '" << node.op << "': " << message;
}

Type GraphImporter::getElementType(int32_t number) {
  const ElementInfo *info = getElementInfo(number);
  return info ? parseType(info->mlirName, module.getContext()) : Type();
}

DenseElementsAttr GraphImporter::makeConstant(const Tensor &tensor) {
  auto type =
      RankedTensorType::get(tensor.shape, getElementType(tensor.elementType));
  if (type.getElementType().isInteger(1))
    return DenseElementsAttr::get(
        type, ArrayRef(reinterpret_cast<const bool *>(tensor.bytes.data()),
                       tensor.bytes.size()));
  return DenseElementsAttr::getFromRawBuffer(type, tensor.bytes);
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

LogicalResult GraphImporter::prepare(Body &body, ArrayRef<StringRef> outputs) {
  std::optional<OrderProblem> problem = orderNodes(body, outputs);
  if (problem)
    emitNodeError(*problem->node, problem->message);
  return success(!problem);
}

FailureOr<const Body *> GraphImporter::getBody(NodeConversion &c,
                                               const Function &function) {
  std::unique_ptr<Body> &body = bodies[&function];
  if (body)
    return body.get();
  auto made = std::make_unique<Body>();
  made->nodes = function.nodes;
  SmallVector<StringRef> outputs;
  for (const Binding &output : function.outputs) {
    if (output.value.empty())
      return c.error("function '" + function.name + "': output '" +
                     output.name + "': expected a value, found none");
    outputs.push_back(output.value);
  }
  if (failed(prepare(*made, outputs)))
    return failure();
  body = std::move(made);
  return body.get();
}

const Function *GraphImporter::findFunction(StringRef name) const {
  for (const Function &function : model.functions)
    if (function.name == name)
      return &function;
  return nullptr;
}

LogicalResult GraphImporter::convert(NodeConversion &c) {
  const Node &node = c.node;
  const OpConverter *converter = findConverter(node.op);
  if (!converter)
    return c.error(isVariableOp(node.op)
                       ? "expected a frozen graph, found a variable"
                       : "expected an op that can be imported");
  unsigned count = c.getNumOperands();
  if (count < converter->minInputs || count > converter->maxInputs)
    return c.error("expected " +
                   describeInputs(converter->minInputs, converter->maxInputs) +
                   " inputs, found " + Twine(count));
  if (converter->kinds != Any && failed(checkKind(c, 0, converter->kinds)))
    return failure();
  // With these limits no computation with sizes of constant operands overflows.
  if (failed(converter->convert(c)) && !c.hasFailed())
    return c.error("expected operands of types that the op is defined for");
  return success(!c.hasFailed() && succeeded(c.checkResults()));
}

LogicalResult GraphImporter::callFunction(NodeConversion &c,
                                          const Function &function) {
  if (llvm::is_contained(calls, &function) || calls.size() == maxCalls)
    return c.error("expected no recursion and at most " + Twine(maxCalls) +
                   " nested functions");
  if (c.getNumOperands() != function.inputs.size())
    return c.error("expected " + Twine(function.inputs.size()) +
                   " inputs of function '" + function.name + "', found " +
                   Twine(c.getNumOperands()));
  Scope scope;
  for (auto [i, name] : llvm::enumerate(function.inputs))
    scope[name].assign({c.imported(i)});
  calls.push_back(&function);
  llvm::scope_exit pop([&] { calls.pop_back(); });
  auto body = getBody(c, function);
  if (failed(body) || failed(importNodes(**body, scope)))
    return failure();
  for (const Binding &output : function.outputs) {
    auto [name, place] = parseReference(output.value);
    auto it = scope.find(name);
    if (it == scope.end() || place >= it->second.size())
      return c.error("output '" + output.name + "' of function '" +
                     function.name + "': expected a value, found '" +
                     output.value + "'");
    c.results.push_back(it->second[place]);
  }
  return success();
}

LogicalResult GraphImporter::importNode(const Node &node, Scope &scope) {
  // Inputs of the model have been added before.
  if (calls.empty() && node.op == "Placeholder" && scope.count(node.name))
    return success();
  OpBuilder &builder = *this->builder;
  Location loc = NameLoc::get(StringAttr::get(
      module.getContext(), file + Twine(": node '") + node.name + "'"));
  ImplicitLocOpBuilder b(loc, builder);
  auto fail = [&](const Twine &message) {
    emitNodeError(node, message);
    return failure();
  };
  if (++numNodes > maxNodes)
    return fail("expected at most " + Twine(maxNodes) +
                " nodes with those of functions that are called");
  SmallVector<ImportedValue> operands;
  SmallVector<StringRef> names;
  for (auto [i, input] : llvm::enumerate(node.inputs)) {
    if (StringRef(input).starts_with("^"))
      continue;
    auto [name, place] = parseReference(input);
    auto it = scope.find(name);
    if (it == scope.end())
      return fail("input " + Twine(i) + " '" + input +
                  "': expected the name of a node, found none of that name");
    if (place >= it->second.size())
      return fail("input " + Twine(i) + " '" + input + "': expected one of " +
                  Twine(it->second.size()) + " outputs of the node");
    operands.push_back(it->second[place]);
    names.push_back(input);
  }
  NodeConversion c(*this, node, b, operands, names);
  Block *block = builder.getInsertionBlock();
  Operation *last = block->empty() ? nullptr : &block->back();
  const Function *function = findFunction(node.op);
  if (!function && isCallOp(node.op)) {
    const NodeAttribute *callee =
        c.attribute("f", NodeAttribute::Kind::Function);
    function = callee ? findFunction(callee->text) : nullptr;
    if (!function)
      return c.error("attribute 'f': expected a function of the model, found " +
                     (callee ? "'" + callee->text + "'" : "none"));
  }
  if (failed(function ? callFunction(c, *function) : convert(c)))
    return failure();
  if (!function && haveKnownElements(operands))
    foldResults(c, last, evaluationBudget);
  if (!scope.try_emplace(node.name, c.results.begin(), c.results.end()).second)
    return fail("expected a name that no other value has");
  return success();
}

LogicalResult GraphImporter::importNodes(const Body &body, Scope &scope) {
  for (size_t place : body.order)
    if (failed(importNode(body.nodes[place], scope)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// The interface of the model
//===----------------------------------------------------------------------===//

/// Whether an unused node is not an output.
static bool hasNoOutput(const Node &node) {
  return node.op == "NoOp" || node.op == "Placeholder" || node.op == "Const" ||
         node.op == "Assert";
}

LogicalResult GraphImporter::findInterface(SmallVectorImpl<Binding> &inputs,
                                           SmallVectorImpl<Binding> &outputs,
                                           const Body &body) {
  if (model.hasSignature) {
    inputs.append(model.inputs.begin(), model.inputs.end());
    outputs.append(model.outputs.begin(), model.outputs.end());
  } else {
    llvm::StringSet<> used;
    for (const Node &node : body.nodes)
      for (const std::string &input : node.inputs)
        used.insert(parseReference(input).first);
    for (const Node &node : body.nodes) {
      if (node.op == "Placeholder")
        inputs.push_back({node.name, node.name});
      if (!used.contains(node.name) && !hasNoOutput(node))
        outputs.push_back({node.name, node.name});
    }
  }
  if (outputs.empty())
    return emitError() << "expected a node that no other node uses, found none";
  return success();
}

FailureOr<RankedTensorType> GraphImporter::getInputType(const Binding &input,
                                                        const Node &node) {
  using Kind = NodeAttribute::Kind;
  const NodeAttribute *dtype = nullptr, *shape = nullptr;
  for (const NodeAttribute &attribute : node.attributes) {
    if (attribute.name == "dtype" && attribute.kind == Kind::Type)
      dtype = &attribute;
    if (attribute.name == "shape" && attribute.kind == Kind::Shape)
      shape = &attribute;
  }
  Type element = dtype ? getElementType(int32_t(dtype->integer)) : Type();
  if (!element)
    return emitError() << "input '" << input.name
                       << "': expected elements of a supported type, found "
                       << (dtype ? getElementName(int32_t(dtype->integer))
                                 : "none");
  if (!shape || !shape->hasRank)
    return emitError() << "input '" << input.name
                       << "': expected a shape, found none";
  SmallVector<int64_t> sizes;
  for (int64_t size : shape->integers)
    sizes.push_back(size < 0 ? ShapedType::kDynamic : size);
  auto type = RankedTensorType::get(sizes, element);
  if (std::string violation = findModelViolation(type); !violation.empty())
    return emitError() << "input '" << input.name << "': expected "
                       << violation;
  return type;
}

LogicalResult GraphImporter::addArguments(ArrayRef<Binding> inputs,
                                          const Body &body, Scope &scope) {
  SmallVector<Type> types;
  for (const Binding &input : inputs) {
    auto it = body.places.find(parseReference(input.value).first);
    const Node *node =
        it == body.places.end() ? nullptr : &body.nodes[it->second];
    if (!node || node->op != "Placeholder")
      return emitError() << "input '" << input.name
                         << "': expected a Placeholder, found '" << input.value
                         << "'";
    auto type = getInputType(input, *node);
    if (failed(type))
      return failure();
    types.push_back(*type);
  }
  Location loc = getLocation(module.getContext(), file);
  builder.emplace(module.getContext());
  builder->setInsertionPointToEnd(module.getBody());
  auto function = func::FuncOp::create(*builder, loc, "main",
                                       builder->getFunctionType(types, {}));
  Block *block = function.addEntryBlock();
  builder->setInsertionPointToEnd(block);
  for (auto [i, input] : llvm::enumerate(inputs)) {
    function.setArgAttr(i, ScatterDialect::getNameAttrName(),
                        builder->getStringAttr(input.name));
    ImportedValue argument{block->getArgument(i), {}, {}};
    if (!scope.try_emplace(parseReference(input.value).first, 1, argument)
             .second)
      return emitError() << "input '" << input.name
                         << "': expected a Placeholder that no other input "
                            "has, found '"
                         << input.value << "'";
  }
  return success();
}

LogicalResult GraphImporter::addResults(ArrayRef<Binding> outputs,
                                        const Scope &scope) {
  Block *block = builder->getInsertionBlock();
  auto function = cast<func::FuncOp>(block->getParentOp());
  SmallVector<Value> results;
  SmallVector<std::string> names;
  auto add = [&](const ImportedValue &value, std::string name) {
    results.push_back(value.value ? value.value
                                  : arith::ConstantOp::create(*builder,
                                                              function.getLoc(),
                                                              value.constant));
    names.push_back(std::move(name));
  };
  for (const Binding &output : outputs) {
    auto [name, place] = parseReference(output.value);
    auto it = scope.find(name);
    if (it == scope.end() || (model.hasSignature && place >= it->second.size()))
      return emitError() << "output '" << output.name
                         << "': expected an output of a node, found '"
                         << output.value << "'";
    if (model.hasSignature || it->second.size() == 1) {
      add(it->second[place], output.name);
      continue;
    }
    // Adds all outputs of an unused node.
    for (auto [i, value] : llvm::enumerate(it->second))
      add(value, output.name + ":" + std::to_string(i));
  }
  func::ReturnOp::create(*builder, function.getLoc(), results);
  function.setFunctionType(builder->getFunctionType(
      block->getArgumentTypes(), ValueRange(results).getTypes()));
  for (auto [i, name] : llvm::enumerate(names))
    function.setResultAttr(i, ScatterDialect::getNameAttrName(),
                           builder->getStringAttr(name));
  return success();
}

LogicalResult GraphImporter::run() {
  Body body;
  body.nodes = model.nodes;
  SmallVector<Binding> inputs, outputs;
  if (failed(findInterface(inputs, outputs, body)))
    return failure();
  SmallVector<StringRef> names;
  for (const Binding &output : outputs)
    names.push_back(output.value);
  Scope scope;
  return success(succeeded(prepare(body, names)) &&
                 succeeded(addArguments(inputs, body, scope)) &&
                 succeeded(importNodes(body, scope)) &&
                 succeeded(addResults(outputs, scope)));
}
