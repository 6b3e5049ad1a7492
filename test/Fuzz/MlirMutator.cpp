//===- MlirMutator.cpp - changes of MLIR text that often parse ------------===//

#include "MlirMutator.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <random>
#include <vector>

using namespace scatter;

namespace {
using Tokens = std::vector<std::string>;

/// One change of a sequence of tokens.
class Mutation {
public:
  explicit Mutation(unsigned seed) : random(seed) {}

  /// Mostly replaces numbers, types and keywords by others.
  Tokens apply(Tokens tokens);

private:
  unsigned below(size_t bound) { return random() % bound; }
  llvm::StringRef choose(llvm::ArrayRef<llvm::StringLiteral> words) {
    return words[below(words.size())];
  }
  /// Changes what the syntax is made of.
  Tokens applyAnywhere(Tokens tokens);
  std::string makeType();
  std::string replacement(llvm::StringRef token);

  std::mt19937 random;
};
} // namespace

static constexpr llvm::StringLiteral numberTokens[] = {
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "8",
    "-1",
    "-2",
    "-4",
    "-5",
    "?",
    "9223372036854775807",
    "-9223372036854775808",
    "-9223372036854775807",
    "4294967296",
    "2147483647",
    "-2147483648",
    "18446744073709551615",
    "1000000007",
    "0x7fffffffffffffff",
};
/// Words that the parser takes in each other's place.
static constexpr llvm::StringLiteral reductions[] = {"none", "sum", "sub",
                                                     "prod", "min", "max"};
static constexpr llvm::StringLiteral outOfBounds[] = {"error", "drop", "clamp",
                                                      "undefined"};
static constexpr llvm::StringLiteral negatives[] = {"wrap", "reject"};
static constexpr llvm::ArrayRef<llvm::StringLiteral> kinds[] = {
    reductions, outOfBounds, negatives};
/// Clauses; they come after the closing parenthesis of `outs`.
static constexpr llvm::StringLiteral clauses[] = {
    " reduction(sum) ",
    " reduction(max) ",
    " out_of_bounds(drop) ",
    " out_of_bounds(undefined) ",
    " negative_indices(reject) ",
    " {unique_indices} ",
    " {indices_are_sorted} ",
    " {unique_indices, indices_are_sorted, other = 1} ",
    " step [1] ",
    " step [2, -1] ",
    " axes [0] ",
    " axes [-1, 0] ",
};
static constexpr llvm::StringLiteral anything[] = {
    "from",      "to",         "step",
    "axes",      "ins",        "outs",
    "unit",      "true",       "[]",
    "()",        "%0",         "%arg0",
    "->",        "dense<0>",   "dense<[[0], [1]]>",
    "dense<[]>", "array<i64>", "array<i64: 0, 1>",
};
static constexpr llvm::StringLiteral sizes[] = {
    "0", "1", "2", "3", "4", "8", "16", "?", "?", "9223372036854775807",
};
static constexpr llvm::StringLiteral elements[] = {
    "i1",
    "i4",
    "i8",
    "i32",
    "i64",
    "si8",
    "ui64",
    "ui32",
    "index",
    "f16",
    "bf16",
    "f32",
    "f64",
    "f80",
    "f128",
    "tf32",
    "complex<f32>",
    "complex<i32>",
    "i128",
    "i7",
    "f8E5M2",
    "!ptr.ptr",
    "vector<4xf32>",
    "f4E2M1FN",
    "i65",
    "none",
    "complex<f64>",
    "vector<[4]xi8>",
    "f8E8M0FNU",
    "memref<4xf32>",
};
static constexpr llvm::StringLiteral layouts[] = {
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    ", strided<[?], offset: ?>",
    ", strided<[?, ?], offset: ?>",
    ", strided<[8, 1], offset: 3>",
    ", strided<[-1]>",
    ", strided<[0, 1]>",
    ", affine_map<(d0) -> (d0 * 2)>",
    ", affine_map<(d0, d1) -> (d1, d0)>",
    ", affine_map<(d0) -> (d0 mod 2, d0 floordiv 2)>",
    ", 1",
    ", 1 : i32",
    ", \"space\"",
    ", strided<[1, 9223372036854775807]>",
};

std::string Mutation::makeType() {
  bool isMemRef = below(2);
  std::string type = isMemRef ? "memref<" : "tensor<";
  if (below(16) == 0)
    type += "*x";
  else
    for (unsigned rank = below(4) + (below(16) == 0 ? 6 : 0); rank-- > 0;)
      type += (choose(sizes) + "x").str();
  type += choose(elements);
  if (isMemRef)
    type += choose(layouts);
  return type + ">";
}

static bool isNumber(llvm::StringRef token) {
  return token == "?" || (!token.empty() && llvm::isDigit(token[0]));
}

static bool isType(llvm::StringRef token) {
  return token.starts_with("tensor<") || token.starts_with("memref<");
}

/// Whether something else of the same kind leaves the syntax as it is.
static bool isReplaceable(llvm::StringRef token) {
  return isNumber(token) || isType(token) ||
         llvm::any_of(
             kinds, [&](auto kind) { return llvm::is_contained(kind, token); });
}

