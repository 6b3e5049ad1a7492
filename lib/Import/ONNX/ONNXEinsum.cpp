//===- ONNXEinsum.cpp - Einsum --------------------------------------------===//
//
// Operands are multiplied from left to right. A subscript that no later term
// has is summed as soon as possible.
//
//===----------------------------------------------------------------------===//

#include "Common/MatMul.h"
#include "Common/Reduction.h"
#include "Common/SizeChecks.h"
#include "ONNXConverters.h"
#include "scatter/Import/Utils/SizedShapes.h"

#include "llvm/ADT/StringExtras.h"

#include <map>

using namespace mlir;
using namespace scatter;
using namespace scatter::onnx;

namespace {

/// A dimension: a letter, or a number below 0 for one of the ellipsis, counted
/// from its end.
using Subscript = int;
using Subscripts = SmallVector<Subscript>;

/// A tensor and the subscripts of its dimensions.
struct Term {
  Value value;
  Subscripts subscripts;
};

class Einsum {
public:
  explicit Einsum(NodeConversion &c) : c(c), b(c.b) {}

  LogicalResult convert();

private:
  LogicalResult parse();
  FailureOr<Subscripts> parseTerm(StringRef text, std::optional<int64_t> rank);
  LogicalResult addTerm(unsigned i);
  void takeDiagonals(Term &term);
  void sumExcept(Term &term, const Subscripts &needed);
  Term multiply(const Term &left, const Term &right, const Subscripts &needed);
  Value order(Term term);
  LogicalResult invalid(const Twine &expected) {
    return c.error("attribute 'equation': expected " + expected + ", found '" +
                   equation + "'");
  }

  NodeConversion &c;
  ImplicitLocOpBuilder &b;
  std::string equation;
  SmallVector<Subscripts> inputs;
  Subscripts output;
  /// The number of dimensions of the longest ellipsis.
  int64_t ellipsis = 0;
  std::map<Subscript, OpFoldResult> sizes;
  SmallVector<Term> terms;
};

} // namespace

/// Parses the subscripts of an operand of rank `rank`, or of the result.
FailureOr<Subscripts> Einsum::parseTerm(StringRef text,
                                        std::optional<int64_t> rank) {
  Subscripts result;
  bool hasEllipsis = false;
  for (; !text.empty(); text = text.drop_front()) {
    if (llvm::isAlpha(text.front())) {
      result.push_back(text.front());
      continue;
    }
    if (hasEllipsis || !text.starts_with("..."))
      return invalid("letters and at most one ellipsis in each term");
    hasEllipsis = true;
    text = text.drop_front(2);
    int64_t letters = llvm::count_if(text.drop_front(), llvm::isAlpha);
    int64_t count = rank ? *rank - int64_t(result.size()) - letters : ellipsis;
    ellipsis = std::max(ellipsis, count);
    for (; count > 0; --count)
      result.push_back(-count);
  }
  if (rank && int64_t(result.size()) != *rank)
    return invalid("as many subscripts as dimensions in each term");
  return result;
}

/// Parses the equation.
LogicalResult Einsum::parse() {
  equation = c.text("equation", "");
  std::string text;
  llvm::copy_if(equation, std::back_inserter(text),
                [](char letter) { return letter != ' '; });
  bool hasOutput = StringRef(text).contains("->");
  auto [left, right] = StringRef(text).split("->");
  SmallVector<StringRef> parts;
  left.split(parts, ',');
  if (parts.size() != c.getNumOperands())
    return invalid("one term for each input");
  for (auto [i, part] : llvm::enumerate(parts)) {
    if (failed(c.checkElement(i, c.element(0))))
      return failure();
    auto subscripts = parseTerm(part, c.rank(i));
    if (failed(subscripts))
      return failure();
    inputs.push_back(*subscripts);
  }
  auto countOf = [&](Subscript subscript) {
    int64_t count = 0;
    for (const Subscripts &input : inputs)
      count += llvm::count(input, subscript);
    return count;
  };
  if (hasOutput) {
    auto subscripts = parseTerm(right, std::nullopt);
    if (failed(subscripts))
      return failure();
    output = *subscripts;
    for (Subscript subscript : output)
      if (llvm::count(output, subscript) > 1 || countOf(subscript) == 0)
        return invalid("subscripts of the result that differ and occur in a "
                       "term");
    return success();
  }
  // Those that occur once, in the order of the alphabet.
  for (int64_t i = ellipsis; i > 0; --i)
    output.push_back(-i);
  for (char letter = 'A'; letter <= 'z'; ++letter)
    if (countOf(letter) == 1)
      output.push_back(letter);
  return success();
}

/// Adds operand `i` without the dimensions of size 1 that are broadcast.
LogicalResult Einsum::addTerm(unsigned i) {
  Sizes found = c.sizes(i), kept;
  Term term;
  for (auto [dim, subscript] : llvm::enumerate(inputs[i])) {
    OpFoldResult size = sizes.at(subscript);
    if (isKnown(found[dim], 1) && !isKnown(size, 1))
      continue;
    if (failed(requireSize(c, i, dim, found[dim], size)))
      return c.error(c.describeInput(i) + ": dimension " + Twine(dim) +
                     ": expected size " + str(size) + ", found " +
                     str(found[dim]));
    kept.push_back(found[dim]);
    term.subscripts.push_back(subscript);
  }
  term.value = reshapeTo(b, c.operand(i), kept);
  for (auto [size, subscript] : llvm::zip_equal(kept, term.subscripts))
    size = sizes.at(subscript);
  term.value = withSizes(b, term.value, kept);
  takeDiagonals(term);
  terms.push_back(std::move(term));
  return success();
}

