//===- RowReduction.cpp - combines messages to rows -----------------------===//

#include "RowReduction.h"

#include "KernelSignature.h"
#include "PrepareIndices.h"
#include "RunKernel.h"
#include "scatter/Plan/KernelThresholds.h"

using namespace llvm;
using namespace scatter;
using namespace scatter::kernels;

/// Divides the rows into chunks of about equal work: a row takes as long as a
/// message.
static SmallVector<int64_t> divideRows(const PreparedIndices &order,
                                       unsigned threads) {
  int64_t numRows = order.getNumRows();
  int64_t count =
      threads == 1 ? 1 : std::min(numRows, threads * kRowChunksPerThread);
  const int64_t *offsets = order.getOffsets();
  SmallVector<int64_t> chunks = {0};
  double work = double(order.getNumTuples()) + double(numRows);
  for (int64_t i = 1; i < count; ++i) {
    auto target = int64_t(work / double(count) * double(i));
    int64_t low = chunks.back(), high = numRows;
    while (low < high) {
      int64_t middle = low + (high - low) / 2;
      if (middle + offsets[middle] < target)
        low = middle + 1;
      else
        high = middle;
    }
    chunks.push_back(low);
  }
  chunks.push_back(numRows);
  return chunks;
}

size_t RowReduction::countWork() const {
  size_t rows = dst ? size_t(dst->numElements)
                    : size_t(order->getNumTuples() + order->getNumRows());
  return rows *
         (size_t(length * type.byteSize()) + size_t(kBucketedTupleBytes));
}

Error RowReduction::runUnsorted(const Operand &out, unsigned threads) const {
  KernelKey key;
  key.op = KernelKey::Op::GatherScatter;
  key.setElementType(getRowStorage(type));
  key.rank = 2;
  key.threads = uint16_t(threads);
  key.reduction = reduction;
  key.rows = RowOptions::Unsorted;
  key.staticSizes[1] = length;
  key.indexKind = src->type.kind;
  key.indexWidth = uint8_t(src->type.bitWidth);
  std::vector<KernelArray> arrays;
  SmallVector<void *, 8> addresses;
  auto add = [&](ElementType element, const Operand &operand,
                 std::initializer_list<int64_t> shape) {
    arrays.push_back({element, shape, {}});
    addresses.push_back(operand.data);
  };
  ElementType storage = getRowStorage(type);
  add(storage, out, {out.numElements / length, length});
  add(storage, *messages, {messages->numElements / length, length});
  add(src->type, *src, {src->numElements, 1});
  if (weight) {
    key.rows |= RowOptions::Weighted;
    add(storage, *weight, {weight->numElements});
  }
  add(src->type, *dst, {dst->numElements, 1});
  return KernelCall(key, std::move(arrays)).run(addresses);
}

Error RowReduction::run(void *out, unsigned threads) const {
  KernelKey key;
  key.op = KernelKey::Op::GatherScatter;
  key.setElementType(type);
  key.rank = 2;
  key.threads = uint16_t(threads);
  key.reduction = reduction;
  key.rows = options;
  key.staticSizes[1] = length;
  ElementType storage = getRowStorage(type);
  std::vector<KernelArray> arrays;
  SmallVector<void *, 8> addresses;
  auto add = [&](ElementType element, void *data,
                 std::initializer_list<int64_t> shape) {
    arrays.push_back({element, shape, {}});
    addresses.push_back(data);
  };
  add(storage, out, {order->getNumRows(), length});
  int64_t rowBytes = length * storage.byteSize();
  add(storage, messages->data,
      {int64_t(messages->countBytes()) / rowBytes, length});
  if (src) {
    key.indexKind = src->type.kind;
    key.indexWidth = uint8_t(src->type.bitWidth);
    add({ElementKind::Signless, src->type.bitWidth}, src->data,
        {src->numElements});
  }
  if (weight) {
    key.rows |= RowOptions::Weighted;
    add(storage, weight->data, {weight->numElements});
  }
  if (order->isWide())
    key.rows |= RowOptions::WideOrder;
  add({ElementKind::Signless, uint16_t(order->isWide() ? 64 : 32)},
      order->getOrder(), {order->getNumTuples() + kMessagePrefetch});
  constexpr ElementType wide = {ElementKind::Signless, 64};
  add(wide, const_cast<int64_t *>(order->getOffsets()),
      {order->getNumRows() + 1});
  SmallVector<int64_t> chunks = divideRows(*order, threads);
  add(wide, chunks.data(), {int64_t(chunks.size())});
  if (args) {
    key.rows |= RowOptions::Args;
    add(wide, args->data, {order->getNumRows(), length});
  }
  return KernelCall(key, std::move(arrays)).run(addresses);
}

Error kernels::makeContiguous(Operand &operand, ScratchMemory &memory) {
  if (operand.isContiguous)
    return Error::success();
  if (Error error =
          ScratchMemory::allocate(operand.countBytes()).moveInto(memory))
    return error;
  Operand copy(memory.get(), operand);
  if (Error error = copyElements(operand, copy, /*threads=*/1))
    return error;
  operand = std::move(copy);
  return Error::success();
}
