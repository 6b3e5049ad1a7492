//===- NpyLayout.cpp - byte order and element order -----------------------===//
//
// Brings the elements of a .npy file into the byte order of the host and into
// row-major order.
//
//===----------------------------------------------------------------------===//

#include "NpyInternal.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SwapByteOrder.h"
#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>

using namespace llvm;

namespace scatter::npy {

template <typename T>
static void swapBytesAs(MutableArrayRef<char> data) {
  // memcpy makes no assumption on alignment; it compiles to a load and a store.
  for (size_t i = 0, e = data.size(); i != e; i += sizeof(T)) {
    T value;
    std::memcpy(&value, data.data() + i, sizeof(T));
    value = llvm::byteswap(value);
    std::memcpy(data.data() + i, &value, sizeof(T));
  }
}

void swapBytes(MutableArrayRef<char> data, int64_t width) {
  assert(data.size() % width == 0 && "part of an element");
  if (width == 2)
    return swapBytesAs<uint16_t>(data);
  if (width == 4)
    return swapBytesAs<uint32_t>(data);
  assert(width == 8 && "width that no dtype has");
  swapBytesAs<uint64_t>(data);
}

bool isOrderSignificant(ArrayRef<int64_t> shape) {
  return !is_contained(shape, 0) &&
         count_if(shape, [](int64_t size) { return size > 1; }) > 1;
}

/// Transposes a `rows` x `columns` matrix of elements of N bytes. Neighbours in
/// a column are adjacent in `source`, those in a row in `target`; the strides
/// are counted in elements.
template <size_t N>
static void transpose(const char *source, int64_t sourceStride, char *target,
                      int64_t targetStride, int64_t rows, int64_t columns) {
  // A tile of either side has its cache lines used up before they are evicted.
  constexpr int64_t tile = 32;
  for (int64_t row0 = 0; row0 < rows; row0 += tile) {
    int64_t rowEnd = std::min(row0 + tile, rows);
    for (int64_t column0 = 0; column0 < columns; column0 += tile) {
      int64_t columnEnd = std::min(column0 + tile, columns);
      for (int64_t row = row0; row < rowEnd; ++row)
        for (int64_t column = column0; column < columnEnd; ++column)
          std::memcpy(target + (row * targetStride + column) * N,
                      source + (row + column * sourceStride) * N, N);
    }
  }
}

/// The same with the size of an element known at run time only.
static void transpose(int64_t itemSize, const char *source,
                      int64_t sourceStride, char *target, int64_t targetStride,
                      int64_t rows, int64_t columns) {
  auto *function = itemSize == 1   ? transpose<1>
                   : itemSize == 2 ? transpose<2>
                   : itemSize == 4 ? transpose<4>
                   : itemSize == 8 ? transpose<8>
                                   : transpose<16>;
  function(source, sourceStride, target, targetStride, rows, columns);
}

void reorderFromFortran(ArrayRef<char> source, MutableArrayRef<char> target,
                        ArrayRef<int64_t> shape, int64_t itemSize) {
  // Dimensions of size 1 do not matter; without them a matrix is found more
  // often.
  SmallVector<int64_t> sizes;
  copy_if(shape, std::back_inserter(sizes),
          [](int64_t size) { return size != 1; });
  if (!isOrderSignificant(shape)) {
    llvm::copy(source, target.begin());
    return;
  }

  size_t rank = sizes.size();
  SmallVector<int64_t> sourceStrides(rank, 1), targetStrides(rank, 1);
  for (size_t i = 1; i < rank; ++i) {
    sourceStrides[i] = sourceStrides[i - 1] * sizes[i - 1];
    targetStrides[rank - 1 - i] = targetStrides[rank - i] * sizes[rank - i];
  }

  // The first and the last dimension form one matrix for each index tuple of
  // those between; `position` counts through these tuples.
  SmallVector<int64_t> position(rank, 0);
  int64_t sourceOffset = 0, targetOffset = 0;
  while (true) {
    transpose(itemSize, source.data() + sourceOffset * itemSize,
              sourceStrides.back(), target.data() + targetOffset * itemSize,
              targetStrides.front(), sizes.front(), sizes.back());
    size_t i = 1;
    for (; i + 1 < rank; ++i) {
      sourceOffset += sourceStrides[i];
      targetOffset += targetStrides[i];
      if (++position[i] < sizes[i])
        break;
      sourceOffset -= sizes[i] * sourceStrides[i];
      targetOffset -= sizes[i] * targetStrides[i];
      position[i] = 0;
    }
    if (i + 1 >= rank)
      return;
  }
}

} // namespace scatter::npy
