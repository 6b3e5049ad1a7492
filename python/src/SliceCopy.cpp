//===- SliceCopy.cpp - slices of copies without a copy below --------------===//

#include "Update.h"

#include <algorithm>
#include <numeric>

using namespace scatter::python;

/// What makes copying only what the slice leaves faster than copying all: data
/// of this size, a slice of an eighth of it or more, and rows (of the slice)
/// that take longer to copy than to begin. In bytes.
static constexpr size_t kMinSize = 1 << 20, kMinRow = 512;
static constexpr size_t kMaxSizePerSlice = 8;

namespace {
/// A slice with steps of 1 along all dimensions of row-major data. A dimension
/// that it has all of is merged with the one before, so that rows are long and
/// few kernels serve all ranks.
struct Box {
  Box(const View &data, const View &updates, const int64_t *dataStarts);

  int rank = 0;
  int64_t shape[kMaxRank] = {}, starts[kMaxRank] = {}, lengths[kMaxRank] = {};
};
} // namespace

Box::Box(const View &data, const View &updates, const int64_t *dataStarts) {
  for (int i = 0; i < data.rank(); ++i) {
    int64_t size = data.size(i), length = updates.size(i);
    if (rank > 0 && length == size) {
      shape[rank - 1] *= size;
      starts[rank - 1] *= size;
      lengths[rank - 1] *= size;
      continue;
    }
    shape[rank] = size;
    starts[rank] = dataStarts[i];
    lengths[rank++] = length;
  }
}

/// Writes `updates`, which are contiguous but for `strides` if given, to the
/// box of `target`.
static Outcome writeBox(const Box &box, const View &target,
                        const KernelKey &like, void *updates,
                        int64_t *strides) {
  if (std::count(box.lengths, box.lengths + box.rank, 0))
    return Outcome::Done;
  int64_t bounds[3 * kMaxRank];
  for (int i = 0; i < box.rank; ++i) {
    bounds[i] = box.starts[i];
    bounds[box.rank + i] = box.starts[i] + box.lengths[i];
    bounds[2 * box.rank + i] = 1;
  }
  View mergedTarget, mergedUpdates;
  mergedTarget.set(target.tensor.data, target.id, box.rank, box.shape);
  mergedUpdates.set(updates, target.id, box.rank, box.lengths);
  mergedUpdates.tensor.strides = strides;
  Update update;
  update.key.op = KernelKey::SliceScatter;
  update.key.element = target.id;
  update.key.rank = update.key.depth = int8_t(box.rank);
  update.key.threads = like.threads;
  std::iota(update.key.axes, update.key.axes + box.rank, int8_t(0));
  update.lastStep = 1;
  update.arrays[1] = &mergedUpdates;
  update.numArrays = 2;
  update.scalars = bounds;
  return update.runOn(mergedTarget);
}

/// Copies what the box leaves: for each dimension what lies before and after
/// it, within the box in the dimensions before.
static bool copySurroundings(const Box &box, const View &target,
                             const KernelKey &like, const View &data) {
  int64_t strides[kMaxRank] = {}, stride = 1;
  for (int i = box.rank - 1; i >= 0; stride *= box.shape[i--])
    strides[i] = stride;
  Box part = box;
  std::fill_n(part.starts, box.rank, 0);
  std::copy_n(box.shape, box.rank, part.lengths);
  for (int i = 0; i < box.rank; ++i) {
    int64_t end = box.starts[i] + box.lengths[i];
    for (auto [first, last] : {std::pair<int64_t, int64_t>(0, box.starts[i]),
                               std::pair(end, box.shape[i])}) {
      part.starts[i] = first;
      part.lengths[i] = last - first;
      int64_t offset = std::inner_product(strides, strides + box.rank,
                                          part.starts, int64_t(0));
      char *from =
          static_cast<char *>(data.tensor.data) + offset * data.itemSize;
      if (writeBox(part, target, like, from,
                   box.rank > 1 ? strides : nullptr) != Outcome::Done)
        return false;
    }
    part.starts[i] = box.starts[i];
    part.lengths[i] = box.lengths[i];
  }
  return true;
}

Outcome Update::runAround(const View &target, size_t size) {
  const View &data = *arrays[0], &updates = *arrays[1];
  const int64_t *steps = scalars + 2 * key.depth;
  if (key.op != KernelKey::SliceScatter || size < kMinSize ||
      !updates.isRowMajor() || updates.countBytes() < size / kMaxSizePerSlice ||
      !std::all_of(steps, steps + key.depth, [](auto s) { return s == 1; }))
    return Outcome::Declined;
  int64_t starts[kMaxRank] = {};
  for (int i = 0; i < key.depth; ++i) {
    int64_t start = scalars[i], extent = data.size(key.axes[i]);
    starts[key.axes[i]] = start < 0 ? std::max<int64_t>(start + extent, 0)
                                    : std::min(start, extent);
  }
  Box box(data, updates, starts);
  if (box.rank == 0 ||
      size_t(box.lengths[box.rank - 1]) * data.itemSize < kMinRow)
    return Outcome::Declined;
  if (!copySurroundings(box, target, key, data))
    return Outcome::Failed;
  return writeBox(box, target, key, updates.tensor.data, /*strides=*/nullptr);
}
