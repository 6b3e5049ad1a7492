//===- TileAndFuseTest.cpp - SCF's tile and fuse of updates from C++ ------===//
//
// The fused program has the results of the program as it is written.
//
//===----------------------------------------------------------------------===//

#include "Utils.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/Transforms/Passes.h"
#include "scatter/Pipelines/Pipelines.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "mlir/Pass/PassManager.h"

using namespace scatter;
using namespace scatter::test;
using namespace mlir;
using mlir::scf::SCFTilingOptions;

namespace {

/// What a test does to the update of a program.
using Schedule = std::function<LogicalResult(RewriterBase &, TilingInterface)>;

struct SchedulePass : PassWrapper<SchedulePass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SchedulePass)
  explicit SchedulePass(Schedule schedule) : schedule(std::move(schedule)) {}

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<scf::SCFDialect, affine::AffineDialect,
                    tensor::TensorDialect>();
  }

  void runOnOperation() override {
    SmallVector<TilingInterface> updates;
    getOperation()->walk([&](TilingInterface op) {
      if (isa<ScatterDialect>(op->getDialect()))
        updates.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (TilingInterface update : updates) {
      rewriter.setInsertionPoint(update);
      if (failed(schedule(rewriter, update))) {
        update->emitError("the schedule failed");
        return signalPassFailure();
      }
    }
  }

  Schedule schedule;
};

llvm::Expected<Program> compileWith(llvm::StringRef text, Schedule schedule) {
  EngineOptions options;
  options.buildPipeline = [=](OpPassManager &pm) {
    pm.addPass(createScatterSplitChecksPass());
    if (schedule)
      pm.addPass(std::make_unique<SchedulePass>(schedule));
    buildScatterToLLVMPipeline(pm, ScatterToLLVMOptions());
  };
  return compile(text, options);
}

SCFTilingOptions getTiling(MLIRContext *context, ArrayRef<int64_t> sizes,
                           SCFTilingOptions::LoopType loops) {
  SCFTilingOptions tiling;
  tiling.setTileSizes(getAsIndexOpFoldResult(context, sizes));
  tiling.setLoopType(loops);
  return tiling;
}

constexpr auto kFor = SCFTilingOptions::LoopType::ForOp;
constexpr auto kForall = SCFTilingOptions::LoopType::ForallOp;

/// Tiles the update and fuses the producers of its operands.
Schedule fuseProducers(std::vector<int64_t> sizes,
                       SCFTilingOptions::LoopType loops) {
  return [=](RewriterBase &rewriter, TilingInterface update) {
    scf::SCFTileAndFuseOptions options;
    options.setTilingOptions(getTiling(update.getContext(), sizes, loops));
    FailureOr<scf::SCFTileAndFuseResult> result =
        scf::tileConsumerAndFuseProducersUsingSCF(rewriter, update, options);
    if (failed(result) || result->fusedProducers.empty())
      return failure();
    for (auto [old, value] : result->replacements)
      rewriter.replaceAllUsesWith(old, value);
    rewriter.eraseOp(update);
    return success();
  };
}

/// Tiles the producer of operand `number` and fuses the update.
Schedule fuseConsumer(unsigned number, std::vector<int64_t> sizes,
                      SCFTilingOptions::LoopType loops) {
  return [=](RewriterBase &rewriter, TilingInterface update) {
    auto producer =
        update->getOperand(number).getDefiningOp<linalg::LinalgOp>();
    rewriter.setInsertionPoint(producer);
    FailureOr<scf::SCFTilingResult> tiled = scf::tileUsingSCF(
        rewriter, cast<TilingInterface>(producer.getOperation()),
        getTiling(update.getContext(), sizes, loops));
    if (failed(tiled))
      return failure();
    rewriter.replaceOp(producer, tiled->replacements);
    return success(
        succeeded(scf::tileAndFuseConsumer(rewriter, update, tiled->loops)));
  };
}

// 5 tuples with a duplicate, 6 columns.
constexpr llvm::StringLiteral kTuples = R"(
func.func @main(%d: tensor<SxCxi32>, %i: tensor<Tx1xi64>, %u: tensor<TxCxi32>,
                %e: tensor<TxCxi32>) -> tensor<SxCxi32> {
  %v = linalg.mul ins(%u, %u : tensor<TxCxi32>, tensor<TxCxi32>)
      outs(%e : tensor<TxCxi32>) -> tensor<TxCxi32>
  %r = scatter.scatter_nd_update
    ins(%i, %v : tensor<Tx1xi64>, tensor<TxCxi32>)
    outs(%d : tensor<SxCxi32>) reduction(sum) out_of_bounds(undefined)
    {PROMISES} -> tensor<SxCxi32>
  return %r : tensor<SxCxi32>
}
)";

