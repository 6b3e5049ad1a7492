//===- PlanFacts.cpp - what a plan depends on -----------------------------===//

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"

#include "scatter/Dialect/Scatter/IR/Reductions.h"
#include "scatter/Dialect/Scatter/IR/SliceArithmetic.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace scatter;

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

static bool hasIdentityLayout(ShapedType type) {
  auto memref = dyn_cast<MemRefType>(type);
  return !memref || memref.getLayout().isIdentity();
}

/// Returns `x` times `y`, or kDynamic if one of them is dynamic or the product
/// overflows.
static int64_t multiply(int64_t x, int64_t y) {
  int64_t product;
  return ShapedType::isStaticShape({x, y}) && !llvm::MulOverflow(x, y, product)
             ? product
             : ShapedType::kDynamic;
}

static SmallVector<int64_t> getStrides(ShapedType type) {
  if (auto memref = dyn_cast<MemRefType>(type))
    return memref.getStridesAndOffset().first;
  SmallVector<int64_t> strides(type.getRank(), 1);
  for (int64_t dim = type.getRank() - 1; dim > 0; --dim)
    strides[dim - 1] = multiply(strides[dim], type.getDimSize(dim));
  return strides;
}

SmallVector<bool> scatter::getContiguousDims(ShapedType type) {
  bool isIdentity = hasIdentityLayout(type);
  SmallVector<int64_t> strides = getStrides(type);
  SmallVector<bool> contiguousDims(strides.size(), false);
  for (int64_t dim = 0, last = type.getRank() - 1; dim < last; ++dim) {
    int64_t span = multiply(type.getDimSize(dim + 1), strides[dim + 1]);
    contiguousDims[dim] =
        isIdentity || (ShapedType::isStatic(span) && strides[dim] == span);
  }
  return contiguousDims;
}

namespace {

/// A dimension of an iteration space over two operands.
struct Dim {
  int64_t size;
  std::array<int64_t, 2> strides;
  bool isContiguous;
};

/// The sizes of an operand and its strides in storage elements.
struct Layout {
  explicit Layout(ShapedType type, int64_t parts = 1)
      : sizes(type.getShape()), strides(getStrides(type)),
        contiguousDims(getContiguousDims(type)) {
    for (int64_t &stride : strides)
      stride = multiply(stride, parts);
  }

  SmallVector<int64_t> sizes, strides;
  SmallVector<bool> contiguousDims;
};

/// Sizes and strides as types have them.
struct KnownSizes {
  bool is(int64_t size, int64_t number) const { return size == number; }
  int64_t get(int64_t number) const { return number; }
  int64_t multiply(int64_t x, int64_t y) const { return ::multiply(x, y); }
  int64_t choose(int64_t x, int64_t y) const {
    return ShapedType::isStatic(y) ? y : x;
  }
};

} // namespace

static SmallVector<Dim> zipLayouts(const Layout &first, int64_t firstDim,
                                   const Layout &second, int64_t secondDim,
                                   int64_t count, int64_t parts = 1) {
  return zipDims<Dim>(first, firstDim, second, secondDim, count, parts,
                      KnownSizes());
}

static std::optional<int64_t> toOptional(int64_t size) {
  return ShapedType::isStatic(size) ? std::optional(size) : std::nullopt;
}

/// Returns `first` times all sizes of `dims` if the product is static.
static std::optional<int64_t> multiplySizes(int64_t first, ArrayRef<Dim> dims) {
  for (const Dim &dim : dims)
    first = multiply(first, dim.size);
  return toOptional(first);
}

/// Sets what `facts` tell about the slice of a tuple, and the bytes of `data`.
template <typename FactsT>
static void setSlice(FactsT &facts, ArrayRef<Dim> slice,
                     const ElementStorage &storage, const Layout &data) {
  facts.hasSliceDims = !slice.empty();
  facts.isContiguous =
      storage.isVectorizable &&
      (slice.empty() ||
       (slice.size() == 1 && slice[0].strides == std::array<int64_t, 2>{1, 1}));
  int64_t bytes = storage.getBytes();
  facts.sliceBytes = multiplySizes(bytes, slice);
  facts.rowBytes = slice.empty() ? bytes : multiplySizes(bytes, slice.back());
  int64_t dataBytes = bytes * storage.parts;
  for (int64_t size : data.sizes)
    dataBytes = multiply(dataBytes, size);
  facts.dataBytes = toOptional(dataBytes);
}

