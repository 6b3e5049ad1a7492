//===- Model.h - programs and cases as data ---------------------*- C++ -*-===//
//
// A program is a function that is compiled once; a case is one call of it.
// Both are plain data, so that they can be generated, printed, shrunk and run
// by parts that know nothing of each other.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_TEST_LIB_SCATTER_FUZZ_MODEL_H
#define SCATTER_TEST_LIB_SCATTER_FUZZ_MODEL_H

#include "scatter/Dialect/Scatter/IR/ScatterEnums.h"
#include "scatter/Plan/Machine.h"
#include "scatter/Reference/Evaluate.h"

#include "mlir/IR/Types.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scatter::fuzz {

using Shape = llvm::SmallVector<int64_t, 8>;

//===----------------------------------------------------------------------===//
// Cases
//===----------------------------------------------------------------------===//

/// One operand of a call.
struct OperandCase {
  Shape shape;
  /// In elements.
  Shape strides;
  /// Elements before the first one: of the memref's type, or of the pool that
  /// the operand is cut from.
  int64_t offset = 0;
  /// The elements in row-major order, without gaps.
  std::vector<char> bytes;
};

/// The bounds of a slice_scatter; empty for the other op.
struct BoundsCase {
  llvm::SmallVector<int64_t> start, stop, step;
  /// First row of `data` that `updates` is a window of, where it is.
  int64_t windowStart = 0;
};

/// One call.
struct Case {
  std::vector<OperandCase> operands;
  std::vector<BoundsCase> bounds;
  /// Whether buffers start after an inaccessible page instead of ending at one.
  bool guardBefore = false;
};

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

enum class Role { Data, Indices, Updates };

enum class Layout {
  /// Row-major without gaps.
  Identity,
  /// A strided function argument.
  Strided,
  /// memref.reinterpret_cast of a flat function argument, which is how a memref
  /// gets an offset that is known at run time only.
  Reinterpret,
  /// memref.view of bytes, for elements that callers cannot pass.
  View
};

/// One operand of the ops and how it reaches them.
struct Operand {
  Role role = Role::Data;
  mlir::Type type;
  int64_t elementSize = 0;

  /// The dimensions that are static in the type of the argument, and in the
  /// type that the op sees, after a cast where they differ. The size is that of
  /// the program's witness.
  llvm::SmallVector<bool, 8> argStatic, opStatic;

  Layout layout = Layout::Identity;
  /// Dimensions from the one with the smallest stride on.
  llvm::SmallVector<unsigned, 8> order;
  /// The first `staticStrides` dimensions of `order` have static strides.
  unsigned staticStrides = 0;
  bool staticOffset = true;
  /// Whether the op sees a layout with dynamic strides and offset.
  bool erasesLayout = false;
  /// Whether the op sees another memory space.
  bool otherSpace = false;

  /// Whether this is a constant in the function instead of an argument.
  bool isConstant = false;
  /// Whether this is not an argument but the rows of `data` from the op's
  /// windowStart on (tensors only).
  bool isWindow = false;
  /// Whether the op sees the complements of the elements, which a linalg op
  /// computes (tensors only).
  bool hasProducer = false;

  unsigned getRank() const { return argStatic.size(); }
  /// Whether cases have no choice for the size of `dim`.
  bool isFixed(unsigned dim) const {
    return isConstant || argStatic[dim] || opStatic[dim];
  }
};

/// How a bound reaches the op.
enum class BoundMode { Literal, Constant, Argument };

/// The bounds of one axis.
struct AxisModel {
  int64_t axis = 0;
  BoundMode start = BoundMode::Literal;
  BoundMode stop = BoundMode::Literal;
  BoundMode step = BoundMode::Literal;
};

enum class OpKind { ScatterND, Slice, Gather, Generic };

/// The name of the op, without that of the dialect.
inline llvm::StringRef getOpName(OpKind kind) {
  constexpr llvm::StringLiteral names[] = {"scatter_nd_update", "slice_scatter",
                                           "gather_nd", "generic"};
  return names[static_cast<unsigned>(kind)];
}

/// One op. Its `data` is operand 0 or the result of the op before.
struct OpModel {
  OpKind kind = OpKind::ScatterND;
  reference::ScatterNDUpdateConfig config;
  bool uniqueIndices = false;
  bool indicesAreSorted = false;
  /// Whether no size is compared at run time.
  bool sizesMatch = false;
  /// Numbers of operands; `updates` may be 0, the data itself (tensors only).
  /// gather_nd writes operand 0 and reads `updates`.
  unsigned indices = 0;
  unsigned updates = 0;
  /// gather_nd: the number of components of a tuple, and `batch_dims`.
  unsigned gatherDepth = 0;
  unsigned batchDims = 0;
  /// Whether dropped tuples read kFill instead of 0.
  bool hasFill = false;
  llvm::SmallVector<AxisModel> axes;
  bool omitsAxes = false;
  bool omitsSteps = false;
  /// The step of the axis getRowDim where the text gives it. Code for rows
  /// depends on it.
  std::optional<int64_t> rowStep;
  /// The number of axes after getRowDim. The slice has one position of each,
  /// and the text gives their sizes and bounds.
  unsigned singleAxes = 0;
  /// Whether the bounds are those of op 0, the same values.
  bool sharesBounds = false;
  /// Whether the indices and updates are those of op 0, and what counts as out
  /// of bounds.
  bool sharesIndices = false;
};

