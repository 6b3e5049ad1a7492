//===- TupleReader.h - tuples of indices ------------------------*- C++ -*-===//
//
// Reads the tuples of scatter_nd_update and finds the slots that they name.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_REFERENCE_TUPLEREADER_H
#define SCATTER_LIB_REFERENCE_TUPLEREADER_H

#include "scatter/Reference/Evaluate.h"

namespace scatter::reference {

/// The tuples of one op. Keeps references to its arguments.
class TupleReader {
public:
  /// Holds every index of a signed or unsigned type and its sum with a size.
  using Wide = __int128;

  /// k is the size of the last dimension of `indices`.
  TupleReader(const ScatterNDUpdateConfig &config,
              const ConstBufferView &indices, llvm::ArrayRef<int64_t> dataShape)
      : config(config), indices(indices), dataShape(dataShape) {}

  /// indices.shape[:-1].
  llvm::ArrayRef<int64_t> getBatchShape() const {
    return llvm::ArrayRef(indices.shape).drop_back();
  }

  /// k, the number of components of a tuple.
  int64_t getDepth() const { return indices.shape.back(); }

  /// Component `component` of the tuple at `batchIndex`, as it is stored.
  Wide getComponent(llvm::ArrayRef<int64_t> batchIndex,
                    int64_t component) const;

  /// `value` as an index into a dimension of `size`, counted from the end if it
  /// is negative and the op wraps. It is in bounds if it is in [0, size - 1].
  Wide wrap(Wide value, int64_t size) const;

  /// The first component of the tuple that is out of bounds, if there is one.
  std::optional<int64_t>
  findBadComponent(llvm::ArrayRef<int64_t> batchIndex) const;

  /// The k coordinates of the slot that the tuple names; nullopt if the tuple
  /// is to be ignored.
  std::optional<llvm::SmallVector<int64_t, 8>>
  getSlot(llvm::ArrayRef<int64_t> batchIndex) const;

private:
  const ScatterNDUpdateConfig &config;
  const ConstBufferView &indices;
  llvm::ArrayRef<int64_t> dataShape;
};

} // namespace scatter::reference

#endif // SCATTER_LIB_REFERENCE_TUPLEREADER_H
