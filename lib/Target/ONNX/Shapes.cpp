//===- Shapes.cpp - constants, shapes and views ---------------------------===//

#include "scatter/Conversion/ImportUtils/Shapes.h"
#include "Broadcasting.h"
#include "Converters.h"
#include "GraphImporter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::onnx;

LogicalResult onnx::convertIdentity(NodeConversion &c) {
  return c.replace(c.imported(0));
}

LogicalResult onnx::convertConstant(NodeConversion &c) {
  Builder &b = c.b;
  if (const NodeAttribute *value =
          c.attribute("value", NodeAttribute::Type::Tensor)) {
    if (value->tensors.empty())
      return c.error("attribute 'value': expected a tensor");
    if (!value->tensors.front().problem.empty())
      return c.error("attribute 'value': " + value->tensors.front().problem);
    auto constant =
        c.importer.makeConstant(value->tensors.front(), "attribute 'value'");
    return succeeded(constant) ? c.replace(*constant) : failure();
  }
  auto scalar = [&](Type type) { return RankedTensorType::get({}, type); };
  auto vector = [&](size_t size, Type type) {
    return RankedTensorType::get(int64_t(size), type);
  };
  if (c.hasAttribute("value_int"))
    return c.replaceIntegers(c.integer("value_int", 0), {});
  if (c.hasAttribute("value_ints")) {
    SmallVector<int64_t> values = c.integers("value_ints");
    return c.replaceIntegers(values, int64_t(values.size()));
  }
  if (c.hasAttribute("value_float"))
    return c.replace(DenseElementsAttr::get(scalar(b.getF32Type()),
                                            c.number("value_float", 0)));
  if (const NodeAttribute *list =
          c.attribute("value_floats", NodeAttribute::Type::Floats))
    return c.replace(
        DenseElementsAttr::get(vector(list->numbers.size(), b.getF32Type()),
                               ArrayRef<float>(list->numbers)));
  return c.error("expected a value of tensor, float or integer type");
}

LogicalResult onnx::convertConstantOfShape(NodeConversion &c) {
  auto shape = c.constantIntegers(0);
  if (failed(shape))
    return failure();
  DenseElementsAttr element =
      DenseElementsAttr::get(RankedTensorType::get({}, c.b.getF32Type()), 0.0f);
  if (const NodeAttribute *value =
          c.attribute("value", NodeAttribute::Type::Tensor)) {
    if (value->tensors.empty() || !value->tensors.front().problem.empty())
      return c.error(
          "attribute 'value': expected a tensor of a supported type");
    auto constant =
        c.importer.makeConstant(value->tensors.front(), "attribute 'value'");
    if (failed(constant))
      return failure();
    if (constant->getNumElements() != 1)
      return c.error("attribute 'value': expected one element, found " +
                     str(constant->getType()));
    element = *constant;
  }
  auto type = c.makeType(*shape, element.getElementType());
  if (failed(type))
    return failure();
  return c.replace(
      DenseElementsAttr::get(*type, element.getValues<Attribute>()[0]));
}

/// The sizes of dimensions `start` to `end` of a static shape.
LogicalResult onnx::convertShape(NodeConversion &c) {
  int64_t rank = c.rank(0);
  auto clamp = [&](int64_t bound) {
    return std::clamp<int64_t>(bound < 0 ? bound + rank : bound, 0, rank);
  };
  int64_t start = clamp(c.integer("start", 0));
  int64_t end = clamp(c.integer("end", rank));
  ArrayRef<int64_t> shape =
      c.shape(0).slice(start, std::max<int64_t>(end - start, 0));
  return c.replaceIntegers(shape, int64_t(shape.size()));
}

LogicalResult onnx::convertSize(NodeConversion &c) {
  return c.replaceIntegers(c.type(0).getNumElements(), {});
}

