//===- IndexAnalysis.cpp - which positions integers depend on -------------===//

#include "IndexAnalysis.h"

#include "scatter/Dialect/Scatter/IR/SizeLimits.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace scatter;

static ComputedIndex getConstant(int64_t value) {
  return {ComputedIndex::Constant, value, {}};
}

IndexAnalysis::IndexAnalysis(ArrayRef<Value> positions, ArrayRef<int64_t> sizes)
    : sizes(sizes) {
  for (auto [i, position] : llvm::enumerate(positions))
    known[position] = {ComputedIndex::Position, int64_t(i), {int64_t(i)}};
}

std::optional<std::pair<int64_t, int64_t>>
IndexAnalysis::getRange(const ComputedIndex &index) const {
  switch (index.kind) {
  case ComputedIndex::Constant:
    return std::pair(index.value, index.value);
  case ComputedIndex::Position:
    if (ShapedType::isDynamic(sizes[index.value]))
      break;
    return std::pair(int64_t(0), sizes[index.value] - 1);
  case ComputedIndex::Other:
    break;
  }
  return std::nullopt;
}

ComputedIndex IndexAnalysis::get(Value scalar) const {
  if (auto it = known.find(scalar); it != known.end())
    return it->second;
  auto constant = scalar.getDefiningOp<arith::ConstantOp>();
  auto value = constant ? dyn_cast<IntegerAttr>(constant.getValue()) : nullptr;
  if (value && value.getValue().getSignificantBits() <= 64)
    return getConstant(value.getValue().getSExtValue());
  return {};
}

void IndexAnalysis::run(Block &block) {
  for (Operation &op : block)
    if (op.getNumResults() == 1)
      known[op.getResult(0)] = compute(&op);
}

/// Returns the result of comparing `a` with `b` if it is the same for all
/// values in their ranges.
static std::optional<bool> compareRanges(arith::CmpIPredicate predicate,
                                         std::pair<int64_t, int64_t> a,
                                         std::pair<int64_t, int64_t> b) {
  auto [low, high] = a;
  auto [otherLow, otherHigh] = b;
  switch (predicate) {
  case arith::CmpIPredicate::eq:
  case arith::CmpIPredicate::ne: {
    bool isEqual = predicate == arith::CmpIPredicate::eq;
    if (high < otherLow || low > otherHigh)
      return !isEqual;
    if (low == high && otherLow == otherHigh)
      return isEqual;
    return std::nullopt;
  }
  case arith::CmpIPredicate::slt:
    if (high < otherLow)
      return true;
    return low >= otherHigh ? std::optional(false) : std::nullopt;
  case arith::CmpIPredicate::sge:
    if (low >= otherHigh)
      return true;
    return high < otherLow ? std::optional(false) : std::nullopt;
  case arith::CmpIPredicate::sgt:
    return compareRanges(arith::CmpIPredicate::slt, b, a);
  case arith::CmpIPredicate::sle:
    return compareRanges(arith::CmpIPredicate::sge, b, a);
  default:
    return std::nullopt;
  }
}

