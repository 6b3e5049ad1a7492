//===- NpyFormat.cpp - the header of a .npy file --------------------------===//
//
// Shared by the reader and the writer: the magic, the spelling of dtypes and
// shapes, the dictionary, and the text of errors.
//
// The dictionary is a Python literal: {'descr': '<f4', 'fortran_order': False,
// 'shape': (3, 4), }. The parser accepts every valid spelling of it: both kinds
// of quotes, any order and spacing, trailing commas, and the suffix L and
// prefix u of Python 2.
//
//===----------------------------------------------------------------------===//

#include "NpyFormat.h"

#include "scatter/Support/Npy.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace scatter {
namespace npy {

std::string quote(StringRef text) {
  constexpr size_t limit = 32;
  std::string result;
  raw_string_ostream os(result);
  os << '\'';
  printEscapedString(text.take_front(limit), os);
  os << (text.size() > limit ? "...'" : "'");
  return result;
}

std::string printShape(ArrayRef<int64_t> shape) {
  std::string result;
  raw_string_ostream os(result);
  os << '(';
  interleaveComma(shape, os);
  os << (shape.size() == 1 ? ",)" : ")");
  return result;
}

StringRef displayName(StringRef name) { return name.empty() ? "<npy>" : name; }

Expected<Preamble> parsePreamble(StringRef start, uint64_t fileSize) {
  // A dictionary with 64 dimensions takes less than 2 KiB.
  constexpr uint64_t maxTextSize = 1 << 20;
  if (start.take_front(magic.size()) != magic)
    return createStringError("expected a .npy file, which starts with " +
                             quote(magic) + ", found " +
                             quote(start.take_front(magic.size())));
  if (start.size() < magic.size() + 2)
    return createStringError(
        "expected a format version after the magic, found the "
        "end of the file");
  // Converted to unsigned because Twine prints a uint8_t as a character.
  unsigned major = static_cast<uint8_t>(start[magic.size()]);
  unsigned minor = static_cast<uint8_t>(start[magic.size() + 1]);
  if (major < 1 || major > 3 || minor != 0)
    return createStringError(
        "expected .npy format version 1.0, 2.0 or 3.0, found " + Twine(major) +
        "." + Twine(minor));

  Preamble preamble;
  preamble.textOffset = magic.size() + (major == 1 ? 4 : 6);
  if (start.size() < preamble.textOffset)
    return createStringError(
        "expected the length of the header, found the end of the "
        "file");
  const char *length = start.data() + magic.size() + 2;
  preamble.textSize = major == 1 ? support::endian::read16le(length)
                                 : support::endian::read32le(length);
  if (preamble.textSize > fileSize - preamble.textOffset)
    return createStringError("expected a header of " +
                             Twine(preamble.textSize) + " bytes, found " +
                             Twine(fileSize - preamble.textOffset) +
                             " bytes up to the end of the file");
  if (preamble.textSize > maxTextSize)
    return createStringError("expected a header of at most " +
                             Twine(maxTextSize) + " bytes, found " +
                             Twine(preamble.textSize));
  return preamble;
}

Expected<DType> parseDescr(StringRef descr) {
  StringRef rest = descr;
  char order = '=';
  if (!rest.empty() && StringRef("<>|=").contains(rest.front())) {
    order = rest.front();
    rest = rest.drop_front();
  }
  DType dtype{rest.empty() ? '\0' : rest.front(), 0, false};
  if (dtype.kind == 'O')
    return createStringError(
        "expected elements that are plain numbers, found dtype " +
        quote(descr) + " (Python objects)");

  // StringRef::consumeInteger would accept a sign or a leading zero.
  rest = rest.drop_front(rest.empty() ? 0 : 1);
  bool isNumber = !rest.empty() && rest.front() != '0' && all_of(rest, isDigit);
  if (!isNumber || rest.getAsInteger(10, dtype.itemSize))
    dtype.itemSize = 0;

  int64_t size = dtype.itemSize;
  bool isPower = size == 1 || size == 2 || size == 4 || size == 8;
  bool isKnown = false;
  switch (dtype.kind) {
  case 'b':
    isKnown = size == 1;
    break;
  case 'i':
  case 'u':
  case 'f':
    isKnown = isPower;
    break;
  case 'c':
    isKnown = size == 8 || size == 16;
    break;
  case 'V':
    isKnown = size == 1 || size == 2;
    break;
  }
  if (!isKnown)
    return createStringError(
        "expected a dtype among b1, i1-i8, u1-u8, f1-f8, c8, c16, "
        "V1 and V2, found " +
        quote(descr));

  bool isForeign = order == (sys::IsLittleEndianHost ? '>' : '<');
  dtype.swapped = isForeign && size > 1;
  return dtype;
}

Expected<int64_t> getNumBytes(ArrayRef<int64_t> shape, int64_t itemSize) {
  if (shape.size() > NpyArray::maxRank)
    return createStringError("expected at most " + Twine(NpyArray::maxRank) +
                             " dimensions, found " + Twine(shape.size()));
  int64_t product = itemSize;
  bool isEmpty = false;
  for (auto [position, size] : enumerate(shape)) {
    if (size < 0)
      return createStringError("expected dimension " + Twine(position) +
                               " of the shape to be at least 0, found " +
                               Twine(size));
    isEmpty |= size == 0;
    if (size != 0 && MulOverflow(product, size, product))
      return createStringError(
          "expected an array of less than 2^63 bytes, found "
          "shape " +
          printShape(shape) + " with elements of " + Twine(itemSize) +
          " bytes");
  }
  return isEmpty ? 0 : product;
}

Error checkNumBytes(StringRef descr, ArrayRef<int64_t> shape, uint64_t found) {
  Expected<int64_t> numBytes =
      getNumBytes(shape, cantFail(parseDescr(descr)).itemSize);
  if (!numBytes)
    return numBytes.takeError();
  if (static_cast<uint64_t>(*numBytes) != found)
    return createStringError("expected " + Twine(*numBytes) +
                             " bytes of data for shape " + printShape(shape) +
                             " and dtype " + quote(descr) + ", found " +
                             Twine(found));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The dictionary
//===----------------------------------------------------------------------===//

namespace {

/// A recursive-descent parser. The grammar nests no deeper than the tuple in
/// the dictionary, so that the recursion depth does not depend on the input.
class HeaderParser {
public:
  explicit HeaderParser(StringRef text) : text(text), rest(text) {}

  Expected<Header> parse();

private:
  /// Makes the error "expected `what` at byte N of the header, found ...".
  Error expected(const Twine &what) const;

  void skipSpace() { rest = rest.ltrim(" \t\n\r\f"); }

  /// Skips whitespace, then consumes `character` if it is next.
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
  return createStringError(
      "expected " + what + " at byte " + Twine(text.size() - rest.size()) +
      " of the header, found " + (rest.empty() ? "its end" : quote(found)));
}

bool HeaderParser::consume(char character) {
  skipSpace();
  return rest.consume_front(StringRef(&character, 1));
}

Error HeaderParser::parseString(StringRef &value, const Twine &what) {
  skipSpace();
  StringRef start = rest;
  // Python 2 marks Unicode strings with a prefix.
  if (rest.starts_with("u'") || rest.starts_with("u\""))
    rest = rest.drop_front();
  char quotation = rest.empty() ? '\0' : rest.front();
  size_t end = StringRef::npos;
  if (quotation == '\'' || quotation == '"')
    end = rest.find(quotation, 1);
  StringRef content = rest.slice(1, end);
  // Keys and dtypes need no escapes, control characters or non-ASCII
  // characters.
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
  // Python 2 reads a leading zero as octal. Python 3 rejects it.
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
    // In Python, (3) is a number and (3,) is a tuple.
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
    return createStringError(
        Twine("expected the keys 'descr', 'fortran_order' and "
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

} // namespace npy

std::string npyHeader(StringRef descr, ArrayRef<int64_t> shape) {
  // NumPy reserves space for the first dimension to grow to 21 digits. It then
  // pads by 1 to 64 bytes, the last of which is the line break.
  constexpr size_t maxDigits = 21, pad = 64, preambleSize = 10;
  std::string text;
  raw_string_ostream os(text);
  os << "{'descr': '" << descr
     << "', 'fortran_order': False, 'shape': " << npy::printShape(shape)
     << ", }";
  if (!shape.empty())
    os.indent(maxDigits - std::to_string(shape.front()).size());
  size_t used = preambleSize + text.size() + 1;
  os.indent(pad - used % pad) << '\n';

  // 64 dimensions of 19 digits take far less than the 65535 bytes of version
  // 1.0.
  char length[2];
  support::endian::write16le(length, text.size());
  return (npy::magic + StringRef("\x01\x00", 2) + StringRef(length, 2) + text)
      .str();
}

} // namespace scatter
