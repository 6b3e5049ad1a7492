//===- OpsTest.cpp - builders, accessors and inferred types ---------------===//

#include "DialectTest.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Diagnostics.h"

#include "gmock/gmock.h"

#include <cstdint>
#include <limits>

using namespace mlir;
using namespace scatter;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

using OpsTest = DialectTest;

constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

//===----------------------------------------------------------------------===//
// scatter_nd_update
//===----------------------------------------------------------------------===//

TEST_F(OpsTest, ScatterNDBuilderInfersTheResult) {
  Type f32 = builder.getF32Type();
  Value indices = value(tensor({4, 1}, builder.getI64Type()));
  Value updates = value(tensor({4, 8}, f32));
  Value data = value(tensor({dyn, 8}, f32));
  auto op = ScatterNDUpdateOp::create(builder, loc, indices, updates, data);
  ASSERT_TRUE(op.getResult());
  EXPECT_EQ(op.getResult().getType(), data.getType());
  EXPECT_EQ(op.getReduction(), Reduction::none);
  EXPECT_EQ(op.getOutOfBounds(), OutOfBounds::error);
  EXPECT_EQ(op.getNegativeIndices(), NegativeIndices::wrap);
  EXPECT_FALSE(op.getUniqueIndices());
  EXPECT_FALSE(op.getIndicesAreSorted());
  EXPECT_TRUE(succeeded(verify(op)));
}

TEST_F(OpsTest, ScatterNDBuilderOnMemRefsHasNoResult) {
  Type f32 = builder.getF32Type();
  auto op = ScatterNDUpdateOp::create(
      builder, loc, value(memref({4, 1}, builder.getI64Type())),
      value(memref({4, 8}, f32)), value(memref({16, 8}, f32)), Reduction::sum,
      OutOfBounds::drop, NegativeIndices::reject, /*unique_indices=*/true,
      /*indices_are_sorted=*/true);
  EXPECT_FALSE(op.getResult());
  EXPECT_EQ(op->getNumResults(), 0u);
  EXPECT_EQ(op.getReduction(), Reduction::sum);
  EXPECT_EQ(op.getOutOfBounds(), OutOfBounds::drop);
  EXPECT_EQ(op.getNegativeIndices(), NegativeIndices::reject);
  EXPECT_TRUE(op.getUniqueIndices());
  EXPECT_TRUE(op.getIndicesAreSorted());
  EXPECT_TRUE(succeeded(verify(op)));
}

TEST_F(OpsTest, InferReturnTypesNeedsNoAttributes) {
  Type f32 = builder.getF32Type();
  Value indices = value(tensor({4, 1}, builder.getI64Type()));
  Value updates = value(tensor({4}, f32)), data = value(tensor({dyn}, f32));
  SmallVector<Type> types;
  ASSERT_TRUE(succeeded(ScatterNDUpdateOp::inferReturnTypes(
      &context, loc, {indices, updates, data}, DictionaryAttr(),
      OpaqueProperties(nullptr), {}, types)));
  EXPECT_THAT(types, ElementsAre(data.getType()));

  types.clear();
  ASSERT_TRUE(succeeded(ScatterNDUpdateOp::inferReturnTypes(
      &context, std::nullopt,
      {value(memref({4, 1}, builder.getI64Type())), value(memref({4}, f32)),
       value(memref({8}, f32))},
      DictionaryAttr(), OpaqueProperties(nullptr), {}, types)));
  EXPECT_THAT(types, IsEmpty());
}

/// The ranks of `indices` (with its last size), `updates` and `data`, and what
/// follows from them.
struct DepthCase {
  SmallVector<int64_t> indices, updates, data;
  int64_t batchRank, depth, sliceRank;
};

