//===- TileOps.cpp - random tiles by upstream's functions -----------------===//
//
// Asks for tiles of all sizes. The ops refuse those that would change the order
// of tuples where it matters, so that what comes out has the meaning of what
// went in. Only what upstream leaves to its callers is observed here: loops of
// scf.forall divide parallel dimensions, and a consumer moves into loops only
// if their tiles are all of the result.
//
//===----------------------------------------------------------------------===//

#include "TileOps.h"

#include "Random.h"

#include "scatter/Dialect/Scatter/IR/Reductions.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/IR/StaticSizes.h"
#include "scatter/Dialect/Scatter/Utils/Combiner.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Pass/Pass.h"
#include "llvm/Support/ErrorHandling.h"

#include <numeric>

using namespace mlir;
using mlir::scf::SCFTilingOptions;

namespace scatter::fuzz {

llvm::StringRef describe(Tiling kind) {
  switch (kind) {
  case Tiling::Loops:
    return "in loops";
  case Tiling::Parallel:
    return "in parallel loops";
  case Tiling::WithProducers:
    return "with producers";
  case Tiling::WithConsumer:
    return "with the consumer";
  case Tiling::IntoConsumer:
    return "into loops of the consumer";
  case Tiling::IntoProducer:
    return "into loops of a producer";
  case Tiling::PartialResults:
    return "by partial results";
  case Tiling::Elements:
    return "by elements";
  case Tiling::Refused:
    return "refused";
  }
  llvm_unreachable("unknown kind of tiling");
}

namespace {

/// Tiles one op in one way.
class Tiler {
public:
  Tiler(Random &random, TilingInterface op)
      : random(random), op(op), rewriter(op.getContext()),
        iterators(op.getLoopIteratorTypes()) {
    rewriter.setInsertionPoint(op);
  }

  /// Returns what was done. On failure the function is in any state.
  FailureOr<Tiling> run();
  bool isParallel() const {
    return loops == SCFTilingOptions::LoopType::ForallOp;
  }

private:
  Tiling choose();
  linalg::LinalgOp getConsumer();
  linalg::LinalgOp chooseProducer();
  SCFTilingOptions getOptions(ArrayRef<int64_t> sizes);
  SmallVector<int64_t> chooseSizes(unsigned count);
  SmallVector<int64_t> chooseOwnSizes(bool keepsTuples);
  LogicalResult tileWithProducers(TilingInterface root,
                                  const SCFTilingOptions &options,
                                  bool &hasProducers);
  FailureOr<scf::SCFTilingResult> tile(TilingInterface target,
                                       const SCFTilingOptions &options);
  LogicalResult tileToPartialResults();
  LogicalResult lowerToElements();

  Random &random;
  TilingInterface op;
  IRRewriter rewriter;
  SmallVector<utils::IteratorType> iterators;
  SCFTilingOptions::LoopType loops = SCFTilingOptions::LoopType::ForOp;
};

/// Tiles the ops of functions.
struct TileOpsPass : PassWrapper<TileOpsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TileOpsPass)
  TileOpsPass(uint64_t seed, TilingCounts &counts)
      : seed(seed), counts(counts) {}

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<affine::AffineDialect, linalg::LinalgDialect,
                    memref::MemRefDialect, scf::SCFDialect,
                    tensor::TensorDialect>();
  }

  void runOnOperation() override {
    Random random(seed);
    getOperation()->walk([&](func::FuncOp function) {
      for (unsigned level = random.pick({1, 1, 1, 2, 2}); level > 0; --level)
        tileOps(function, random);
    });
  }

private:
  void tileOps(func::FuncOp function, Random &random);

  uint64_t seed;
  TilingCounts &counts;
};

} // namespace

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

/// The only op that uses more than the sizes of `value`, or null.
static Operation *findOnlyUser(Value value) {
  Operation *found = nullptr;
  for (Operation *user : value.getUsers()) {
    if (isa<tensor::DimOp>(user))
      continue;
    if (found)
      return nullptr;
    found = user;
  }
  return found;
}

/// Whether a size of `value` is 0, as far as its type and the types of what was
/// cast to it tell.
static bool isKnownEmpty(Value value) {
  auto type = dyn_cast<ShapedType>(value.getType());
  if (type && isStaticallyEmpty(type))
    return true;
  auto cast = value.getDefiningOp<tensor::CastOp>();
  return cast && isKnownEmpty(cast.getSource());
}

/// Whether `op` is a linalg op beside `other` that upstream tiles; it crashes
/// on a size that is known to be 0, which casts do not hide.
static bool isTileable(linalg::LinalgOp op, Operation *other) {
  return op && op->getBlock() == other->getBlock() &&
         llvm::none_of(op->getOperands(), isKnownEmpty);
}