/// What may stand for `token`: something of the same kind.
std::string Mutation::replacement(llvm::StringRef token) {
  if (isType(token)) {
    // A change of one part more often keeps the rest of the op valid.
    std::string type = token.str();
    size_t part = below(type.size());
    switch (below(6)) {
    case 0:
      return makeType();
    case 1:
      return (type[0] == 't' ? "memref" : "tensor") + type.substr(6);
    case 2: {
      size_t x = type.rfind('x', type.find_first_of(",>"));
      return type.substr(0, x == std::string::npos ? 7 : x + 1) +
             choose(elements).str() +
             (type[0] == 'm' ? choose(layouts).str() : "") + ">";
    }
    case 3:
      type.insert(7, (choose(sizes) + "x").str());
      return type;
    case 4:
      if (size_t x = type.find('x', 7); x != std::string::npos)
        type.erase(7, x - 6);
      return type;
    default:
      while (part < type.size() && !llvm::isDigit(type[part]) &&
             type[part] != '?')
        ++part;
      if (part < type.size())
        type.replace(part, 1, choose(sizes));
      return type;
    }
  }
  if (isNumber(token))
    return choose(numberTokens).str();
  for (llvm::ArrayRef<llvm::StringLiteral> kind : kinds)
    if (llvm::is_contained(kind, token))
      return choose(kind).str();
  return choose(anything).str();
}

Tokens Mutation::apply(Tokens tokens) {
  if (tokens.empty())
    return {makeType()};
  if (below(6) == 0)
    return applyAnywhere(std::move(tokens));
  std::vector<size_t> positions;
  for (auto [position, token] : llvm::enumerate(tokens))
    if (isReplaceable(token))
      positions.push_back(position);
  if (positions.empty())
    return applyAnywhere(std::move(tokens));
  size_t position = positions[below(positions.size())];
  std::string old = tokens[position];
  std::string other = replacement(old);
  // Types have to fit each other, numbers need not.
  bool everywhere = isType(old) ? below(4) != 0 : below(4) == 0;
  if (!everywhere)
    tokens[position] = other;
  else
    llvm::replace(tokens, old, other);
  return tokens;
}

Tokens Mutation::applyAnywhere(Tokens tokens) {
  size_t position = below(tokens.size());
  switch (below(6)) {
  case 0:
    tokens.erase(tokens.begin() + position);
    break;
  case 1:
    std::swap(tokens[position], tokens[below(tokens.size())]);
    break;
  case 2:
    tokens[position] = tokens[below(tokens.size())];
    break;
  case 3:
    tokens[position] = replacement(tokens[position]);
    break;
  default:
    // After the type of `outs`, mostly.
    while (position + 1 < tokens.size() && !isType(tokens[position]))
      ++position;
    if (position + 1 < tokens.size())
      ++position;
    tokens.insert(tokens.begin() + position + 1, choose(clauses).str());
  }
  return tokens;
}

/// Splits into types, names, numbers, blanks and single characters.
static Tokens tokenize(llvm::StringRef text) {
  Tokens tokens;
  auto isName = [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; };
  while (!text.empty()) {
    size_t length = 1;
    if (text.starts_with("tensor<") || text.starts_with("memref<")) {
      unsigned depth = 0;
      for (length = 6; length < text.size(); ++length) {
        depth += text[length] == '<';
        // The arrow of an affine map closes nothing.
        if (text[length] == '>' && text[length - 1] != '-' && --depth == 0)
          break;
      }
      length = std::min(length + 1, text.size());
    } else if (isName(text[0]) || text[0] == '%' || text[0] == '@') {
      while (length < text.size() && isName(text[length]))
        ++length;
    } else if (llvm::isSpace(text[0])) {
      while (length < text.size() && llvm::isSpace(text[length]))
        ++length;
    }
    tokens.push_back(text.take_front(length).str());
    text = text.drop_front(length);
  }
  return tokens;
}

/// Changes a few tokens: numbers, keywords, types, their order and their
/// presence. What occurs several times is often changed everywhere, so that
/// types keep fitting each other. `seed` decides.
// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer looks for this name.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  Tokens tokens =
      tokenize(llvm::StringRef(reinterpret_cast<const char *>(data), size));
  for (unsigned changes = seed % 4 ? 1 : 2; changes-- > 0;)
    tokens = Mutation(seed + changes).apply(std::move(tokens));
  std::string text = llvm::join(tokens, "");
  text.resize(std::min(text.size(), maxSize));
  std::copy(text.begin(), text.end(), data);
  return text.size();
}

bool fuzz::isDeep(llvm::StringRef text) {
  unsigned depth = 0;
  unsigned signs = 0;
  for (char c : text) {
    depth += llvm::StringRef("([{<").contains(c);
    signs += c == '-';
    if (llvm::StringRef(")]}>").contains(c) && depth > 0)
      --depth;
    if (depth > 64)
      return true;
  }
  return signs > 512;
}
