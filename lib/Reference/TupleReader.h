//===- TupleReader.h - tuples of indices ------------------------*- C++ -*-===//
//
// Reads the tuples of scatter_nd_update and finds the slots that they name.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_REFERENCE_TUPLEREADER_H
#define SCATTER_LIB_REFERENCE_TUPLEREADER_H

#include "scatter/Reference/Evaluate.h"

namespace scatter::reference {

/// Fails unless the elements of `indices` have an index type.
llvm::Error checkIndexType(const ConstBufferView &indices);

/// The tuples of one op. Keeps references to its arguments.
class TupleReader {
public:
  /// Can hold every signed or unsigned index and its sum with a size.
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

  /// Returns the position in a dimension of `size` that the index `value`
  /// means. If `value` is negative and the op wraps, it counts from the end.
  /// The position is in bounds if it is in [0, size - 1].
  Wide wrap(Wide value, int64_t size) const;

  /// Returns the first component of the tuple that is out of bounds, if there
  /// is one.
  std::optional<int64_t>
  findBadComponent(llvm::ArrayRef<int64_t> batchIndex) const;

  /// Returns the k coordinates of the slot that the tuple names, or nullopt if
  /// the tuple is dropped.
  std::optional<llvm::SmallVector<int64_t, 8>>
  getSlot(llvm::ArrayRef<int64_t> batchIndex) const;

private:
  const ScatterNDUpdateConfig &config;
  const ConstBufferView &indices;
  llvm::ArrayRef<int64_t> dataShape;
};

/// Returns what the policy `error` reports: the first component out of bounds
/// of the first invalid tuple in row-major order. `dataShape` begins with the
/// indexed dimensions.
std::optional<ScatterError>
findIndexViolation(const ScatterNDUpdateConfig &config,
                   const ConstBufferView &indices,
                   llvm::ArrayRef<int64_t> dataShape, llvm::StringRef location);

} // namespace scatter::reference

#endif // SCATTER_LIB_REFERENCE_TUPLEREADER_H