LogicalResult onnx::convertRange(NodeConversion &c) {
  Type element = c.element(0);
  for (unsigned i = 0; i < 3; ++i) {
    if (!c.imported(i).constant || c.type(i).getNumElements() != 1)
      return c.error("input " + Twine(i) +
                     ": expected a scalar that is known at import, found " +
                     str(c.type(i)));
    if (failed(c.checkElement(i, element)))
      return failure();
  }
  if (!isa<IntegerType>(element) && !isa<FloatType>(element))
    return c.error("expected numbers, found " + str(c.type(0)));
  int64_t count;
  if (isa<FloatType>(element)) {
    auto get = [&](unsigned i) {
      return c.imported(i).constant.getValues<APFloat>()[0].convertToDouble();
    };
    double length = std::ceil((get(1) - get(0)) / get(2));
    if (!(length < double(int64_t(1) << 40)))
      return c.error("expected a step that leads to the limit");
    count = std::max<int64_t>(length, 0);
  } else {
    int64_t bounds[3];
    for (unsigned i = 0; i < 3; ++i)
      bounds[i] = getIntegers(c.imported(i).constant)->front();
    __int128 distance = __int128(bounds[1]) - bounds[0], step = bounds[2];
    if (step == 0)
      return c.error("input 2: expected a step other than 0, found 0");
    __int128 length = (distance + step + (step > 0 ? -1 : 1)) / step;
    count = length > 0 ? int64_t(std::min<__int128>(length, INT64_MAX)) : 0;
  }
  auto type = c.makeType(count, element);
  if (failed(type))
    return failure();
  Value start = reshape(c.b, c.operand(0), {});
  Value step = reshape(c.b, c.operand(2), {});
  AffineMap scalar = AffineMap::get(1, 0, c.b.getContext());
  Type signless = getSignless(element);
  return c.replace(mapElements(
      c.b, *type, {start, step}, {scalar, scalar},
      [&](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
        Value index =
            arith::IndexCastOp::create(b, b.getI64Type(), getLoopIndex(b, 0));
        if (isa<FloatType>(element)) {
          Value number = arith::SIToFPOp::create(b, element, index);
          Value offset = arith::MulFOp::create(b, number, args[1]);
          return arith::AddFOp::create(b, args[0], offset);
        }
        if (signless.getIntOrFloatBitWidth() < 64)
          index = arith::TruncIOp::create(b, signless, index);
        Value offset = arith::MulIOp::create(b, index, args[1]);
        return arith::AddIOp::create(b, args[0], offset);
      }));
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// The operand in the shape `shape`, which has as many elements.
static LogicalResult replaceReshaped(NodeConversion &c,
                                     ArrayRef<int64_t> shape) {
  auto type = c.makeType(shape, c.element(0));
  if (failed(type))
    return failure();
  if (type->getNumElements() != c.type(0).getNumElements())
    return c.error("expected a shape of " + Twine(c.type(0).getNumElements()) +
                   " elements, found " + str(shape));
  if (DenseElementsAttr constant = c.imported(0).constant)
    return c.replace(constant.reshape(*type));
  return c.replace(reshape(c.b, c.operand(0), shape));
}

LogicalResult onnx::convertReshape(NodeConversion &c) {
  SmallVector<int64_t> shape = c.integers("shape");
  if (c.version >= 5) {
    if (!c.hasOperand(1))
      return c.error("expected input 1, found none");
    auto values = c.constantIntegers(1);
    if (failed(values))
      return failure();
    shape = *values;
  }
  bool allowsZero = c.integer("allowzero", 0) != 0;
  std::optional<size_t> open;
  int64_t known = 1;
  for (auto [i, size] : llvm::enumerate(shape)) {
    if (size == 0 && !allowsZero) {
      if (int64_t(i) >= c.rank(0))
        return c.error("shape: expected a size for dimension " + Twine(i) +
                       ", which the input does not have, found 0");
      size = c.shape(0)[i];
    }
    if (size == -1 && !open)
      open = i;
    else if (size < 0 || (size != 0 && known > INT64_MAX / size))
      return c.error("shape: expected sizes and at most one -1, found " +
                     str(shape));
    else
      known *= size;
  }
  int64_t count = c.type(0).getNumElements();
  if (open) {
    if (known == 0 ? count != 0 : count % known != 0)
      return c.error("shape: expected one of " + Twine(count) +
                     " elements, found " + str(shape));
    shape[*open] = known == 0 ? 0 : count / known;
  }
  return replaceReshaped(c, shape);
}

LogicalResult onnx::convertFlatten(NodeConversion &c) {
  int64_t rank = c.rank(0), axis = c.integer("axis", 1);
  if (axis < -rank || axis > rank)
    return c.error("axis: expected one of a tensor of rank " + Twine(rank) +
                   ", found " + Twine(axis));
  if (axis < 0)
    axis += rank;
  int64_t rows = 1, columns = 1;
  for (auto [i, size] : llvm::enumerate(c.shape(0)))
    (int64_t(i) < axis ? rows : columns) *= size;
  return replaceReshaped(c, {rows, columns});
}

/// The axes of a node: an attribute before version 13, then an input.
static FailureOr<SmallVector<int64_t>> getAxes(NodeConversion &c,
                                               int64_t rank) {
  if (c.version < 13)
    return c.normalizeAxes(c.integers("axes"), rank);
  if (!c.hasOperand(1))
    return SmallVector<int64_t>();
  auto axes = c.constantIntegers(1);
  if (failed(axes))
    return failure();
  return c.normalizeAxes(*axes, rank);
}

LogicalResult onnx::convertSqueeze(NodeConversion &c) {
  auto axes = getAxes(c, c.rank(0));
  if (failed(axes))
    return failure();
  bool hasAxes = c.version < 13 ? c.hasAttribute("axes") : c.hasOperand(1);
  SmallVector<int64_t> shape;
  for (auto [i, size] : llvm::enumerate(c.shape(0))) {
    bool isListed = llvm::is_contained(*axes, int64_t(i));
    if (isListed && size != 1)
      return c.error("axes: expected dimensions of size 1, found " +
                     str(c.type(0)));
    if (!isListed && (hasAxes || size != 1))
      shape.push_back(size);
  }
  return replaceReshaped(c, shape);
}

LogicalResult onnx::convertUnsqueeze(NodeConversion &c) {
  SmallVector<int64_t> given = c.integers("axes");
  if (c.version >= 13) {
    if (!c.hasOperand(1))
      return c.error("expected input 1, found none");
    auto values = c.constantIntegers(1);
    if (failed(values))
      return failure();
    given = *values;
  }
  int64_t rank = c.rank(0) + given.size();
  auto axes = c.normalizeAxes(given, rank);
  if (failed(axes))
    return failure();
  SmallVector<int64_t> shape;
  ArrayRef<int64_t> rest = c.shape(0);
  for (int64_t i = 0; i < rank; ++i) {
    bool isNew = llvm::is_contained(*axes, i);
    shape.push_back(isNew ? 1 : rest.front());
    if (!isNew)
      rest = rest.drop_front();
  }
  // What is repeated along other dimensions stays so.
  return replaceReshaped(c, shape);
}

LogicalResult onnx::convertExpand(NodeConversion &c) {
  auto given = c.constantIntegers(1);
  if (failed(given))
    return failure();
  std::optional<SmallVector<int64_t>> shape =
      broadcastShapes({c.shape(0), ArrayRef<int64_t>(*given)});
  if (!shape)
    return c.error("expected a shape that the input can be broadcast to, "
                   "found " +
                   str(c.shape(0)) + " and " + str(*given));
  auto type = c.makeType(*shape, c.element(0));
  if (failed(type))
    return failure();
  SmallVector<int64_t> padded(shape->size() - c.rank(0), 1);
  llvm::append_range(padded, c.shape(0));
  ImportedValue result;
  result.repeated = reshape(c.b, c.operand(0), padded);
  result.value = broadcast(c.b, result.repeated, *shape);
  return c.replace(result);
}

LogicalResult onnx::convertTile(NodeConversion &c) {
  auto repeats = c.constantIntegers(1);
  if (failed(repeats))
    return failure();
  if (int64_t(repeats->size()) != c.rank(0))
    return c.error("input 1: expected " + Twine(c.rank(0)) +
                   " repeats, found " + str(*repeats));
  // Each dimension as two: repetitions and elements.
  SmallVector<int64_t> split, wide, shape;
  for (auto [size, count] : llvm::zip_equal(c.shape(0), *repeats)) {
    if (count < 0 || (size != 0 && count > INT64_MAX / size))
      return c.error("input 1: expected repeats of a result that memory can "
                     "hold, found " +
                     str(*repeats));
    split.append({1, size});
    wide.append({count, size});
    shape.push_back(count * size);
  }
  auto type = c.makeType(shape, c.element(0));
  if (failed(type))
    return failure();
  if (type->getNumElements() == 0)
    return c.replace(makeEmpty(c.b, *type));
  Value tiled = broadcast(c.b, reshape(c.b, c.operand(0), split), wide);
  return c.replace(reshape(c.b, tiled, shape));
}