TEST_F(OpsTest, DepthFollowsFromTheRanks) {
  const DepthCase cases[] = {
      {{4, 0}, {4, 7, 8, 9}, {7, 8, 9}, 1, 0, 3},
      {{4, 1}, {4, 8, 9}, {7, 8, 9}, 1, 1, 2},
      {{4, 2}, {4, 9}, {7, 8, 9}, 1, 2, 1},
      {{4, 3}, {4}, {7, 8, 9}, 1, 3, 0},
      {{4, 5, 2}, {4, 5, 9}, {7, 8, 9}, 2, 2, 1},
      {{2}, {9}, {7, 8, 9}, 0, 2, 1},
      {{3}, {}, {7, 8, 9}, 0, 3, 0},
      {{0}, {7, 8, 9}, {7, 8, 9}, 0, 0, 3},
      {{dyn, dyn}, {dyn, dyn}, {dyn, dyn, dyn}, 1, 2, 1},
  };
  for (const DepthCase &c : cases) {
    auto op = ScatterNDUpdateOp::create(
        builder, loc, value(tensor(c.indices, builder.getIndexType())),
        value(tensor(c.updates, builder.getF32Type())),
        value(tensor(c.data, builder.getF32Type())));
    EXPECT_TRUE(succeeded(verify(op)));
    EXPECT_EQ(op.getBatchRank(), c.batchRank);
    EXPECT_EQ(op.getIndexDepth(), c.depth);
    EXPECT_EQ(op.getSliceRank(), c.sliceRank);
    EXPECT_EQ(op.getDataRank(), int64_t(c.data.size()));
  }
}

TEST_F(OpsTest, TypeAccessors) {
  auto op = ScatterNDUpdateOp::create(
      builder, loc, value(memref({4, 1}, builder.getI32Type())),
      value(memref({4}, builder.getF64Type())),
      value(memref({8}, builder.getF64Type())));
  EXPECT_EQ(op.getElementType(), builder.getF64Type());
  EXPECT_EQ(Type(op.getDataType()), op.getData().getType());
  EXPECT_EQ(Type(op.getUpdatesType()), op.getUpdates().getType());
  EXPECT_EQ(Type(op.getIndicesType()), op.getIndices().getType());
}

TEST_F(OpsTest, BuiltOpsAreVerified) {
  ScopedDiagnosticHandler ignore(&context, [](Diagnostic &) {});
  auto op = ScatterNDUpdateOp::create(
      builder, loc, value(tensor({4, 1}, builder.getI64Type())),
      value(tensor({5}, builder.getF32Type())),
      value(tensor({8}, builder.getF32Type())));
  EXPECT_TRUE(failed(verify(op)));
}

//===----------------------------------------------------------------------===//
// slice_scatter
//===----------------------------------------------------------------------===//

TEST_F(OpsTest, SliceBuilderSplitsTheBounds) {
  Type f32 = builder.getF32Type();
  Value updates = value(tensor({dyn, dyn}, f32));
  Value data = value(tensor({16, 8}, f32));
  Value a = value(builder.getIndexType()), b = value(builder.getIndexType());
  auto op = SliceScatterOp::create(
      builder, loc, updates, data, ArrayRef<OpFoldResult>{a, index(2)},
      ArrayRef<OpFoldResult>{index(-1), b},
      ArrayRef<OpFoldResult>{index(3), index(1)}, ArrayRef<int64_t>{1, 0});
  EXPECT_TRUE(succeeded(verify(op)));
  ASSERT_TRUE(op.getResult());
  EXPECT_EQ(op.getResult().getType(), data.getType());
  EXPECT_THAT(op.getStaticStart(), ElementsAre(dyn, 2));
  EXPECT_THAT(op.getStaticStop(), ElementsAre(-1, dyn));
  EXPECT_THAT(op.getStaticStep(), ElementsAre(3, 1));
  EXPECT_TRUE(isEqualConstantIntOrValueArray(op.getMixedStart(),
                                             {OpFoldResult(a), index(2)}));
  EXPECT_TRUE(isEqualConstantIntOrValueArray(op.getMixedStop(),
                                             {index(-1), OpFoldResult(b)}));
  EXPECT_TRUE(
      isEqualConstantIntOrValueArray(op.getMixedStep(), {index(3), index(1)}));
}

