//===- OpenVINOGraphImporter.cpp - converts the layers of a model
//-----------------===//

#include "OpenVINOGraphImporter.h"

#include "Common/ElementKinds.h"
#include "Common/SizeChecks.h"
#include "OpenVINOConverters.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Import/Utils/Tensors.h"
#include "scatter/Support/Escape.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::openvino;

//===----------------------------------------------------------------------===//
// Inputs and outputs of the model
//===----------------------------------------------------------------------===//

/// Makes the program check that the sizes of `argument` are in `ranges`.
static void checkRanges(ImplicitLocOpBuilder &b, Value argument,
                        ArrayRef<SizeRange> ranges) {
  for (auto [dim, range] : llvm::enumerate(ranges)) {
    if (range.isStatic())
      continue;
    OpFoldResult size = getSize(b, argument, dim);
    OpFoldResult least = b.getIndexAttr(range.min);
    OpFoldResult most = b.getIndexAttr(range.max);
    if (range.min > 0)
      reportUnless(b, "shape", emitIsAtMost(b, least, size),
                   SCATTER_OPERAND_AT_LEAST, dim, size, least);
    if (range.max < INT64_MAX)
      reportUnless(b, "shape", emitIsAtMost(b, size, most),
                   SCATTER_OPERAND_AT_MOST, dim, size, most);
  }
}

LogicalResult GraphImporter::importParameter(LayerConversion &c) {
  FailureOr<Type> element = c.elementType("element_type");
  FailureOr<SmallVector<SizeRange>> ranges = c.shapeAttribute();
  if (failed(element) || failed(ranges))
    return failure();
  auto shape = llvm::map_to_vector(*ranges, [](SizeRange range) {
    return range.isStatic() ? range.min : ShapedType::kDynamic;
  });
  auto type = RankedTensorType::get(shape, *element);
  if (std::string violation = findModelViolation(type); !violation.empty())
    return c.error("attribute 'shape': expected " + violation);
  Value argument = body->addArgument(type, c.b.getLoc());
  checkRanges(c.b, argument, *ranges);
  return c.replace(argument);
}

/// Returns the name of a result: the name of the Result, else the name of the
/// tensor, else the name of the layer that computes it.
static std::string getResultName(const Model &model, const Layer &layer) {
  const Source &source = layer.sources.front();
  const Layer &producer = model.layers[source.layer];
  for (StringRef names : {StringRef(layer.outputNames),
                          StringRef(producer.outputs[source.output].names)})
    if (StringRef first = names.split(',').first; !first.empty())
      return first.str();
  return producer.name;
}

LogicalResult GraphImporter::importResult(LayerConversion &c) {
  Value value = c.operand(0);
  results.push_back({size_t(&c.layer - model.layers.data()), value,
                     getResultName(model, c.layer)});
  return success();
}