//===----------------------------------------------------------------------===//
// scatter_nd_update
//===----------------------------------------------------------------------===//

ScatterNDFacts ScatterNDFacts::get(ScatterNDUpdateOp op) {
  ElementStorage storage = ElementStorage::get(op.getElementType());
  Layout data(op.getDataType(), storage.parts),
      updates(op.getUpdatesType(), storage.parts), indices(op.getIndicesType());
  int64_t batchRank = op.getBatchRank();

  ScatterNDFacts facts;
  facts.reduction = op.getReduction();
  facts.policy = op.getOutOfBounds();
  facts.hasUniqueIndices = op.getUniqueIndices();
  facts.hasSortedIndices = op.getIndicesAreSorted();
  facts.depth = op.getIndexDepth();
  facts.isOrderFree =
      scatter::isOrderFree(op.getReduction(), op.getElementType());
  facts.combinesSlowly =
      scatter::combinesSlowly(op.getReduction(), op.getElementType());
  facts.combinesNarrowFloats =
      scatter::combinesNarrowFloats(op.getReduction(), op.getElementType());
  facts.hasIdentityLayout = ::hasIdentityLayout(op.getDataType());
  facts.hasSource = bool(op.getSource());

  SmallVector<Dim> tuples = zipLayouts(indices, 0, updates, 0, batchRank);
  facts.tuples = multiplySizes(1, tuples);
  facts.hasTupleLoop = facts.depth > 0 && tuples.size() == 1;
  facts.hasContiguousIndices =
      tuples.size() <= 1 && (facts.depth == 1 || indices.strides.back() == 1) &&
      (tuples.empty() || tuples[0].strides[0] == facts.depth);

  SmallVector<Dim> slice = zipLayouts(data, facts.depth, updates, batchRank,
                                      op.getSliceRank(), storage.parts);
  setSlice(facts, slice, storage, data);
  return facts;
}

StringRef ScatterNDFacts::getObjection(Partition partition) const {
  switch (partition) {
  case Partition::serial:
    return "";
  case Partition::slice:
    return hasSliceDims ? "" : "a slot is one element";
  case Partition::chunks:
  case Partition::buckets:
  case Partition::private_copies:
    break;
  }
  if (depth == 0)
    return "every tuple names all of 'data'";
  if (partition == Partition::private_copies)
    return isOrderFree ? "" : "the order of the updates of a slot matters";
  if (partition == Partition::buckets || hasUniqueIndices)
    return "";
  if (!hasSortedIndices)
    return "two chunks may name one slot";
  // With sorted indices, the tuples of a slot are consecutive unless a dropped
  // tuple is between them. The promise does not cover dropped tuples.
  return policy == OutOfBounds::drop
             ? "tuples that are dropped need not be sorted"
             : "";
}

Plan ScatterNDFacts::restrict(Plan plan) const {
  bool isFeasible = false;
  switch (plan.partition) {
  case Partition::serial:
    isFeasible = true;
    break;
  case Partition::slice:
    isFeasible = isContiguous;
    break;
  case Partition::chunks:
  case Partition::buckets:
    isFeasible = hasTupleLoop;
    break;
  case Partition::private_copies:
    isFeasible = hasTupleLoop && isContiguous && hasIdentityLayout;
    break;
  }
  if (!isFeasible || plan.threads == 1 || !getObjection(plan.partition).empty())
    plan.partition = Partition::serial;

  if (!isTupleLoop(plan))
    plan.prefetchTuples = plan.prefetchDataBytes = plan.prefetchTotalBytes = 0;
  bool canPrecompute = policy == OutOfBounds::error;
  bool hasBlocks = canPrecompute || policy == OutOfBounds::undefined;
  // A tuple that may be dropped has no offset.
  if (!isTupleLoop(plan) || !hasContiguousIndices ||
      (plan.offsets == SlotOffsets::precomputed && !canPrecompute) ||
      !hasBlocks)
    plan.offsets = SlotOffsets::components;
  return plan;
}

bool ScatterNDFacts::isTupleLoop(const Plan &plan) const {
  return plan.partition != Partition::slice && hasTupleLoop && isContiguous;
}

bool ScatterNDFacts::canStoreLines(const Plan &plan) const {
  return isTupleLoop(plan) && hasIdentityLayout && hasSliceDims &&
         plan.vectorBytes <= kLineBytes &&
         (!rowBytes || *rowBytes % kLineBytes == 0);
}

bool ScatterNDFacts::hasDisjointSlots() const {
  return isContiguous && hasIdentityLayout && sliceBytes;
}

