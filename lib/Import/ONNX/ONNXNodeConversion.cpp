//===- ONNXNodeConversion.cpp - the conversion of one node
//--------------------===//

#include "ONNXNodeConversion.h"

#include "ONNXGraphImporter.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::onnx;

void NodeConversion::emit(const Twine &message) {
  importer.emitNodeError(node, version, message);
}

const NodeAttribute *NodeConversion::find(StringRef name) const {
  for (const NodeAttribute &attribute : node.attributes)
    if (attribute.name == name)
      return &attribute;
  return nullptr;
}

const NodeAttribute *NodeConversion::attribute(StringRef name,
                                               NodeAttribute::Type type) {
  static constexpr llvm::StringLiteral names[] = {
      "a value", "FLOAT",  "INT",  "STRING", "TENSOR",
      "GRAPH",   "FLOATS", "INTS", "STRINGS"};
  const NodeAttribute *attribute = find(name);
  // An empty list may have no type.
  bool isEmptyList = attribute &&
                     attribute->type == NodeAttribute::Type::Undefined &&
                     type >= NodeAttribute::Type::Floats;
  if (!attribute || attribute->type == type || isEmptyList)
    return attribute;
  (void)error("attribute '" + name + "': expected type " +
              names[unsigned(type)]);
  return nullptr;
}

int64_t NodeConversion::integer(StringRef name, int64_t otherwise) {
  const NodeAttribute *found = attribute(name, NodeAttribute::Type::Integer);
  return found ? found->integer : otherwise;
}

float NodeConversion::number(StringRef name, float otherwise) {
  const NodeAttribute *found = attribute(name, NodeAttribute::Type::Float);
  return found ? found->number : otherwise;
}

std::string NodeConversion::text(StringRef name, StringRef otherwise) {
  const NodeAttribute *found = attribute(name, NodeAttribute::Type::String);
  return found ? found->text : otherwise.str();
}

SmallVector<int64_t> NodeConversion::integers(StringRef name) {
  const NodeAttribute *found = attribute(name, NodeAttribute::Type::Integers);
  return found ? SmallVector<int64_t>(found->integers.begin(),
                                      found->integers.end())
               : SmallVector<int64_t>();
}

FailureOr<int64_t> NodeConversion::axis(StringRef name, int64_t otherwise,
                                        int64_t rank) {
  return normalizeAxis(integer(name, otherwise), rank);
}
