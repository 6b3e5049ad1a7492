//===- TensorFlowModelReader.cpp - reads models from protobuf
//-----------------------===//

#include "TensorFlowModel.h"

#include "Common/TensorBytes.h"
#include "GraphDef.pb.h"
#include "scatter/Dialect/Scatter/IR/SizeLimits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Path.h"
#include <climits>

using namespace llvm;
using namespace scatter;
using namespace scatter::tensorflow;

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

static constexpr ElementInfo elementInfos[] = {
    {1, "float32", "f32", 4},
    {2, "float64", "f64", 8},
    {3, "int32", "i32", 4},
    {4, "uint8", "ui8", 1},
    {5, "int16", "i16", 2},
    {6, "int8", "i8", 1},
    {8, "complex64", "complex<f32>", 8},
    {9, "int64", "i64", 8},
    {10, "bool", "i1", 1},
    {14, "bfloat16", "bf16", 2},
    {17, "uint16", "ui16", 2},
    {18, "complex128", "complex<f64>", 16},
    {19, "float16", "f16", 2},
    {22, "uint32", "ui32", 4},
    {23, "uint64", "ui64", 8},
};

const ElementInfo *tensorflow::getElementInfo(int32_t number) {
  for (const ElementInfo &info : elementInfos)
    if (info.number == number)
      return &info;
  return nullptr;
}

