//===- GatherND.cpp - gather_nd on arrays ---------------------------------===//

#include "CopyElements.h"
#include "Loops.h"
#include "RunUpdate.h"
#include "scatter/ExecutionEngine/Errors.h"
#include "scatter/Plan/KernelThresholds.h"
#include "scatter/Plan/Thresholds.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace scatter;
using namespace scatter::kernels;

namespace {

/// A loop over batches, with strides in indices, out and data.
struct BatchLoop {
  int64_t size, strides[3];
};

class NDGather final : CallThreads {
public:
  NDGather() = default;
  NDGather(const NDGather &) = delete;
  NDGather &operator=(const NDGather &) = delete;

  /// Sets the arguments. Fails with ArgumentError if they are invalid.
  Error set(const ArrayView &newData, const ArrayView &newIndices,
            const GatherNDOptions &newOptions);

  /// Whether arguments differ from those of this call in addresses only.
  bool isFor(const ArrayView &newData, const ArrayView &newIndices,
             const GatherNDOptions &newOptions) const;

  /// Sets the addresses of such arguments.
  Error move(const ArrayView &newData, const ArrayView &newIndices,
             const GatherNDOptions &newOptions);

  Error run(const Destination &destination);

private:
  Error checkArguments();
  void setFill();
  SmallVector<BatchLoop, 2> getBatches(const Operand &out) const;
  KernelCall makeCall(const Operand &out) const;
  Error gather(const Operand &out);

  Operand data, indices;
  ElementType elementType;
  GatherNDOptions options;
  SmallVector<int64_t, 8> outShape;
  int64_t numTuples = 1, depth = 0;
  /// The element that dropped tuples read.
  alignas(16) char fill[16] = {};
  /// The kernel for results with `outStrides`.
  KernelCall call;
  SmallVector<int64_t, 4> outStrides;
};

} // namespace

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

static bool mayDrop(OutOfBounds policy) {
  return policy == OutOfBounds::drop || policy == OutOfBounds::clamp;
}

/// Returns the loops over batches. Loops that all arrays allow to merge are
/// merged.
SmallVector<BatchLoop, 2> NDGather::getBatches(const Operand &out) const {
  SmallVector<BatchLoop, 2> loops;
  for (int64_t i = 0; i < options.batchDims; ++i) {
    if (indices.shape[i] == 1)
      continue;
    // Tuples without components are never read, so any stride is valid.
    BatchLoop loop{indices.shape[i],
                   {depth == 0 ? out.strides[i] : indices.strides[i],
                    out.strides[i], data.strides[i]}};
    BatchLoop *outer = loops.empty() ? nullptr : &loops.back();
    bool isMerged = outer != nullptr;
    for (int array = 0; array < 3 && isMerged; ++array)
      isMerged = outer->strides[array] == loop.strides[array] * loop.size;
    if (isMerged) {
      loop.size *= outer->size;
      *outer = loop;
    } else {
      loops.push_back(loop);
    }
  }
  return loops;
}