/// Makes the subscripts of `term` differ.
void Einsum::takeDiagonals(Term &term) {
  Subscripts distinct;
  SmallVector<AffineExpr> exprs;
  for (Subscript subscript : term.subscripts) {
    auto *found = llvm::find(distinct, subscript);
    exprs.push_back(b.getAffineDimExpr(found - distinct.begin()));
    if (found == distinct.end())
      distinct.push_back(subscript);
  }
  if (distinct.size() == term.subscripts.size())
    return;
  Sizes shape = llvm::map_to_vector(
      distinct, [&](Subscript subscript) { return sizes.at(subscript); });
  term.value = mapElements(
      b, makeTensorType(shape, c.element(0)), term.value,
      AffineMap::get(shape.size(), 0, exprs, b.getContext()), takeFirst, shape);
  term.subscripts = distinct;
}

/// Sums `term` over the subscripts that are not in `needed`.
void Einsum::sumExcept(Term &term, const Subscripts &needed) {
  SmallVector<int64_t> axes;
  Subscripts kept;
  for (auto [dim, subscript] : llvm::enumerate(term.subscripts)) {
    if (llvm::is_contained(needed, subscript))
      kept.push_back(subscript);
    else
      axes.push_back(dim);
  }
  if (axes.empty())
    return;
  Value wide = widen(c, term.value);
  Type element = cast<RankedTensorType>(wide.getType()).getElementType();
  Value sum = reduceBy(c, wide, axes, getNumberAttr(element, 0), emitAdd);
  term.value = convertElements(c, sum, c.element(0));
  term.subscripts = kept;
}

/// Multiplies two terms and sums over the subscripts of both that are not in
/// `needed`.
Term Einsum::multiply(const Term &left, const Term &right,
                      const Subscripts &needed) {
  ContractionDims dims;
  Term result;
  for (auto [i, subscript] : llvm::enumerate(left.subscripts)) {
    auto *found = llvm::find(right.subscripts, subscript);
    if (found == right.subscripts.end())
      continue;
    bool isBatch = llvm::is_contained(needed, subscript);
    (isBatch ? dims.lhsBatch : dims.lhsContracted).push_back(i);
    (isBatch ? dims.rhsBatch : dims.rhsContracted)
        .push_back(found - right.subscripts.begin());
    if (isBatch)
      result.subscripts.push_back(subscript);
  }
  for (const auto &[term, other] : {std::pair(&left, &right), {&right, &left}})
    for (Subscript subscript : term->subscripts)
      if (!llvm::is_contained(other->subscripts, subscript))
        result.subscripts.push_back(subscript);
  result.value =
      contractNumbers(b, left.value, right.value, dims, c.element(0));
  return result;
}

/// Returns `term` in the order of the result. Subscripts that only broadcast
/// operands have are added.
Value Einsum::order(Term term) {
  SmallVector<int64_t> permutation;
  Sizes aligned, shape;
  for (Subscript subscript : output) {
    shape.push_back(sizes.at(subscript));
    auto *found = llvm::find(term.subscripts, subscript);
    bool isPresent = found != term.subscripts.end();
    aligned.push_back(isPresent ? shape.back() : b.getIndexAttr(1));
    if (isPresent)
      permutation.push_back(found - term.subscripts.begin());
  }
  Value ordered = llvm::is_sorted(permutation)
                      ? term.value
                      : transpose(b, term.value, permutation);
  return broadcastTo(b, reshapeTo(b, ordered, aligned), shape);
}

LogicalResult Einsum::convert() {
  if (failed(parse()))
    return failure();
  // A size that is known is preferred, and one that is 1 is broadcast.
  for (auto [i, input] : llvm::enumerate(inputs))
    for (auto [dim, subscript] : llvm::enumerate(input)) {
      OpFoldResult size = c.size(i, dim);
      auto [entry, isNew] = sizes.try_emplace(subscript, size);
      bool isBetter = isKnown(entry->second, 1) ||
                      (!getKnown(entry->second) && getKnown(size));
      if (!isNew && isBetter && !isKnown(size, 1))
        entry->second = size;
    }
  Sizes shape = llvm::map_to_vector(
      output, [&](Subscript subscript) { return sizes.at(subscript); });
  if (failed(c.makeSizedType(shape, c.element(0))))
    return failure();
  for (unsigned i = 0; i < inputs.size(); ++i)
    if (failed(addTerm(i)))
      return failure();
  Term result = terms.front();
  for (unsigned i = 0; i < terms.size(); ++i) {
    Subscripts needed = output;
    for (const Term &later : ArrayRef(terms).drop_front(i + 1))
      llvm::append_range(needed, later.subscripts);
    if (i > 0) {
      Subscripts neededLeft = needed, neededRight = needed;
      llvm::append_range(neededLeft, terms[i].subscripts);
      llvm::append_range(neededRight, result.subscripts);
      sumExcept(result, neededLeft);
      sumExcept(terms[i], neededRight);
      result = multiply(result, terms[i], needed);
    }
    sumExcept(result, needed);
  }
  return c.replace(order(result));
}

LogicalResult onnx::convertEinsum(NodeConversion &c) {
  return Einsum(c).convert();
}
