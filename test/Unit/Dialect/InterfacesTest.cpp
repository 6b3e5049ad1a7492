//===- InterfacesTest.cpp - the interfaces that the ops implement ---------===//

#include "DialectTest.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include "gmock/gmock.h"

using namespace mlir;
using namespace scatter;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

class InterfacesTest : public DialectTest {
protected:
  ScatterNDUpdateOp scatterND(bool isTensor, ArrayRef<int64_t> updates = {4},
                              ArrayRef<int64_t> data = {8},
                              Reduction reduction = Reduction::none,
                              OutOfBounds outOfBounds = OutOfBounds::error) {
    auto shaped = [&](ArrayRef<int64_t> shape, Type element) -> Value {
      return isTensor ? value(tensor(shape, element))
                      : value(memref(shape, element));
    };
    Type f32 = builder.getF32Type();
    return ScatterNDUpdateOp::create(
        builder, loc, shaped({4, 1}, builder.getI64Type()),
        shaped(updates, f32), shaped(data, f32), reduction, outOfBounds);
  }

  SliceScatterOp slice(bool isTensor, OpFoldResult start,
                       ArrayRef<int64_t> data = {8}) {
    Type f32 = builder.getF32Type();
    Value updates =
        isTensor ? value(tensor({2}, f32)) : value(memref({2}, f32));
    Value init = isTensor ? value(tensor(data, f32)) : value(memref(data, f32));
    return SliceScatterOp::create(builder, loc, updates, init,
                                  ArrayRef<OpFoldResult>{start},
                                  ArrayRef<OpFoldResult>{index(3)});
  }

  /// The operands that `op` reads or writes.
  template <typename EffectT>
  static SmallVector<Value> touched(Operation *op) {
    SmallVector<MemoryEffects::EffectInstance> effects;
    cast<MemoryEffectOpInterface>(op).getEffects(effects);
    SmallVector<Value> values;
    for (const MemoryEffects::EffectInstance &effect : effects)
      if (isa<EffectT>(effect.getEffect()))
        values.push_back(effect.getValue());
    return values;
  }
};

TEST_F(InterfacesTest, DataIsTheInit) {
  for (bool isTensor : {true, false}) {
    auto nd = scatterND(isTensor);
    auto dps = cast<DestinationStyleOpInterface>(nd.getOperation());
    EXPECT_EQ(dps.getNumDpsInits(), 1);
    EXPECT_EQ(dps.getDpsInits()[0], nd.getData());
    EXPECT_EQ(dps.hasPureBufferSemantics(), !isTensor);
    EXPECT_EQ(dps.hasPureTensorSemantics(), isTensor);

    auto op = slice(isTensor, index(1));
    auto sliceDps = cast<DestinationStyleOpInterface>(op.getOperation());
    EXPECT_EQ(sliceDps.getDpsInits()[0], op.getData());
  }
}

TEST_F(InterfacesTest, TensorFormsHaveNoEffect) {
  EXPECT_TRUE(isMemoryEffectFree(scatterND(/*isTensor=*/true)));
  EXPECT_TRUE(isMemoryEffectFree(slice(/*isTensor=*/true, index(1))));
}

TEST_F(InterfacesTest, MemRefFormsReadTheInputsAndWriteData) {
  auto nd = scatterND(/*isTensor=*/false);
  EXPECT_THAT(touched<MemoryEffects::Read>(nd),
              ElementsAre(nd.getIndices(), nd.getUpdates()));
  EXPECT_THAT(touched<MemoryEffects::Write>(nd), ElementsAre(nd.getData()));
  EXPECT_THAT(touched<MemoryEffects::Allocate>(nd), IsEmpty());

  auto op = slice(/*isTensor=*/false, index(1));
  EXPECT_THAT(touched<MemoryEffects::Read>(op), ElementsAre(op.getUpdates()));
  EXPECT_THAT(touched<MemoryEffects::Write>(op), ElementsAre(op.getData()));
}

TEST_F(InterfacesTest, ReductionsReadData) {
  auto nd = scatterND(/*isTensor=*/false, {4}, {8}, Reduction::sum);
  EXPECT_THAT(touched<MemoryEffects::Read>(nd),
              ElementsAre(nd.getIndices(), nd.getUpdates(), nd.getData()));
}

TEST_F(InterfacesTest, WhatCannotReportIsSpeculatable) {
  auto speculatable = [](Operation *op) {
    return cast<ConditionallySpeculatable>(op).getSpeculatability() ==
           Speculation::Speculatable;
  };
  auto nd = [&](OutOfBounds policy, ArrayRef<int64_t> updates,
                ArrayRef<int64_t> data) {
    return scatterND(/*isTensor=*/true, updates, data, Reduction::none, policy);
  };
  EXPECT_TRUE(speculatable(nd(OutOfBounds::drop, {4}, {8})));
  EXPECT_TRUE(speculatable(nd(OutOfBounds::clamp, {4}, {8})));
  EXPECT_FALSE(speculatable(nd(OutOfBounds::error, {4}, {8})));
  EXPECT_FALSE(speculatable(nd(OutOfBounds::undefined, {4}, {8})));
  EXPECT_FALSE(speculatable(nd(OutOfBounds::drop, {dyn}, {8})));
  EXPECT_FALSE(speculatable(nd(OutOfBounds::drop, {4}, {dyn})));

  EXPECT_TRUE(speculatable(slice(/*isTensor=*/true, index(1))));
  EXPECT_FALSE(
      speculatable(slice(/*isTensor=*/true, value(builder.getIndexType()))));
  EXPECT_FALSE(speculatable(slice(/*isTensor=*/true, index(1), {dyn})));
}

TEST_F(InterfacesTest, ResultShapeIsThatOfData) {
  auto nd = scatterND(/*isTensor=*/true, {4, 3}, {dyn, 3});
  ReifiedRankedShapedTypeDims shapes;
  ASSERT_TRUE(succeeded(reifyResultShapes(builder, nd, shapes)));
  ASSERT_EQ(shapes.size(), 1u);
  ASSERT_EQ(shapes[0].size(), 2u);
  auto dim = cast<Value>(shapes[0][0]).getDefiningOp<tensor::DimOp>();
  ASSERT_TRUE(dim);
  EXPECT_EQ(dim.getSource(), nd.getData());
  EXPECT_EQ(dim.getConstantIndex(), 0);
  EXPECT_EQ(shapes[0][1], index(3));
}

TEST_F(InterfacesTest, MemRefFormsHaveNoShapeToReify) {
  ReifiedRankedShapedTypeDims shapes;
  EXPECT_TRUE(
      failed(scatterND(/*isTensor=*/false).reifyResultShapes(builder, shapes)));
  EXPECT_TRUE(failed(
      slice(/*isTensor=*/false, index(1)).reifyResultShapes(builder, shapes)));
  EXPECT_THAT(shapes, IsEmpty());
}

} // namespace
