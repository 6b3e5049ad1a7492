//===- ElementsKernel.cpp - kernels of scatter_elements -------------------===//

#include "ElementsKernel.h"

#include "scatter/Plan/KernelThresholds.h"

#include "llvm/ADT/STLExtras.h"
#include <cstring>

using namespace llvm;
using namespace scatter;
using namespace scatter::kernels;

SmallVector<ElementLoop, 4> kernels::getElementLoops(const Operand &target,
                                                     const Operand &indices,
                                                     const Operand &updates,
                                                     int64_t axis) {
  SmallVector<ElementLoop, 4> sorted, loops;
  for (int64_t dim = 0; dim < target.getRank(); ++dim) {
    if (updates.shape[dim] == 1 && dim != axis)
      continue;
    ElementLoop loop{updates.shape[dim], target.strides[dim],
                     updates.strides[dim], indices.strides[dim], dim == axis};
    auto *position = find_if(sorted, [&](const ElementLoop &other) {
      return std::abs(other.dataStride) < std::abs(loop.dataStride);
    });
    sorted.insert(position, loop);
  }
  for (const ElementLoop &loop : sorted) {
    ElementLoop *outer = loops.empty() ? nullptr : &loops.back();
    if (outer && !outer->isAxis && !loop.isAxis &&
        outer->dataStride == loop.dataStride * loop.size &&
        outer->updatesStride == loop.updatesStride * loop.size &&
        outer->indicesStride == loop.indicesStride * loop.size) {
      int64_t size = outer->size * loop.size;
      *outer = loop;
      outer->size = size;
    } else {
      loops.push_back(loop);
    }
  }
  return loops;
}

bool kernels::hasElementsKernel(Reduction reduction, ElementType type) {
  if (reduction == Reduction::none)
    return true;
  // The combination is one op on scalars (combineScalars).
  switch (getReducedType(type, reduction).kind) {
  case ElementKind::Signless:
    return type.bitWidth == 1 || type.bitWidth % 8 == 0;
  case ElementKind::Float:
  case ElementKind::BFloat16:
    return true;
  default:
    return false;
  }
}

/// Returns how many of the loops are the dimensions of tuples. The others are
/// those of a slice.
static size_t countTupleLoops(ArrayRef<ElementLoop> loops) {
  const ElementLoop &last = loops.back();
  bool isRow = !last.isAxis && last.indicesStride == 0 &&
               last.dataStride == 1 &&
               (last.updatesStride == 1 || last.updatesStride == 0) &&
               last.size >= kMinElementsRowLength;
  return loops.size() - (isRow ? 1 : 0);
}

ElementsKernel::ElementsKernel(ArrayRef<ElementLoop> loops,
                               const Operand &target, const Operand &indices,
                               int64_t axisSize, const ElementsOptions &options,
                               unsigned threads) {
  size_t numTupleLoops = countTupleLoops(loops);
  KernelKey key;
  key.op = KernelKey::Op::ScatterElements;
  ElementType type = getReducedType(target.type, options.reduction);
  key.setElementType(type);
  key.rank = uint8_t(loops.size());
  key.threads = uint16_t(threads);
  key.batchRank = uint8_t(numTupleLoops);
  key.depth = 1;
  key.indexKind = indices.type.kind;
  key.indexWidth = uint8_t(indices.type.bitWidth);
  key.reduction = options.reduction;
  bool isChecked = options.outOfBounds == OutOfBounds::error;
  bool checksInLoops =
      isChecked && threads == 1 && indices.type.kind != ElementKind::Unsigned &&
      numTupleLoops == loops.size() && loops.back().indicesStride == 1;
  key.outOfBounds = isChecked && !checksInLoops ? OutOfBounds::undefined
                                                : options.outOfBounds;
  key.negativeIndices = options.negativeIndices;

  SmallVector<int64_t, 4> shapes[KernelKey::NumArrays];
  SmallVector<int64_t, 4> strides[KernelKey::NumArrays];
  auto add = [&](KernelKey::Array array, int64_t size, int64_t stride) {
    shapes[array].push_back(size);
    strides[array].push_back(stride);
  };
  // The indices to check: a loop along which they stay the same is left out.
  Operand tuples;
  tuples.type = indices.type;
  tuples.itemSize = indices.itemSize;
  for (auto [dim, loop] : enumerate(loops)) {
    if (loop.isAxis)
      key.batchDims = uint8_t(dim);
    add(KernelKey::Data, loop.isAxis ? axisSize : loop.size, loop.dataStride);
    if (loop.updatesStride != 0) {
      key.boundAxes |= uint64_t(1) << dim;
      add(KernelKey::Updates, loop.size, loop.updatesStride);
    }
    if (dim >= numTupleLoops)
      continue;
    add(KernelKey::Indices, loop.size, loop.indicesStride);
    if (loop.indicesStride == 0)
      continue;
    tuples.shape.push_back(loop.size);
    tuples.strides.push_back(loop.indicesStride);
  }
  if (!checksInLoops)
    add(KernelKey::Indices, 1, 1);
  auto make = [&](KernelKey::Array array, ElementType element) {
    return makeKernelArray(element, shapes[array], strides[array],
                           key.layouts[array]);
  };
  std::vector<KernelArray> arrays = {make(KernelKey::Data, type),
                                     make(KernelKey::Indices, indices.type),
                                     make(KernelKey::Updates, type)};
  if (checksInLoops)
    arrays.push_back({{ElementKind::Signless, 8}, {1}, {}});
  call = KernelCall(key, std::move(arrays));

  if (!isChecked)
    return;
  tuples.shape.push_back(1);
  tuples.strides.push_back(1);
  checks = TupleChecks(axisSize, std::move(tuples), options.negativeIndices,
                       threads);
}

Error ElementsKernel::compile() {
  if (checks.isSet())
    if (Error error = checks.compile())
      return error;
  return call.compile();
}

Expected<bool> ElementsKernel::update(void *data, void *indices,
                                      void *updates) {
  uint8_t isInvalid = 0;
  SmallVector<void *, 4> addresses = {data, indices, updates};
  if (checksWhileWriting())
    addresses.push_back(&isInvalid);
  if (Error error = call.run(addresses))
    return error;
  return !isInvalid;
}

/// Writes `value` as the component at `memory`.
static void writeComponent(char *memory, int64_t size, int64_t value) {
  auto narrow = int32_t(value);
  std::memcpy(memory, size == 4 ? static_cast<void *>(&narrow) : &value,
              size_t(size));
}

void kernels::writeElementTuples(const Operand &indices, int64_t axis,
                                 int64_t width, char *to) {
  int64_t rank = indices.getRank(), size = indices.itemSize;
  bool isUnsigned = indices.type.kind == ElementKind::Unsigned;
  SmallVector<int64_t, 4> position(size_t(rank), 0);
  const char *from = indices.data;
  for (int64_t n = 0; n < indices.numElements; ++n) {
    for (int64_t dim = 0; dim < rank; ++dim, to += width) {
      int64_t value = position[dim];
      if (dim == axis && size == 8) {
        std::memcpy(&value, from, 8);
      } else if (dim == axis) {
        int32_t narrow;
        std::memcpy(&narrow, from, 4);
        value = isUnsigned ? int64_t(uint32_t(narrow)) : int64_t(narrow);
      }
      writeComponent(to, width, value);
    }
    for (int64_t dim = rank; dim-- > 0;) {
      from += indices.strides[dim] * size;
      if (++position[dim] < indices.shape[dim])
        break;
      from -= indices.strides[dim] * size * indices.shape[dim];
      position[dim] = 0;
    }
  }
}