std::string tensorflow::getElementName(int32_t number) {
  if (const ElementInfo *info = getElementInfo(number))
    return info->name.str();
  switch (number) {
  case 7:
    return "string";
  case 20:
    return "resource";
  case 21:
    return "variant";
  }
  return "type " + std::to_string(number);
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// Reads the elements from the field for the element type.
static std::vector<char> readTypedFields(const schema::Tensor &source) {
  switch (source.dtype()) {
  case 1:
    return convertNumbers<float>(source.float_val());
  case 2:
    return convertNumbers<double>(source.double_val());
  case 3:
    return convertNumbers<int32_t>(source.int_val());
  case 4:
  case 6:
    return convertNumbers<uint8_t>(source.int_val());
  case 5:
  case 17:
    return convertNumbers<uint16_t>(source.int_val());
  case 8:
    return convertNumbers<float>(source.scomplex_val());
  case 9:
    return convertNumbers<int64_t>(source.int64_val());
  case 10:
    return convertNumbers<uint8_t>(source.bool_val());
  case 14:
  case 19:
    return convertNumbers<uint16_t>(source.half_val());
  case 18:
    return convertNumbers<double>(source.dcomplex_val());
  case 22:
    return convertNumbers<uint32_t>(source.uint32_val());
  case 23:
    return convertNumbers<uint64_t>(source.uint64_val());
  }
  return {};
}

static Tensor readTensor(const schema::Tensor &source) {
  Tensor tensor;
  tensor.elementType = source.dtype();
  auto fail = [&](const Twine &problem) {
    tensor.problem = problem.str();
    return tensor;
  };
  for (const schema::Dimension &dim : source.tensor_shape().dim())
    tensor.shape.push_back(dim.size());
  const ElementInfo *info = getElementInfo(source.dtype());
  if (!info)
    return fail("expected elements of a supported type, found " +
                getElementName(source.dtype()));
  if (source.tensor_shape().unknown_rank() ||
      any_of(tensor.shape, [](int64_t size) { return size < 0; }))
    return fail("expected a static shape");
  uint64_t expected = countBytes(countElements(tensor.shape), info->bytes);
  if (expected == INT64_MAX)
    return fail("expected a size below 2^63 bytes");
  if (source.has_tensor_content() && !source.tensor_content().empty()) {
    const std::string &content = source.tensor_content();
    if (content.size() != expected)
      return fail("expected " + Twine(expected) + " bytes, found " +
                  Twine(content.size()));
    tensor.bytes.assign(content.begin(), content.end());
    toHostOrder(tensor.bytes, info->name.starts_with("complex")
                                  ? info->bytes / 2
                                  : info->bytes);
  } else {
    // The last element is repeated. If there are no elements, all are zero.
    tensor.bytes = readTypedFields(source);
    size_t found = tensor.bytes.size();
    if (found > expected || found % info->bytes != 0)
      return fail("expected at most " + Twine(expected) + " bytes, found " +
                  Twine(found));
    if (found == 0 && expected != 0)
      tensor.bytes.assign(info->bytes, 0);
    else if (found > info->bytes && found < expected) {
      constexpr uint64_t maxBytes = uint64_t(1) << 31;
      if (expected > maxBytes)
        return fail("expected at most 2^31 bytes, found " + Twine(expected));
      tensor.bytes.resize(expected);
      for (uint64_t i = found; i < expected; ++i)
        tensor.bytes[i] = tensor.bytes[i - info->bytes];
    }
  }
  if (info->name == "bool")
    for (char &byte : tensor.bytes)
      byte = byte != 0;
  return tensor;
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

static NodeAttribute readAttribute(const schema::NamedAttribute &named) {
  using Kind = NodeAttribute::Kind;
  const schema::Attribute &source = named.value();
  NodeAttribute attribute;
  attribute.name = named.key();
  if (source.has_list()) {
    attribute.kind = Kind::List;
    attribute.integers.assign(source.list().i().begin(),
                              source.list().i().end());
  } else if (source.has_s()) {
    attribute.kind = Kind::Text;
    attribute.text = source.s();
  } else if (source.has_i()) {
    attribute.kind = Kind::Integer;
    attribute.integer = source.i();
  } else if (source.has_f()) {
    attribute.kind = Kind::Float;
    attribute.number = source.f();
  } else if (source.has_b()) {
    attribute.kind = Kind::Boolean;
    attribute.integer = source.b();
  } else if (source.has_type()) {
    attribute.kind = Kind::Type;
    attribute.integer = source.type();
  } else if (source.has_shape()) {
    attribute.kind = Kind::Shape;
    attribute.hasRank = !source.shape().unknown_rank();
    for (const schema::Dimension &dim : source.shape().dim())
      attribute.integers.push_back(dim.size());
  } else if (source.has_tensor()) {
    attribute.kind = Kind::Tensor;
    attribute.tensor = readTensor(source.tensor());
  } else if (source.has_placeholder()) {
    attribute.kind = Kind::Placeholder;
    attribute.text = source.placeholder();
  } else if (source.has_func()) {
    attribute.kind = Kind::Function;
    attribute.text = source.func().name();
  }
  return attribute;
}

template <typename Nodes>
static std::vector<Node> readNodes(const Nodes &nodes) {
  std::vector<Node> result;
  for (const schema::Node &source : nodes) {
    Node &node = result.emplace_back();
    node.name = source.name();
    node.op = source.op();
    node.inputs.assign(source.input().begin(), source.input().end());
    for (const schema::NamedAttribute &attribute : source.attr())
      node.attributes.push_back(readAttribute(attribute));
  }
  return result;
}

static Function readFunction(const schema::Function &source) {
  Function function;
  function.name = source.signature().name();
  for (const schema::Argument &input : source.signature().input_arg())
    function.inputs.push_back(input.name());
  for (const schema::Argument &output : source.signature().output_arg()) {
    // The code that looks up a missing value reports it.
    Binding &binding = function.outputs.emplace_back();
    binding.name = output.name();
    for (const schema::ReturnedValue &value : source.ret())
      if (value.key() == output.name())
        binding.value = value.value();
  }
  function.nodes = readNodes(source.node_def());
  return function;
}

static Model readGraph(const schema::Graph &source) {
  Model model;
  model.nodes = readNodes(source.node());
  for (const schema::Function &function : source.library().function())
    model.functions.push_back(readFunction(function));
  return model;
}

//===----------------------------------------------------------------------===//
// SavedModels
//===----------------------------------------------------------------------===//

template <typename Tensors>
static std::vector<Binding> readBindings(const Tensors &tensors) {
  std::vector<Binding> bindings;
  for (const schema::NamedTensor &tensor : tensors)
    bindings.push_back({tensor.key(), tensor.value().name()});
  llvm::sort(bindings, [](const Binding &a, const Binding &b) {
    return a.name < b.name;
  });
  return bindings;
}

/// Returns the signature for serving, or the only signature. Null if there is
/// none.
static Expected<const schema::NamedSignature *>
findSignature(const schema::MetaGraph &graph) {
  const schema::NamedSignature *found = nullptr;
  unsigned count = 0;
  std::string names;
  for (const schema::NamedSignature &signature : graph.signature_def()) {
    if (signature.key() == "serving_default")
      return &signature;
    // The signature of the initialization when a program loads the model.
    if (signature.key() == "__saved_model_init_op")
      continue;
    names += (names.empty() ? "'" : ", '") + signature.key() + "'";
    found = &signature;
    ++count;
  }
  if (count > 1)
    return createStringError("expected a signature 'serving_default' or a "
                             "single one, found " +
                             names);
  return found;
}

static Expected<Model> readSavedModel(const schema::SavedModel &source) {
  if (source.meta_graphs().empty())
    return createStringError("expected a SavedModel, found no graph");
  const schema::MetaGraph *graph = &source.meta_graphs(0);
  for (const schema::MetaGraph &each : source.meta_graphs())
    if (is_contained(each.meta_info_def().tags(), "serve")) {
      graph = &each;
      break;
    }
  Expected<const schema::NamedSignature *> signature = findSignature(*graph);
  if (!signature)
    return signature.takeError();
  Model model = readGraph(graph->graph_def());
  if (*signature) {
    model.hasSignature = true;
    model.inputs = readBindings((*signature)->value().inputs());
    model.outputs = readBindings((*signature)->value().outputs());
  }
  return model;
}

Expected<Model> tensorflow::readModel(MemoryBufferRef source) {
  StringRef bytes = source.getBuffer();
  auto parse = [&](auto &message) {
    return bytes.size() <= INT_MAX &&
           message.ParseFromArray(bytes.data(), int(bytes.size()));
  };
  // The first field of a SavedModel is a number. That of a GraphDef is a
  // message.
  bool isSavedModel =
      sys::path::filename(source.getBufferIdentifier()) == "saved_model.pb" ||
      bytes.starts_with("\x08");
  if (isSavedModel) {
    schema::SavedModel message;
    if (parse(message))
      return readSavedModel(message);
  } else {
    schema::Graph message;
    if (parse(message)) {
      if (message.node().empty())
        return createStringError("expected a GraphDef, found no nodes");
      return readGraph(message);
    }
  }
  return createStringError(Twine("expected a ") +
                           (isSavedModel ? "SavedModel" : "GraphDef") +
                           ", found bytes that are not a complete message of "
                           "at most 100 levels");
}
