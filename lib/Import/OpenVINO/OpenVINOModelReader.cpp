//===- OpenVINOModelReader.cpp - reads models from XML
//----------------------------===//
//
// pugixml parses without recursion and expands only the predefined entities of
// XML. The reader visits a fixed depth and skips deeper elements.
//
//===----------------------------------------------------------------------===//

#include "OpenVINOModel.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <pugixml.hpp>
#include <queue>

using namespace llvm;
using namespace scatter;
using namespace scatter::openvino;

/// The maximum number of layers, to limit the time of an import.
static constexpr size_t maxLayers = 1 << 18;

static Error makeError(const Twine &message) {
  return createStringError(message);
}

namespace {
/// Reads the elements of one document.
class Reader {
public:
  Expected<Model> read(pugi::xml_node net);

private:
  Error readLayer(pugi::xml_node source);
  Error readPorts(const Layer &layer, pugi::xml_node source, StringRef kind,
                  std::vector<Port> &ports);
  Error readEdge(pugi::xml_node source);
  Error sortLayers();

  Model model;
  DenseMap<uint64_t, size_t> layersById;
};
} // namespace

/// Returns the number in attribute `name` of `source`, or std::nullopt if there
/// is no such attribute or it is not a number.
static std::optional<uint64_t> readNumber(pugi::xml_node source,
                                          const char *name) {
  uint64_t number;
  // DenseMap reserves the largest values as special keys.
  if (StringRef(source.attribute(name).value()).getAsInteger(10, number) ||
      number > INT64_MAX)
    return std::nullopt;
  return number;
}

Error Reader::readPorts(const Layer &layer, pugi::xml_node source,
                        StringRef kind, std::vector<Port> &ports) {
  for (pugi::xml_node child : source.children("port")) {
    Port port;
    std::optional<uint64_t> id = readNumber(child, "id");
    if (!id)
      return makeError(describe(layer) + ": expected " + kind +
                       " ports with a number as id");
    for (const Port &other : ports)
      if (other.id == *id)
        return makeError(describe(layer) + ": expected one " + kind +
                         " port of id " + Twine(*id) + ", found two");
    port.id = *id;
    port.precision = child.attribute("precision").value();
    port.names = child.attribute("names").value();
    for (pugi::xml_node dim : child.children("dim")) {
      int64_t size;
      if (StringRef(dim.child_value()).trim().getAsInteger(10, size))
        return makeError(describe(layer) + ": " + kind + " port " + Twine(*id) +
                         ": expected sizes, found '" + dim.child_value() + "'");
      port.shape.push_back(size);
    }
    // The maximum rank is the same as in NumPy.
    constexpr size_t maxRank = 64, maxPorts = 1 << 12;
    if (port.shape.size() > maxRank || ports.size() == maxPorts)
      return makeError(describe(layer) + ": " + kind + " port " + Twine(*id) +
                       ": expected at most " + Twine(maxRank) +
                       " dimensions and at most " + Twine(maxPorts) + " ports");
    ports.push_back(std::move(port));
  }
  return Error::success();
}

Error Reader::readLayer(pugi::xml_node source) {
  if (model.layers.size() == maxLayers)
    return makeError("expected at most " + Twine(maxLayers) + " layers");
  Layer layer;
  layer.name = source.attribute("name").value();
  layer.type = source.attribute("type").value();
  layer.version = source.attribute("version").value();
  layer.outputNames = source.attribute("output_names").value();
  std::optional<uint64_t> id = readNumber(source, "id");
  if (!id)
    return makeError("layer '" + layer.name +
                     "': expected a number as id, found '" +
                     source.attribute("id").value() + "'");
  layer.id = *id;
  StringRef version = layer.version;
  if (!version.consume_front("opset") ||
      version.getAsInteger(10, layer.opset) || layer.opset < 0)
    layer.opset = 0;
  for (pugi::xml_attribute attribute : source.child("data").attributes())
    layer.attributes.push_back({attribute.name(), attribute.value()});
  if (Error error =
          readPorts(layer, source.child("input"), "input", layer.inputs))
    return error;
  if (Error error =
          readPorts(layer, source.child("output"), "output", layer.outputs))
    return error;
  if (!layersById.try_emplace(*id, model.layers.size()).second)
    return makeError(describe(layer) +
                     ": expected an id that no other layer has");
  layer.sources.assign(layer.inputs.size(), {maxLayers, 0});
  model.layers.push_back(std::move(layer));
  return Error::success();
}

