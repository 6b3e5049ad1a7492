//===- KernelKey.h - what distinguishes kernels -----------------*- C++ -*-===//
//
// A kernel is a function of one op on memrefs:
//
//   scatter_nd_update ([source,] data, indices, updates)
//   slice_scatter     ([source,] data, updates, bounds...)
//
// Bounds are a start, a stop and a step, unless the kernel knows that, for each
// dimension that has them; of the others everything is written. With a source
// data becomes a copy of it that is updated.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_KERNELS_KERNELKEY_H
#define SCATTER_LIB_KERNELS_KERNELKEY_H

#include "scatter/Dialect/Scatter/IR/ScatterEnums.h"
#include "scatter/ExecutionEngine/Types.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/bit.h"
#include <cstring>
#include <type_traits>

namespace scatter::kernels {

/// How the elements of an array lie.
enum class Layout : uint8_t {
  /// Row-major without gaps.
  Contiguous,
  /// The last stride is 1.
  ContiguousRows,
  Strided
};

/// The type that kernels have for elements of `type` that they only move: an
/// integer of the same size. Complex numbers, which are aligned as their parts,
/// stay what they are.
inline ElementType getMovedType(ElementType type) {
  if (type.kind == ElementKind::Complex)
    return type;
  return {ElementKind::Signless, uint16_t(8 * type.byteSize())};
}

/// The type that kernels have for elements of `type` with a reduction.
inline ElementType getReducedType(ElementType type, Reduction reduction) {
  if (reduction == Reduction::none)
    return getMovedType(type);
  // The sign makes no difference where integers wrap at the end of a byte.
  if (type.kind == ElementKind::Unsigned && type.bitWidth % 8 == 0 &&
      reduction != Reduction::min && reduction != Reduction::max)
    type.kind = ElementKind::Signless;
  return type;
}

/// What distinguishes kernels. Compared as bytes, which are the key of the
/// object cache as well.
struct KernelKey {
  enum class Op : uint8_t { ScatterNDUpdate, SliceScatter };
  /// Arrays that have a layout.
  enum Array { Data, Updates, Indices, NumArrays };
  /// Sizes of data beyond these are never literals.
  static constexpr size_t kMaxStaticSizes = 6;
  /// Stands for a size that is no literal.
  static constexpr int64_t kDynamic = -1;
  /// Stands for a step that is an argument.
  static constexpr int8_t kRunTimeStep = 0;

  Op op = Op::ScatterNDUpdate;
  ElementKind kind = ElementKind::Opaque;
  uint16_t bitWidth = 0;
  /// Rank of data.
  uint8_t rank = 1;
  Layout layouts[NumArrays] = {};
  /// There is a source, with the sizes and strides of data.
  bool hasSource = false;
  /// SliceScatter: the step of the last dimension.
  int8_t rowStep = 1;
  uint16_t threads = 1;

  /// ScatterNDUpdate: dimensions of tuples, components of a tuple, options.
  uint8_t batchRank = 0, depth = 0;
  ElementKind indexKind = ElementKind::Opaque;
  uint8_t indexWidth = 0;
  Reduction reduction = Reduction::none;
  OutOfBounds outOfBounds = OutOfBounds::error;
  NegativeIndices negativeIndices = NegativeIndices::wrap;
  bool uniqueIndices = false, indicesAreSorted = false;
  uint8_t reserved[2] = {};

  /// SliceScatter: bit i is set if dimension i has bounds.
  uint64_t boundAxes = 0;

  /// Sizes of data that are literals.
  int64_t staticSizes[kMaxStaticSizes] = {kDynamic, kDynamic, kDynamic,
                                          kDynamic, kDynamic, kDynamic};

  void setElementType(ElementType type) {
    kind = type.kind;
    bitWidth = type.bitWidth;
  }
  ElementType getElementType() const { return {kind, bitWidth}; }
  ElementType getIndexType() const { return {indexKind, indexWidth}; }

  /// Whether a size of data is a literal.
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

// There is no padding that has no value.
static_assert(std::has_unique_object_representations_v<KernelKey>);

/// Mixes whole words: every call computes it.
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
