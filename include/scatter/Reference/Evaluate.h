//===- Evaluate.h - reference evaluation of the ops -------------*- C++ -*-===//
//
// The semantics of the ops as naive loops over memory, with which tests
// compare compiled code. Shares no code with the lowering. All functions are
// thread-safe if their buffers do not overlap.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_REFERENCE_EVALUATE_H
#define SCATTER_REFERENCE_EVALUATE_H

#include "scatter/Dialect/Scatter/IR/ScatterEnums.h"
#include "scatter/Reference/ReferenceBuffer.h"
#include "scatter/Runtime/Runtime.h"

#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace scatter::reference {

//===----------------------------------------------------------------------===//
// scatter_nd_update
//===----------------------------------------------------------------------===//

/// The attributes of scatter_nd_update that affect its result. The promises
/// unique_indices and indices_are_sorted do not.
struct ScatterNDUpdateConfig {
  Reduction reduction = Reduction::none;
  OutOfBounds outOfBounds = OutOfBounds::error;
  NegativeIndices negativeIndices = NegativeIndices::wrap;
};

/// Checks the constraints that depend only on ranks and types (ND2, ND3, ND4
/// without indices.shape[-1], ND7, ND8 and the type of `indices`). The text of
/// the error starts with the label of the constraint.
llvm::Error verifyScatterNDUpdate(const ScatterNDUpdateConfig &config,
                                  const ConstBufferView &indices,
                                  const ConstBufferView &updates,
                                  const ConstBufferView &data);

/// Applies the updates to `data` in place. If the op reports a violation at run
/// time, writes nothing and returns it, with `location` as its location.
/// Violations are looked for in this order: the size of the last dimension of
/// `indices`; the sizes of `updates` in ascending order of dimensions; under
/// the policy `error`, the first component out of bounds of the first invalid
/// tuple.
///
/// Requires verifyScatterNDUpdate to succeed. `data` must overlap neither
/// `indices` nor `updates`, and its elements must have distinct addresses.
/// Under the policy `undefined` all indices must be in bounds.
std::optional<ScatterError>
evaluateScatterNDUpdate(const ScatterNDUpdateConfig &config,
                        const ConstBufferView &indices,
                        const ConstBufferView &updates, const BufferView &data,
                        llvm::StringRef location = "unknown");

/// Facts about the tuples of a scatter_nd_update.
struct TupleFacts {
  /// Every component of every tuple is in bounds.
  bool inBounds = true;
  /// No two tuples name the same slot, after wrapping and clamping. Dropped
  /// tuples do not count. If k = 0, all tuples name the same slot.
  bool unique = true;
  /// The slots are in ascending lexicographic order after wrapping and
  /// clamping. Consecutive slots may be equal. Dropped tuples do not count.
  bool sorted = true;
};

/// Analyzes the tuples, which tells whether the promises of an op hold.
/// Requires indices.shape[-1] <= rank(data). Under the policies `error` and
/// `undefined`, a tuple that is out of bounds counts as dropped.
TupleFacts analyzeTuples(const ScatterNDUpdateConfig &config,
                         const ConstBufferView &indices,
                         const ConstBufferView &data);

//===----------------------------------------------------------------------===//
// gather_nd
//===----------------------------------------------------------------------===//

/// The attributes of gather_nd that affect its result, and the element that
/// dropped tuples read; null for zeros.
struct GatherNDConfig {
  OutOfBounds outOfBounds = OutOfBounds::error;
  NegativeIndices negativeIndices = NegativeIndices::wrap;
  int64_t batchDims = 0;
  const void *fill = nullptr;
};

/// Checks the constraints that depend only on ranks and types (GN2, GN3 without
/// indices.shape[-1], GN7 and the type of `indices`). The text of the error
/// starts with the label of the constraint.
llvm::Error verifyGatherND(const GatherNDConfig &config,
                           const ConstBufferView &indices,
                           const ConstBufferView &data,
                           const ConstBufferView &out);

/// Reads `data` at the tuples of `indices` to `out`. If the op reports a
/// violation at run time, writes nothing and returns it, with `location` as its
/// location. Violations are looked for in this order: the size of the last
/// dimension of `indices`, and its batch dimensions; the sizes of `out`; under
/// the policy `error`, the first component out of bounds of the first invalid
/// tuple.
///
/// Requires verifyGatherND to succeed. `out` must overlap no other operand.
std::optional<ScatterError>
evaluateGatherND(const GatherNDConfig &config, const ConstBufferView &indices,
                 const ConstBufferView &data, const BufferView &out,
                 llvm::StringRef location = "unknown");

//===----------------------------------------------------------------------===//
// slice_scatter
//===----------------------------------------------------------------------===//

/// The bounds of slice_scatter, in the order of the lists of the op.
struct SliceScatterConfig {
  llvm::SmallVector<int64_t> start = {};
  llvm::SmallVector<int64_t> stop = {};
  /// If empty, all steps are 1.
  llvm::SmallVector<int64_t> step = {};
  /// Entries are in [-r, r - 1]. If empty, the axes are 0 .. m-1.
  llvm::SmallVector<int64_t> axes = {};
};

/// The positions start, start + step, ... along an axis. There are `length` of
/// them.
struct SliceIndices {
  int64_t start;
  int64_t stop;
  int64_t length;
};

/// Returns the positions of Python's `range(*slice(start, stop,
/// step).indices(size))`. start and stop of the result are those of
/// `slice.indices`. Correct for all values of int64_t. Requires step != 0 and
/// size >= 0.
SliceIndices computeSliceIndices(int64_t start, int64_t stop, int64_t step,
                                 int64_t size);

/// Checks the constraints that depend only on ranks, types and `axes` (S2 - S5,
/// S8 and the rank of S7). The text of the error starts with the label of the
/// constraint.
llvm::Error verifySliceScatter(const SliceScatterConfig &config,
                               const ConstBufferView &updates,
                               const ConstBufferView &data);

/// Writes `updates` to the slice of `data`. If the op reports a violation at
/// run time, writes nothing and returns it, with `location` as its location.
/// Violations are looked for in this order: steps of 0 in ascending order of
/// entries; the sizes of `updates` in ascending order of dimensions.
///
/// Requires verifySliceScatter to succeed. `data` must not overlap `updates`,
/// and its elements must have distinct addresses.
std::optional<ScatterError>
evaluateSliceScatter(const SliceScatterConfig &config,
                     const ConstBufferView &updates, const BufferView &data,
                     llvm::StringRef location = "unknown");

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

/// Returns the text that scatter_runtime_format_error returns.
std::string formatError(const ScatterError &error);

} // namespace scatter::reference

#endif // SCATTER_REFERENCE_EVALUATE_H
