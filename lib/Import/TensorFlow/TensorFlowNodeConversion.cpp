//===- TensorFlowNodeConversion.cpp - the conversion of one node
//--------------------===//

#include "TensorFlowNodeConversion.h"

#include "Common/SizeChecks.h"
#include "TensorFlowGraphImporter.h"
#include "scatter/Import/Utils/SizedShapes.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::tensorflow;

void NodeConversion::emit(const Twine &message) {
  importer.emitNodeError(node, message);
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// Returns the name of an attribute kind in messages.
static StringRef describe(NodeAttribute::Kind kind) {
  using Kind = NodeAttribute::Kind;
  switch (kind) {
  case Kind::None:
    return "no value";
  case Kind::Boolean:
    return "a boolean";
  case Kind::Float:
    return "a float";
  case Kind::Function:
    return "a function";
  case Kind::Integer:
    return "an integer";
  case Kind::List:
    return "a list";
  case Kind::Placeholder:
    return "an attribute of the function";
  case Kind::Shape:
    return "a shape";
  case Kind::Tensor:
    return "a tensor";
  case Kind::Text:
    return "a string";
  case Kind::Type:
    return "a type";
  }
  return "";
}

const NodeAttribute *NodeConversion::attribute(StringRef name,
                                               NodeAttribute::Kind kind) {
  for (const NodeAttribute &attribute : node.attributes) {
    if (attribute.name != name)
      continue;
    if (attribute.kind == kind)
      return &attribute;
    (void)error("attribute '" + name + "': expected " + describe(kind) +
                ", found " + describe(attribute.kind));
    return nullptr;
  }
  return nullptr;
}

int64_t NodeConversion::integer(StringRef name, int64_t otherwise) {
  const NodeAttribute *found = attribute(name, NodeAttribute::Kind::Integer);
  return found ? found->integer : otherwise;
}

bool NodeConversion::boolean(StringRef name, bool otherwise) {
  const NodeAttribute *found = attribute(name, NodeAttribute::Kind::Boolean);
  return found ? found->integer != 0 : otherwise;
}

std::string NodeConversion::text(StringRef name, StringRef otherwise) {
  const NodeAttribute *found = attribute(name, NodeAttribute::Kind::Text);
  return found ? found->text : otherwise.str();
}

SmallVector<int64_t> NodeConversion::integers(StringRef name) {
  const NodeAttribute *found = attribute(name, NodeAttribute::Kind::List);
  return found ? SmallVector<int64_t>(found->integers.begin(),
                                      found->integers.end())
               : SmallVector<int64_t>();
}

Type NodeConversion::elementType(StringRef name, int32_t otherwise) {
  const NodeAttribute *found = attribute(name, NodeAttribute::Kind::Type);
  if (hasFailed())
    return {};
  int32_t number = found ? int32_t(found->integer) : otherwise;
  Type type = importer.getElementType(number);
  if (!type)
    (void)error("attribute '" + name + "': expected a supported type, found " +
                getElementName(number));
  return type;
}

//===----------------------------------------------------------------------===//
// Operands and results
//===----------------------------------------------------------------------===//

LogicalResult NodeConversion::convertWith(
    ArrayRef<ImportedValue> others, ArrayRef<unsigned> numbers,
    llvm::function_ref<LogicalResult(NodeConversion &)> convert) {
  ArrayRef<ImportedValue> outerOperands = std::exchange(operands, others);
  ArrayRef<unsigned> outerNumbers = std::exchange(inputNumbers, numbers);
  LogicalResult result = convert(*this);
  operands = outerOperands;
  inputNumbers = outerNumbers;
  return result;
}

FailureOr<SmallVector<ImportedValue>>
NodeConversion::operandsOfOneShape(unsigned first) {
  Sizes common = sizes(first);
  auto fail = [&](unsigned i) {
    return error(describeInput(i) + ": expected the shape of " +
                 str(type(first)) + ", found " + str(type(i)));
  };
  for (unsigned i = first; i < getNumOperands(); ++i) {
    if (rank(i) != rank(first))
      return fail(i);
    for (auto [size, other] : llvm::zip_equal(common, sizes(i)))
      if (!getKnown(size) && getKnown(other))
        size = other;
  }
  SmallVector<ImportedValue> result;
  for (unsigned i = first; i < getNumOperands(); ++i) {
    result.push_back(imported(i));
    for (auto [dim, size] : llvm::enumerate(sizes(i)))
      if (failed(requireSize(*this, i, dim, size, common[dim])))
        return fail(i);
    if (!imported(i).constant)
      result.back().value = withSizes(b, operand(i), common);
  }
  return result;
}

FailureOr<Value> NodeConversion::scalar(unsigned i) {
  if (!isStatic(i) || type(i).getNumElements() != 1)
    return error(describeInput(i) + ": expected a scalar, found " +
                 str(type(i)));
  return reshape(b, operand(i), {});
}