/// The only op of a program, a scatter.generic. Operands are given by number.
struct GenericModel {
  /// The number of the dimensions of the tuples and of the slice.
  unsigned batchRank = 0;
  unsigned sliceRank = 0;
  /// For each index operand, the components of its tuples and its policies.
  llvm::SmallVector<unsigned> indices, depths;
  llvm::SmallVector<reference::ScatterNDUpdateConfig> policies;
  llvm::SmallVector<unsigned> inputs, outs;
  /// The results of the map of each input and out: the dimensions have the
  /// numbers from 0 on, the symbols those that follow.
  std::vector<llvm::SmallVector<unsigned>> maps;
  /// Constants that the region uses, its ops on %b0, %b1, ..., and the values
  /// that it yields.
  std::vector<std::string> outside, body, yields;

  unsigned getNumDims() const { return batchRank + sliceRank; }
  unsigned getNumComponents() const;
  /// The inputs and outs, in the order of the maps.
  llvm::SmallVector<unsigned> getMapped() const;
  /// The number in a map that is dimension `dim` of the operand `number`, or
  /// nullopt for the components of indices.
  std::optional<unsigned> getExpr(unsigned number, unsigned dim) const;
};

/// What dropped tuples of a gather_nd with a fill read.
constexpr int64_t kFill = 7;

/// How a program is compiled.
struct CompileOptions {
  Machine machine;
  /// How threads divide scatter_nd_update where the op allows it.
  std::optional<Partition> partition;
  /// The plans of the ops are changed at random from this; 0: they stay.
  uint64_t planSeed = 0;
  bool simplifies = true;
  /// Whether named ops become scatter.generic first.
  bool generalizes = false;
  /// Whether all checks of indices are split off, not only shared ones.
  bool splitsChecks = false;
  /// The ops are tiled in random ways from this, after all checks are split
  /// off; 0: they stay.
  uint64_t tileSeed = 0;
  unsigned optLevel = 3;
};

/// One function. Operand 0 is `data`, on which all ops work.
struct Program {
  bool onTensors = false;
  /// Tensors: each op takes the result of the one before instead of operand 0.
  bool isChain = true;
  /// Whether the function returns the complements of the results, which linalg
  /// ops compute (tensors only).
  bool hasConsumer = false;
  std::vector<Operand> operands;
  std::vector<OpModel> ops;
  /// The only op in detail, if it is of kind Generic.
  std::optional<GenericModel> generic;
  CompileOptions options;
  /// A case that fits; gives static sizes, literals and constants their values.
  Case witness;

  const Operand &getData() const { return operands.front(); }
  int64_t getRank() const { return getData().getRank(); }
  /// The dimension that `axis` of a slice_scatter names.
  int64_t getDim(const AxisModel &axis) const {
    return axis.axis < 0 ? axis.axis + getRank() : axis.axis;
  }
  /// The dimension along which rows of a slice_scatter are.
  int64_t getRowDim(const OpModel &op) const {
    return getRank() - 1 - op.singleAxes;
  }
  /// Whether the slice of a slice_scatter has one position along `dim`, because
  /// that is after the rows.
  bool isSingle(const OpModel &op, int64_t dim) const {
    return dim > getRowDim(op);
  }
  /// Number k of components of a tuple of a scatter_nd_update or gather_nd.
  int64_t getDepth(const OpModel &op) const {
    if (op.kind == OpKind::Gather)
      return op.gatherDepth;
    return getRank() + operands[op.indices].getRank() - 1 -
           operands[op.updates].getRank();
  }
};

/// The operand that the tuples of `op` index, and the first dimension of it
/// that they do.
inline std::pair<unsigned, unsigned> getIndexed(const OpModel &op) {
  return op.kind == OpKind::Gather ? std::pair(op.updates, op.batchDims)
                                   : std::pair(0u, 0u);
}

/// Whether `op` has one operand with index tuples.
inline bool hasIndices(const OpModel &op) {
  return op.kind == OpKind::ScatterND || op.kind == OpKind::Gather;
}

/// Whether an op writes to operand `number`.
inline bool isWritten(const Program &program, unsigned number) {
  return program.generic ? llvm::is_contained(program.generic->outs, number)
                         : number == 0;
}

/// A value that is passed as a scalar of type index beside the buffers.
struct Scalar {
  enum class Kind { Offset, Size, Stride, WindowStart, Start, Stop, Step };
  Kind kind;
  /// An operand, or for the last four an op.
  unsigned owner;
  /// A dimension or the entry of a bound.
  unsigned entry = 0;

  friend bool operator==(const Scalar &, const Scalar &) = default;
};

/// The scalars of a program in the order of its arguments.
std::vector<Scalar> getScalars(const Program &program);

/// What `scalar` is in a call.
int64_t getScalarValue(const Scalar &scalar, const Case &call);

/// Whether `operand` is passed as a buffer argument.
bool isArgument(const Operand &operand);

/// The function as text. Its op number N has the location "fuzz:N:1".
std::string printProgram(const Program &program);

/// Options of the compilation as text.
std::string printOptions(const CompileOptions &options);

} // namespace scatter::fuzz

#endif // SCATTER_TEST_LIB_SCATTER_FUZZ_MODEL_H