/// Returns the position of the port with id `id`.
static std::optional<size_t> findPort(ArrayRef<Port> ports, uint64_t id) {
  for (auto [i, port] : enumerate(ports))
    if (port.id == id)
      return i;
  return std::nullopt;
}

Error Reader::readEdge(pugi::xml_node source) {
  uint64_t ends[4];
  const char *names[] = {"from-layer", "from-port", "to-layer", "to-port"};
  for (auto [name, end] : zip_equal(names, ends)) {
    std::optional<uint64_t> number = readNumber(source, name);
    if (!number)
      return makeError("edge: expected a number as " + Twine(name) +
                       ", found '" + source.attribute(name).value() + "'");
    end = *number;
  }
  for (uint64_t id : {ends[0], ends[2]})
    if (!layersById.contains(id))
      return makeError("edge: expected layers of the model, found " +
                       Twine(id));
  size_t from = layersById.lookup(ends[0]), to = layersById.lookup(ends[2]);
  std::optional<size_t> output = findPort(model.layers[from].outputs, ends[1]);
  if (!output)
    return makeError(describe(model.layers[from]) +
                     ": expected an output port of id " + Twine(ends[1]) +
                     " as an edge says, found none");
  Layer &target = model.layers[to];
  std::optional<size_t> input = findPort(target.inputs, ends[3]);
  if (!input)
    return makeError(describe(target) + ": expected an input port of id " +
                     Twine(ends[3]) + " as an edge says, found none");
  if (target.sources[*input].layer != maxLayers)
    return makeError(describe(target) + ": input port " + Twine(ends[3]) +
                     ": expected one edge, found two");
  target.sources[*input] = {from, *output};
  return Error::success();
}

/// Sorts the layers topologically. Otherwise keeps the order in the file.
Error Reader::sortLayers() {
  size_t count = model.layers.size();
  std::vector<std::vector<size_t>> users(count);
  std::vector<size_t> missing(count, 0);
  for (auto [i, layer] : enumerate(model.layers)) {
    for (auto [port, source] : zip_equal(layer.inputs, layer.sources)) {
      if (source.layer == maxLayers)
        return makeError(describe(layer) + ": input port " + Twine(port.id) +
                         ": expected an edge, found none");
      users[source.layer].push_back(i);
      ++missing[i];
    }
  }
  std::priority_queue<size_t, std::vector<size_t>, std::greater<size_t>> ready;
  for (size_t i = 0; i < count; ++i)
    if (missing[i] == 0)
      ready.push(i);
  while (!ready.empty()) {
    size_t next = ready.top();
    ready.pop();
    model.order.push_back(next);
    for (size_t user : users[next])
      if (--missing[user] == 0)
        ready.push(user);
  }
  for (auto [i, layer] : enumerate(model.layers))
    if (missing[i] != 0)
      return makeError(describe(layer) +
                       ": expected no cycle of layers that it reads, found "
                       "one");
  return Error::success();
}

Expected<Model> Reader::read(pugi::xml_node net) {
  StringRef version = net.attribute("version").value();
  if (version != "10" && version != "11")
    return makeError("expected version 10 or 11 of OpenVINO IR, found '" +
                     version + "'");
  for (pugi::xml_node layer : net.child("layers").children("layer"))
    if (Error error = readLayer(layer))
      return error;
  if (none_of(model.layers,
              [](const Layer &layer) { return layer.type == "Result"; }))
    return makeError("expected a layer of type 'Result', found none");
  for (pugi::xml_node edge : net.child("edges").children("edge"))
    if (Error error = readEdge(edge))
      return error;
  if (Error error = sortLayers())
    return error;
  return std::move(model);
}

Expected<Model> openvino::readModel(StringRef text) {
  pugi::xml_document document;
  pugi::xml_parse_result result = document.load_buffer(
      text.data(), text.size(), pugi::parse_default | pugi::parse_doctype,
      pugi::encoding_utf8);
  if (!result) {
    size_t offset =
        std::min<size_t>(std::max<ptrdiff_t>(result.offset, 0), text.size());
    return makeError("expected XML, found a mistake at line " +
                     Twine(text.take_front(offset).count('\n') + 1) + ": " +
                     StringRef(result.description()).lower());
  }
  for (pugi::xml_node node : document.children())
    if (node.type() == pugi::node_doctype)
      return makeError("expected OpenVINO IR, found a document type");
  pugi::xml_node net = document.child("net");
  if (!net)
    return makeError("expected OpenVINO IR, found XML without an element "
                     "'net'");
  return Reader().read(net);
}
