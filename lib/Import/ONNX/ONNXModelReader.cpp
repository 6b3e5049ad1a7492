//===- ONNXModelReader.cpp - reads models from protobuf
//-----------------------===//
//
// Protobuf limits the nesting depth of messages, which bounds the recursion
// over graphs in attributes.
//
//===----------------------------------------------------------------------===//

#include "ONNXModel.h"
#include "Schema.pb.h"
#include "TensorReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace scatter;
using namespace scatter::onnx;

namespace {
/// Converts the messages of one model.
class Reader {
public:
  explicit Reader(StringRef folder) : folder(folder) {}

  Model readModel(const schema::Model &source);

private:
  NodeAttribute readAttribute(const schema::Attribute &source);
  Node readNode(const schema::Node &source);
  Graph readGraph(const schema::Graph &source);
  Function readFunction(const schema::Function &source);
  Tensor readTensor(const schema::Tensor &source) {
    return onnx::readTensor(source, folder, hasExternalData);
  }

  StringRef folder;
  bool hasExternalData = false;
};
} // namespace

/// The domain of ONNX itself has two names.
static std::string getDomain(const std::string &name) {
  return name == "ai.onnx" ? "" : name;
}

template <typename Imports>
static OperatorSets readOperatorSets(const Imports &imports) {
  OperatorSets sets;
  for (const schema::OperatorSet &import : imports)
    sets[getDomain(import.domain())] = import.version();
  return sets;
}

static ValueInfo readValueInfo(const schema::ValueInfo &source) {
  ValueInfo info;
  info.name = source.name();
  if (!source.type().has_tensor_type())
    return info;
  const schema::TensorType &type = source.type().tensor_type();
  info.elementType = type.elem_type();
  info.hasShape = type.has_shape();
  for (const schema::Dimension &dim : type.shape().dim()) {
    info.shape.push_back(dim.has_dim_value() ? dim.dim_value() : -1);
    info.dimNames.push_back(dim.has_dim_value() ? "" : dim.dim_param());
  }
  return info;
}

/// Models of the first versions do not specify attribute types.
static NodeAttribute::Type getType(const schema::Attribute &source) {
  using Type = NodeAttribute::Type;
  if (source.type() >= 1 && source.type() <= 8)
    return Type(source.type());
  if (source.type() != 0)
    return Type::Undefined;
  if (source.has_f())
    return Type::Float;
  if (source.has_i())
    return Type::Integer;
  if (source.has_s())
    return Type::String;
  if (source.has_t())
    return Type::Tensor;
  if (source.has_g())
    return Type::Graph;
  if (source.floats_size())
    return Type::Floats;
  if (source.ints_size())
    return Type::Integers;
  return source.strings_size() ? Type::Strings : Type::Undefined;
}

NodeAttribute Reader::readAttribute(const schema::Attribute &source) {
  NodeAttribute attribute;
  attribute.name = source.name();
  attribute.reference = source.ref_attr_name();
  attribute.type = getType(source);
  attribute.number = source.f();
  attribute.integer = source.i();
  attribute.text = source.s();
  attribute.numbers.assign(source.floats().begin(), source.floats().end());
  attribute.integers.assign(source.ints().begin(), source.ints().end());
  attribute.texts.assign(source.strings().begin(), source.strings().end());
  if (source.has_t())
    attribute.tensors.push_back(readTensor(source.t()));
  if (source.has_g())
    attribute.graphs.push_back(readGraph(source.g()));
  return attribute;
}

Node Reader::readNode(const schema::Node &source) {
  Node node;
  node.name = source.name();
  node.opType = source.op_type();
  node.domain = getDomain(source.domain());
  node.overload = source.overload();
  node.inputs.assign(source.input().begin(), source.input().end());
  node.outputs.assign(source.output().begin(), source.output().end());
  for (const schema::Attribute &attribute : source.attribute())
    node.attributes.push_back(readAttribute(attribute));
  return node;
}

Graph Reader::readGraph(const schema::Graph &source) {
  Graph graph;
  graph.name = source.name();
  for (const schema::Node &node : source.node())
    graph.nodes.push_back(readNode(node));
  for (const schema::Tensor &tensor : source.initializer())
    graph.initializers.push_back(readTensor(tensor));
  for (const schema::SparseTensor &tensor : source.sparse_initializer())
    graph.sparseInitializers.push_back(tensor.values().name());
  llvm::transform(source.input(), std::back_inserter(graph.inputs),
                  readValueInfo);
  llvm::transform(source.output(), std::back_inserter(graph.outputs),
                  readValueInfo);
  return graph;
}

Function Reader::readFunction(const schema::Function &source) {
  Function function;
  function.name = source.name();
  function.domain = getDomain(source.domain());
  function.overload = source.overload();
  function.inputs.assign(source.input().begin(), source.input().end());
  function.outputs.assign(source.output().begin(), source.output().end());
  for (const schema::Attribute &attribute : source.attribute_proto())
    function.defaults.push_back(readAttribute(attribute));
  for (const schema::Node &node : source.node())
    function.nodes.push_back(readNode(node));
  function.operatorSets = readOperatorSets(source.opset_import());
  return function;
}

Model Reader::readModel(const schema::Model &source) {
  Model model;
  model.operatorSets = readOperatorSets(source.opset_import());
  model.graph = readGraph(source.graph());
  for (const schema::Function &function : source.functions())
    model.functions.push_back(readFunction(function));
  model.hasExternalData = hasExternalData;
  return model;
}

Expected<Model> onnx::readModel(MemoryBufferRef source) {
  schema::Model message;
  if (source.getBufferSize() > INT_MAX ||
      !message.ParseFromArray(source.getBufferStart(), source.getBufferSize()))
    return createStringError("expected an ONNX model, found bytes that are not "
                             "a complete message of at most 100 levels");
  if (!message.has_graph())
    return createStringError("expected an ONNX model, found no graph");
  return Reader(sys::path::parent_path(source.getBufferIdentifier()))
      .readModel(message);
}
