//===- NpyHeader.cpp - the dictionary in .npy files -----------------------===//
//
// The dictionary is a Python literal: {'descr': '<f4', 'fortran_order': False,
// 'shape': (3, 4), }. The parser takes such dictionaries in any spelling that a
// writer may choose: either quotes, any order and spacing, trailing commas, and
// the suffix L and prefix u of Python 2.
//
//===----------------------------------------------------------------------===//

#include "NpyInternal.h"
#include "scatter/Support/Npy.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace scatter::npy {

namespace {

/// Parses by descent. The grammar nests no deeper than the tuple in the
/// dictionary, so no input makes it recurse.
class HeaderParser {
public:
  explicit HeaderParser(StringRef text) : text(text), rest(text) {}

  Expected<Header> parse();

private:
  /// "expected `what` at byte N of the header, found ...".
  Error expected(const Twine &what) const;

  void skipSpace() { rest = rest.ltrim(" \t\n\r\f"); }

  /// Skips space and takes `character` if it is next.
  bool consume(char character);

  Error parseEntry(Header &header);
  Error parseString(StringRef &value, const Twine &what);
  Error parseDescrValue(Header &header);
  Error parseBool(bool &value);
  Error parseShape(SmallVectorImpl<int64_t> &shape);
  Error parseDimension(SmallVectorImpl<int64_t> &shape);

  StringRef text;
  StringRef rest;
  bool hasDescr = false, hasOrder = false, hasShape = false;
};

} // namespace

Error HeaderParser::expected(const Twine &what) const {
  StringRef found = rest.take_until([](char c) { return c == '\n'; });
  return makeError("expected " + what + " at byte " +
                   Twine(text.size() - rest.size()) + " of the header, found " +
                   (rest.empty() ? "its end" : quote(found)));
}

bool HeaderParser::consume(char character) {
  skipSpace();
  return rest.consume_front(StringRef(&character, 1));
}

Error HeaderParser::parseString(StringRef &value, const Twine &what) {
  skipSpace();
  StringRef start = rest;
  // Python 2 marked strings that are not bytes.
  if (rest.starts_with("u'") || rest.starts_with("u\""))
    rest = rest.drop_front();
  char quotation = rest.empty() ? '\0' : rest.front();
  size_t end = StringRef::npos;
  if (quotation == '\'' || quotation == '"')
    end = rest.find(quotation, 1);
  StringRef content = rest.slice(1, end);
  // No key and no dtype needs escapes, other control characters or non-ASCII.
  if (end == StringRef::npos || content.contains('\\') ||
      !all_of(content, isPrint)) {
    rest = start;
    return expected(what);
  }
  value = content;
  rest = rest.drop_front(end + 1);
  return Error::success();
}

Error HeaderParser::parseDescrValue(Header &header) {
  skipSpace();
  if (rest.starts_with("["))
    return expected("a simple dtype (structured ones are not supported)");
  if (rest.starts_with("("))
    return expected("a simple dtype (subarrays are not supported)");
  StringRef descr;
  if (Error error = parseString(descr, "a string for 'descr'"))
    return error;
  Expected<DType> dtype = parseDescr(descr);
  if (!dtype)
    return dtype.takeError();
  header.descr = descr.str();
  header.dtype = *dtype;
  return Error::success();
}

Error HeaderParser::parseBool(bool &value) {
  skipSpace();
  StringRef word = rest.take_while([](char c) { return isAlnum(c); });
  if (word != "True" && word != "False")
    return expected("True or False for 'fortran_order'");
  value = word == "True";
  rest = rest.drop_front(word.size());
  return Error::success();
}

Error HeaderParser::parseDimension(SmallVectorImpl<int64_t> &shape) {
  if (shape.size() == NpyArray::maxRank)
    return expected("at most " + Twine(NpyArray::maxRank) + " dimensions");
  StringRef digits = rest.take_while(isDigit);
  int64_t size;
  // Python 2 reads a leading zero as octal, Python 3 refuses it.
  if (digits.empty() || (digits.size() > 1 && digits.front() == '0'))
    return expected("a non-negative decimal integer as dimension " +
                    Twine(shape.size()));
  if (digits.getAsInteger(10, size))
    return expected("dimension " + Twine(shape.size()) + " to be below 2^63");
  rest = rest.drop_front(digits.size());
  rest.consume_front("L");
  shape.push_back(size);
  return Error::success();
}

Error HeaderParser::parseShape(SmallVectorImpl<int64_t> &shape) {
  if (!consume('('))
    return expected("a tuple for 'shape'");
  while (!consume(')')) {
    if (Error error = parseDimension(shape))
      return error;
    if (consume(','))
      continue;
    // To Python, (3) is a number and (3,) a tuple.
    if (shape.size() == 1)
      return expected("',' in a tuple of one dimension");
    if (!consume(')'))
      return expected("',' or ')' in 'shape'");
    break;
  }
  return Error::success();
}

Error HeaderParser::parseEntry(Header &header) {
  StringRef start = rest;
  StringRef key;
  if (Error error = parseString(key, "a string as key"))
    return error;
  bool *seen = StringSwitch<bool *>(key)
                   .Case("descr", &hasDescr)
                   .Case("fortran_order", &hasOrder)
                   .Case("shape", &hasShape)
                   .Default(nullptr);
  if (!seen || *seen) {
    rest = start;
    return expected(seen ? "each key once"
                         : "key 'descr', 'fortran_order' or 'shape'");
  }
  *seen = true;
  if (!consume(':'))
    return expected("':' after key " + quote(key));
  if (seen == &hasDescr)
    return parseDescrValue(header);
  if (seen == &hasOrder)
    return parseBool(header.fortranOrder);
  return parseShape(header.shape);
}

Expected<Header> HeaderParser::parse() {
  Header header;
  if (!consume('{'))
    return expected("'{'");
  while (!consume('}')) {
    if (Error error = parseEntry(header))
      return error;
    if (consume(','))
      continue;
    if (!consume('}'))
      return expected("',' or '}'");
    break;
  }
  skipSpace();
  if (!rest.empty())
    return expected("nothing after '}'");
  if (!hasDescr || !hasOrder || !hasShape)
    return makeError(Twine("expected the keys 'descr', 'fortran_order' and "
                           "'shape' in the header, found no '") +
                     (!hasDescr   ? "descr"
                      : !hasOrder ? "fortran_order"
                                  : "shape") +
                     "'");
  return header;
}

Expected<Header> parseHeader(StringRef text) {
  return HeaderParser(text).parse();
}

} // namespace scatter::npy
