//===- BuildKernel.cpp - the IR of a kernel -------------------------------===//

#include "BuildKernel.h"

#include "BuildElementLoops.h"
#include "BuildRowReduction.h"
#include "KernelSignature.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/Utils/Combiner.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::kernels;

namespace {
/// Builds the function of a kernel.
class KernelBuilder {
public:
  KernelBuilder(const KernelKey &key, StringRef name, MLIRContext *context)
      : key(key), name(name), builder(context), loc(builder.getUnknownLoc()) {}

  OwningOpRef<ModuleOp> build();

private:
  Type getType(const KernelArgument &argument);
  /// Builds an update of `data`. If `source` is not null, `data` first becomes
  /// a copy of it.
  void buildScatterNDUpdate(Value data, Value source, ValueRange inputs);
  void buildSliceScatter(Value data, Value source, ValueRange inputs);
  void buildGatherND(Value data, ValueRange inputs);
  void buildScatterElements(Value data, ValueRange inputs);

  const KernelKey &key;
  StringRef name;
  OpBuilder builder;
  Location loc;
};
} // namespace

Type KernelBuilder::getType(const KernelArgument &argument) {
  if (!argument.isArray)
    return builder.getIndexType();
  Type element = parseType(argument.element.str(), builder.getContext());
  if (argument.layout == Layout::Contiguous)
    return MemRefType::get(argument.shape, element);
  return MemRefType::get(argument.shape, element,
                         StridedLayoutAttr::get(builder.getContext(),
                                                /*offset=*/0,
                                                argument.getStrides()));
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
    if (!hasBounds(key, axis))
      continue;
    axes.push_back(axis);
    start.push_back(take());
    stop.push_back(take());
    step.push_back(hasStepArgument(key, axis)
                       ? OpFoldResult(take())
                       : builder.getIndexAttr(key.rowStep));
  }
  SliceScatterOp::create(builder, loc, updates, data, start, stop, step, axes,
                         source);
}

void KernelBuilder::buildGatherND(Value data, ValueRange inputs) {
  Value fill;
  if (hasFill(key)) {
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    fill = memref::LoadOp::create(builder, loc, inputs[2], zero);
  }
  GatherNDOp::create(builder, loc, /*indices=*/inputs[0], data,
                     /*out=*/inputs[1], key.outOfBounds, key.negativeIndices,
                     key.batchDims, fill);
}

void KernelBuilder::buildScatterElements(Value data, ValueRange inputs) {
  MLIRContext *context = builder.getContext();
  SmallVector<AffineExpr> ofData, ofUpdates;
  for (unsigned dim = 0; dim < key.rank; ++dim) {
    AffineExpr expr = builder.getAffineDimExpr(dim);
    ofData.push_back(dim == key.batchDims ? builder.getAffineSymbolExpr(0)
                                          : expr);
    if (hasBounds(key, dim))
      ofUpdates.push_back(expr);
  }
  auto getMap = [&](ArrayRef<AffineExpr> results) {
    return AffineMap::get(key.rank, /*symbolCount=*/1, results, context);
  };
  auto op = GenericOp::create(
      builder, loc, /*indices=*/inputs[0], /*inputs=*/inputs[1], data,
      {getMap(ofUpdates), getMap(ofData)}, key.outOfBounds, key.negativeIndices,
      [&](OpBuilder &b, Location loc, ValueRange elements) {
        ImplicitLocOpBuilder inner(loc, b);
        YieldOp::create(inner, combineScalars(inner, key.reduction,
                                              /*element=*/elements[1],
                                              /*update=*/elements[0]));
      });
  op.setSizesMatch(true);
}

OwningOpRef<ModuleOp> KernelBuilder::build() {
  MLIRContext *context = builder.getContext();
  context->loadDialect<arith::ArithDialect, func::FuncDialect,
                       memref::MemRefDialect, ScatterDialect>();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  builder.setInsertionPointToEnd(module->getBody());
  SmallVector<Type> types;
  for (const KernelArgument &argument : getArguments(key))
    types.push_back(getType(argument));
  auto function = func::FuncOp::create(
      builder, loc, name, builder.getFunctionType(types, /*results=*/{}));
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToStart(body);
  ValueRange arguments = body->getArguments();
  if (key.op == KernelKey::Op::GatherScatter) {
    if (hasOption(key, RowOptions::Unsorted))
      buildUnsortedSum(builder, loc, key, arguments);
    else
      buildRowReduction(builder, loc, key, arguments);
    func::ReturnOp::create(builder, loc);
    return module;
  }
  if (checksElements(key)) {
    buildElementLoops(builder, loc, key, arguments);
    func::ReturnOp::create(builder, loc);
    return module;
  }
  Value source;
  if (key.hasSource) {
    source = arguments.front();
    arguments = arguments.drop_front();
  }
  Value data = arguments.front();
  switch (key.op) {
  case KernelKey::Op::ScatterNDUpdate:
    buildScatterNDUpdate(data, source, arguments.drop_front());
    break;
  case KernelKey::Op::SliceScatter:
    buildSliceScatter(data, source, arguments.drop_front());
    break;
  case KernelKey::Op::GatherND:
    buildGatherND(data, arguments.drop_front());
    break;
  case KernelKey::Op::ScatterElements:
    buildScatterElements(data, arguments.drop_front());
    break;
  case KernelKey::Op::GatherScatter:
    llvm_unreachable("built by buildRowReduction");
  }
  func::ReturnOp::create(builder, loc);
  return module;
}

OwningOpRef<ModuleOp> kernels::buildKernel(const KernelKey &key, StringRef name,
                                           MLIRContext *context) {
  return KernelBuilder(key, name, context).build();
}
