//===- SplitChecksTest.cpp - updates whose check is an op of its own ------===//
//
// A violation is reported as by the op under `error`, and nothing is written.
//
//===----------------------------------------------------------------------===//

#include "Utils.h"

#include "scatter/Dialect/Scatter/Transforms/Passes.h"
#include "scatter/Pipelines/Pipelines.h"

#include "mlir/Dialect/Transform/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"

using namespace scatter;
using namespace scatter::test;

namespace {

/// Compiles `text` with all checks split off. `addTiling` adds passes after
/// that.
Program compileSplit(llvm::StringRef text, int64_t threads = 1,
                     void (*addTiling)(mlir::OpPassManager &) = nullptr) {
  EngineOptions options;
  options.threads = threads;
  options.buildPipeline = [=](mlir::OpPassManager &pm) {
    ScatterToLLVMOptions pipeline;
    pipeline.plan.set(PlanOptions()
                          .set(&Machine::threads, threads)
                          .set(&Machine::parallelBytes, 0));
    pm.addPass(createScatterSplitChecksPass());
    if (addTiling)
      addTiling(pm);
    buildScatterToLLVMPipeline(pm, pipeline);
  };
  return compileOrDie(text, options);
}

/// What a call of `function` reports; "" for nothing.
std::string run(const Program &program, llvm::StringRef function,
                llvm::ArrayRef<BufferView> views) {
  auto call = program.bind(*llvm::cantFail(program.lookup(function)), views);
  if (!call)
    return "unbound: " + llvm::toString(call.takeError());
  llvm::SmallVector<OwnedBuffer> results;
  llvm::Error error = call->run(results);
  return error ? llvm::toString(std::move(error)) : "";
}

/// Erases the schedule of the transform dialect.
struct EraseSchedulePass
    : mlir::PassWrapper<EraseSchedulePass, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(EraseSchedulePass)

  void runOnOperation() override {
    getOperation()->removeAttr("transform.with_named_sequence");
    for (mlir::Operation &op :
         llvm::make_early_inc_range(getOperation()->getRegion(0).front()))
      if (op.getName().getStringRef() == "transform.named_sequence")
        op.erase();
  }
};

void addTiling(mlir::OpPassManager &pm) {
  pm.addPass(mlir::transform::createInterpreterPass());
  pm.addPass(std::make_unique<EraseSchedulePass>());
}

constexpr llvm::StringLiteral tiledModule = R"(
module attributes {transform.with_named_sequence} {
func.func @update(%data: memref<8x4xf32>, %indices: memref<6x1xi64>,
                  %updates: memref<6x4xf32>) {
  scatter.scatter_nd_update
    ins(%indices, %updates : memref<6x1xi64>, memref<6x4xf32>)
    outs(%data : memref<8x4xf32>) reduction(sum)
  return
}
transform.named_sequence @__transform_main(
    %root: !transform.any_op {transform.readonly}) {
  %update = transform.structured.match ops{["scatter.scatter_nd_update"]} in %root
      : (!transform.any_op) -> !transform.any_op
  %tiled, %loops:2 = transform.structured.tile_using_for %update tile_sizes [4, 3]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  transform.yield
}
}
)";

// Two updates by the same indices, then one by others.
constexpr llvm::StringLiteral sharedModule = R"(
func.func @update(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<3xf32>,
                  %indices: memref<?x?xi32>, %updates: memref<?xf32>) {
  scatter.scatter_nd_update
    ins(%indices, %updates : memref<?x?xi32>, memref<?xf32>)
    outs(%a : memref<8xf32>)
  scatter.scatter_nd_update
    ins(%indices, %updates : memref<?x?xi32>, memref<?xf32>)
    outs(%b : memref<8xf32>) reduction(sum)
  scatter.scatter_nd_update
    ins(%indices, %updates : memref<?x?xi32>, memref<?xf32>)
    outs(%c : memref<3xf32>)
  return
}
)";

