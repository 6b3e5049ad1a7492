//===- SliceCopyKernel.cpp - copies with a slice replaced -----------------===//

#include "SliceCopyKernel.h"

#include "Loops.h"
#include "SliceKernel.h"

#include "llvm/ADT/STLExtras.h"

#include "scatter/Plan/KernelThresholds.h"

using namespace llvm;
using namespace scatter;
using namespace scatter::kernels;

void SliceCopyKernel::addAxis(const Axis &axis) {
  if (axis.size == 1)
    return;
  // The distance between adjacent elements of the slice is the same within this
  // axis and across the outer axis.
  bool isUniform = axis.length * axis.step == axis.size;
  if (!axes.empty() && isUniform && axes.back().step == 1) {
    Axis &outer = axes.back();
    if (outer.length == 1 ||
        outer.updatesStride == axis.updatesStride * axis.length) {
      outer.last = axis.last;
      outer.size *= axis.size;
      outer.length *= axis.length;
      outer.step = axis.step;
      outer.updatesStride = axis.updatesStride;
      return;
    }
  }
  axes.push_back(axis);
}

/// Merges an innermost axis with one element per row into the outer axis, whose
/// step is then larger.
void SliceCopyKernel::mergeSingleElements() {
  while (axes.size() > 1 && axes.back().length == 1) {
    Axis row = axes.pop_back_val();
    Axis &outer = axes.back();
    outer.last = row.last;
    outer.size *= row.size;
    if (outer.length > 1)
      outer.step *= row.size;
  }
}

KernelKey SliceCopyKernel::makeKey(const Operand &data) const {
  KernelKey key;
  key.op = KernelKey::Op::SliceScatter;
  key.setElementType(getMovedType(data.type));
  key.rank = uint8_t(axes.size());
  key.hasSource = true;
  for (auto [i, axis] : enumerate(axes))
    if (!axis.isWhole())
      key.boundAxes |= uint64_t(1) << i;
  const Axis &row = axes.back();
  bool isFast = isFastCopyStep(row.length, row.step, data.itemSize,
                               row.size * data.itemSize);
  key.rowStep = isFast ? int8_t(row.step) : KernelKey::kRunTimeStep;
  return key;
}

SliceCopyKernel::SliceCopyKernel(const Operand &data, const Operand &updates,
                                 ArrayRef<SliceRange> ranges,
                                 unsigned threads) {
  for (auto [i, range] : enumerate(ranges))
    addAxis({i, i, data.shape[i], range.length,
             range.length > 1 ? range.step : 1, updates.strides[i]});
  mergeSingleElements();
  if (axes.empty())
    axes.push_back({0, 0, 1, 1, 1, 1});
  KernelKey key = makeKey(data);
  key.threads = uint16_t(threads);
  SmallVector<int64_t, 4> shape, updatesShape, updatesStrides;
  for (const Axis &axis : axes) {
    shape.push_back(axis.size);
    updatesShape.push_back(axis.length);
    updatesStrides.push_back(axis.updatesStride);
  }
  KernelArray dataArray;
  dataArray.type = key.getElementType();
  dataArray.shape = std::move(shape);
  KernelArray updatesArray =
      makeKernelArray(dataArray.type, updatesShape, updatesStrides,
                      key.layouts[KernelKey::Updates]);
  call = KernelCall(key, {dataArray, dataArray, updatesArray});
}

Error SliceCopyKernel::run(const Operand &data, const Operand &target,
                           const Operand &updates,
                           ArrayRef<SliceRange> ranges) {
  SmallVector<int64_t, 12> bounds;
  for (const Axis &axis : axes) {
    if (axis.isWhole())
      continue;
    int64_t start = 0;
    for (size_t dim = axis.first; dim <= axis.last; ++dim)
      start = start * data.shape[dim] + ranges[dim].start;
    appendBounds({start, axis.step, axis.length}, bounds);
    bool isRow = &axis == &axes.back();
    if (!isRow || call.getKey().rowStep == KernelKey::kRunTimeStep)
      bounds.push_back(axis.step);
  }
  return call.run({data.data, target.data, updates.data}, bounds);
}
