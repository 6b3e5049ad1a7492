//===- ArgumentsTest.cpp - arguments that do not fit ----------------------===//

#include "Utils.h"

using namespace scatter;
using namespace scatter::test;
using Reason = ArgumentError::Reason;

namespace {

/// Arguments that fit; each test breaks one.
class Arguments : public testing::Test {
protected:
  /// Expects an ArgumentError with `reason` and `message` from the function.
  void expectND(Reason reason, const char *message) {
    ArrayView view = out;
    EXPECT_EQ(
        getMessage(scatterNDUpdate(data, indices, updates, view, options)),
        message);
    EXPECT_EQ(getReason(scatterNDUpdate(data, indices, updates, view, options)),
              reason);
  }

  void expectSlice(Reason reason, const char *message) {
    ArrayView view = out;
    SliceBounds bounds{start, stop, step, axes};
    EXPECT_EQ(getMessage(sliceScatter(data, slice, bounds, view)), message);
    EXPECT_EQ(getReason(sliceScatter(data, slice, bounds, view)), reason);
  }

  Array<float> data = {{4, 3}}, out = {{4, 3}}, updates = {{2, 3}},
               slice = {{2, 3}};
  Array<int64_t> indices = {{2, 1}};
  NDUpdateOptions options;
  std::vector<int64_t> start = {1}, stop = {3}, step, axes;
};

} // namespace

TEST_F(Arguments, ThatFit) {
  ArrayView view = out;
  EXPECT_EQ(getMessage(scatterNDUpdate(data, indices, updates, view)), "");
  EXPECT_EQ(getMessage(sliceScatter(data, slice, {start, stop, {}, {}}, view)),
            "");
}

TEST_F(Arguments, ShapeOfUpdates) {
  updates = {{3, 3}};
  expectND(Reason::Shape, "'updates': expected the shape [2, 3], found [3, 3]");
  slice = {{2}};
  expectSlice(Reason::Shape, "'updates': expected the shape [2, 3], found [2]");
}

TEST_F(Arguments, ShapeOfOut) {
  out = {{4, 4}};
  expectND(Reason::Shape, "'out': expected the shape [4, 3], found [4, 4]");
  expectSlice(Reason::Shape, "'out': expected the shape [4, 3], found [4, 4]");
}

TEST_F(Arguments, Ranks) {
  indices = {{}};
  expectND(Reason::Shape, "'indices': expected a rank of at least 1, found 0");
  indices = {{2, 3}};
  expectND(Reason::Shape, "'indices': expected at most 2 components, the rank "
                          "of 'data', found 3");
  data.shape = {};
  data.values.resize(1);
  expectND(Reason::Shape, "'data': expected a rank of at least 1, found 0");
  data.shape.assign(65, 1);
  expectND(Reason::Shape, "'data': expected a rank of at most 64, found 65");
}

TEST_F(Arguments, NegativeSizes) {
  data.shape = {4, -3};
  expectND(Reason::Shape, "'data': expected a size of at least 0 in dimension "
                          "1, found -3");
}

TEST_F(Arguments, SizesBeyondMemory) {
  data.shape = {int64_t(1) << 40, int64_t(1) << 40};
  expectND(Reason::Shape, "'data': expected less than 2^63 bytes, found more");
  data.shape = {4, 3};
  data.strides = {INT64_MAX, 1};
  expectND(Reason::Shape, "'data': expected less than 2^63 bytes, found more");
  data.strides = {INT64_MIN, 1};
  expectND(Reason::Shape, "'data': expected less than 2^63 bytes, found more");
}

TEST_F(Arguments, NumberOfStrides) {
  data.strides = {3};
  expectND(Reason::Shape, "'data': expected 2 strides, found 1");
}

TEST_F(Arguments, Addresses) {
  std::vector<int64_t> shape = {4, 3};
  ArrayView nowhere(nullptr, getType<float>(), shape), view = out;
  EXPECT_EQ(getMessage(scatterNDUpdate(nowhere, indices, updates, view)),
            "'data': expected the address of the elements, found null");
  ArrayView odd(reinterpret_cast<char *>(data.values.data()) + 2,
                getType<float>(), shape);
  EXPECT_EQ(getMessage(scatterNDUpdate(odd, indices, updates, view)),
            "'data': expected an address aligned to 4 bytes, found one that is "
            "not");
  // Also of a call like one before.
  EXPECT_EQ(getMessage(scatterNDUpdate(data, indices, updates, view)), "");
  EXPECT_EQ(getMessage(scatterNDUpdate(odd, indices, updates, view)),
            "'data': expected an address aligned to 4 bytes, found one that is "
            "not");
  EXPECT_EQ(getMessage(scatterNDUpdate(nowhere, indices, updates, view)),
            "'data': expected the address of the elements, found null");
}

