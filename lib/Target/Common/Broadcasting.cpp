//===- Broadcasting.cpp - elementwise ops with broadcast operands ---------===//

#include "Broadcasting.h"

#include "scatter/Conversion/ImportUtils/Shapes.h"

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

LogicalResult scatter::replaceByMap(NodeConversionBase &c, Type element,
                                    ScalarBody body) {
  SmallVector<Value> inputs;
  SmallVector<ArrayRef<int64_t>> shapes;
  for (unsigned i = 0; i < c.getNumOperands(); ++i) {
    inputs.push_back(c.operand(i));
    shapes.push_back(c.shape(i));
  }
  std::optional<SmallVector<int64_t>> shape = broadcastShapes(shapes);
  if (!shape) {
    std::string found;
    for (ArrayRef<int64_t> each : shapes)
      found += (found.empty() ? "" : " and ") + str(each);
    return c.error("expected shapes that can be broadcast, found " + found);
  }
  FailureOr<RankedTensorType> type = RankedTensorType::get(*shape, element);
  // Nothing would find dynamic sizes of two operands that differ at run time.
  int64_t dynamic = llvm::count_if(shapes, ShapedType::isDynamicShape);
  if (dynamic > 1)
    return c.error("expected at most one input of dynamic shape, found " +
                   Twine(dynamic));
  if (dynamic == 0)
    type = c.makeType(*shape, element);
  if (failed(type))
    return failure();
  Value result = mapBroadcast(c.b, *type, inputs, body);
  return result ? c.replace(result) : failure();
}