LogicalResult GraphImporter::finish() {
  auto function = cast<func::FuncOp>(body->getParentOp());
  llvm::sort(results, [](const Interface &a, const Interface &b) {
    return a.layer < b.layer;
  });
  SmallVector<Value> operands;
  for (const Interface &result : results)
    operands.push_back(result.value);
  func::ReturnOp::create(*builder, function.getLoc(), operands);
  function.setFunctionType(builder->getFunctionType(
      body->getArgumentTypes(), ValueRange(operands).getTypes()));
  StringRef nameAttr = ScatterDialect::getNameAttrName();
  auto name = [&](StringRef text) {
    return builder->getStringAttr(escapeControlCharacters(text));
  };
  unsigned argument = 0;
  for (const Layer &layer : model.layers)
    if (layer.type == "Parameter")
      function.setArgAttr(argument++, nameAttr, name(layer.name));
  // Several Results may share a tensor. All but the first get the names of
  // their layers.
  llvm::StringSet<> taken;
  for (auto [i, result] : llvm::enumerate(results)) {
    StringRef text = result.name;
    if (taken.contains(text))
      text = model.layers[result.layer].name;
    if (!text.empty() && taken.insert(text).second)
      function.setResultAttr(i, nameAttr, name(text));
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Layers
//===----------------------------------------------------------------------===//

LogicalResult GraphImporter::convert(LayerConversion &c) {
  const OpConverter *converter = findConverter(c.layer.type, c.layer.opset);
  if (!converter)
    return c.error("expected an op that can be imported");
  unsigned count = c.getNumOperands();
  if (count < converter->minInputs || count > converter->maxInputs)
    return c.error("expected " +
                   (converter->minInputs == converter->maxInputs ? Twine()
                    : count < converter->minInputs ? Twine("at least ")
                                                   : Twine("at most ")) +
                   Twine(count < converter->minInputs ? converter->minInputs
                                                      : converter->maxInputs) +
                   " inputs, found " + Twine(count));
  if (converter->kinds != Any && failed(checkKind(c, 0, converter->kinds)))
    return failure();
  if (c.layer.type == "Parameter")
    return importParameter(c);
  if (c.layer.type == "Result")
    return importResult(c);
  if (failed(converter->convert(c)) && !c.hasFailed())
    return c.error("expected operands of types that the op is defined for");
  return success(!c.hasFailed() && succeeded(c.checkResults()));
}

/// Fails unless the results match the types of the ports in the model.
LogicalResult GraphImporter::checkPorts(LayerConversion &c) {
  const Layer &layer = c.layer;
  if (layer.outputs.size() > c.results.size())
    return c.error("expected " + Twine(c.results.size()) +
                   " output ports, found " + Twine(layer.outputs.size()));
  for (auto [port, result] : llvm::zip(layer.outputs, c.results)) {
    RankedTensorType type = result.getType();
    std::string what = "output port " + std::to_string(port.id);
    if (!port.precision.empty()) {
      const ElementInfo *info = getElementInfoOfPrecision(port.precision);
      if (!info ||
          getElementType(*info, c.b.getContext()) != type.getElementType())
        return c.error(what + ": expected precision '" + port.precision +
                       "' as the model says, found " + str(type));
    }
    bool fits = int64_t(port.shape.size()) == type.getRank();
    for (auto [size, found] : llvm::zip(port.shape, type.getShape()))
      fits =
          fits && (size < 0 || size == found || ShapedType::isDynamic(found));
    if (!fits)
      return c.error(what + ": expected shape " + str(port.shape) +
                     " as the model says, found " + str(type));
  }
  return success();
}

LogicalResult GraphImporter::importLayer(size_t position) {
  const Layer &layer = model.layers[position];
  Location loc = NameLoc::get(
      builder->getStringAttr(file + Twine(": ") + describe(layer)));
  ImplicitLocOpBuilder b(loc, *builder);
  SmallVector<ImportedValue> operands;
  for (const Source &source : layer.sources) {
    // A Parameter, which has no inputs, is imported before all other layers.
    const auto &outputs = values[source.layer];
    operands.push_back(source.output < outputs.size() ? outputs[source.output]
                                                      : ImportedValue());
  }
  LayerConversion c(model, layer, weights, file, b, operands);
  Operation *last = body->empty() ? nullptr : &body->back();
  if (failed(convert(c)))
    return failure();
  if (!operands.empty() && haveKnownElements(operands) &&
      layer.type != "Result")
    foldResults(c, last, evaluationBudget);
  if (failed(checkPorts(c)))
    return failure();
  values[position].assign(c.results.begin(), c.results.end());
  return success();
}

LogicalResult GraphImporter::run() {
  MLIRContext *context = module.getContext();
  Location loc = NameLoc::get(StringAttr::get(context, file));
  OpBuilder local(context);
  builder = &local;
  builder->setInsertionPointToEnd(module.getBody());
  auto function = func::FuncOp::create(*builder, loc, "main",
                                       builder->getFunctionType({}, {}));
  body = function.addEntryBlock();
  builder->setInsertionPointToEnd(body);
  values.resize(model.layers.size());
  // The order of arguments is that of the Parameters in the file.
  for (auto [i, layer] : llvm::enumerate(model.layers))
    if (layer.type == "Parameter" && failed(importLayer(i)))
      return failure();
  for (size_t i : model.order)
    if (model.layers[i].type != "Parameter" && failed(importLayer(i)))
      return failure();
  return finish();
}
