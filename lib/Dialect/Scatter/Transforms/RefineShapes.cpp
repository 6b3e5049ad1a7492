//===- RefineShapes.cpp - static sizes that follow from each other --------===//

#include "ShareChecks.h"
#include "SizeTable.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/IR/StaticSizes.h"
#include "scatter/Dialect/Scatter/Transforms/Passes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTERREFINESHAPESPASS
#include "scatter/Dialect/Scatter/Transforms/Passes.h.inc"
} // namespace scatter

using namespace scatter;

namespace {

/// A shape that a value must have if `origin` has been executed without a
/// report.
struct Fact {
  SmallVector<int64_t> shape;
  Operation *origin;
};

using Shape = SmallVector<int64_t>;

/// A pair of sizes that must be equal.
struct Tie {
  int64_t &lhs, &rhs;
};

/// An operand and its shape, refined by what ops before imply.
struct Operand {
  Operand(StringRef name, OpOperand &operand)
      : name(name), operand(operand),
        shape(cast<ShapedType>(operand.get().getType()).getShape()) {}

  StringRef name;
  OpOperand &operand;
  Shape shape;
};

struct ScatterRefineShapesPass
    : scatter::impl::ScatterRefineShapesPassBase<ScatterRefineShapesPass> {
  void runOnOperation() override;

private:
  LogicalResult merge(Operation *op, MutableArrayRef<Operand> operands);
  void finish(Operation *op, ArrayRef<Operand> operands, bool isPromised);
  /// `names` are those of the first operands, of which the last one is the
  /// init.
  template <typename OpT>
  LogicalResult refine(OpT op, ArrayRef<StringRef> names);
  LogicalResult refine(SliceScatterOp op);
  void record(Operation *op, Value value, const Shape &shape);

  DenseMap<Value, SmallVector<Fact>> facts;
};

} // namespace

static std::string printShape(ArrayRef<int64_t> shape) {
  std::string text = "[";
  llvm::raw_string_ostream stream(text);
  llvm::interleaveComma(shape, stream, [&](int64_t size) {
    if (ShapedType::isDynamic(size))
      stream << '?';
    else
      stream << size;
  });
  return text + "]";
}

/// Refines `target` by the static sizes of `source`. Returns false if two sizes
/// contradict.
static bool refineBy(Shape &target, ArrayRef<int64_t> source) {
  bool fits = true;
  for (auto [size, other] : llvm::zip_equal(target, source)) {
    if (ShapedType::isDynamic(size))
      size = other;
    fits &= ShapedType::isDynamic(other) || size == other;
  }
  return fits;
}

/// Refines the shapes of `operands` by what ops before `op` imply.
LogicalResult
ScatterRefineShapesPass::merge(Operation *op,
                               MutableArrayRef<Operand> operands) {
  for (Operand &operand : operands) {
    for (const Fact &fact : facts[operand.operand.get()]) {
      if (!precedes(fact.origin, op) || refineBy(operand.shape, fact.shape))
        continue;
      InFlightDiagnostic diag =
          op->emitOpError("'")
          << operand.name << "': expected shape " << printShape(fact.shape)
          << " as an op before requires, found " << printShape(operand.shape);
      diag.attachNote(fact.origin->getLoc()) << "required here";
      return diag;
    }
  }
  return success();
}

/// Makes tied sizes equal if one of them is static. Returns false if two static
/// sizes contradict.
static bool unify(ArrayRef<Tie> ties) {
  bool fits = true;
  for (const Tie &tie : ties) {
    if (ShapedType::isDynamic(tie.lhs))
      tie.lhs = tie.rhs;
    if (ShapedType::isDynamic(tie.rhs))
      tie.rhs = tie.lhs;
    fits &= tie.lhs == tie.rhs;
  }
  return fits;
}

/// Casts an operand to the type with `shape` if that has more static sizes.
/// With `isPromised` nothing has to be compared.
static void castOperand(OpOperand &operand, ArrayRef<int64_t> shape,
                        bool isPromised) {
  auto type = dyn_cast<RankedTensorType>(operand.get().getType());
  if (!type || type.getShape() == shape ||
      !(isPromised || keepsCast(operand.get())))
    return;
  OpBuilder builder(operand.getOwner());
  operand.set(tensor::CastOp::create(builder, operand.getOwner()->getLoc(),
                                     type.clone(shape, type.getElementType()),
                                     operand.get()));
}

