//===- SizeChecks.cpp - run-time checks of sizes --------------------------===//

#include "SizeChecks.h"

#include "scatter/Import/Utils/Tensors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace scatter;

LogicalResult scatter::requireSize(NodeConversionBase &c, unsigned i,
                                   int64_t dim, OpFoldResult found,
                                   OpFoldResult expected) {
  if (isSameSize(found, expected))
    return success();
  if (getKnown(found) && getKnown(expected))
    return failure();
  reportUnless(c.b, c.describeInput(i), emitIsEqual(c.b, found, expected),
               SCATTER_OPERAND_EQUAL, dim, found, expected);
  return success();
}

LogicalResult scatter::requireSizes(NodeConversionBase &c, unsigned i,
                                    ArrayRef<OpFoldResult> expected) {
  for (auto [dim, size] : llvm::enumerate(expected))
    if (failed(requireSize(c, i, dim, c.size(i, dim), size)))
      return failure();
  return success();
}

void scatter::requireAtMost(NodeConversionBase &c, unsigned i, int64_t dim,
                            OpFoldResult found, OpFoldResult limit) {
  if (isSameSize(found, limit) || (getKnown(found) && getKnown(limit)))
    return;
  reportUnless(c.b, c.describeInput(i), emitIsAtMost(c.b, found, limit),
               SCATTER_OPERAND_AT_MOST, dim, found, limit);
}

void scatter::requireAtLeast(NodeConversionBase &c, unsigned i, int64_t at,
                             OpFoldResult value, OpFoldResult least) {
  reportUnless(c.b, c.describeInput(i), emitIsAtMost(c.b, least, value),
               SCATTER_OPERAND_VALUE, at, value, least);
}

OpFoldResult scatter::requireNonNegative(NodeConversionBase &c, unsigned i,
                                         int64_t at, OpFoldResult value) {
  OpFoldResult zero = c.b.getIndexAttr(0);
  requireAtLeast(c, i, at, value, zero);
  return maxSize(c.b, value, zero);
}

FailureOr<OpFoldResult> scatter::requireUpTo(NodeConversionBase &c, unsigned i,
                                             int64_t at, OpFoldResult value,
                                             OpFoldResult limit) {
  std::optional<int64_t> number = getKnown(value), most = getKnown(limit);
  if (number && (*number < 0 || (most && *number > *most)))
    return failure();
  if (isSameSize(value, limit) || number == 0 || (number && most))
    return value;
  OpFoldResult result =
      isNeverNegative(value) ? value : requireNonNegative(c, i, at, value);
  reportUnless(c.b, c.describeInput(i), emitIsAtMost(c.b, value, limit),
               SCATTER_OPERAND_VALUE_AT_MOST, at, value, limit);
  return result;
}

FailureOr<OpFoldResult> scatter::requireIndex(NodeConversionBase &c, unsigned i,
                                              int64_t at, OpFoldResult index,
                                              OpFoldResult size) {
  ImplicitLocOpBuilder &b = c.b;
  std::optional<int64_t> known = getKnown(index), length = getKnown(size);
  if (known && length) {
    if (*known < -*length || *known >= *length)
      return c.error(c.describeInput(i) + ": expected an index from " +
                     Twine(-*length) + " to " + Twine(*length - 1) +
                     ", found " + Twine(*known));
    return OpFoldResult(b.getIndexAttr(*known < 0 ? *known + *length : *known));
  }
  OpFoldResult place = index;
  // The sum of a size and a negative number does not overflow.
  if (known && *known < 0)
    place = addSizes(b, size, index);
  else if (!known && !isNeverNegative(index))
    place = emitFromEnd(b, index, size);
  // Interpreted as unsigned, a negative index exceeds any size.
  Value holds = arith::CmpIOp::create(b, arith::CmpIPredicate::ult,
                                      toValue(b, place), toValue(b, size));
  reportUnless(b, c.describeInput(i), holds, SCATTER_OPERAND_INDEX, at, index,
               size);
  return place;
}

LogicalResult scatter::requireElements(NodeConversionBase &c, unsigned i,
                                       int64_t dim) {
  OpFoldResult size = c.size(i, dim);
  if (std::optional<int64_t> known = getKnown(size))
    return success(*known > 0);
  OpFoldResult one = c.b.getIndexAttr(1);
  reportUnless(c.b, c.describeInput(i), emitIsAtMost(c.b, one, size),
               SCATTER_OPERAND_AT_LEAST, dim, size, one);
  return success();
}

//===----------------------------------------------------------------------===//
// Broadcasting
//===----------------------------------------------------------------------===//

