//===- CallTest.cpp - values that go through calls ------------------------===//

#include "Utils.h"

using namespace scatter;
using namespace scatter::test;
using testing::ElementsAre;

/// Calls the only function of `program`.
static llvm::Expected<llvm::SmallVector<OwnedBuffer, 2>>
call(const Program &program, llvm::ArrayRef<BufferView> arguments) {
  return program.call(*llvm::cantFail(program.lookup()), arguments);
}

TEST(Call, MemRefArgumentsAreUpdatedInPlace) {
  Program program = compileOrDie(scatterModule);
  std::vector<float> data(8, 0), updates = {1, 2};
  std::vector<int64_t> indices = {3, -1};
  auto results = llvm::cantFail(program.call(
      *llvm::cantFail(program.lookup("update")),
      {makeView(data, "f32", {8}), makeView(indices, "i64", {2, 1}),
       makeView(updates, "f32", {2})}));
  EXPECT_TRUE(results.empty());
  EXPECT_THAT(data, ElementsAre(0, 0, 0, 1, 0, 0, 0, 2));
}

TEST(Call, TensorArgumentsAreLeftAlone) {
  Program program = compileOrDie(scatterModule);
  std::vector<float> data(8, 0), updates = {1, 2};
  std::vector<int64_t> indices = {3, -1};
  auto results = llvm::cantFail(program.call(
      *llvm::cantFail(program.lookup("updated")),
      {makeView(data, "f32", {8}), makeView(indices, "i64", {2, 1}),
       makeView(updates, "f32", {2})}));
  ASSERT_EQ(results.size(), 1u);
  EXPECT_THAT(getValues<float>(results[0].getView()),
              ElementsAre(0, 0, 0, 1, 0, 0, 0, 2));
  EXPECT_THAT(data, testing::Each(0));
}

TEST(Call, WritableTensorsAreUpdatedInPlace) {
  Program program = compileOrDie(R"(
    func.func @f(%data: tensor<3xf32> {bufferization.writable = true},
                 %value: f32) -> tensor<3xf32> {
      %zero = arith.constant 0 : index
      %result = tensor.insert %value into %data[%zero] : tensor<3xf32>
      return %result : tensor<3xf32>
    })");
  std::vector<float> data = {1, 2, 3}, value = {9};
  auto results = llvm::cantFail(
      call(program, {makeView(data, "f32", {3}), makeView(value, "f32", {})}));
  EXPECT_THAT(data, ElementsAre(9, 2, 3));
  EXPECT_THAT(getValues<float>(results[0].getView()), ElementsAre(9, 2, 3));
}

TEST(Call, DonatedArgumentsHoldTheResultsOfAllSteps) {
  EngineOptions options;
  options.donate = {"cache"};
  Program program = compileOrDie(R"(
    func.func @step(%cache: tensor<?x4xf32>, %at: tensor<1x1xi64>,
                    %row: tensor<1x4xf32>) -> tensor<?x4xf32> {
      %result = scatter.scatter_nd_update
          ins(%at, %row : tensor<1x1xi64>, tensor<1x4xf32>)
          outs(%cache : tensor<?x4xf32>) -> tensor<?x4xf32>
      return %result : tensor<?x4xf32>
    })",
                                 options);
  const EntryPoint &entry = *llvm::cantFail(program.lookup());
  EXPECT_EQ(entry.results[0].donor, 0u);
  constexpr int64_t size = 100;
  std::vector<float> cache(4 * size, 0), row = {1, 2, 3, 4};
  std::vector<int64_t> at = {0};
  Call call = llvm::cantFail(program.bind(
      entry, {makeView(cache, "f32", {size, 4}), makeView(at, "i64", {1, 1}),
              makeView(row, "f32", {1, 4})}));
  llvm::SmallVector<OwnedBuffer> results;
  for (at[0] = 0; at[0] < size; ++at[0]) {
    llvm::cantFail(call.run(results));
    ASSERT_EQ(results.size(), 1u);
    EXPECT_EQ(results[0].getView().data, cache.data());
    // It owns nothing.
    EXPECT_EQ(results[0].release(), nullptr);
  }
  for (int64_t i = 0; i < 4 * size; ++i)
    EXPECT_EQ(cache[i], float(i % 4 + 1));
}

