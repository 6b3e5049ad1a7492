//===- Broadcasting.cpp - elementwise ops with broadcast operands ---------===//

#include "Broadcasting.h"

#include "SizeChecks.h"
#include "scatter/Import/Utils/SizedShapes.h"

using namespace mlir;
using namespace scatter;

Value scatter::mapBroadcast(ImplicitLocOpBuilder &b, RankedTensorType type,
                            ValueRange inputs, ScalarBody body) {
  SmallVector<AffineMap> maps;
  for (Value input : inputs)
    maps.push_back(getBroadcastMap(
        b.getContext(), cast<RankedTensorType>(input.getType()).getShape(),
        type.getShape()));
  return mapElements(b, type, inputs, maps, body);
}

/// Whether a size of `from` is neither known to be 1 nor known to equal that of
/// `to`.
static bool mayRepeat(ArrayRef<OpFoldResult> from, ArrayRef<OpFoldResult> to) {
  to = to.take_back(from.size());
  return llvm::any_of(llvm::zip_equal(from, to), [](auto pair) {
    auto [size, target] = pair;
    return !isKnown(size, 1) && !isSameSize(size, target);
  });
}

LogicalResult scatter::replaceByMap(NodeConversionBase &c, Type element,
                                    ScalarBody body) {
  SmallVector<Value> inputs;
  SmallVector<Sizes> sizes;
  SmallVector<std::string> names;
  for (unsigned i = 0; i < c.getNumOperands(); ++i) {
    inputs.push_back(c.operand(i));
    sizes.push_back(c.sizes(i));
    names.push_back(c.describeInput(i));
  }
  std::optional<Sizes> result = broadcastSizes(c, sizes, names);
  if (!result) {
    std::string found;
    for (const Sizes &each : sizes)
      found += (found.empty() ? "" : " and ") + str(each);
    return c.error("expected shapes that can be broadcast, found " + found);
  }
  FailureOr<RankedTensorType> type = c.makeSizedType(*result, element);
  if (failed(type))
    return failure();
  for (auto [input, from] : llvm::zip_equal(inputs, sizes))
    if (mayRepeat(from, *result))
      input = broadcastTo(c.b, input, *result);
  Value value = mapBroadcast(c.b, *type, inputs, body);
  return value ? c.replace(value) : failure();
}