/// The linalg op that alone uses the result, next to the op.
linalg::LinalgOp Tiler::getConsumer() {
  if (op->getNumResults() != 1)
    return {};
  auto consumer =
      dyn_cast_or_null<linalg::LinalgOp>(findOnlyUser(op->getResult(0)));
  return isTileable(consumer, op) ? consumer : nullptr;
}

/// A linalg op whose result nothing else uses.
linalg::LinalgOp Tiler::chooseProducer() {
  SmallVector<linalg::LinalgOp> producers;
  for (Value operand : op->getOperands()) {
    auto producer = operand.getDefiningOp<linalg::LinalgOp>();
    if (isTileable(producer, op) && findOnlyUser(operand) == op)
      producers.push_back(producer);
  }
  return producers.empty() ? nullptr
                           : random.pick(ArrayRef<linalg::LinalgOp>(producers));
}

Tiling Tiler::choose() {
  if (op->getNumResults() == 0)
    return random.percent(30) ? Tiling::Elements : Tiling::Loops;
  SmallVector<Tiling> kinds = {Tiling::Loops, Tiling::Loops};
  if (llvm::any_of(op->getOperands(), [](Value operand) {
        return operand.getDefiningOp<linalg::LinalgOp>();
      }))
    kinds.append(4, Tiling::WithProducers);
  if (chooseProducer())
    kinds.append(3, Tiling::IntoProducer);
  if (getConsumer()) {
    kinds.append(5, Tiling::IntoConsumer);
    // The tiles of a slice are not all of `data`.
    if (!isa<SliceScatterOp>(op))
      kinds.append(5, Tiling::WithConsumer);
  }
  auto update = dyn_cast<ScatterNDUpdateOp>(op.getOperation());
  if (update && isOrderFree(update.getReduction(), update.getElementType()) &&
      hasScalarForm(update.getReduction(), update.getElementType()))
    kinds.append(2, Tiling::PartialResults);
  return random.pick(ArrayRef<Tiling>(kinds));
}

/// 0 stands for a dimension that is not divided; one of them is.
SmallVector<int64_t> Tiler::chooseSizes(unsigned count) {
  SmallVector<int64_t> sizes;
  for (unsigned i = 0; i < count; ++i)
    sizes.push_back(random.percent(40) ? 0
                                       : random.pick<int64_t>(
                                             {1, 2, 3, 4, 5, 8, 16, 33, 1000}));
  if (count > 0 && llvm::all_of(sizes, [](int64_t size) { return size == 0; }))
    sizes[random.below(count)] = random.range(1, 8);
  return sizes;
}

/// Sizes for the op itself. With `keepsTuples` each tile has all tuples.
SmallVector<int64_t> Tiler::chooseOwnSizes(bool keepsTuples) {
  SmallVector<int64_t> sizes = chooseSizes(iterators.size());
  unsigned tuples = 0;
  if (auto update = dyn_cast<ScatterNDUpdateOp>(op.getOperation()))
    tuples = update.getBatchRank();
  else if (auto generic = dyn_cast<GenericOp>(op.getOperation()))
    tuples = generic.getBatchRank();
  // Where the order matters one dimension of the tuples may be divided.
  bool mayDivide = !isParallel();
  bool dividesAll = random.percent(20);
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    bool isOrdered = iterators[dim] != utils::IteratorType::parallel;
    if ((keepsTuples && dim < tuples) || (isOrdered && !mayDivide))
      size = 0;
    mayDivide &= !isOrdered || size == 0 || dividesAll;
  }
  return sizes;
}

SCFTilingOptions Tiler::getOptions(ArrayRef<int64_t> sizes) {
  SCFTilingOptions options;
  options.setLoopType(loops);
  auto values = [&](ArrayRef<int64_t> numbers) {
    return getAsIndexOpFoldResult(op.getContext(), numbers);
  };
  if (isParallel() && random.percent(30))
    options.setNumThreads(values(llvm::map_to_vector(
        sizes, [](int64_t size) { return std::min<int64_t>(size, 4); })));
  else
    options.setTileSizes(values(sizes));
  SmallVector<int64_t> order(sizes.size());
  std::iota(order.begin(), order.end(), 0);
  if (!isParallel() && random.percent(30)) {
    random.shuffle(order);
    options.setInterchange(order);
  }
  return options;
}

//===----------------------------------------------------------------------===//
// Tiling
//===----------------------------------------------------------------------===//

FailureOr<scf::SCFTilingResult> Tiler::tile(TilingInterface target,
                                            const SCFTilingOptions &options) {
  rewriter.setInsertionPoint(target);
  FailureOr<scf::SCFTilingResult> result =
      scf::tileUsingSCF(rewriter, target, options);
  if (succeeded(result))
    rewriter.replaceOp(target, result->replacements);
  return result;
}

