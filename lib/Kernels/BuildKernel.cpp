//===- BuildKernel.cpp - the IR of a kernel -------------------------------===//

#include "BuildKernel.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::kernels;

StringRef kernels::getFunctionName(const KernelKey &key) {
  return key.op == KernelKey::Op::ScatterNDUpdate ? "scatter_nd_update"
                                                  : "slice_scatter";
}

namespace {
/// Makes the function of a kernel.
class KernelBuilder {
public:
  KernelBuilder(const KernelKey &key, MLIRContext *context)
      : key(key), builder(context), loc(builder.getUnknownLoc()) {}

  OwningOpRef<ModuleOp> build();

private:
  Type getElementType(ElementType type) {
    return parseType(type.str(), builder.getContext());
  }
  MemRefType getType(KernelKey::Array array, ArrayRef<int64_t> shape,
                     Type element);
  MemRefType getDataType();
  bool hasBounds(unsigned axis) const { return key.boundAxes >> axis & 1; }
  bool hasStepArgument(unsigned axis) const {
    return axis + 1 != key.rank || key.rowStep == KernelKey::kRunTimeStep;
  }
  SmallVector<Type> getArguments();
  /// Updates of `data`, which becomes a copy of `source` if that is not null.
  void buildScatterNDUpdate(Value data, Value source, ValueRange inputs);
  void buildSliceScatter(Value data, Value source, ValueRange inputs);

  const KernelKey &key;
  OpBuilder builder;
  Location loc;
};
} // namespace

MemRefType KernelBuilder::getType(KernelKey::Array array,
                                  ArrayRef<int64_t> shape, Type element) {
  Layout layout = key.layouts[array];
  if (layout == Layout::Contiguous)
    return MemRefType::get(shape, element);
  SmallVector<int64_t> strides(shape.size(), ShapedType::kDynamic);
  if (layout == Layout::ContiguousRows)
    strides.back() = 1;
  return MemRefType::get(
      shape, element,
      StridedLayoutAttr::get(builder.getContext(), /*offset=*/0, strides));
}

MemRefType KernelBuilder::getDataType() {
  SmallVector<int64_t> shape(key.rank, ShapedType::kDynamic);
  for (size_t i = 0; i < std::min(shape.size(), KernelKey::kMaxStaticSizes);
       ++i)
    if (key.staticSizes[i] != KernelKey::kDynamic)
      shape[i] = key.staticSizes[i];
  return getType(KernelKey::Data, shape, getElementType(key.getElementType()));
}

SmallVector<Type> KernelBuilder::getArguments() {
  MemRefType data = getDataType();
  SmallVector<Type> arguments(key.hasSource ? 2 : 1, data);
  Type element = data.getElementType();
  if (key.op == KernelKey::Op::ScatterNDUpdate) {
    SmallVector<int64_t> indices(key.batchRank, ShapedType::kDynamic);
    SmallVector<int64_t> updates = indices;
    indices.push_back(key.depth);
    llvm::append_range(updates, data.getShape().drop_front(key.depth));
    arguments.push_back(getType(KernelKey::Indices, indices,
                                getElementType(key.getIndexType())));
    arguments.push_back(getType(KernelKey::Updates, updates, element));
    return arguments;
  }
  arguments.push_back(getType(KernelKey::Updates, data.getShape(), element));
  for (unsigned axis = 0; axis < key.rank; ++axis)
    if (hasBounds(axis))
      arguments.append(hasStepArgument(axis) ? 3 : 2, builder.getIndexType());
  return arguments;
}

void KernelBuilder::buildScatterNDUpdate(Value data, Value source,
                                         ValueRange inputs) {
  ScatterNDUpdateOp::create(builder, loc, /*indices=*/inputs[0],
                            /*updates=*/inputs[1], data, key.reduction,
                            key.outOfBounds, key.negativeIndices,
                            key.uniqueIndices, key.indicesAreSorted, source);
}

void KernelBuilder::buildSliceScatter(Value data, Value source,
                                      ValueRange inputs) {
  SmallVector<OpFoldResult> start, stop, step;
  SmallVector<int64_t> axes;
  Value updates = inputs.front();
  auto take = [&] {
    inputs = inputs.drop_front();
    return inputs.front();
  };
  for (unsigned axis = 0; axis < key.rank; ++axis) {
    if (!hasBounds(axis))
      continue;
    axes.push_back(axis);
    start.push_back(take());
    stop.push_back(take());
    step.push_back(hasStepArgument(axis) ? OpFoldResult(take())
                                         : builder.getIndexAttr(key.rowStep));
  }
  SliceScatterOp::create(builder, loc, updates, data, start, stop, step, axes,
                         source);
}

OwningOpRef<ModuleOp> KernelBuilder::build() {
  MLIRContext *context = builder.getContext();
  context
      ->loadDialect<func::FuncDialect, memref::MemRefDialect, ScatterDialect>();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  builder.setInsertionPointToEnd(module->getBody());
  auto function = func::FuncOp::create(
      builder, loc, getFunctionName(key),
      builder.getFunctionType(getArguments(), /*results=*/{}));
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToStart(body);
  ValueRange arguments = body->getArguments();
  Value source;
  if (key.hasSource) {
    source = arguments.front();
    arguments = arguments.drop_front();
  }
  Value data = arguments.front();
  if (key.op == KernelKey::Op::ScatterNDUpdate)
    buildScatterNDUpdate(data, source, arguments.drop_front());
  else
    buildSliceScatter(data, source, arguments.drop_front());
  func::ReturnOp::create(builder, loc);
  return module;
}

OwningOpRef<ModuleOp> kernels::buildKernel(const KernelKey &key,
                                           MLIRContext *context) {
  return KernelBuilder(key, context).build();
}
