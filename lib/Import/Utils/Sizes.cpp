//===- Sizes.cpp - sizes of tensors ---------------------------------------===//

#include "scatter/Import/Utils/Sizes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace scatter;

SmallVector<int64_t> scatter::getShape(ArrayRef<OpFoldResult> sizes) {
  return llvm::map_to_vector(sizes, [](OpFoldResult size) {
    return getKnown(size).value_or(ShapedType::kDynamic);
  });
}

RankedTensorType scatter::makeTensorType(ArrayRef<OpFoldResult> sizes,
                                         Type element) {
  return RankedTensorType::get(getShape(sizes), element);
}

static OpFoldResult makeDim(ImplicitLocOpBuilder &b, Value tensor,
                            int64_t dim) {
  return tensor::DimOp::create(b, tensor, dim).getResult();
}

static OpFoldResult getArgumentSize(ImplicitLocOpBuilder &b, Value tensor,
                                    int64_t dim) {
  auto argument = dyn_cast<BlockArgument>(tensor);
  auto function =
      argument
          ? dyn_cast_or_null<func::FuncOp>(argument.getOwner()->getParentOp())
          : nullptr;
  if (function)
    if (auto sizes = function.getArgAttrOfType<DenseI64ArrayAttr>(
            argument.getArgNumber(), kSizesAttr)) {
      tensor = function.getArgument(sizes[2 * dim]);
      dim = sizes[2 * dim + 1];
    }
  return makeDim(b, tensor, dim);
}

/// Returns the initial value of `tensor` if that is carried by a loop that
/// keeps its sizes, else null.
static Value getInit(Value tensor) {
  auto argument = dyn_cast<BlockArgument>(tensor);
  auto result = dyn_cast<OpResult>(tensor);
  auto loop = dyn_cast_or_null<scf::WhileOp>(
      argument ? argument.getOwner()->getParentOp() : result.getOwner());
  if (!loop || !loop->hasAttr(kKeepsSizesAttr))
    return {};
  return loop.getInits()[argument ? argument.getArgNumber()
                                  : result.getResultNumber()];
}

OpFoldResult scatter::getSize(ImplicitLocOpBuilder &b, Value tensor,
                              int64_t dim) {
  // The longest chain of ops that is followed.
  constexpr unsigned maxOps = 64;
  for (unsigned i = 0; i < maxOps; ++i) {
    auto type = cast<RankedTensorType>(tensor.getType());
    if (!type.isDynamicDim(dim))
      return b.getIndexAttr(type.getDimSize(dim));
    if (Value init = getInit(tensor)) {
      tensor = init;
      continue;
    }
    Operation *op = tensor.getDefiningOp();
    if (!op)
      return getArgumentSize(b, tensor, dim);
    if (auto empty = dyn_cast<tensor::EmptyOp>(op))
      return foldConstant(empty.getMixedSizes()[dim]);
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op);
        slice && slice.getSourceType().getRank() == type.getRank())
      return foldConstant(slice.getMixedSizes()[dim]);
    if (auto expanded = dyn_cast<tensor::ExpandShapeOp>(op))
      return foldConstant(expanded.getMixedOutputShape()[dim]);
    if (auto collapsed = dyn_cast<tensor::CollapseShapeOp>(op)) {
      Sizes sizes;
      ReassociationIndices group = collapsed.getReassociationIndices()[dim];
      for (int64_t from : group)
        sizes.push_back(getSize(b, collapsed.getSrc(), from));
      return SizeProduct::get(sizes).emit(b);
    }
    if (auto reshaped = dyn_cast<tensor::ReshapeOp>(op))
      if (auto shape =
              reshaped.getShape().getDefiningOp<tensor::FromElementsOp>())
        return foldConstant(shape.getElements()[dim]);
    if (auto cast = dyn_cast<tensor::CastOp>(op)) {
      tensor = cast.getSource();
      continue;
    }
    auto update = dyn_cast<DestinationStyleOpInterface>(op);
    if (!update)
      break;
    tensor = update.getTiedOpOperand(cast<OpResult>(tensor))->get();
  }
  return makeDim(b, tensor, dim);
}

Sizes scatter::getSizes(ImplicitLocOpBuilder &b, Value tensor) {
  Sizes sizes;
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  for (int64_t dim = 0; dim < rank; ++dim)
    sizes.push_back(getSize(b, tensor, dim));
  return sizes;
}
