//===- DivideParallelLoops.cpp - chunks of parallel loops -----------------===//

#include "scatter/Conversion/Passes.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Plan/Machine.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTERDIVIDEPARALLELLOOPSPASS
#include "scatter/Conversion/Passes.h.inc"
} // namespace scatter

using namespace scatter;

namespace {
/// Rewrites one loop. Its iterations are numbered in row-major order.
class LoopDivider {
public:
  LoopDivider(scf::ParallelOp loop, std::optional<int64_t> threads)
      : loop(loop), threads(threads), b(loop.getLoc(), loop) {}

  void divide();

private:
  Value index(int64_t number) {
    return arith::ConstantIndexOp::create(b, number);
  }
  template <typename OpT>
  Value fold(Value lhs, Value rhs) {
    return b.createOrFold<OpT>(lhs, rhs);
  }
  void computeSizes();
  Value makeRegion(Value count);
  SmallVector<Value> computePositions(Value iteration);
  void moveBody(Value iteration);

  scf::ParallelOp loop;
  /// The maximum number of chunks. Not set: each iteration is a chunk.
  std::optional<int64_t> threads;
  ImplicitLocOpBuilder b;
  /// The number of iterations of each dimension, and of the whole loop.
  SmallVector<Value> sizes;
  Value total;
};
} // namespace

/// Returns the largest value that `value` can have if it is a constant or a
/// select of two constants that are not negative.
static std::optional<int64_t> getLargest(Value value) {
  auto choice = value.getDefiningOp<arith::SelectOp>();
  if (!choice)
    return getConstantIntValue(value);
  auto first = getConstantIntValue(choice.getTrueValue());
  auto second = getConstantIntValue(choice.getFalseValue());
  if (!first || !second || *first < 0 || *second < 0)
    return std::nullopt;
  return std::max(*first, *second);
}

void LoopDivider::computeSizes() {
  Value zero = index(0);
  for (auto [low, high, step] : llvm::zip_equal(
           loop.getLowerBound(), loop.getUpperBound(), loop.getStep())) {
    if (isConstantIntValue(low, 0) && isConstantIntValue(step, 1) &&
        getLargest(high).value_or(-1) >= 0) {
      total = total ? fold<arith::MulIOp>(total, high) : high;
      sizes.push_back(high);
      continue;
    }
    Value distance = fold<arith::MaxSIOp>(fold<arith::SubIOp>(high, low), zero);
    sizes.push_back(fold<arith::CeilDivUIOp>(distance, step));
    total = total ? fold<arith::MulIOp>(total, sizes.back()) : sizes.back();
  }
}

/// Creates a parallel region for `count` threads with a loop over them, and
/// sets the insertion point to the body of the loop. Returns the induction
/// variable.
Value LoopDivider::makeRegion(Value count) {
  omp::ParallelOperands regionOperands;
  regionOperands.numThreads = count;
  omp::LoopNestOperands nestOperands;
  nestOperands.loopLowerBounds = {index(0)};
  nestOperands.loopUpperBounds = {count};
  nestOperands.loopSteps = {index(1)};
  auto region = omp::ParallelOp::create(b, regionOperands);
  b.createBlock(&region.getRegion());
  auto sharing = omp::WsloopOp::create(b, omp::WsloopOperands());
  omp::TerminatorOp::create(b);
  b.createBlock(&sharing.getRegion());
  auto nest = omp::LoopNestOp::create(b, nestOperands);
  Block *body =
      b.createBlock(&nest.getRegion(), {}, count.getType(), b.getLoc());
  omp::YieldOp::create(b, ValueRange());
  b.setInsertionPointToStart(body);
  return body->getArgument(0);
}

/// Returns the induction variables of the iteration with number `iteration`.
SmallVector<Value> LoopDivider::computePositions(Value iteration) {
  SmallVector<Value> positions(sizes.size());
  for (unsigned i = sizes.size(); i-- > 0;) {
    Value number = iteration;
    if (i != 0) {
      number = fold<arith::RemUIOp>(iteration, sizes[i]);
      iteration = fold<arith::DivUIOp>(iteration, sizes[i]);
    }
    positions[i] =
        fold<arith::AddIOp>(loop.getLowerBound()[i],
                            fold<arith::MulIOp>(number, loop.getStep()[i]));
  }
  return positions;
}

/// Moves the body of the loop to the insertion point.
void LoopDivider::moveBody(Value iteration) {
  SmallVector<Value> positions = computePositions(iteration);
  Block *body = loop.getBody();
  for (auto [variable, position] :
       llvm::zip_equal(loop.getInductionVars(), positions))
    variable.replaceAllUsesWith(position);
  body->getTerminator()->erase();
  b.getInsertionBlock()->getOperations().splice(b.getInsertionPoint(),
                                                body->getOperations());
}

void LoopDivider::divide() {
  computeSizes();
  std::optional<int64_t> largest = getLargest(total);
  if (!threads || (largest && *largest <= *threads)) {
    moveBody(makeRegion(total));
    return loop.erase();
  }
  Value one = index(1);
  Value length = fold<arith::MaxUIOp>(
      fold<arith::CeilDivUIOp>(total, index(*threads)), one);
  Value chunk = makeRegion(fold<arith::CeilDivUIOp>(total, length));
  Value begin = fold<arith::MulIOp>(chunk, length);
  Value end = fold<arith::MinUIOp>(fold<arith::AddIOp>(begin, length), total);
  auto iterations = scf::ForOp::create(b, begin, end, one);
  b.setInsertionPointToStart(iterations.getBody());
  // The scope frees stack memory at the end of each iteration.
  auto scope = memref::AllocaScopeOp::create(b, TypeRange());
  b.createBlock(&scope.getBodyRegion());
  memref::AllocaScopeReturnOp::create(b, ValueRange());
  b.setInsertionPointToStart(&scope.getBodyRegion().front());
  moveBody(iterations.getInductionVar());
  loop.erase();
}

namespace {
struct ScatterDivideParallelLoopsPass
    : scatter::impl::ScatterDivideParallelLoopsPassBase<
          ScatterDivideParallelLoopsPass> {
  using ScatterDivideParallelLoopsPassBase::ScatterDivideParallelLoopsPassBase;

  void runOnOperation() override {
    FailureOr<Machine> machine = getMachine(getOperation());
    if (failed(machine))
      return signalPassFailure();
    StringLiteral planned = ScatterDialect::getThreadLoopAttrName();
    SmallVector<scf::ParallelOp> loops;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<omp::ParallelOp>(op))
        return WalkResult::skip();
      auto loop = dyn_cast<scf::ParallelOp>(op);
      if (!loop || (machine->threads == 1 && !loop->hasAttr(planned)))
        return WalkResult::advance();
      // Loops in this one are serial, whether it is divided or not.
      if (loop.getNumResults() == 0)
        loops.push_back(loop);
      return WalkResult::skip();
    });
    for (scf::ParallelOp loop : loops) {
      bool isPlanned = loop->hasAttr(planned);
      LoopDivider(loop,
                  isPlanned ? std::nullopt : std::optional(machine->threads))
          .divide();
    }
  }
};
} // namespace
