//===- RowFunction.cpp - a call that combines messages to rows ------------===//

#include "RowFunction.h"

#include "KernelSignature.h"
#include "scatter/ExecutionEngine/Environment.h"
#include "scatter/ExecutionEngine/Options.h"
#include "scatter/Plan/KernelThresholds.h"

#include <cstring>

using namespace llvm;
using namespace scatter;
using namespace scatter::kernels;

/// The alignment of memory for results: a cache line.
static constexpr size_t kResultBytes = 64;

Expected<unsigned> kernels::readThreads(unsigned threads) {
  if (threads > EngineOptions::maxThreads)
    return make_error<ArgumentError>(ArgumentError::Reason::Value,
                                     "'threads': expected 0 to " +
                                         Twine(EngineOptions::maxThreads) +
                                         ", found " + Twine(threads));
  if (threads != 0)
    return threads;
  return getDefaultThreads();
}

/// Whether the messages are better added in their order than sorted by the rows
/// that `indices` name. Kernels that do not sort have the arithmetic of arith.
bool RowFunction::canBeUnsorted(const Operand &indices) const {
  ElementType type = messages.type;
  bool isArith = type.kind == ElementKind::Signless ||
                 type.kind == ElementKind::Unsigned ||
                 (type.kind == ElementKind::Float && type.bitWidth >= 32);
  bool isSum = reduction.reduction == Reduction::sum &&
               reduction.options == RowOptions::None;
  return isArith && isSum && indices.type == src.type &&
         isFasterUnsorted(reduction.length * type.byteSize());
}

Error RowFunction::setOrder(const PreparedIndices *prepared,
                            const Operand &indices, int64_t numRows) {
  if (prepared) {
    reduction.order = prepared;
    return Error::success();
  }
  dst = indices;
  if (Error error = makeContiguous(dst, memory[3]))
    return error;
  if (canBeUnsorted(dst)) {
    reduction.dst = &dst;
    return checkRowIndices(function, "dst", dst, numRows);
  }
  if (Error error =
          ownOrder.emplace().set(function, "dst", dst, numRows, threads))
    return error;
  reduction.order = &*ownOrder;
  return Error::success();
}

/// Writes the result to `out`, which is contiguous and overlaps nothing but
/// perhaps `start`, which is then the same array.
Error RowFunction::compute(const Operand &out, const Operand *start) {
  if (out.numElements == 0)
    return Error::success();
  bool isInPlace = start && areSameMemory(*start, out);
  if (start && !isInPlace)
    if (Error error = copyElements(*start, out, threads))
      return error;
  int64_t numTuples =
      reduction.dst ? dst.numElements : reduction.order->getNumTuples();
  if (!start && (numTuples == 0 || reduction.dst))
    std::memset(out.data, 0, out.countBytes());
  Operand found;
  if (args) {
    found = *args;
    if (Error error = makeContiguous(found, memory[4]))
      return error;
    reduction.args = &found;
    if (numTuples == 0)
      std::memset(found.data, 0, found.countBytes());
  }
  auto finish = [&] {
    return args ? copyElements(found, *args, threads) : Error::success();
  };
  if (numTuples == 0)
    return finish();
  reduction.messages = &messages;
  reduction.src = hasSrc ? &src : nullptr;
  reduction.weight = hasWeight ? &weight : nullptr;
  unsigned used = reduction.countWork() < size_t(kParallelBytes) ? 1 : threads;
  if (reduction.dst)
    return reduction.runUnsorted(out, used);
  if (start)
    reduction.options |= RowOptions::UpdatesOut;
  if (Error error = reduction.run(out.data, used))
    return error;
  return finish();
}

Error RowFunction::run(ArrayRef<int64_t> shape, const Destination &destination,
                       const Operand *start) {
  if (Error error = makeContiguous(messages, memory[0]))
    return error;
  if (hasSrc) {
    if (Error error = makeContiguous(src, memory[1]))
      return error;
    if (Error error = checkRowIndices(
            function, "src", src,
            messages.shape.empty() ? 1 : messages.shape.front()))
      return error;
  }
  if (hasWeight)
    if (Error error = makeContiguous(weight, memory[2]))
      return error;

  Operand result;
  const ArrayView *array = destination.getArray();
  if (array) {
    if (Error error = result.set("out", *array))
      return error;
    bool isInPlace = !start || areSameMemory(*start, result);
    if (result.isContiguous && !overlapsInputs(result) &&
        (isInPlace || !mayOverlap(*start, result)))
      return compute(result, start);
  }
  // In the memory of the allocator, or by way of a copy.
  Operand like;
  like.type = messages.type;
  like.itemSize = messages.itemSize;
  like.shape.assign(shape.begin(), shape.end());
  for (int64_t size : shape)
    if (MulOverflow(like.numElements, size, like.numElements))
      return makeShapeError(
          "'size': expected less than 2^63 bytes, found more");
  int64_t bytes;
  if (MulOverflow(like.numElements, like.itemSize, bytes))
    return makeShapeError("'size': expected less than 2^63 bytes, found more");
  ScratchMemory scratch;
  void *target;
  if (array) {
    if (Error error = ScratchMemory::allocate(size_t(bytes)).moveInto(scratch))
      return error;
    target = scratch.get();
  } else {
    target = destination.getMemory(size_t(bytes), kResultBytes);
    if (!target && bytes != 0)
      return makeMemoryError(size_t(bytes));
  }
  Operand made(target, like);
  if (Error error = compute(made, start))
    return error;
  return array ? copyElements(made, result, threads) : Error::success();
}