/// Tiles `root` together with the producers of its operands.
LogicalResult Tiler::tileWithProducers(TilingInterface root,
                                       const SCFTilingOptions &tiling,
                                       bool &hasProducers) {
  scf::SCFTileAndFuseOptions options;
  options.setTilingOptions(tiling);
  rewriter.setInsertionPoint(root);
  FailureOr<scf::SCFTileAndFuseResult> result =
      scf::tileConsumerAndFuseProducersUsingSCF(rewriter, root, options);
  if (failed(result))
    return failure();
  for (auto [old, value] : result->replacements)
    rewriter.replaceAllUsesWith(old, value);
  rewriter.eraseOp(root);
  hasProducers = !result->fusedProducers.empty();
  return success();
}

LogicalResult Tiler::tileToPartialResults() {
  SmallVector<unsigned> tuples;
  SmallVector<int64_t> sizes = chooseSizes(iterators.size());
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (iterators[dim] != utils::IteratorType::reduction || size > 16)
      size = 0;
    else if (size > 0)
      tuples.push_back(dim);
  if (tuples.empty())
    return failure();
  SCFTilingOptions options;
  options.setLoopType(loops);
  options.setReductionDims(tuples);
  SmallVector<OpFoldResult> values =
      getAsIndexOpFoldResult(op.getContext(), sizes);
  if (isParallel()) {
    options.setReductionTilingStrategy(
        ReductionTilingStrategy::PartialReductionOuterParallel);
    options.setNumThreads(values);
  } else {
    options.setReductionTilingStrategy(
        ReductionTilingStrategy::PartialReductionOuterReduction);
    options.setTileSizes(values);
  }
  return tile(op, options);
}

LogicalResult Tiler::lowerToElements() {
  if (failed(scf::lowerToLoopsUsingSCFForOp(rewriter, op)))
    return failure();
  rewriter.eraseOp(op);
  return success();
}

FailureOr<Tiling> Tiler::run() {
  Tiling kind = choose();
  if (random.percent(40))
    loops = SCFTilingOptions::LoopType::ForallOp;
  bool hasProducers = false;
  LogicalResult result = failure();
  switch (kind) {
  case Tiling::WithProducers:
    result =
        tileWithProducers(op, getOptions(chooseOwnSizes(false)), hasProducers);
    if (!hasProducers)
      kind = Tiling::Loops;
    break;
  case Tiling::IntoConsumer: {
    auto root = cast<TilingInterface>(getConsumer().getOperation());
    SmallVector<int64_t> sizes =
        chooseSizes(root.getLoopIteratorTypes().size());
    result = tileWithProducers(root, getOptions(sizes), hasProducers);
    if (!hasProducers)
      result = failure();
    break;
  }
  case Tiling::WithConsumer: {
    linalg::LinalgOp consumer = getConsumer();
    auto tiled = tile(op, getOptions(chooseOwnSizes(/*keepsTuples=*/true)));
    if (succeeded(tiled) && !tiled->loops.empty())
      result = scf::tileAndFuseConsumer(rewriter, consumer, tiled->loops);
    break;
  }
  case Tiling::IntoProducer: {
    auto producer = cast<TilingInterface>(chooseProducer().getOperation());
    SmallVector<int64_t> sizes =
        chooseSizes(producer.getLoopIteratorTypes().size());
    auto tiled = tile(producer, getOptions(sizes));
    if (succeeded(tiled) && !tiled->loops.empty())
      result = scf::tileAndFuseConsumer(rewriter, op, tiled->loops);
    break;
  }
  case Tiling::PartialResults:
    result = tileToPartialResults();
    break;
  case Tiling::Elements:
    result = lowerToElements();
    break;
  default:
    result = tile(op, getOptions(chooseOwnSizes(false)));
  }
  if (failed(result))
    return failure();
  return kind;
}

void TileOpsPass::tileOps(func::FuncOp function, Random &random) {
  auto collect = [&] {
    SmallVector<TilingInterface> ops;
    function->walk([&](TilingInterface op) {
      if (isa<ScatterDialect>(op->getDialect()))
        ops.push_back(op);
    });
    return ops;
  };
  // What was tiled has other ops in its place.
  for (unsigned number = 0, end = collect().size(); number < end; ++number) {
    SmallVector<TilingInterface> ops = collect();
    if (number >= ops.size())
      return;
    auto before = cast<func::FuncOp>(function->clone());
    Tiler tiler(random, ops[number]);
    FailureOr<Tiling> kind = tiler.run();
    if (failed(kind))
      function.getBody().takeBody(before.getBody());
    else if (tiler.isParallel() && *kind != Tiling::Elements)
      ++counts[static_cast<unsigned>(Tiling::Parallel)];
    ++counts[static_cast<unsigned>(kind.value_or(Tiling::Refused))];
    before->erase();
  }
}

std::unique_ptr<Pass> createTileOpsPass(uint64_t seed, TilingCounts &counts) {
  return std::make_unique<TileOpsPass>(seed, counts);
}

} // namespace scatter::fuzz