// 5 rows of 9, the second, fourth, ..., backwards; 6 columns.
constexpr llvm::StringLiteral kSlice = R"(
func.func @main(%d: tensor<SxCxi32>, %i: tensor<Tx1xi64>, %u: tensor<TxCxi32>,
                %e: tensor<TxCxi32>) -> tensor<SxCxi32> {
  %v = linalg.mul ins(%u, %u : tensor<TxCxi32>, tensor<TxCxi32>)
      outs(%e : tensor<TxCxi32>) -> tensor<TxCxi32>
  %from = arith.constant 8 : index
  %to = arith.constant -100 : index
  %step = arith.constant -2 : index
  %r = scatter.slice_scatter ins(%v : tensor<TxCxi32>)
    outs(%d : tensor<SxCxi32>) from [%from] to [%to] step [%step]
    {sizes_match} -> tensor<SxCxi32>
  return %r : tensor<SxCxi32>
}
)";

constexpr llvm::StringLiteral kOthers = R"(
func.func @main(%d: tensor<SxCxi32>, %i: tensor<Tx1xi64>, %u: tensor<TxCxi32>,
                %e: tensor<TxCxi32>) -> (tensor<TxCxi32>, tensor<SxCxi32>) {
  %g = scatter.gather_nd ins(%i, %d : tensor<Tx1xi64>, tensor<SxCxi32>)
    outs(%e : tensor<TxCxi32>) -> tensor<TxCxi32>
  %r = scatter.generic {indexing_maps = [affine_map<(e, c)[k] -> (e, c)>,
                                         affine_map<(e, c)[k] -> (k, c)>]}
      indices(%i : tensor<Tx1xi64>) ins(%u : tensor<TxCxi32>)
      outs(%d : tensor<SxCxi32>) {
  ^bb0(%a: i32, %old: i32):
    scatter.yield %a : i32
  } -> tensor<SxCxi32>
  return %g, %r : tensor<TxCxi32>, tensor<SxCxi32>
}
)";

/// Replaces the letters that stand for sizes.
std::string setSizes(llvm::StringRef text, bool isStatic,
                     llvm::StringRef promises) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i).consume_front("PROMISES")) {
      result += promises;
      i += llvm::StringRef("PROMISES").size() - 1;
      continue;
    }
    bool isSize = i + 1 < text.size() && text[i + 1] == 'x' &&
                  llvm::StringRef("STC").contains(text[i]);
    if (!isSize)
      result += text[i];
    else if (isStatic)
      result += text[i] == 'S' ? '9' : text[i] == 'T' ? '5' : '6';
    else
      result += '?';
  }
  return result;
}

std::vector<int32_t> run(llvm::Expected<Program> program,
                         std::vector<int64_t> indices) {
  if (!program) {
    ADD_FAILURE() << llvm::toString(program.takeError());
    return {};
  }
  std::vector<int32_t> data(54), updates(30), empty(30);
  for (int i = 0; i < 54; ++i)
    data[i] = 100 * i;
  for (int i = 0; i < 30; ++i)
    updates[i] = i;
  auto call = llvm::cantFail(program->bind(
      *llvm::cantFail(program->lookup("main")),
      {makeView(data, "i32", {9, 6}), makeView(indices, "i64", {5, 1}),
       makeView(updates, "i32", {5, 6}), makeView(empty, "i32", {5, 6})}));
  SmallVector<OwnedBuffer> results;
  EXPECT_FALSE(bool(call.run(results)));
  return getValues<int32_t>(results[0].getView());
}

/// Expects the results that the program has without `schedule`.
void expectSameResults(llvm::StringRef text, bool isUnique, Schedule schedule) {
  std::vector<int64_t> indices = {3, 8, 0, isUnique ? 1 : 3, -2};
  for (bool isStatic : {true, false}) {
    std::string promises = isStatic ? "" : "sizes_match";
    if (isUnique)
      promises += promises.empty() ? "unique_indices" : ", unique_indices";
    std::string program = setSizes(text, isStatic, promises);
    SCOPED_TRACE(program);
    EXPECT_EQ(run(compileWith(program, schedule), indices),
              run(compileWith(program, nullptr), indices));
  }
}

} // namespace