TEST(Call, ScalarsOfAllKindsArePassed) {
  Program program = compileOrDie(R"(
    func.func @f(%a: i32, %b: index, %c: i1, %d: f16, %e: complex<f64>, %f: i4)
        -> (i4, complex<f64>, f16, i1, index, i32) {
      return %f, %e, %d, %c, %b, %a : i4, complex<f64>, f16, i1, index, i32
    })");
  std::vector<int32_t> a = {-7};
  std::vector<int64_t> b = {INT64_MAX};
  std::vector<uint8_t> c = {1}, f = {5};
  std::vector<uint16_t> d = {0x3c01};
  std::vector<double> e = {1.5, -2.5};
  auto results = llvm::cantFail(
      call(program, {makeView(a, "i32", {}), makeView(b, "index", {}),
                     makeView(c, "i1", {}), makeView(d, "f16", {}),
                     makeView(e, "complex<f64>", {}), makeView(f, "i4", {})}));
  ASSERT_EQ(results.size(), 6u);
  EXPECT_EQ(getValues<uint8_t>(results[0].getView())[0] & 15, 5);
  EXPECT_EQ(static_cast<double *>(results[1].getView().data)[0], 1.5);
  EXPECT_EQ(static_cast<double *>(results[1].getView().data)[1], -2.5);
  EXPECT_THAT(getValues<uint16_t>(results[2].getView()), ElementsAre(0x3c01));
  EXPECT_THAT(getValues<uint8_t>(results[3].getView()), ElementsAre(1));
  EXPECT_THAT(getValues<int64_t>(results[4].getView()), ElementsAre(INT64_MAX));
  EXPECT_THAT(getValues<int32_t>(results[5].getView()), ElementsAre(-7));
}

TEST(Call, ASingleComplexNumberIsReturned) {
  Program program =
      compileOrDie("func.func @f(%a: complex<f32>) -> complex<f32> "
                   "{ return %a : complex<f32> }");
  std::vector<float> a = {1, 2};
  auto results =
      llvm::cantFail(call(program, {makeView(a, "complex<f32>", {})}));
  auto *parts = static_cast<float *>(results[0].getView().data);
  EXPECT_EQ(parts[0], 1);
  EXPECT_EQ(parts[1], 2);
}

TEST(Call, ResultsAreIndependentOfArgumentsAndEachOther) {
  Program program = compileOrDie(R"(
    func.func @f(%a: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
      return %a, %a : tensor<2xi32>, tensor<2xi32>
    })");
  std::vector<int32_t> a = {1, 2};
  auto results = llvm::cantFail(call(program, {makeView(a, "i32", {2})}));
  ASSERT_EQ(results.size(), 2u);
  EXPECT_NE(results[0].getView().data, a.data());
  EXPECT_NE(results[0].getView().data, results[1].getView().data);
  static_cast<int32_t *>(results[0].getView().data)[0] = 9;
  EXPECT_THAT(getValues<int32_t>(results[1].getView()), ElementsAre(1, 2));
  EXPECT_THAT(a, ElementsAre(1, 2));
}

TEST(Call, ConstantResultsAreOwned) {
  Program program = compileOrDie(R"(
    func.func @f() -> tensor<2xi32> {
      %c = arith.constant dense<[3, 4]> : tensor<2xi32>
      return %c : tensor<2xi32>
    })");
  for (int repetition = 0; repetition < 2; ++repetition) {
    auto results = llvm::cantFail(call(program, {}));
    EXPECT_THAT(getValues<int32_t>(results[0].getView()), ElementsAre(3, 4));
    static_cast<int32_t *>(results[0].getView().data)[0] = 9;
  }
}

TEST(Call, ReleasedResultsOutliveTheProgram) {
  void *allocation;
  BufferView view;
  {
    Program program =
        compileOrDie("func.func @f(%a: tensor<2xi8>) -> tensor<2xi8> "
                     "{ return %a : tensor<2xi8> }");
    std::vector<int8_t> a = {1, 2};
    auto results = llvm::cantFail(call(program, {makeView(a, "i8", {2})}));
    view = results[0].getView();
    allocation = results[0].release();
  }
  EXPECT_THAT(getValues<int8_t>(view), ElementsAre(1, 2));
  free(allocation);
}

TEST(Call, DynamicSizesTakeThoseOfTheArguments) {
  Program program = compileOrDie(R"(
    func.func @f(%data: tensor<?x2xi32>, %indices: tensor<?x1xi32>,
                 %updates: tensor<?x2xi32>) -> tensor<?x2xi32> {
      %r = scatter.scatter_nd_update
        ins(%indices, %updates : tensor<?x1xi32>, tensor<?x2xi32>)
        outs(%data : tensor<?x2xi32>) reduction(sum) -> tensor<?x2xi32>
      return %r : tensor<?x2xi32>
    })");
  for (int64_t rows : {0, 1, 5}) {
    std::vector<int32_t> data(rows * 2, 1), indices(rows, 0),
        updates(rows * 2, 1);
    auto results =
        llvm::cantFail(call(program, {makeView(data, "i32", {rows, 2}),
                                      makeView(indices, "i32", {rows, 1}),
                                      makeView(updates, "i32", {rows, 2})}));
    const BufferView &view = results[0].getView();
    EXPECT_THAT(view.shape, ElementsAre(rows, 2));
    std::vector<int32_t> expected(rows * 2, 1);
    if (rows != 0)
      expected[0] = expected[1] = 1 + rows;
    EXPECT_EQ(getValues<int32_t>(view), expected);
  }
}