TEST_F(OpsTest, SliceBuilderHasDefaults) {
  Type f32 = builder.getF32Type();
  auto op = SliceScatterOp::create(builder, loc, value(memref({2, 3}, f32)),
                                   value(memref({16, 8}, f32)),
                                   ArrayRef<OpFoldResult>{index(1), index(2)},
                                   ArrayRef<OpFoldResult>{index(3), index(5)});
  EXPECT_TRUE(succeeded(verify(op)));
  EXPECT_FALSE(op.getResult());
  EXPECT_THAT(op.getStaticStep(), ElementsAre(1, 1));
  EXPECT_THAT(op.getAxes(), ElementsAre(0, 1));
}

TEST_F(OpsTest, SliceBuilderWithoutBoundsReplacesEverything) {
  Type f32 = builder.getF32Type();
  auto op = SliceScatterOp::create(
      builder, loc, value(tensor({8}, f32)), value(tensor({8}, f32)),
      ArrayRef<OpFoldResult>{}, ArrayRef<OpFoldResult>{});
  EXPECT_TRUE(succeeded(verify(op)));
  EXPECT_THAT(op.getAxes(), IsEmpty());
}

TEST_F(OpsTest, SmallestIntegerIsNotARunTimeBound) {
  Type f32 = builder.getF32Type();
  auto op = SliceScatterOp::create(
      builder, loc, value(tensor({8}, f32)), value(tensor({8}, f32)),
      ArrayRef<OpFoldResult>{index(kMax)}, ArrayRef<OpFoldResult>{index(kMin)},
      ArrayRef<OpFoldResult>{index(-1)});
  EXPECT_TRUE(succeeded(verify(op)));
  EXPECT_THAT(op.getStaticStart(), ElementsAre(kMax));
  EXPECT_THAT(op.getStaticStop(), ElementsAre(kMin + 1));
  EXPECT_TRUE(op.getStop().empty());
}

TEST_F(OpsTest, AxesAreNormalised) {
  Type f32 = builder.getF32Type();
  auto op = SliceScatterOp::create(builder, loc, value(tensor({2, 8, 3}, f32)),
                                   value(tensor({16, 8, 4}, f32)),
                                   ArrayRef<OpFoldResult>{index(0), index(1)},
                                   ArrayRef<OpFoldResult>{index(3), index(3)},
                                   ArrayRef<OpFoldResult>{},
                                   ArrayRef<int64_t>{-1, 0});
  EXPECT_TRUE(succeeded(verify(op)));
  EXPECT_THAT(op.getAxes(), ElementsAre(-1, 0));
  EXPECT_THAT(op.getNormalizedAxes(), ElementsAre(2, 0));
  EXPECT_EQ(op.getBoundOfDim(0), 1u);
  EXPECT_EQ(op.getBoundOfDim(1), std::nullopt);
  EXPECT_EQ(op.getBoundOfDim(2), 0u);
}

//===----------------------------------------------------------------------===//
// Enums
//===----------------------------------------------------------------------===//

TEST_F(OpsTest, EnumsHaveNames) {
  for (StringRef name : {"none", "sum", "sub", "prod", "min", "max"}) {
    std::optional<Reduction> value = symbolizeReduction(name);
    ASSERT_TRUE(value.has_value());
    EXPECT_EQ(stringifyReduction(*value), name);
  }
  for (StringRef name : {"error", "drop", "clamp", "undefined"}) {
    std::optional<OutOfBounds> value = symbolizeOutOfBounds(name);
    ASSERT_TRUE(value.has_value());
    EXPECT_EQ(stringifyOutOfBounds(*value), name);
  }
  for (StringRef name : {"wrap", "reject"}) {
    std::optional<NegativeIndices> value = symbolizeNegativeIndices(name);
    ASSERT_TRUE(value.has_value());
    EXPECT_EQ(stringifyNegativeIndices(*value), name);
  }
  EXPECT_FALSE(symbolizeReduction("add").has_value());
}

} // namespace