/// Records that `value` has `shape` after `op`. Facts that an op before `op`
/// implies are not recorded again: else ops that use the same value would
/// compare as many facts as there are ops before them.
void ScatterRefineShapesPass::record(Operation *op, Value value,
                                     const Shape &shape) {
  SmallVector<Fact> &known = facts[value];
  if (llvm::none_of(known, [&](const Fact &fact) {
        return fact.shape == shape && precedes(fact.origin, op);
      }))
    known.push_back({shape, op});
}

/// Records the shapes of `operands`, of which the last one is the init and has
/// the shape of the result, and casts the others.
void ScatterRefineShapesPass::finish(Operation *op, ArrayRef<Operand> operands,
                                     bool isPromised) {
  for (const Operand &operand : operands)
    record(op, operand.operand.get(), operand.shape);
  for (Value result : op->getResults())
    record(op, result, operands.back().shape);
  for (const Operand &operand : operands.drop_back())
    castOperand(operand.operand, operand.shape, isPromised);
}

/// Reports that the shapes of `operands` contradict each other.
static LogicalResult reportMisfit(Operation *op, ArrayRef<Operand> operands) {
  InFlightDiagnostic error =
      op->emitOpError("expected shapes that fit, found ");
  for (const Operand &operand : operands) {
    if (&operand != operands.begin())
      error << (&operand == &operands.back() ? " and " : ", ");
    error << "'" << operand.name << "' " << printShape(operand.shape);
  }
  return error;
}

template <typename OpT>
LogicalResult ScatterRefineShapesPass::refine(OpT op,
                                              ArrayRef<StringRef> names) {
  SmallVector<Operand> operands;
  for (auto [name, operand] : llvm::zip(names, op->getOpOperands()))
    operands.emplace_back(name, operand);
  if (failed(merge(op, operands)))
    return failure();
  int64_t depth = op.getIndexDepth();
  unsigned indices = op.getIndicesMutable().getOperandNumber();
  SmallVector<Tie> ties = {{operands[indices].shape.back(), depth}};
  for (const SizeMatch &match : getSizeMatches(op))
    ties.push_back({operands[match.operand].shape[match.dim],
                    operands[match.other].shape[match.otherDim]});
  // What `out` implies for the batch dimensions of `indices` reaches `data` the
  // second time.
  if (!unify(ties) || !unify(ties))
    return reportMisfit(op, operands);
  finish(op, operands, op.getSizesMatch());
  return success();
}

LogicalResult ScatterRefineShapesPass::refine(SliceScatterOp op) {
  Operand operands[] = {{"updates", op.getUpdatesMutable()},
                        {"data", op.getDataMutable()}};
  if (failed(merge(op, operands)))
    return failure();
  Shape &updates = operands[0].shape, &data = operands[1].shape, slice = data;
  for (auto [i, axis] : llvm::enumerate(op.getNormalizedAxes())) {
    std::optional<SliceRange> range = resolveStatic(op, i, data[axis]);
    slice[axis] = range ? range->length : ShapedType::kDynamic;
  }
  SmallVector<Tie> ties;
  for (int64_t dim = 0; dim < op.getDataRank(); ++dim)
    ties.push_back({slice[dim], updates[dim]});
  if (!unify(ties))
    return op.emitOpError("expected shapes that fit, found 'updates' ")
           << printShape(updates) << " and a slice " << printShape(slice)
           << " of 'data' " << printShape(data);
  for (int64_t dim = 0; dim < op.getDataRank(); ++dim)
    if (!op.getBoundOfDim(dim))
      data[dim] = slice[dim];
  finish(op, operands, op.getSizesMatch());
  return success();
}

void ScatterRefineShapesPass::runOnOperation() {
  facts.clear();
  WalkResult result =
      getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
        LogicalResult refined = success();
        if (auto scatterND = dyn_cast<ScatterNDUpdateOp>(op))
          refined = refine(scatterND, {"indices", "updates", "data"});
        else if (auto gather = dyn_cast<GatherNDOp>(op))
          refined = refine(gather, {"indices", "data", "out"});
        else if (auto slice = dyn_cast<SliceScatterOp>(op))
          refined = refine(slice);
        return failed(refined) ? WalkResult::interrupt()
                               : WalkResult::advance();
      });
  if (result.wasInterrupted())
    signalPassFailure();
}