/// Returns the broadcast size of one dimension. `sizes` has no size that is 1
/// at import. Returns std::nullopt if two sizes are known to differ.
static std::optional<OpFoldResult> broadcastDim(ImplicitLocOpBuilder &b,
                                                ArrayRef<OpFoldResult> sizes) {
  OpFoldResult result;
  for (OpFoldResult size : sizes) {
    if (!getKnown(size))
      continue;
    if (result && !isSameSize(result, size))
      return std::nullopt;
    result = size;
  }
  if (result)
    return result;
  for (OpFoldResult size : sizes) {
    if (!result || isSameSize(result, size)) {
      result = result ? result : size;
      continue;
    }
    Value isUnit = emitIsEqual(b, result, b.getIndexAttr(1));
    result = Value(arith::SelectOp::create(b, isUnit, toValue(b, size),
                                           toValue(b, result)));
  }
  return result ? result : OpFoldResult(b.getIndexAttr(1));
}

/// Makes the program check that `size` is 1 or `expected`, unless `size` is
/// static.
static void requireUnitOr(ImplicitLocOpBuilder &b, const Twine &operand,
                          int64_t dim, OpFoldResult size,
                          OpFoldResult expected) {
  if (getKnown(size) || isSameSize(size, expected))
    return;
  Value isUnit = emitIsEqual(b, size, b.getIndexAttr(1));
  Value isSame = emitIsEqual(b, size, expected);
  reportUnless(b, operand, arith::OrIOp::create(b, isUnit, isSame),
               SCATTER_OPERAND_BROADCAST, dim, size, expected);
}

LogicalResult scatter::requireBroadcast(NodeConversionBase &c, unsigned i,
                                        ArrayRef<OpFoldResult> sizes) {
  Sizes from = c.sizes(i);
  if (from.size() > sizes.size())
    return failure();
  for (auto [dim, size] : llvm::enumerate(from)) {
    OpFoldResult expected = sizes[sizes.size() - from.size() + dim];
    // A static size other than 1 must be that of the result.
    bool isRepeated = isKnown(size, 1);
    if (getKnown(size) && !isRepeated &&
        failed(requireSize(c, i, dim, size, expected)))
      return failure();
    requireUnitOr(c.b, c.describeInput(i), dim, size, expected);
  }
  return success();
}

std::optional<Sizes> scatter::broadcastSizes(NodeConversionBase &c,
                                             ArrayRef<Sizes> operands,
                                             ArrayRef<std::string> names) {
  ImplicitLocOpBuilder &b = c.b;
  size_t rank = 0;
  for (const Sizes &sizes : operands)
    rank = std::max(rank, sizes.size());
  Sizes result;
  for (size_t dim = 0; dim < rank; ++dim) {
    SmallVector<OpFoldResult> sizes;
    for (const Sizes &operand : operands)
      if (dim + operand.size() >= rank)
        if (OpFoldResult size = operand[dim + operand.size() - rank];
            !isKnown(size, 1))
          sizes.push_back(size);
    std::optional<OpFoldResult> size = broadcastDim(b, sizes);
    if (!size)
      return std::nullopt;
    result.push_back(*size);
  }
  for (auto [operand, name] : llvm::zip_equal(operands, names))
    for (auto [dim, size] : llvm::enumerate(operand)) {
      OpFoldResult expected = result[rank - operand.size() + dim];
      requireUnitOr(b, name, dim, size, expected);
    }
  return result;
}

//===----------------------------------------------------------------------===//
// Named dimensions
//===----------------------------------------------------------------------===//

void scatter::checkNamedSizes(ImplicitLocOpBuilder &b,
                              FunctionOpInterface function,
                              ArrayRef<StringRef> arguments,
                              ArrayRef<SmallVector<std::string>> dims) {
  llvm::StringMap<std::pair<int64_t, int64_t>> first;
  for (auto [i, names] : llvm::enumerate(dims)) {
    auto type = cast<RankedTensorType>(function.getArgument(i).getType());
    SmallVector<int64_t> places;
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      std::pair<int64_t, int64_t> place(i, dim);
      StringRef name = names[dim];
      if (type.isDynamicDim(dim) && !name.empty())
        place = first.try_emplace(name, place).first->second;
      places.append({place.first, place.second});
      if (place == std::pair<int64_t, int64_t>(i, dim))
        continue;
      OpFoldResult expected =
          getSize(b, function.getArgument(place.first), place.second);
      // The attribute that equates both sizes has not been added yet.
      OpFoldResult found = getSize(b, function.getArgument(i), dim);
      reportUnless(b,
                   "input '" + arguments[i] + "': dimension '" + name +
                       "', as dimension " + Twine(place.second) +
                       " of input '" + arguments[place.first] + "'",
                   emitIsEqual(b, found, expected), SCATTER_OPERAND_EQUAL, dim,
                   found, expected);
    }
    function.setArgAttr(i, kSizesAttr, b.getDenseI64ArrayAttr(places));
  }
}

void scatter::removeSizeNames(FunctionOpInterface function) {
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    function.removeArgAttr(i,
                           StringAttr::get(function->getContext(), kSizesAttr));
}