//===----------------------------------------------------------------------===//
// gather_nd
//===----------------------------------------------------------------------===//

/// Whether dimensions [first, last) form at most one loop in all layouts.
static bool formOneLoop(int64_t first, int64_t last,
                        ArrayRef<const Layout *> layouts) {
  for (const Layout *layout : layouts)
    for (int64_t dim = first; dim + 1 < last; ++dim)
      if (!layout->contiguousDims[dim])
        return false;
  return true;
}

GatherFacts GatherFacts::get(GatherNDOp op) {
  ElementStorage storage = ElementStorage::get(op.getElementType());
  Layout data(op.getDataType(), storage.parts),
      out(op.getOutType(), storage.parts), indices(op.getIndicesType());
  int64_t tupleRank = op.getBatchRank(), batchDims = op.getNumBatchDims();

  GatherFacts facts;
  facts.policy = op.getOutOfBounds();
  facts.depth = op.getIndexDepth();
  facts.elementBytes = storage.getBytes();
  facts.hasIdentityLayout = ::hasIdentityLayout(op.getOutType());
  SmallVector<Dim> tuples = zipLayouts(indices, 0, out, 0, tupleRank);
  facts.tuples = multiplySizes(1, tuples);
  facts.hasTupleLoop = formOneLoop(0, batchDims, {&indices, &out, &data}) &&
                       formOneLoop(batchDims, tupleRank, {&indices, &out});

  SmallVector<Dim> slice =
      zipLayouts(out, tupleRank, data, op.getFirstSliceDim(), op.getSliceRank(),
                 storage.parts);
  setSlice(facts, slice, storage, data);
  SmallVector<Dim> inner =
      zipLayouts(indices, batchDims, out, batchDims, tupleRank - batchDims);
  facts.hasElementVectors =
      facts.hasTupleLoop && facts.isContiguous && slice.empty() &&
      facts.depth > 0 && inner.size() == 1 &&
      (facts.depth == 1 || indices.strides.back() == 1) &&
      inner[0].strides == std::array<int64_t, 2>{facts.depth, 1};
  return facts;
}

StringRef GatherFacts::getObjection(Partition partition) const {
  switch (partition) {
  case Partition::serial:
  case Partition::chunks:
    return "";
  case Partition::slice:
    return hasSliceDims ? "" : "a slot is one element";
  case Partition::buckets:
  case Partition::private_copies:
    return "no two tuples write one slot";
  }
  return "";
}

Plan GatherFacts::restrict(Plan plan) const {
  bool isFeasible = plan.partition == Partition::slice
                        ? isContiguous
                        : hasTupleLoop && tuples.value_or(0) != 1;
  if (!isFeasible || plan.threads == 1 || !getObjection(plan.partition).empty())
    plan.partition = Partition::serial;
  if (!hasTupleLoop || !isContiguous || plan.partition == Partition::slice)
    plan.prefetchTuples = plan.prefetchDataBytes = plan.prefetchTotalBytes = 0;
  // Vector units load elements of 32 and 64 bits at offsets of a vector.
  bool hasVectors =
      hasElementVectors && (elementBytes == 4 || elementBytes == 8);
  plan.offsets = plan.offsets == SlotOffsets::blocks && hasVectors
                     ? SlotOffsets::blocks
                     : SlotOffsets::components;
  if (!hasTupleLoop || !isContiguous || !hasIdentityLayout || !hasSliceDims ||
      plan.vectorBytes > kLineBytes ||
      (rowBytes && *rowBytes % kLineBytes != 0))
    plan.nontemporalBytes = 0;
  return plan;
}

//===----------------------------------------------------------------------===//
// slice_scatter
//===----------------------------------------------------------------------===//

SliceFacts SliceFacts::get(SliceScatterOp op) {
  SliceFacts facts{ElementStorage::get(op.getElementType()), std::nullopt,
                   bool(op.getSource())};
  int64_t elements = 1;
  for (int64_t dim = op.getDataRank() - 1; dim >= 0; --dim) {
    if (op.getUpdatesType().getDimSize(dim) == 1) {
      elements = multiply(elements, op.getDataType().getDimSize(dim));
      continue;
    }
    std::optional<unsigned> bound = op.getBoundOfDim(dim);
    int64_t step = bound ? op.getStaticStep()[*bound] : 1;
    facts.rowStep = toOptional(multiply(step, elements));
    break;
  }
  return facts;
}