KernelCall NDGather::makeCall(const Operand &out) const {
  SmallVector<BatchLoop, 2> batches = getBatches(out);
  Loops tuples, slice;
  for (size_t i = options.batchDims; i + 1 < indices.shape.size(); ++i)
    tuples.push_back(
        {indices.shape[i],
         {depth == 0 ? out.strides[i] : indices.strides[i], out.strides[i]}});
  mergeLoops(tuples);
  // The indices of a kernel have at least rank 2.
  if (tuples.empty() && batches.empty())
    tuples.push_back({1, {1, 1}});
  size_t firstSliceDim = size_t(options.batchDims + depth);
  for (size_t i = firstSliceDim; i < data.shape.size(); ++i)
    slice.push_back(
        {data.shape[i],
         {data.strides[i],
          out.strides[indices.shape.size() - 1 + i - firstSliceDim]}});
  sortLoops(slice);
  mergeLoops(slice);
  // The data of a kernel has at least rank 1.
  if (slice.empty() && depth == 0 && batches.empty())
    slice.push_back({1, {1, 1}});

  KernelKey key;
  key.op = KernelKey::Op::GatherND;
  ElementType type = getMovedType(data.type);
  key.setElementType(type);
  key.rank = uint8_t(batches.size() + size_t(depth) + slice.size());
  key.threads = uint16_t(getThreadsFor(
      std::max({indices.countBytes(), out.countBytes(),
                size_t(numTuples) * size_t(kChunkedTupleBytes)})));
  key.batchRank = uint8_t(batches.size() + tuples.size());
  key.batchDims = uint8_t(batches.size());
  key.depth = uint8_t(depth);
  key.indexKind = indices.type.kind;
  key.indexWidth = uint8_t(indices.type.bitWidth);
  key.outOfBounds = options.outOfBounds;
  key.negativeIndices = options.negativeIndices;

  // Sizes and strides of data, of indices and of out.
  SmallVector<int64_t, 4> shapes[3], strides[3];
  auto add = [&](int array, int64_t size, int64_t stride) {
    shapes[array].push_back(size);
    strides[array].push_back(stride);
  };
  for (const BatchLoop &loop : batches) {
    add(0, loop.size, loop.strides[2]);
    add(1, loop.size, loop.strides[0]);
    add(2, loop.size, loop.strides[1]);
  }
  for (const Loop &loop : tuples) {
    add(1, loop.size, loop.strides[0]);
    add(2, loop.size, loop.strides[1]);
  }
  add(1, depth, indices.strides.back());
  for (int64_t i = options.batchDims; i < options.batchDims + depth; ++i)
    add(0, data.shape[i], data.strides[i]);
  for (const Loop &loop : slice) {
    add(0, loop.size, loop.strides[0]);
    add(2, loop.size, loop.strides[1]);
  }
  std::vector<KernelArray> arrays = {
      makeKernelArray(type, shapes[0], strides[0],
                      key.layouts[KernelKey::Data]),
      makeKernelArray(indices.type, shapes[1], strides[1],
                      key.layouts[KernelKey::Indices]),
      makeKernelArray(type, shapes[2], strides[2],
                      key.layouts[KernelKey::Updates])};
  if (mayDrop(options.outOfBounds))
    arrays.push_back({type, {1}, {}});
  size_t sliceDim = batches.size() + size_t(depth);
  bool hasRows = slice.size() == 1 &&
                 key.layouts[KernelKey::Data] != Layout::Strided &&
                 key.layouts[KernelKey::Updates] != Layout::Strided;
  if (hasRows && sliceDim < KernelKey::kMaxStaticSizes &&
      isFastRowLength(slice[0].size, data.itemSize, out.countBytes()))
    key.staticSizes[sliceDim] = slice[0].size;
  return KernelCall(key, std::move(arrays));
}

/// Reads to `out`, which overlaps no argument.
Error NDGather::gather(const Operand &out) {
  if (numTuples == 0)
    return Error::success();
  if (!call.isSet() || !areEqual(outStrides, out.strides)) {
    call = makeCall(out);
    outStrides = out.strides;
  }
  if (options.compilesAhead)
    if (Error error = call.compile())
      return error;
  SmallVector<void *, 4> addresses = {data.data, indices.data, out.data};
  if (mayDrop(options.outOfBounds))
    addresses.push_back(fill);
  return call.run(addresses);
}

