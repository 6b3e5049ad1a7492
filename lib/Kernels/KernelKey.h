//===- KernelKey.h - identifies a kernel ------------------------*- C++ -*-===//
//
// A kernel is a function of one op on memrefs:
//
//   scatter_nd_update ([source,] data, indices, updates)
//   slice_scatter     ([source,] data, updates, bounds...)
//   gather_nd         (data, indices, out [, fill])
//   scatter_elements  (data, indices, updates [, flag])
//   gather_scatter    (out, messages, [src,] [weight,] order, offsets, chunks)
//                     (out, messages, src, [weight,] dst) if it is unsorted
//
// Each dimension with bounds has the arguments start, stop and step. The step
// is omitted if it is part of the kernel. Dimensions without bounds are written
// whole. With a source, the kernel writes an updated copy of the source to
// data. A `fill` is an array of one element.
//
// gather_scatter combines rows of messages to rows of out, see RowReduction.h.
//
// scatter_elements is a scatter.generic with one component. Under `error` it is
// loops over elements by one thread that skip groups with an index out of
// bounds, and sets a flag if there is one, see ElementsKernel.h.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_KERNELS_KERNELKEY_H
#define SCATTER_LIB_KERNELS_KERNELKEY_H

#include "scatter/Dialect/Scatter/IR/Reductions.h"
#include "scatter/ExecutionEngine/Types.h"
#include "llvm/ADT/BitmaskEnum.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/bit.h"
#include <cstring>
#include <type_traits>

namespace scatter::kernels {

/// The memory layout of an array.
enum class Layout : uint8_t {
  /// Row-major without padding.
  Contiguous,
  /// The innermost stride is 1.
  ContiguousRows,
  Strided
};

/// The element type of kernels that only move elements of `type`: an integer of
/// the same size. Complex types are unchanged because they have the alignment
/// of their parts.
inline ElementType getMovedType(ElementType type) {
  if (type.kind == ElementKind::Complex)
    return type;
  return {ElementKind::Signless, uint16_t(8 * type.byteSize())};
}

/// The element type of kernels that apply `reduction` to elements of `type`.
inline ElementType getReducedType(ElementType type, Reduction reduction) {
  if (reduction == Reduction::none)
    return getMovedType(type);
  // Signedness does not affect wrapping arithmetic on whole bytes.
  if (type.kind == ElementKind::Unsigned && type.bitWidth % 8 == 0 &&
      !comparesElements(reduction))
    type.kind = ElementKind::Signless;
  return type;
}

/// How a kernel of GatherScatter combines the messages of a row.
enum class RowOptions : uint8_t {
  None = 0,
  /// Each message is multiplied by its weight.
  Weighted = 1,
  /// The sum is divided by the number of values.
  Mean = 2,
  /// Starts from the row of out. Otherwise rows without messages become 0.
  UpdatesOut = 4,
  /// The numbers in `order` have 64 bits instead of 32.
  WideOrder = 8,
  /// Updates out by the messages in their order, which are not sorted.
  Unsorted = 16,
  /// Also finds the message that each minimum or maximum is.
  Args = 32,
  LLVM_MARK_AS_BITMASK_ENUM(Args)
};
LLVM_ENABLE_BITMASK_ENUMS_IN_NAMESPACE();

/// Identifies a kernel. Compared as bytes. The same bytes are the key in the
/// object cache.
struct KernelKey {
  enum class Op : uint8_t {
    ScatterNDUpdate,
    SliceScatter,
    GatherScatter,
    GatherND,
    ScatterElements
  };
  /// The arrays that have a layout. The updates of a GatherND are its result.
  enum Array { Data, Updates, Indices, NumArrays };
  /// Dimensions of data from this one on never have a static size.
  static constexpr size_t kMaxStaticSizes = 6;
  /// A size that is not static.
  static constexpr int64_t kDynamic = -1;
  /// A step that is an argument of the kernel.
  static constexpr int8_t kRunTimeStep = 0;

  Op op = Op::ScatterNDUpdate;
  ElementKind kind = ElementKind::Opaque;
  uint16_t bitWidth = 0;
  /// The rank of data.
  uint8_t rank = 1;
  Layout layouts[NumArrays] = {};
  /// Whether the kernel has a source, with the shape and strides of data.
  bool hasSource = false;
  /// SliceScatter: the step of the last dimension.
  int8_t rowStep = 1;
  uint16_t threads = 1;

  /// ScatterNDUpdate, GatherND and ScatterElements: number of tuple dimensions,
  /// length of a tuple, options.
  uint8_t batchRank = 0, depth = 0;
  ElementKind indexKind = ElementKind::Opaque;
  uint8_t indexWidth = 0;
  Reduction reduction = Reduction::none;
  OutOfBounds outOfBounds = OutOfBounds::error;
  NegativeIndices negativeIndices = NegativeIndices::wrap;
  bool uniqueIndices = false, indicesAreSorted = false;
  /// GatherND: how many of the tuple dimensions are batches. ScatterElements:
  /// the dimension of data that the component indexes.
  uint8_t batchDims = 0;

  /// GatherScatter: the options of the rows, see below. Its kernels have no src
  /// if `indexKind` is Opaque, and the length of a row as staticSizes[1].
  RowOptions rows = RowOptions::None;

  /// SliceScatter: bit i is set if dimension i has bounds. ScatterElements: bit
  /// i is set if updates have dimension i.
  uint64_t boundAxes = 0;

  /// The static sizes of data.
  int64_t staticSizes[kMaxStaticSizes] = {kDynamic, kDynamic, kDynamic,
                                          kDynamic, kDynamic, kDynamic};

  void setElementType(ElementType type) {
    kind = type.kind;
    bitWidth = type.bitWidth;
  }
  ElementType getElementType() const { return {kind, bitWidth}; }
  ElementType getIndexType() const { return {indexKind, indexWidth}; }

  /// Whether any size of data is static.
  bool hasStaticSizes() const {
    for (int64_t size : staticSizes)
      if (size != kDynamic)
        return true;
    return false;
  }

  llvm::StringRef getBytes() const {
    return {reinterpret_cast<const char *>(this), sizeof(*this)};
  }
  size_t getHash() const;

  bool operator==(const KernelKey &other) const {
    return std::memcmp(this, &other, sizeof(*this)) == 0;
  }
};

// The comparison of bytes requires that there is no padding.
static_assert(std::has_unique_object_representations_v<KernelKey>);

/// Hashes whole words for speed, because every call computes the hash.
inline size_t KernelKey::getHash() const {
  static_assert(sizeof(KernelKey) % sizeof(uint64_t) == 0);
  uint64_t words[sizeof(KernelKey) / sizeof(uint64_t)], hash = 0;
  std::memcpy(words, this, sizeof(words));
  for (uint64_t word : words)
    hash = (llvm::rotl(hash, 5) ^ word) * 0x9E3779B97F4A7C15u;
  return size_t(hash >> 32);
}

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_KERNELKEY_H
