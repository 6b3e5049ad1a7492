//===- Loops.cpp - loops over two arrays ----------------------------------===//

#include "Loops.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace scatter;
using namespace scatter::kernels;

void kernels::sortLoops(Loops &loops) {
  auto isOutside = [](const Loop &a, const Loop &b) {
    return std::abs(a.strides[0]) > std::abs(b.strides[0]);
  };
  // Insertion sort is stable and does not allocate. There are few loops, and
  // they are nearly sorted.
  for (size_t i = 1; i < loops.size(); ++i)
    for (size_t j = i; j > 0 && isOutside(loops[j], loops[j - 1]); --j)
      std::swap(loops[j], loops[j - 1]);
}

void kernels::mergeLoops(Loops &loops) {
  if (any_of(loops, [](const Loop &loop) { return loop.size == 0; })) {
    loops.assign(1, Loop{0, {1, 1}});
    return;
  }
  size_t count = 0;
  for (const Loop &loop : loops) {
    if (loop.size == 1)
      continue;
    if (count > 0) {
      Loop &outer = loops[count - 1];
      if (outer.strides[0] == loop.strides[0] * loop.size &&
          outer.strides[1] == loop.strides[1] * loop.size) {
        outer = {outer.size * loop.size, {loop.strides[0], loop.strides[1]}};
        continue;
      }
    }
    loops[count++] = loop;
  }
  loops.truncate(count);
}

static Layout getLayout(ArrayRef<int64_t> shape, ArrayRef<int64_t> strides) {
  if (is_contained(shape, 0))
    return Layout::Contiguous;
  int64_t contiguousStride = 1;
  bool isContiguous = true;
  for (size_t i = shape.size(); i-- > 0; contiguousStride *= shape[i])
    isContiguous &= shape[i] == 1 || strides[i] == contiguousStride;
  if (isContiguous)
    return Layout::Contiguous;
  bool hasRows = shape.back() == 1 || strides.back() == 1;
  return hasRows ? Layout::ContiguousRows : Layout::Strided;
}

KernelArray kernels::makeKernelArray(ElementType type, ArrayRef<int64_t> shape,
                                     ArrayRef<int64_t> strides,
                                     Layout &layout) {
  layout = getLayout(shape, strides);
  KernelArray array;
  array.type = type;
  array.shape.assign(shape.begin(), shape.end());
  if (layout != Layout::Contiguous)
    array.strides.assign(strides.begin(), strides.end());
  return array;
}

SmallVector<int64_t, 4> kernels::getSizes(ArrayRef<Loop> loops) {
  SmallVector<int64_t, 4> sizes;
  for (const Loop &loop : loops)
    sizes.push_back(loop.size);
  return sizes;
}

SmallVector<int64_t, 4> kernels::getStrides(ArrayRef<Loop> loops,
                                            unsigned array) {
  SmallVector<int64_t, 4> strides;
  for (const Loop &loop : loops)
    strides.push_back(loop.strides[array]);
  return strides;
}
