//===- LayerConversion.cpp - the conversion of one layer ------------------===//

#include "LayerConversion.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::openvino;

Type openvino::getElementType(const ElementInfo &info, MLIRContext *context) {
  return parseType(info.mlirName, context);
}

void LayerConversion::emit(const Twine &message) {
  MLIRContext *context = b.getContext();
  emitError(NameLoc::get(StringAttr::get(context, file)))
      << describe(layer) << ": " << message.str();
}

const std::string *LayerConversion::find(StringRef name) const {
  for (const LayerAttribute &attribute : layer.attributes)
    if (attribute.name == name)
      return &attribute.value;
  return nullptr;
}

std::string LayerConversion::text(StringRef name) {
  if (const std::string *value = find(name))
    return *value;
  (void)error("attribute '" + name + "': expected a value, found none");
  return "";
}

std::string LayerConversion::text(StringRef name, StringRef otherwise) {
  const std::string *value = find(name);
  return value ? *value : otherwise.str();
}

std::string LayerConversion::choice(StringRef name,
                                    ArrayRef<StringRef> choices) {
  std::string found = text(name, choices.front());
  std::string value = StringRef(found).lower();
  if (llvm::is_contained(choices, value))
    return value;
  (void)error("attribute '" + name + "': expected " +
              Twine(choices.size() > 1 ? "one of " : "") +
              llvm::join(choices, ", ") + ", found '" + found + "'");
  return choices.front().str();
}

bool LayerConversion::boolean(StringRef name, bool otherwise) {
  const std::string *value = find(name);
  if (!value)
    return otherwise;
  std::string lower = StringRef(*value).lower();
  if (lower == "true" || lower == "1")
    return true;
  if (lower != "false" && lower != "0")
    (void)error("attribute '" + name + "': expected true or false, found '" +
                *value + "'");
  return false;
}

int64_t LayerConversion::integer(StringRef name,
                                 std::optional<int64_t> otherwise) {
  if (otherwise && !find(name))
    return *otherwise;
  std::string value = text(name);
  int64_t result = 0;
  if (StringRef(value).trim().getAsInteger(10, result))
    (void)error("attribute '" + name + "': expected an integer, found '" +
                value + "'");
  return result;
}

double LayerConversion::number(StringRef name) {
  std::string value = text(name);
  double result = 0;
  if (StringRef(value).trim().getAsDouble(result))
    (void)error("attribute '" + name + "': expected a number, found '" + value +
                "'");
  return result;
}

SmallVector<int64_t> LayerConversion::integers(StringRef name) {
  SmallVector<int64_t> result;
  const std::string *value = find(name);
  if (!value || StringRef(*value).trim().empty())
    return result;
  for (StringRef part : llvm::split(*value, ',')) {
    int64_t integer;
    if (part.trim().getAsInteger(10, integer)) {
      (void)error("attribute '" + name + "': expected integers, found '" +
                  *value + "'");
      return {};
    }
    result.push_back(integer);
  }
  return result;
}

FailureOr<Type> LayerConversion::elementType(StringRef name) {
  std::string value = text(name);
  if (const ElementInfo *info = getElementInfo(StringRef(value).lower()))
    return getElementType(*info, b.getContext());
  return error("attribute '" + name +
               "': expected a supported element type, found '" + value + "'");
}

/// Parses "2", "?", "3..5", "3.." or "..5".
static std::optional<SizeRange> parseSize(StringRef text) {
  SizeRange range;
  if (text == "?" || text == "-1")
    return range;
  auto [low, high] = text.split("..");
  bool isRange = text.contains("..");
  if (isRange && low.empty() && high.empty())
    return std::nullopt;
  if ((!isRange || !low.empty()) && low.getAsInteger(10, range.min))
    return std::nullopt;
  if (!isRange)
    range.max = range.min;
  else if (!high.empty() && high.getAsInteger(10, range.max))
    return std::nullopt;
  if (range.min < 0 || range.min > range.max)
    return std::nullopt;
  return range;
}

FailureOr<SmallVector<SizeRange>> LayerConversion::shapeAttribute() {
  std::string value = text("shape");
  SmallVector<SizeRange> shape;
  if (hasFailed() || StringRef(value).trim().empty())
    return shape;
  for (StringRef part : llvm::split(value, ',')) {
    // "..." stands for unknown rank and is not supported.
    std::optional<SizeRange> size = parseSize(part.trim());
    if (!size)
      return error("attribute 'shape': expected a list of sizes, found '" +
                   value + "'");
    shape.push_back(*size);
  }
  return shape;
}
