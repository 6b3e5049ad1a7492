//===- GatherScatter.h - message passing on arrays --------------*- C++ -*-===//
//
// Combines rows of an array, the messages, to rows of a result. The functions
// are like those of Kernels.h: thread-safe, with kernels that are compiled on
// their first use.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_KERNELS_GATHERSCATTER_H
#define SCATTER_KERNELS_GATHERSCATTER_H

#include "scatter/ExecutionEngine/Errors.h"
#include "scatter/Kernels/Kernels.h"

#include <memory>

namespace scatter {

/// An index out of bounds in an argument of a function.
class IndexError : public llvm::ErrorInfo<IndexError, RuntimeError> {
public:
  static char ID;

  /// `operand` is the name of the argument.
  IndexError(llvm::StringRef operand, const ScatterError &record)
      : ErrorInfo(record), operand(operand.str()) {}

  void log(llvm::raw_ostream &os) const override;

private:
  std::string operand;
};

/// Indices that are used several times, sorted by the rows that they name.
/// Immutable: any number of threads may use it at once.
class PreparedIndices;

struct DestroyPreparedIndices {
  void operator()(const PreparedIndices *prepared) const;
};
using PreparedIndicesRef =
    std::unique_ptr<const PreparedIndices, DestroyPreparedIndices>;

/// Sorts `indices`, of the shape [E] or [E, 1] and of type i32 or i64, signed
/// or unsigned, by the rows of an array of `size` rows. Does not refer to their
/// memory afterwards. Takes time and memory in proportion to E + size.
///
/// Fails with ArgumentError, with IndexError, or with
/// std::errc::not_enough_memory.
llvm::Expected<PreparedIndicesRef> prepareIndices(const ArrayView &indices,
                                                  int64_t size);

/// The number of indices, and of the rows that they index.
int64_t getNumTuples(const PreparedIndices &prepared);
int64_t getNumRows(const PreparedIndices &prepared);

/// How the messages of a row are combined.
enum class MessageReduction { sum, mean, min, max, prod };

/// The options of gatherScatter.
struct GatherScatterOptions {
  MessageReduction reduction = MessageReduction::sum;
  /// The number of rows of the result. -1: that of the destination if it is an
  /// array, else that of the prepared indices, else that of x.
  int64_t size = -1;
  /// Whether what the destination holds is ignored.
  bool overwrites = false;
  /// The number of threads that may be used, at most EngineOptions::maxThreads.
  /// 0 stands for getDefaultThreads().
  unsigned threads = 0;
  /// Null, or with min and max an array of i64 in the shape of the result: it
  /// gets the number e of the message that each element is, the first of equal
  /// ones, or E where the element is that of the destination or of an empty
  /// row. It must overlap no other argument.
  const ArrayView *args = nullptr;
};

/// Where messages go: indices of the shape [E], or prepared ones.
struct MessageTargets {
  MessageTargets(const ArrayView &indices) : indices(indices) {}
  MessageTargets(const PreparedIndices &prepared) : prepared(&prepared) {}

  ArrayView indices;
  const PreparedIndices *prepared = nullptr;
};

/// Combines row dst[e] of the destination with the message x[src[e]], times
/// weight[e] if `weight` is not null, for e = 0, ..., E - 1 in this order.
/// `src` and `dst` have the shape [E] and are i32 or i64, signed or unsigned;
/// negative ones count from the end. `weight` has the shape [E] and the type of
/// x: a float of 16 to 64 bits, or an integer of 8 to 64 bits. The destination
/// has the shape of x but for the number of rows.
///
/// An array as destination takes part as one more value of each row, unless
/// options.overwrites is set; memory of an allocator does not. Rows without any
/// value are 0, and sums start at 0. The mean is the sum, in the type of x,
/// divided by the number of values; that of integers is rounded down.
///
/// The destination may overlap other arguments. Fails as scatterNDUpdate does,
/// with IndexError for an index out of bounds; nothing is written then, except
/// by a failed compilation with options.overwrites.
llvm::Error gatherScatter(const ArrayView &x, const ArrayView &src,
                          const MessageTargets &dst, const ArrayView *weight,
                          const Destination &destination,
                          const GatherScatterOptions &options = {});

/// Does what scatterNDUpdate does for indices of the shape [E, 1] that have
/// been prepared for data.shape[0] rows. options.outOfBounds and
/// options.negativeIndices do not matter, nor do promises on indices.
llvm::Error scatterNDUpdate(const ArrayView &data,
                            const PreparedIndices &indices,
                            const ArrayView &updates,
                            const Destination &destination,
                            const NDUpdateOptions &options = {});

} // namespace scatter

#endif // SCATTER_KERNELS_GATHERSCATTER_H
