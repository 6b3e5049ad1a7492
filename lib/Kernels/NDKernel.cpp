//===- NDKernel.cpp - kernels of scatter_nd_update ------------------------===//

#include "NDKernel.h"

#include "CompileKernel.h"

#include "llvm/ADT/STLExtras.h"

#include "scatter/Plan/KernelThresholds.h"

using namespace llvm;
using namespace scatter;
using namespace scatter::kernels;

/// Returns loops over indices and updates for the tuple dimensions; at least
/// one.
static Loops getTupleLoops(const Operand &indices, const Operand &updates,
                           int64_t depth) {
  Loops loops;
  for (size_t i = 0; i + 1 < indices.shape.size(); ++i) {
    // Tuples without components are never read, so any stride is valid.
    int64_t stride = depth == 0 ? updates.strides[i] : indices.strides[i];
    loops.push_back({indices.shape[i], {stride, updates.strides[i]}});
  }
  mergeLoops(loops);
  if (loops.empty())
    loops.push_back({1, {1, 1}});
  return loops;
}

/// Returns loops over data and updates for the dimensions of a slice.
static Loops getSliceLoops(const Operand &target, const Operand &updates,
                           int64_t depth) {
  Loops loops;
  size_t batchRank = updates.shape.size() + depth - target.shape.size();
  for (size_t i = depth; i < target.shape.size(); ++i)
    loops.push_back(
        {target.shape[i],
         {target.strides[i], updates.strides[batchRank + i - size_t(depth)]}});
  sortLoops(loops);
  mergeLoops(loops);
  // The data of a kernel has at least rank 1.
  if (loops.empty() && depth == 0)
    loops.push_back({1, {1, 1}});
  return loops;
}

NDKernel::NDKernel(const Operand &target, const Operand &indices,
                   const Operand &updates, const NDUpdateOptions &options,
                   unsigned threads, bool hasSource) {
  int64_t depth = indices.shape.back();
  Loops tuples = getTupleLoops(indices, updates, depth);
  Loops slice = getSliceLoops(target, updates, depth);
  KernelKey key;
  key.op = KernelKey::Op::ScatterNDUpdate;
  ElementType type = getReducedType(target.type, options.reduction);
  key.setElementType(type);
  key.rank = uint8_t(size_t(depth) + slice.size());
  key.hasSource = hasSource;
  key.threads = uint16_t(threads);
  key.batchRank = uint8_t(tuples.size());
  key.depth = uint8_t(depth);
  key.indexKind = indices.type.kind;
  key.indexWidth = uint8_t(indices.type.bitWidth);
  key.reduction = options.reduction;
  key.outOfBounds = options.outOfBounds;
  key.negativeIndices = options.negativeIndices;
  key.uniqueIndices = options.uniqueIndices;
  key.indicesAreSorted = options.indicesAreSorted;

  SmallVector<int64_t, 4> shape(ArrayRef(target.shape).take_front(depth));
  SmallVector<int64_t, 4> strides(ArrayRef(target.strides).take_front(depth));
  llvm::append_range(shape, getSizes(slice));
  llvm::append_range(strides, getStrides(slice, 0));
  KernelArray data =
      makeKernelArray(type, shape, strides, key.layouts[KernelKey::Data]);
  shape = getSizes(tuples);
  strides = getStrides(tuples, 0);
  shape.push_back(depth);
  strides.push_back(indices.strides.back());
  KernelArray indicesArray = makeKernelArray(indices.type, shape, strides,
                                             key.layouts[KernelKey::Indices]);
  shape = getSizes(tuples);
  strides = getStrides(tuples, 1);
  llvm::append_range(shape, getSizes(slice));
  llvm::append_range(strides, getStrides(slice, 1));
  KernelArray updatesArray =
      makeKernelArray(type, shape, strides, key.layouts[KernelKey::Updates]);

  bool hasRows = slice.size() == 1 &&
                 key.layouts[KernelKey::Data] != Layout::Strided &&
                 key.layouts[KernelKey::Updates] != Layout::Strided;
  std::vector<KernelArray> arrays(hasSource ? 2 : 1, data);
  arrays.push_back(std::move(indicesArray));
  arrays.push_back(std::move(updatesArray));
  // Built-in kernels do not rely on the order, and read all indices.
  bool hasSortedRuns = key.indicesAreSorted && depth == 1 && slice.empty() &&
                       key.reduction != Reduction::none && hasCompiler();
  call = hasSortedRuns ? KernelCall(key, std::move(arrays), KernelRef())
                       : KernelCall(key, std::move(arrays));
  if (hasRows && key.rank <= KernelKey::kMaxStaticSizes &&
      isFastRowLength(slice[0].size, target.itemSize, updates.countBytes())) {
    key.staticSizes[depth] = slice[0].size;
    hasFastRows = true;
    if (!call.isBuiltin())
      call = KernelCall(key, call.getArrays());
  }
  ownKey = key;
}

std::optional<KernelKey> NDKernel::getSpecialKey(bool forSizes) const {
  KernelKey key = ownKey;
  if (forSizes && key.layouts[KernelKey::Data] == Layout::Contiguous &&
      key.layouts[KernelKey::Updates] != Layout::Strided &&
      key.rank <= KernelKey::kMaxStaticSizes)
    llvm::copy(call.getArrays().front().shape, key.staticSizes);
  else if (!hasFastRows)
    return std::nullopt;
  if (key == call.getKey() || !hasCompiler())
    return std::nullopt;
  return key;
}

TupleChecks::TupleChecks(ArrayRef<int64_t> shape, Operand given,
                         NegativeIndices negativeIndices, unsigned threads)
    : tuples(std::move(given)) {
  SmallVector<int64_t, 4> slotsShape(shape);
  SmallVector<int64_t, 4> updatesShape(ArrayRef(tuples.shape).drop_back());
  slotsShape.push_back(0);
  updatesShape.push_back(0);
  slots = Operand::makeEmpty(slotsShape);
  nothing = Operand::makeEmpty(updatesShape);
  NDUpdateOptions options;
  options.negativeIndices = negativeIndices;
  kernel = NDKernel(slots, tuples, nothing, options, threads,
                    /*hasSource=*/false);
}