struct SharedArguments {
  std::vector<float> a = std::vector<float>(8, 1), b = a,
                     c = std::vector<float>(3, 1), updates = {10, 20};
  std::vector<int32_t> indices = {0, -2};
  std::vector<int64_t> shape = {2, 1};

  std::vector<BufferView> views() {
    return {makeView(a, "f32", {8}), makeView(b, "f32", {8}),
            makeView(c, "f32", {3}), makeView(indices, "i32", shape),
            makeView(updates, "f32", {int64_t(updates.size())})};
  }
};

} // namespace

TEST(SplitChecks, TilesWriteNothingIfTheLastIndexIsInvalid) {
  for (int64_t threads : {1, 2}) {
    Program program = compileSplit(tiledModule, threads, addTiling);
    std::vector<float> data(32, 1), updates(24, 1);
    std::vector<int64_t> indices = {0, 1, 1, -8, 7, 8};
    std::vector<BufferView> views = {makeView(data, "f32", {8, 4}),
                                     makeView(indices, "i64", {6, 1}),
                                     makeView(updates, "f32", {6, 4})};
    EXPECT_EQ(run(program, "update", views),
              "test.mlir:5:3: error: 'indices' tuple 5, component 0: expected "
              "an index in [-8, 7] for a dimension of size 8, found 8");
    EXPECT_EQ(data, std::vector<float>(32, 1));
    indices[5] = 1;
    EXPECT_EQ(run(program, "update", views), "");
    std::vector<float> expected(32, 1);
    for (int64_t row : {0, 1, 1, 0, 7, 1})
      for (int64_t column = 0; column < 4; ++column)
        expected[4 * row + column] += 1;
    EXPECT_EQ(data, expected);
  }
}

TEST(SplitChecks, OpsThatShareACheckReportOnce) {
  for (int64_t threads : {1, 2}) {
    Program program = compileSplit(sharedModule, threads);
    SharedArguments arguments;
    EXPECT_EQ(run(program, "update", arguments.views()), "");
    EXPECT_EQ(arguments.a, (std::vector<float>{10, 1, 1, 1, 1, 1, 20, 1}));
    EXPECT_EQ(arguments.b, (std::vector<float>{11, 1, 1, 1, 1, 1, 21, 1}));
    EXPECT_EQ(arguments.c, (std::vector<float>{10, 20, 1}));

    SharedArguments before = arguments;
    arguments.indices = {1, 9};
    EXPECT_EQ(run(program, "update", arguments.views()),
              "test.mlir:4:3: error: 'indices' tuple 1, component 0: expected "
              "an index in [-8, 7] for a dimension of size 8, found 9");
    EXPECT_EQ(arguments.a, before.a);
    EXPECT_EQ(arguments.b, before.b);
    EXPECT_EQ(arguments.c, before.c);

    // Valid for the first two, not for the third.
    arguments.indices = {1, 3};
    EXPECT_EQ(run(program, "update", arguments.views()),
              "test.mlir:10:3: error: 'indices' tuple 1, component 0: expected "
              "an index in [-3, 2] for a dimension of size 3, found 3");
    EXPECT_EQ(arguments.a[1], 10);
    EXPECT_EQ(arguments.c, before.c);
  }
}

// Sizes come before indices, whichever of the two ops reports them.
TEST(SplitChecks, SizesAreReportedFirst) {
  Program program = compileSplit(sharedModule);
  SharedArguments arguments;
  SharedArguments before = arguments;
  for (int32_t last : {-2, 100}) {
    arguments.indices = {0, last};
    arguments.shape = {2, 1};
    arguments.updates = {10, 20, 30};
    EXPECT_EQ(run(program, "update", arguments.views()),
              "test.mlir:4:3: error: 'updates' dimension 0: expected size 2, "
              "found 3");
    arguments.shape = {1, 2};
    EXPECT_EQ(run(program, "update", arguments.views()),
              "test.mlir:4:3: error: 'indices' dimension 1: expected size 1, "
              "found 2");
    EXPECT_EQ(arguments.a, before.a);
    EXPECT_EQ(arguments.b, before.b);
    EXPECT_EQ(arguments.c, before.c);
  }
}