TEST(Call, StridesAndOffsetsOfMemRefsAreHonoured) {
  Program program = compileOrDie(R"(
    func.func @f(%a: memref<3xi32, strided<[?], offset: ?>>,
                 %b: memref<2xi32, strided<[1], offset: 1>>) -> i32 {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %x = memref.load %b[%zero] : memref<2xi32, strided<[1], offset: 1>>
      memref.store %x, %a[%one] : memref<3xi32, strided<[?], offset: ?>>
      %y = memref.load %a[%zero] : memref<3xi32, strided<[?], offset: ?>>
      return %y : i32
    })");
  std::vector<int32_t> a = {0, 1, 2, 3, 4, 5}, b = {7, 8};
  BufferView reversed = makeView(a, "i32", {3});
  reversed.data = &a[5];
  reversed.strides = {-2};
  auto results =
      llvm::cantFail(call(program, {reversed, makeView(b, "i32", {2})}));
  EXPECT_THAT(getValues<int32_t>(results[0].getView()), ElementsAre(5));
  EXPECT_THAT(a, ElementsAre(0, 1, 2, 7, 4, 5));
}

TEST(Call, PreparedCallsRepeatAndTakeOtherMemory) {
  Program program = compileOrDie(scatterModule);
  std::vector<float> first(8, 0), second(8, 0), updates = {1, 2};
  std::vector<int64_t> indices = {0, 0};
  const EntryPoint &entry = *llvm::cantFail(program.lookup("update"));
  Call prepared = llvm::cantFail(program.bind(
      entry, {makeView(first, "f32", {8}), makeView(indices, "i64", {2, 1}),
              makeView(updates, "f32", {2})}));
  llvm::SmallVector<OwnedBuffer> results;
  llvm::cantFail(prepared.run(results));
  EXPECT_EQ(first[0], 2);
  indices[1] = 1;
  Call moved = std::move(prepared);
  llvm::cantFail(moved.setArgument(0, makeView(second, "f32", {8})));
  llvm::cantFail(moved.run(results));
  EXPECT_THAT(first, ElementsAre(2, 0, 0, 0, 0, 0, 0, 0));
  EXPECT_THAT(second, ElementsAre(1, 2, 0, 0, 0, 0, 0, 0));
  // A refused argument leaves the former one in place.
  EXPECT_EQ(toString(moved.setArgument(0, makeView(updates, "f32", {2}))),
            "function 'update', argument 0 'data': expected size 8 in "
            "dimension 0, found 2");
  second[1] = 0;
  llvm::cantFail(moved.run(results));
  EXPECT_EQ(second[1], 2);
}

/// Memory with the same layout needs no checks, also if the type has an offset.
TEST(Call, AddressesMoveWithoutTheLayout) {
  Program program = compileOrDie(R"(
    func.func @f(%data: memref<?x2xi32, strided<[?, -1], offset: 1>>,
                 %value: i32) {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      memref.store %value, %data[%one, %zero]
        : memref<?x2xi32, strided<[?, -1], offset: 1>>
      return
    })");
  std::vector<int32_t> first(8, 0), second(8, 0), value = {7};
  BufferView data = makeView(first, "i32", {2, 2});
  data.data = first.data() + 1;
  data.strides = {4, -1};
  Call call = llvm::cantFail(program.bind(*llvm::cantFail(program.lookup()),
                                          {data, makeView(value, "i32", {})}));
  llvm::SmallVector<OwnedBuffer> results;
  llvm::cantFail(call.run(results));
  call.setAddress(0, second.data() + 1);
  llvm::cantFail(call.run(results));
  EXPECT_THAT(first, ElementsAre(0, 0, 0, 0, 0, 7, 0, 0));
  EXPECT_EQ(second, first);
}

// Runs of a prepared call pass scratch memory on; a result is not part of that.
TEST(Call, ScratchMemoryOfARunIsNoResultOfALaterOne) {
  Program program = compileOrDie(R"(
    func.func @f(%data: tensor<?xi32>, %indices: tensor<?x1xi64>,
                 %updates: tensor<?xi32>) -> tensor<?xi32> {
      %result = scatter.scatter_nd_update
          ins(%indices, %updates : tensor<?x1xi64>, tensor<?xi32>)
          outs(%data : tensor<?xi32>) -> tensor<?xi32>
      return %result : tensor<?xi32>
    })");
  constexpr int64_t size = 1024;
  std::vector<int32_t> data(size, 0), updates(size);
  std::vector<int64_t> indices(size);
  for (int64_t i = 0; i < size; ++i)
    indices[i] = size - 1 - i;
  Call call = llvm::cantFail(program.bind(*llvm::cantFail(program.lookup()),
                                          {makeView(data, "i32", {size}),
                                           makeView(indices, "i64", {size, 1}),
                                           makeView(updates, "i32", {size})}));
  std::vector<llvm::SmallVector<OwnedBuffer, 2>> kept(4);
  for (size_t run = 0; run < kept.size(); ++run) {
    std::fill(updates.begin(), updates.end(), int32_t(run));
    llvm::cantFail(call.run(kept[run]));
  }
  for (size_t run = 0; run < kept.size(); ++run)
    EXPECT_THAT(getValues<int32_t>(kept[run][0].getView()),
                testing::Each(int32_t(run)));
}