TEST_F(Arguments, Types) {
  Array<double> wide({2, 3});
  Array<uint8_t> narrow({2, 1});
  ArrayView view = out;
  EXPECT_EQ(getMessage(scatterNDUpdate(data, indices, wide, view)),
            "'updates': expected the element type of 'data', f32, found f64");
  EXPECT_EQ(getMessage(scatterNDUpdate(data, narrow, updates, view)),
            "'indices': expected integers of 32 or 64 bits, found ui8");
  EXPECT_EQ(getMessage(scatterNDUpdate(data, updates, updates, view)),
            "'indices': expected integers of 32 or 64 bits, found f32");
  Array<double> wideOut({4, 3});
  ArrayView wideView = wideOut;
  EXPECT_EQ(getMessage(scatterNDUpdate(data, indices, updates, wideView)),
            "'out': expected the element type of 'data', f32, found f64");
  std::vector<int64_t> shape = {2, 3};
  ArrayView opaque(updates.values.data(), ElementType(), shape);
  EXPECT_EQ(getReason(scatterNDUpdate(opaque, indices, updates, view)),
            Reason::Type);
}

TEST_F(Arguments, ReductionsThatATypeDoesNotHave) {
  std::vector<int64_t> dataShape = {2, 3}, shape = {2, 3};
  ElementType complex = *ElementType::parse("complex<f32>");
  Array<double> memory({4, 3}), values({2, 3});
  ArrayView complexData(memory.values.data(), complex, dataShape);
  ArrayView complexUpdates(values.values.data(), complex, shape);
  NDUpdateOptions options;
  for (Reduction reduction : {Reduction::min, Reduction::max}) {
    options.reduction = reduction;
    EXPECT_EQ(getMessage(scatterNDUpdate(complexData, indices, complexUpdates,
                                         complexData, options)),
              ("'reduction': expected one that elements of type complex<f32> "
               "have, found " +
               stringifyReduction(reduction))
                  .str());
  }
  options.reduction = Reduction::sum;
  EXPECT_EQ(getMessage(scatterNDUpdate(complexData, indices, complexUpdates,
                                       complexData, options)),
            "");
}

TEST_F(Arguments, DestinationsThatShareMemory) {
  out.strides = {0, 1};
  expectND(Reason::Shape, "'out': expected elements that do not share memory, "
                          "found the shape [4, 3] with strides [0, 1]");
  out.strides = {2, 1};
  expectSlice(Reason::Shape, "'out': expected elements that do not share "
                             "memory, found the shape [4, 3] with strides "
                             "[2, 1]");
  out.strides = {2, 3};
  out.values.resize(20);
  EXPECT_EQ(getReason(checkDestination(out)), Reason::Shape);
  expectSlice(Reason::Shape, "'out': expected elements that do not share "
                             "memory, found the shape [4, 3] with strides "
                             "[2, 3]");
  // Elements may lie between those of other rows.
  out.shape = data.shape = {2, 3};
  out.strides = {3, 2};
  ArrayView view = out;
  EXPECT_EQ(getMessage(scatterNDUpdate(data, indices, updates, view)), "");
  EXPECT_EQ(getMessage(checkDestination(view)), "");
  // Sources may share memory.
  out.strides = {};
  data.strides = {0, 1};
  updates.strides = {0, 0};
  view = out;
  EXPECT_EQ(getMessage(scatterNDUpdate(data, indices, updates, view)), "");
}

TEST_F(Arguments, Threads) {
  options.threads = 1025;
  expectND(Reason::Value, "'threads': expected 0 to 1024, found 1025");
}

TEST_F(Arguments, Bounds) {
  stop = {3, 3};
  expectSlice(Reason::Shape,
              "'stop': expected 1 entries as in 'start', found 2");
  stop = {3};
  step = {1, 1};
  expectSlice(Reason::Shape,
              "'step': expected 1 entries as in 'start', found 2");
  step = {};
  axes = {0, 1};
  expectSlice(Reason::Shape,
              "'axes': expected 1 entries as in 'start', found 2");
  axes = {};
  start = stop = {1, 1, 1};
  expectSlice(Reason::Shape,
              "'start': expected at most 2 entries, the rank of 'data', found "
              "3");
}

TEST_F(Arguments, Axes) {
  axes = {2};
  expectSlice(Reason::Shape, "'axes': expected axes in [-2, 1], found 2");
  axes = {-3};
  expectSlice(Reason::Shape, "'axes': expected axes in [-2, 1], found -3");
  start = stop = {0, 0};
  axes = {1, -1};
  expectSlice(Reason::Shape, "'axes': expected distinct axes, found 1 twice");
}

TEST_F(Arguments, StepOfZero) {
  start = stop = {0, 0};
  step = {1, 0};
  axes = {1, 0};
  ArrayView view = out;
  bool isFound = false;
  handleAllErrors(
      sliceScatter(data, slice, {start, stop, step, axes}, view),
      [&](const RuntimeError &error) {
        isFound = true;
        EXPECT_EQ(error.getRecord().kind, SCATTER_ERROR_ZERO_STEP);
        EXPECT_EQ(error.message(),
                  "slice_scatter: error: 'step' entry 1 (axis 0): expected a "
                  "step other than 0, found 0");
      });
  EXPECT_TRUE(isFound);
}
