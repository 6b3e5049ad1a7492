//===- StableHLOAttributes.cpp - attributes of ops that are not registered
//---------===//

#include "StableHLOAttributes.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace scatter;

namespace {

/// A cursor in the text of an attribute.
class TextParser {
public:
  explicit TextParser(StringRef text) : text(text) {}

  bool consume(StringRef token) {
    text = text.ltrim();
    return text.consume_front(token);
  }
  StringRef takeWord() {
    text = text.ltrim();
    StringRef word =
        text.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    text = text.drop_front(word.size());
    return word;
  }
  bool takeInteger(int64_t &value) {
    text = text.ltrim();
    return !text.consumeInteger(10, value);
  }
  bool isAtEnd() { return text.ltrim().empty(); }

private:
  StringRef text;
};

} // namespace

/// Parses `1` or `[1, 2]`.
static bool parseValue(TextParser &parser, SmallVector<int64_t> &values) {
  int64_t value = 0;
  if (!parser.consume("[")) {
    if (!parser.takeInteger(value))
      return false;
    values.push_back(value);
    return true;
  }
  if (parser.consume("]"))
    return true;
  do {
    if (!parser.takeInteger(value))
      return false;
    values.push_back(value);
  } while (parser.consume(","));
  return parser.consume("]");
}

/// Returns the text after `#stablehlo.` or in `#stablehlo<...>`, or an empty
/// one for another attribute. It lives as long as the context. A host may have
/// registered the dialect: its attributes are printed.
static StringRef getText(Attribute attr) {
  if (auto opaque = dyn_cast_or_null<OpaqueAttr>(attr))
    return opaque.getDialectNamespace() == "stablehlo" ? opaque.getAttrData()
                                                       : StringRef();
  if (!attr || attr.getDialect().getNamespace() != "stablehlo")
    return {};
  std::string printed;
  llvm::raw_string_ostream(printed) << attr;
  StringRef text = printed;
  if (text.consume_front("#stablehlo<"))
    text.consume_back(">");
  else if (!text.consume_front("#stablehlo."))
    return {};
  return StringAttr::get(attr.getContext(), text).getValue();
}

FailureOr<IntegerFields> scatter::parseFields(Attribute attr, StringRef name) {
  TextParser parser(getText(attr));
  IntegerFields fields;
  if (parser.takeWord() != name || !parser.consume("<"))
    return failure();
  if (!parser.consume(">")) {
    do {
      StringRef key = parser.takeWord();
      if (key.empty() || !parser.consume("="))
        return failure();
      auto [entry, inserted] = fields.try_emplace(key);
      if (!inserted || !parseValue(parser, entry->second))
        return failure();
    } while (parser.consume(","));
    if (!parser.consume(">"))
      return failure();
  }
  if (!parser.isAtEnd())
    return failure();
  return fields;
}

StringRef scatter::parseEnum(Attribute attr, StringRef name) {
  StringRef text = getText(attr);
  if (!text.consume_front(name))
    return {};
  return text.trim(" <>");
}

/// The elements of `dense`, if they are integers of at most 64 bits.
static std::optional<SmallVector<int64_t>>
readElements(DenseIntElementsAttr dense) {
  auto type = dyn_cast<IntegerType>(dense.getElementType());
  if (!type || type.getWidth() > 64)
    return std::nullopt;
  SmallVector<int64_t> values;
  for (const APInt &value : dense.getValues<APInt>())
    values.push_back(value.getSExtValue());
  return values;
}

std::optional<SmallVector<int64_t>> scatter::parseIntegers(Attribute attr) {
  if (auto array = dyn_cast_or_null<DenseI64ArrayAttr>(attr))
    return SmallVector<int64_t>(array.asArrayRef());
  auto dense = dyn_cast_or_null<DenseIntElementsAttr>(attr);
  if (!dense || dense.getType().getRank() != 1)
    return std::nullopt;
  return readElements(dense);
}

std::optional<SmallVector<int64_t>> scatter::parsePairs(Attribute attr) {
  auto dense = dyn_cast_or_null<DenseIntElementsAttr>(attr);
  if (!dense || dense.getType().getRank() != 2 ||
      dense.getType().getDimSize(1) != 2)
    return std::nullopt;
  return readElements(dense);
}

std::optional<int64_t> scatter::parseInteger(Attribute attr) {
  auto integer = dyn_cast_or_null<IntegerAttr>(attr);
  if (!integer || integer.getValue().getBitWidth() > 64)
    return std::nullopt;
  return integer.getValue().getSExtValue();
}

bool scatter::isTrue(Attribute attr) {
  auto value = dyn_cast_or_null<BoolAttr>(attr);
  return isa_and_nonnull<UnitAttr>(attr) || (value && value.getValue());
}
