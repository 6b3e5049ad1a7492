//===- BoundAllocations.cpp - sizes of allocations that exceed memory -----===//

#include "scatter/Conversion/Passes.h"
#include "scatter/Dialect/Scatter/Utils/IndexBuilder.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTERBOUNDALLOCATIONSPASS
#include "scatter/Conversion/Passes.h.inc"
} // namespace scatter

using namespace scatter;

/// No machine has so many bytes. Adding the bytes for the alignment of a buffer
/// does not overflow.
static constexpr uint64_t kMaxBytes = uint64_t(1) << 62;

/// Returns the bytes of one element. An element may also be a memref, which is
/// stored as its descriptor. Types without a data layout count 16 bytes.
static uint64_t getElementBytes(memref::AllocOp op) {
  Type type = op.getType().getElementType();
  if (auto memref = dyn_cast<MemRefType>(type))
    return 8 * (3 + 2 * memref.getRank());
  Type scalar = getElementTypeOrSelf(type);
  if (auto complex = dyn_cast<ComplexType>(scalar))
    scalar = complex.getElementType();
  if (!isa<DataLayoutTypeInterface>(type) && !scalar.isIntOrIndexOrFloat())
    return 16;
  return DataLayout::closest(op).getTypeSize(type).getKnownMinValue();
}

/// Returns the largest product of the dynamic sizes that kMaxBytes allows. It
/// is 0 if the static sizes alone are too large.
static uint64_t getMaxElements(memref::AllocOp op) {
  std::optional<uint64_t> bytes = getElementBytes(op);
  for (int64_t size : op.getType().getShape())
    if (ShapedType::isStatic(size) && bytes)
      bytes = llvm::checkedMulUnsigned(*bytes, uint64_t(size));
  if (!bytes)
    return 0;
  return kMaxBytes / std::max<uint64_t>(*bytes, 1);
}

/// Returns an i1 that says whether one of the dynamic `sizes` is negative or
/// their product exceeds `limit`.
static Value emitIsBeyond(IndexBuilder &b, ValueRange sizes, Value limit) {
  Value product = sizes.front();
  // As unsigned numbers, negative sizes exceed every limit.
  Value overflows = b.ugt(product, limit);
  if (sizes.size() == 1)
    return overflows;
  Value isNegative = b.slt(product, 0), isEmpty = b.eq(product, 0);
  for (Value size : sizes.drop_front()) {
    auto multiply = arith::MulUIExtendedOp::create(b, product, size);
    product = multiply.getLow();
    overflows = b.bitOr(overflows, b.ne(multiply.getHigh(), 0));
    overflows = b.bitOr(overflows, b.ugt(product, limit));
    isNegative = b.bitOr(isNegative, b.slt(size, 0));
    isEmpty = b.bitOr(isEmpty, b.eq(size, 0));
  }
  return b.bitOr(isNegative, b.select(isEmpty, b.boolean(false), overflows));
}

/// Replaces `op`, whose static sizes alone are too large, by bytes: none, or
/// kMaxBytes if the i1 `isBeyond` says that there are elements.
static void replaceByBytes(IndexBuilder &b, memref::AllocOp op,
                           Value isBeyond) {
  Value bytes = b.select(isBeyond, int64_t(kMaxBytes), 0);
  auto type = MemRefType::get(ShapedType::kDynamic, b.getI8Type(), AffineMap(),
                              op.getType().getMemorySpace());
  auto memory = memref::AllocOp::create(b, type, bytes, op.getAlignmentAttr());
  Value view = memref::ViewOp::create(b, op.getType(), memory, b.index(0),
                                      op.getDynamicSizes());
  op.replaceAllUsesWith(view);
  op.erase();
}

/// Makes `op` fail at run time if its dynamic sizes are negative or name more
/// than kMaxBytes: it then allocates about that many.
static void boundSizes(memref::AllocOp op) {
  if (op.getDynamicSizes().empty() || !op.getType().getLayout().isIdentity())
    return;
  uint64_t maxElements = getMaxElements(op);
  IndexBuilder b(op.getLoc(), op);
  Value limit = b.index(maxElements);
  Value isBeyond = emitIsBeyond(b, op.getDynamicSizes(), limit);
  if (maxElements == 0)
    return replaceByBytes(b, op, isBeyond);
  Value replacement = limit;
  for (OpOperand &size : op.getDynamicSizesMutable()) {
    size.set(b.select(isBeyond, replacement, size.get()));
    if (replacement == limit && op.getDynamicSizes().size() > 1)
      replacement = b.index(1);
  }
}

namespace {
struct ScatterBoundAllocationsPass
    : scatter::impl::ScatterBoundAllocationsPassBase<
          ScatterBoundAllocationsPass> {
  void runOnOperation() override { getOperation()->walk(boundSizes); }
};
} // namespace
