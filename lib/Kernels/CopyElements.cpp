//===- CopyElements.cpp - copies the elements of arrays -------------------===//

#include "CopyElements.h"

#include "Loops.h"
#include "RunKernel.h"
#include "scatter/ExecutionEngine/BufferPool.h"
#include "scatter/Plan/KernelThresholds.h"

#include "llvm/Support/MathExtras.h"
#include <cstdlib>
#include <cstring>

using namespace llvm;
using namespace scatter;
using namespace scatter::kernels;

static constexpr size_t kAlignment = 64;

Error kernels::makeMemoryError(size_t bytes) {
  return createStringError(std::errc::not_enough_memory,
                           "no memory for %zu bytes", bytes);
}

Expected<ScratchMemory> ScratchMemory::allocate(size_t bytes) {
  void *memory =
      bytes >= kMinPooledBytes
          ? allocatePooled(bytes)
          : std::aligned_alloc(kAlignment, alignTo(bytes + 1, kAlignment));
  if (!memory)
    return makeMemoryError(bytes);
  return ScratchMemory(memory);
}

ScratchMemory::~ScratchMemory() {
  if (memory)
    freePooled(memory);
}

/// Copies a row of elements whose size is a compile-time constant.
template <size_t itemSize>
static void copyRow(char *to, const char *from, const Loop &loop) {
  for (int64_t i = 0; i < loop.size; ++i)
    std::memcpy(to + i * loop.strides[0] * int64_t(itemSize),
                from + i * loop.strides[1] * int64_t(itemSize), itemSize);
}

static void copyRow(char *to, const char *from, const Loop &loop,
                    int64_t itemSize) {
  if (loop.strides[0] == 1 && loop.strides[1] == 1) {
    std::memcpy(to, from, size_t(loop.size * itemSize));
    return;
  }
  switch (itemSize) {
  case 1:
    return copyRow<1>(to, from, loop);
  case 2:
    return copyRow<2>(to, from, loop);
  case 4:
    return copyRow<4>(to, from, loop);
  case 8:
    return copyRow<8>(to, from, loop);
  default:
    return copyRow<16>(to, from, loop);
  }
}

static void copyLoops(char *to, const char *from, ArrayRef<Loop> loops,
                      int64_t itemSize) {
  if (loops.size() == 1)
    return copyRow(to, from, loops.front(), itemSize);
  const Loop &outer = loops.front();
  for (int64_t i = 0; i < outer.size; ++i)
    copyLoops(to + i * outer.strides[0] * itemSize,
              from + i * outer.strides[1] * itemSize, loops.drop_front(),
              itemSize);
}

/// Makes the call of the kernel that copies the elements of `loops`.
static KernelCall makeCopyKernel(const Operand &to, ArrayRef<Loop> loops,
                                 unsigned threads) {
  SmallVector<int64_t, 4> shape = getSizes(loops);
  KernelKey key;
  key.op = KernelKey::Op::SliceScatter;
  ElementType type = getMovedType(to.type);
  key.setElementType(type);
  key.rank = uint8_t(shape.size());
  key.threads = uint16_t(threads);
  KernelArray target = makeKernelArray(type, shape, getStrides(loops, 0),
                                       key.layouts[KernelKey::Data]);
  KernelArray source = makeKernelArray(type, shape, getStrides(loops, 1),
                                       key.layouts[KernelKey::Updates]);
  return KernelCall(key, {target, source});
}

Error kernels::copyElements(const Operand &from, const Operand &to,
                            unsigned threads) {
  size_t bytes = to.countBytes();
  if (bytes == 0)
    return Error::success();
  if (from.isContiguous && to.isContiguous && bytes < kMinKernelCopyBytes) {
    std::memcpy(to.data, from.data, bytes);
    return Error::success();
  }
  Loops loops;
  for (size_t i = 0; i < to.shape.size(); ++i)
    loops.push_back({to.shape[i], {to.strides[i], from.strides[i]}});
  sortLoops(loops);
  mergeLoops(loops);
  if (loops.empty())
    loops.push_back({1, {1, 1}});
  const Loop &row = loops.back();
  bool isOneRow =
      loops.size() == 1 && row.strides[0] == 1 && row.strides[1] == 1;
  if (bytes >= (isOneRow ? kMinKernelCopyBytes : kMinStridedKernelBytes)) {
    KernelCall call = makeCopyKernel(to, loops, threads);
    if (call.isAvailable())
      return call.run({to.data, from.data});
  }
  copyLoops(to.data, from.data, loops, to.itemSize);
  return Error::success();
}