TEST(TileAndFuse, ProducersOfTuples) {
  expectSameResults(kTuples, false, fuseProducers({2, 4}, kFor));
  expectSameResults(kTuples, false, fuseProducers({0, 4}, kForall));
  expectSameResults(kTuples, true, fuseProducers({2, 4}, kForall));
}

TEST(TileAndFuse, ProducersOfSlices) {
  expectSameResults(kSlice, false, fuseProducers({2, 4}, kFor));
  expectSameResults(kSlice, false, fuseProducers({2, 4}, kForall));
}

TEST(TileAndFuse, ConsumersOfTuples) {
  expectSameResults(kTuples, false, fuseConsumer(1, {2, 4}, kFor));
  expectSameResults(kTuples, false, fuseConsumer(1, {0, 4}, kForall));
  expectSameResults(kTuples, true, fuseConsumer(1, {2, 4}, kForall));
}

TEST(TileAndFuse, ConsumersOfSlices) {
  expectSameResults(kSlice, false, fuseConsumer(0, {2, 4}, kFor));
  expectSameResults(kSlice, false, fuseConsumer(0, {2, 4}, kForall));
}

// Iterations of scf.forall would update the same slots.
TEST(TileAndFuse, DividesNoTuplesWithDuplicates) {
  EngineOptions options;
  options.buildPipeline = [](OpPassManager &pm) {
    pm.addPass(
        std::make_unique<SchedulePass>(fuseConsumer(1, {2, 0}, kForall)));
    buildScatterToLLVMPipeline(pm, ScatterToLLVMOptions());
  };
  EXPECT_THAT(getMessage(compile(setSizes(kTuples, true, ""), options)),
              testing::HasSubstr("the schedule failed"));
}

// The gather needs all rows of the product, whose two loops have no terminator
// while they are replaced.
TEST(TileAndFuse, ComparesSizesOfUnfinishedLoops) {
  constexpr llvm::StringLiteral text = R"(
func.func @main(%d: tensor<?x4x?xi32>, %i: tensor<?x1xi64>, %e: tensor<?x4x?xi32>)
    -> tensor<?x4x?xi32> {
  %p = linalg.mul ins(%d, %d : tensor<?x4x?xi32>, tensor<?x4x?xi32>)
      outs(%d : tensor<?x4x?xi32>) -> tensor<?x4x?xi32>
  %g = scatter.gather_nd ins(%i, %p : tensor<?x1xi64>, tensor<?x4x?xi32>)
      outs(%e : tensor<?x4x?xi32>) out_of_bounds(clamp) {sizes_match}
      -> tensor<?x4x?xi32>
  return %g : tensor<?x4x?xi32>
}
)";
  EXPECT_EQ(getMessage(compileWith(text, fuseConsumer(1, {0, 2, 4}, kFor))),
            "no error");
}

TEST(TileAndFuse, ResultsHaveTheSizesOfInits) {
  EngineOptions options;
  int seen = 0;
  options.buildPipeline = [&](OpPassManager &pm) {
    pm.addPass(std::make_unique<SchedulePass>([&](RewriterBase &,
                                                  TilingInterface update) {
      using Variable = ValueBoundsConstraintSet::Variable;
      Value data = cast<DestinationStyleOpInterface>(*update).getDpsInits()[0];
      for (int64_t dim : {0, 1}) {
        FailureOr<bool> isEqual = ValueBoundsConstraintSet::areEqual(
            Variable(update->getResult(0), dim), Variable(data, dim));
        FailureOr<bool> isOther = ValueBoundsConstraintSet::areEqual(
            Variable(update->getResult(0), dim), Variable(data, 1 - dim));
        EXPECT_TRUE(succeeded(isEqual) && *isEqual);
        EXPECT_FALSE(succeeded(isOther) && *isOther);
      }
      ++seen;
      return success();
    }));
    buildScatterToLLVMPipeline(pm, ScatterToLLVMOptions());
  };
  for (llvm::StringRef text : {kTuples, kSlice, kOthers})
    EXPECT_EQ(
        getMessage(compile(setSizes(text, false, "sizes_match"), options)),
        "no error");
  EXPECT_EQ(seen, 4);
}