Error NDGather::run(const Destination &destination) {
  const ArrayView *array = destination.getArray();
  Operand out;
  if (!array) {
    ArrayView view;
    view.type = elementType;
    view.shape = outShape;
    size_t bytes = size_t(data.itemSize);
    for (int64_t size : outShape)
      bytes *= size_t(size);
    view.data = destination.getMemory(bytes, kResultAlignment);
    if (!view.data && bytes != 0)
      return makeMemoryError(bytes);
    if (Error error = out.set("out", view))
      return error;
    return gather(out);
  }
  if (Error error = setOut(out, *array, data, outShape))
    return error;
  if (!mayOverlap(data, out) && !mayOverlap(indices, out))
    return gather(out);
  size_t bytes = out.countBytes();
  Expected<ScratchMemory> memory = ScratchMemory::allocate(bytes);
  if (!memory)
    return memory.takeError();
  Operand result(memory->get(), out);
  if (Error error = gather(result))
    return error;
  return copyElements(result, out, getThreadsFor(bytes));
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

Error NDGather::checkArguments() {
  if (Error error = checkIndexType(indices))
    return error;
  if (data.type.kind == ElementKind::Opaque)
    return makeTypeError("'data': expected elements of a known type, found " +
                         data.type.str());
  if (data.shape.empty())
    return makeShapeError("'data': expected a rank of at least 1, found 0");
  if (indices.shape.empty())
    return makeShapeError("'indices': expected a rank of at least 1, found 0");
  int64_t most = std::min(data.getRank(), indices.getRank() - 1);
  if (options.batchDims < 0 || options.batchDims > most)
    return makeShapeError("'batch_dims': expected 0 to " + Twine(most) +
                          ", the rank of 'data' and that of 'indices' less 1, "
                          "found " +
                          Twine(options.batchDims));
  depth = indices.shape.back();
  if (depth > data.getRank() - options.batchDims)
    return makeShapeError("'indices': expected at most " +
                          Twine(data.getRank() - options.batchDims) +
                          " components, the rank of 'data' less 'batch_dims', "
                          "found " +
                          Twine(depth));
  for (int64_t i = 0; i < options.batchDims; ++i)
    if (indices.shape[i] != data.shape[i])
      return makeShapeError("'indices' dimension " + Twine(i) +
                            ": expected size " + Twine(data.shape[i]) +
                            ", as in 'data', found " + Twine(indices.shape[i]));
  outShape.assign(indices.shape.begin(), indices.shape.end() - 1);
  for (int64_t size : outShape)
    numTuples *= size;
  llvm::append_range(
      outShape, ArrayRef(data.shape).drop_front(options.batchDims + depth));
  if (outShape.size() > kMaxRank)
    return makeShapeError("the result has " + Twine(outShape.size()) +
                          " dimensions, expected at most " + Twine(kMaxRank));
  return Error::success();
}

void NDGather::setFill() {
  if (options.fill)
    std::memcpy(fill, options.fill, size_t(data.itemSize));
}

Error NDGather::set(const ArrayView &newData, const ArrayView &newIndices,
                    const GatherNDOptions &newOptions) {
  options = newOptions;
  elementType = newData.type;
  if (Error error = setThreads(options.threads))
    return error;
  if (Error error = data.set("data", newData))
    return error;
  if (Error error = indices.set("indices", newIndices))
    return error;
  setFill();
  return checkArguments();
}

bool NDGather::isFor(const ArrayView &newData, const ArrayView &newIndices,
                     const GatherNDOptions &newOptions) const {
  return data.hasLayout(newData) && indices.hasLayout(newIndices) &&
         elementType == newData.type &&
         options.outOfBounds == newOptions.outOfBounds &&
         options.negativeIndices == newOptions.negativeIndices &&
         options.batchDims == newOptions.batchDims &&
         !options.fill == !newOptions.fill && hasThreads(newOptions.threads);
}

Error NDGather::move(const ArrayView &newData, const ArrayView &newIndices,
                     const GatherNDOptions &newOptions) {
  options = newOptions;
  setFill();
  if (Error error = data.move("data", newData.data))
    return error;
  return indices.move("indices", newIndices.data);
}

Error scatter::gatherND(const ArrayView &data, const ArrayView &indices,
                        const Destination &destination,
                        const GatherNDOptions &options) {
  return runUpdate<NDGather>(destination, data, indices, options);
}