ComputedIndex IndexAnalysis::computeExtract(DenseIntElementsAttr constant,
                                            ArrayRef<ComputedIndex> at) const {
  ComputedIndex result;
  for (const ComputedIndex &index : at)
    result.dims.insert(index.dims.begin(), index.dims.end());
  // Analyzing larger tables would take noticeable time.
  constexpr int64_t maxElements = 1 << 22;
  ArrayRef<int64_t> shape = constant.getType().getShape();
  std::optional<int64_t> count = countElements(shape);
  if (constant.isSplat() && count && *count > 0)
    return getConstant(constant.getSplatValue<APInt>().getSExtValue());
  if (!count || *count == 0 || *count > maxElements)
    return result;
  SmallVector<int64_t> strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;)
    strides[i - 1] = strides[i] * shape[i];
  // Apply the constant indices. The analysis iterates over the elements of the
  // remaining dimensions.
  int64_t base = 0;
  SmallVector<size_t> open;
  for (auto [i, index] : llvm::enumerate(at)) {
    if (index.kind != ComputedIndex::Constant) {
      open.push_back(i);
      continue;
    }
    if (index.value < 0 || index.value >= shape[i])
      return result;
    base += index.value * strides[i];
  }
  auto values = constant.getValues<APInt>();
  auto getValue = [&](int64_t place) {
    return (*(values.begin() + place)).getSExtValue();
  };
  if (open.empty())
    return getConstant(getValue(base));
  SmallVector<bool> varies(open.size(), false);
  SmallVector<int64_t> place(open.size(), 0);
  while (true) {
    int64_t offset = base;
    for (auto [i, dim] : llvm::enumerate(open))
      offset += place[i] * strides[dim];
    int64_t value = getValue(offset);
    for (auto [i, dim] : llvm::enumerate(open))
      if (place[i] != 0 && !varies[i])
        varies[i] = value != getValue(offset - place[i] * strides[dim]);
    size_t last = open.size();
    while (last > 0 && ++place[last - 1] == shape[open[last - 1]])
      place[--last] = 0;
    if (last == 0)
      break;
  }
  result.dims.clear();
  std::optional<size_t> only;
  for (auto [i, dim] : llvm::enumerate(open)) {
    if (!varies[i])
      continue;
    const auto &dims = at[dim].dims;
    only = result.dims.empty() ? std::optional(dim) : std::nullopt;
    result.dims.insert(dims.begin(), dims.end());
  }
  bool isPosition = only && llvm::count(varies, true) == 1 &&
                    at[*only].kind == ComputedIndex::Position &&
                    !ShapedType::isDynamic(sizes[at[*only].value]) &&
                    sizes[at[*only].value] <= shape[*only];
  if (!isPosition)
    return result;
  for (int64_t i = 0; i < sizes[at[*only].value]; ++i)
    if (getValue(base + i * strides[*only]) != i)
      return result;
  return at[*only];
}

ComputedIndex IndexAnalysis::compute(Operation *op) {
  ComputedIndex result;
  SmallVector<ComputedIndex> operands;
  for (Value operand : op->getOperands())
    operands.push_back(get(operand));
  for (const ComputedIndex &operand : operands)
    result.dims.insert(operand.dims.begin(), operand.dims.end());

  if (isa<arith::ConstantOp>(op))
    return get(op->getResult(0));
  if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
    auto constant = extract.getTensor().getDefiningOp<arith::ConstantOp>();
    auto values = constant ? dyn_cast<DenseIntElementsAttr>(constant.getValue())
                           : DenseIntElementsAttr();
    return values ? computeExtract(values, ArrayRef(operands).drop_front())
                  : result;
  }
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
          arith::ExtUIOp, arith::TruncIOp, UnrealizedConversionCastOp>(op)) {
    if (operands.size() != 1)
      return result;
    Type type = op->getResult(0).getType();
    auto range = getRange(operands.front());
    int64_t width = isa<IntegerType>(type) ? type.getIntOrFloatBitWidth() : 64;
    bool fits = range && range->first >= 0 && width > 1 &&
                (width > 63 || range->second < int64_t(1) << (width - 1));
    return fits ? operands.front() : result;
  }
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    if (operands[0].kind == ComputedIndex::Constant)
      return operands[operands[0].value != 0 ? 1 : 2];
    return result;
  }
  if (operands.size() != 2)
    return result;
  auto left = getRange(operands[0]), right = getRange(operands[1]);
  if (!left || !right)
    return result;
  if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
    if (auto holds = compareRanges(compare.getPredicate(), *left, *right))
      return getConstant(*holds ? -1 : 0); // As arith.constant true.
    return result;
  }
  auto is = [&](unsigned i, int64_t value) {
    return operands[i].kind == ComputedIndex::Constant &&
           operands[i].value == value;
  };
  if (isa<arith::AddIOp>(op) && is(0, 0))
    return operands[1];
  if ((isa<arith::AddIOp>(op) || isa<arith::SubIOp>(op)) && is(1, 0))
    return operands[0];
  if (isa<arith::MulIOp>(op) && (is(0, 1) || is(1, 1)))
    return operands[is(0, 1) ? 1 : 0];
  if (isa<arith::MulIOp>(op) && (is(0, 0) || is(1, 0)))
    return getConstant(0);
  if (isa<arith::MaxSIOp>(op) || isa<arith::MinSIOp>(op)) {
    bool isMax = isa<arith::MaxSIOp>(op);
    if (left->first >= right->second)
      return operands[isMax ? 0 : 1];
    if (right->first >= left->second)
      return operands[isMax ? 1 : 0];
  }
  return result;
}
