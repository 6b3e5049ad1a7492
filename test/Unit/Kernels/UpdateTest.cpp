//===- UpdateTest.cpp - destinations of updates ---------------------------===//

#include "Utils.h"

#include "llvm/ADT/STLExtras.h"
#include <limits>
#include <numeric>
#include <string>

using namespace scatter;
using namespace scatter::test;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

/// The first example of the specification.
struct Example {
  Array<float> data = {{8}, {1, 2, 3, 4, 5, 6, 7, 8}};
  Array<int64_t> indices = {{4, 1}, {4, 3, 1, 7}};
  Array<float> updates = {{4}, {9, 10, 11, 12}};

  llvm::Error run(const Destination &destination,
                  const NDUpdateOptions &options = {}) {
    return scatterNDUpdate(data, indices, updates, destination, options);
  }
};

MATCHER(IsExampleResult, "") {
  return testing::ExplainMatchResult(ElementsAre(1, 11, 3, 10, 9, 6, 7, 12),
                                     arg, result_listener);
}

/// Expects that `error` reports the index 8 of tuple 2.
void expectBadIndex(llvm::Error error) {
  bool isFound = false;
  handleAllErrors(std::move(error), [&](const RuntimeError &runtimeError) {
    const ScatterError &record = runtimeError.getRecord();
    isFound = true;
    EXPECT_EQ(record.component, 0);
    EXPECT_EQ(record.value, 8);
    EXPECT_EQ(record.size, 8);
    EXPECT_EQ(runtimeError.message(),
              "scatter_nd_update: error: 'indices' tuple 2, component 0: "
              "expected an index in [-8, 7] for a dimension of size 8, found "
              "8");
  });
  EXPECT_TRUE(isFound);
}

} // namespace

TEST(Update, InPlace) {
  Example example;
  ArrayView data = example.data;
  ASSERT_EQ(getMessage(example.run(data)), "");
  EXPECT_THAT(example.data.values, IsExampleResult());
}

TEST(Update, TuplesOfTheLargestDepth) {
  // Two elements with a gap: `out` is not contiguous, so that the indices are
  // checked on their own before the copy.
  constexpr int64_t rank = 64;
  std::vector<int64_t> shape(rank, 1), strides(rank, 2);
  shape.back() = 2;
  Array<float> data({3}, {1, 0, 2}), out({3}, 0), updates({1}, 7);
  data.shape = out.shape = shape;
  data.strides = out.strides = strides;
  Array<int64_t> indices({1, rank}, 0);
  auto update = [&] {
    return getMessage(
        scatterNDUpdate(data, indices, updates, ArrayView(out), {}));
  };
  EXPECT_EQ(update(), "");
  EXPECT_THAT(out.values, ElementsAre(7, 0, 2));
  indices.values.back() = 2;
  EXPECT_THAT(update(),
              HasSubstr("component 63: expected an index in [-2, 1]"));
}

TEST(Update, IntoAnotherArray) {
  Example example;
  std::vector<float> before = example.data.values;
  Array<float> out({8}, 7);
  ArrayView view = out;
  ASSERT_EQ(getMessage(example.run(view)), "");
  EXPECT_THAT(out.values, IsExampleResult());
  EXPECT_EQ(example.data.values, before);
}

TEST(Update, IntoMemoryOfAnAllocator) {
  Example example;
  std::vector<float> memory;
  size_t calls = 0;
  auto allocate = [&](size_t bytes, size_t alignment) -> void * {
    ++calls;
    EXPECT_EQ(bytes, 32u);
    EXPECT_EQ(alignment, 64u);
    memory.resize(bytes / sizeof(float));
    return memory.data();
  };
  ASSERT_EQ(getMessage(example.run(Destination::Allocate(allocate))), "");
  EXPECT_EQ(calls, 1u);
  EXPECT_THAT(memory, IsExampleResult());
}

/// Results have no gaps, and dimensions in the order in which data has them.
TEST(Update, LayoutsOfAllocatedResults) {
  using Numbers = std::vector<int64_t>;
  auto getStrides = [](const Numbers &shape, const Numbers &strides) {
    llvm::SmallVector<int64_t, 4> result = getResultStrides(shape, strides);
    return Numbers(result.begin(), result.end());
  };
  EXPECT_EQ(getStrides({2, 3, 4}, {}), (Numbers{12, 4, 1}));
  EXPECT_EQ(getStrides({2, 3, 4}, {12, 4, 1}), (Numbers{12, 4, 1}));
  EXPECT_EQ(getStrides({2, 3, 4}, {1, 2, 6}), (Numbers{1, 2, 6}));
  EXPECT_EQ(getStrides({2, 3, 4}, {-3, 100, 7}), (Numbers{1, 8, 2}));
  EXPECT_EQ(getStrides({2, 3}, {0, 0}), (Numbers{3, 1}));

  // The columns of a matrix.
  Array<float> data({3, 2}, {1, 2, 3, 4, 5, 6}), updates({1, 2}, {8, 9});
  data.strides = {1, 3};
  std::vector<float> memory(6);
  auto allocate = [&](size_t, size_t) -> void * { return memory.data(); };
  SliceBounds bounds;
  int64_t start = 1, stop = 2;
  bounds.start = start;
  bounds.stop = stop;
  ASSERT_EQ(getMessage(sliceScatter(data, updates, bounds,
                                    Destination::Allocate(allocate))),
            "");
  EXPECT_THAT(memory, ElementsAre(1, 8, 3, 4, 9, 6));
}

TEST(Update, AllocatorIsNotCalledForWrongArguments) {
  Example example;
  example.updates.shape = {3};
  auto allocate = [](size_t, size_t) -> void * {
    ADD_FAILURE();
    return nullptr;
  };
  EXPECT_EQ(getReason(example.run(Destination::Allocate(allocate))),
            ArgumentError::Reason::Shape);
}

TEST(Update, AllocatorWithoutMemory) {
  Example example;
  auto allocate = [](size_t, size_t) -> void * { return nullptr; };
  llvm::Error error = example.run(Destination::Allocate(allocate));
  EXPECT_EQ(errorToErrorCode(std::move(error)), std::errc::not_enough_memory);
}

/// While it asks for memory the function may be called again on the thread,
/// also with arrays of the same sizes.
TEST(Update, AllocatorThatCallsTheFunction) {
  Example example;
  std::vector<float> memory(8), inner(8);
  auto allocateInner = [&](size_t, size_t) -> void * { return inner.data(); };
  auto allocate = [&](size_t, size_t) -> void * {
    Example other;
    other.updates.values = {-1, -2, -3, -4};
    EXPECT_EQ(getMessage(other.run(Destination::Allocate(allocateInner))), "");
    return memory.data();
  };
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(getMessage(example.run(Destination::Allocate(allocate))), "");
    EXPECT_THAT(memory, IsExampleResult());
    EXPECT_THAT(inner, ElementsAre(1, -3, 3, -2, -1, 6, 7, -4));
  }
}

TEST(Update, ErrorsLeaveTheDestinationAlone) {
  Example example;
  example.indices.values[2] = 8;
  std::vector<float> before = example.data.values;
  ArrayView data = example.data;
  expectBadIndex(example.run(data));
  EXPECT_EQ(example.data.values, before);

  Array<float> out({8}, 7);
  ArrayView view = out;
  expectBadIndex(example.run(view));
  EXPECT_THAT(out.values, testing::Each(7));

  // Beyond what is made on the stack, with few and with many tuples.
  for (int64_t tuples : {5, 5000}) {
    Array<float> large({8, 1000}, 1), largeOut({8, 1000}, 7);
    Array<int64_t> indices({tuples, 1}, 1);
    indices.values[2] = 8;
    Array<float> updates({tuples, 1000}, 3);
    ArrayView destination = largeOut;
    expectBadIndex(scatterNDUpdate(large, indices, updates, destination));
    EXPECT_THAT(largeOut.values, testing::Each(7));
  }
}

/// data[1:] = data[:-1], as if the right side had been copied.
/// Sets each component of 40 tuples of zeros to the first numbers beyond its
/// dimension and to the last ones in it, one at a time.
template <typename T>
static void expectEachComponentIsChecked(size_t depth) {
  constexpr int64_t count = 40;
  const std::vector<int64_t> sizes = {3, 8, 5, 2, 7};
  Array<float> data({sizes.begin(), sizes.begin() + depth});
  Array<T> indices({count, int64_t(depth)});
  Array<float> updates({count}, 1);
  const std::vector<float> zeros = data.values;
  ArrayView target = data;
  for (size_t i = 0; i < indices.values.size(); ++i) {
    T size = T(sizes[i % depth]);
    for (T index : {size, T(-size - 1), std::numeric_limits<T>::min(),
                    std::numeric_limits<T>::max()}) {
      indices.values[i] = index;
      EXPECT_THAT(
          getMessage(scatterNDUpdate(data, indices, updates, target, {})),
          HasSubstr("tuple " + std::to_string(i / depth) + ", component " +
                    std::to_string(i % depth) + ":"));
      EXPECT_EQ(data.values, zeros);
    }
    for (T index : {T(size - 1), T(-size)}) {
      indices.values[i] = index;
      EXPECT_EQ(getMessage(scatterNDUpdate(data, indices, updates, target, {})),
                "");
    }
    indices.values[i] = 0;
    data.values = zeros;
  }
}

TEST(Update, EachComponentIsChecked) {
  for (size_t depth = 1; depth <= 5; ++depth) {
    expectEachComponentIsChecked<int32_t>(depth);
    expectEachComponentIsChecked<int64_t>(depth);
  }
}

TEST(Update, UpdatesThatArePartOfData) {
  Array<int32_t> data({6}, {0, 1, 2, 3, 4, 5});
  ArrayView whole = data;
  std::vector<int64_t> shape = {5}, start = {1}, stop = {6};
  ArrayView updates(data.values.data(), whole.type, shape);
  ASSERT_EQ(
      getMessage(sliceScatter(data, updates, {start, stop, {}, {}}, whole)),
      "");
  EXPECT_THAT(data.values, ElementsAre(0, 0, 1, 2, 3, 4));
}

TEST(Update, IndicesThatArePartOfData) {
  Array<int64_t> data({4}, {3, 2, 1, 0});
  ArrayView whole = data;
  std::vector<int64_t> shape = {4, 1};
  ArrayView indices(data.values.data(), whole.type, shape);
  Array<int64_t> updates({4}, {10, 11, 12, 13});
  ASSERT_EQ(getMessage(scatterNDUpdate(data, indices, updates, whole)), "");
  EXPECT_THAT(data.values, ElementsAre(13, 12, 11, 10));
}

/// The update is not made on a copy of the inputs for ever.
TEST(Update, OverlapOfOneCallOnly) {
  Array<int32_t> data({6}, {0, 1, 2, 3, 4, 5});
  Array<int32_t> other({5}, {10, 11, 12, 13, 14});
  ArrayView whole = data;
  std::vector<int64_t> shape = {5}, start = {1}, stop = {6};
  ArrayView part(data.values.data(), whole.type, shape);
  for (ArrayView updates : {part, ArrayView(other), part})
    ASSERT_EQ(
        getMessage(sliceScatter(data, updates, {start, stop, {}, {}}, whole)),
        "");
  EXPECT_THAT(data.values, ElementsAre(0, 0, 10, 11, 12, 13));
}

TEST(Update, OutThatOverlapsData) {
  std::vector<int32_t> memory(8);
  std::iota(memory.begin(), memory.end(), 0);
  std::vector<int64_t> shape = {6}, start = {0}, stop = {2};
  ElementType i32 = getType<int32_t>();
  ArrayView data(memory.data(), i32, shape), out(memory.data() + 2, i32, shape);
  Array<int32_t> updates({2}, {10, 11});
  ASSERT_EQ(getMessage(sliceScatter(data, updates, {start, stop, {}, {}}, out)),
            "");
  EXPECT_THAT(memory, ElementsAre(0, 1, 10, 11, 2, 3, 4, 5));
}

TEST(Update, ReversedAndStridedArrays) {
  std::vector<int16_t> memory(12, -1);
  std::vector<int64_t> shape = {2, 3}, strides = {-1, 4}, sizes = {1, 1};
  // Element [i, j] lies at 1 - i + 4 * j.
  ArrayView out(memory.data() + 1, getType<int16_t>(), shape, strides);
  Array<int16_t> data({2, 3}, {0, 1, 2, 3, 4, 5}), updates({2, 1}, {7, 8});
  std::vector<int64_t> start = {2}, stop = {-4}, step = {-5}, axes = {-1};
  ASSERT_EQ(
      getMessage(sliceScatter(data, updates, {start, stop, step, axes}, out)),
      "");
  EXPECT_THAT(memory, ElementsAre(3, 0, -1, -1, 4, 1, -1, -1, 8, 7, -1, -1));
}

TEST(Update, NothingToWrite) {
  Array<float> data({0, 3}), updates({0, 3});
  ArrayView view = data;
  EXPECT_EQ(getMessage(sliceScatter(data, updates, {}, view)), "");
  Array<int32_t> indices({0, 1});
  EXPECT_EQ(getMessage(scatterNDUpdate(data, indices, updates, view)), "");
  // There is no index into a dimension of size 0.
  Array<int32_t> zero({1, 1}, 0);
  Array<float> row({1, 3}, 1);
  EXPECT_THAT(getMessage(scatterNDUpdate(data, zero, row, view)),
              HasSubstr("expected no index into a dimension of size 0"));
  // Slots without elements are checked as well.
  Array<float> narrow({3, 0}), nothing({1, 0});
  ArrayView narrowView = narrow;
  Array<int32_t> bad({1, 1}, 3);
  EXPECT_THAT(getMessage(scatterNDUpdate(narrow, bad, nothing, narrowView)),
              HasSubstr("expected an index in [-3, 2]"));
}

TEST(Update, ScalarsOfAnyRank) {
  Array<float> data({2, 2}, 1), updates({1, 1, 1}, 5);
  Array<int64_t> indices({2}, {1, -2});
  ArrayView view = data;
  ASSERT_EQ(getMessage(scatterNDUpdate(data, indices, updates, view)), "");
  EXPECT_THAT(data.values, ElementsAre(1, 1, 5, 1));
}

/// Writes columns [start, start + length) of rows of `pitch` elements, at any
/// address: a row may be one element of a larger type.
template <typename T>
static void expectColumns(int64_t pitch, int64_t start, int64_t length,
                          size_t lead) {
  constexpr int64_t numRows = 40;
  std::vector<T> memory(lead + numRows * pitch),
      updates(lead + numRows * length);
  std::iota(memory.begin(), memory.end(), T(1));
  std::iota(updates.begin(), updates.end(), T(100));
  std::vector<T> expected = memory;
  for (int64_t row = 0; row < numRows; ++row)
    for (int64_t i = 0; i < length; ++i)
      expected[lead + row * pitch + start + i] =
          updates[lead + row * length + i];
  std::vector<int64_t> shape = {numRows, pitch}, sliceShape = {numRows, length};
  std::vector<int64_t> starts = {start}, stops = {start + length}, axes = {1};
  ArrayView data{memory.data() + lead, getType<T>(), shape, {}};
  ArrayView slice{updates.data() + lead, getType<T>(), sliceShape, {}};
  ASSERT_EQ(
      getMessage(sliceScatter(data, slice, {starts, stops, {}, axes}, data)),
      "");
  EXPECT_EQ(memory, expected)
      << sizeof(T) << " bytes, pitch " << pitch << ", start " << start
      << ", length " << length << ", lead " << lead;
}

TEST(Update, ShortRowsOfASliceAtAnyAddress) {
  for (int64_t pitch : {4, 6, 8, 16, 17})
    for (int64_t length : {1, 2, 3, 4, 8, 16})
      for (int64_t start = 0; start + length <= pitch; ++start)
        for (size_t lead : {0, 1, 2, 4}) {
          expectColumns<uint8_t>(pitch, start, length, lead);
          expectColumns<uint16_t>(pitch, start, length, lead);
          expectColumns<float>(pitch, start, length, lead);
        }
}

/// Every second element of all rows, which is one row where the size is even.
TEST(Update, EverySecondElementOfManyRows) {
  constexpr int64_t kRows = 300;
  for (int64_t size : {7, 8}) {
    SCOPED_TRACE(size);
    int64_t length = (size + 1) / 2;
    Array<float> data({kRows, size}, 7.0f), updates({kRows, length});
    std::iota(updates.values.begin(), updates.values.end(), 100.0f);
    ArrayView view = data;
    ASSERT_EQ(getMessage(sliceScatter(view, updates, {{0}, {size}, {2}, {1}},
                                      view, SliceScatterOptions())),
              "");
    for (int64_t i = 0; i < kRows * size; ++i) {
      int64_t row = i / size, column = i % size;
      ASSERT_EQ(data.values[size_t(i)],
                column % 2 ? 7.0f : float(100 + row * length + column / 2))
          << i;
    }
  }
}

/// The elements between those of the slice keep what they have, whether they
/// belong to data or to an array that data is a part of.
TEST(Update, OneElementOfEachInnerRow) {
  constexpr int64_t kRows = 500, kSize = 2;
  for (bool isPart : {false, true}) {
    SCOPED_TRACE(isPart);
    Array<int16_t> memory({kRows * kSize * 2}, int16_t(7));
    Array<int16_t> updates({kRows, 1}, int16_t(1));
    std::vector<int64_t> shape = {kRows, kSize};
    int64_t element = isPart ? 2 : 1;
    std::vector<int64_t> strides = {kSize * element, element};
    ArrayView data(memory.values.data(), getType<int16_t>(), shape, strides);
    ASSERT_EQ(getMessage(sliceScatter(data, updates, {{1}, {2}, {}, {1}}, data,
                                      SliceScatterOptions())),
              "");
    for (int64_t i = 0; i < kRows * kSize * 2; ++i)
      ASSERT_EQ(memory.values[size_t(i)],
                i < kRows * kSize * element && i % (kSize * element) == element
                    ? 1
                    : 7)
          << i;
  }
}

/// Each call has the sizes and steps of the one before, but not its bounds.
TEST(Update, SlicesThatMove) {
  Array<float> data({2, 30}), updates({2, 4}, 1);
  ArrayView view = data;
  auto run = [&](int64_t start, int64_t stop) {
    return getMessage(
        sliceScatter(view, updates, {{start}, {stop}, {3}, {-1}}, view));
  };
  EXPECT_EQ(run(0, 10), "");
  EXPECT_EQ(run(-11, 30), "");
  EXPECT_EQ(run(5, 9), "'updates': expected the shape [2, 2], found [2, 4]");
  EXPECT_EQ(run(1, 11), "");
  for (int64_t i = 0; i < 30; ++i)
    EXPECT_EQ(data.values[size_t(30 + i)], (i % 3 == 0 && i < 10) ||
                                                   (i % 3 == 1 && i < 11) ||
                                                   (i % 3 == 1 && i >= 19)
                                               ? 1
                                               : 0)
        << i;
}

TEST(Update, SliceOfAScalar) {
  Array<float> data({}, 1), updates({}, 5);
  ArrayView view = data;
  ASSERT_EQ(getMessage(sliceScatter(data, updates, {}, view)), "");
  EXPECT_THAT(data.values, ElementsAre(5));
}

namespace {
/// One dimension of `size` elements, of which start, start + step, ... are
/// written, `length` of them.
struct Axis {
  int64_t size, start, step, length;
};
} // namespace

/// Writes a slice of a large copy, a result that is made by a kernel with a
/// source. Rows of the updates are `gap` elements apart.
static void testLargeCopy(const std::vector<Axis> &axes, int64_t gap = 0) {
  std::vector<int64_t> shape, updatesShape, memoryShape, starts, stops, steps;
  for (const Axis &axis : axes) {
    shape.push_back(axis.size);
    updatesShape.push_back(axis.length);
    int64_t stop = axis.start + axis.length * axis.step;
    starts.push_back(axis.start);
    stops.push_back(stop < 0 ? -axis.size - 1 : stop);
    steps.push_back(axis.step);
  }
  memoryShape = updatesShape;
  memoryShape.back() += gap;
  Array<float> data(shape), updates(memoryShape);
  std::iota(data.values.begin(), data.values.end(), 0.0f);
  std::iota(updates.values.begin(), updates.values.end(), -1e6f);
  std::vector<float> expected = data.values;
  updates.strides.resize(axes.size());
  int64_t count = 1, stride = 1;
  for (size_t i = axes.size(); i-- > 0; stride *= memoryShape[i]) {
    updates.strides[i] = stride;
    count *= updatesShape[i];
  }
  updates.shape = updatesShape;
  for (int64_t number = 0; number < count; ++number) {
    int64_t left = number, from = 0, to = 0, pitch = 1;
    for (size_t i = axes.size(); i-- > 0; pitch *= axes[i].size) {
      int64_t position = left % axes[i].length;
      left /= axes[i].length;
      from += position * updates.strides[i];
      to += (axes[i].start + position * axes[i].step) * pitch;
    }
    expected[size_t(to)] = updates.values[size_t(from)];
  }
  for (unsigned threads : {1, 2}) {
    SliceScatterOptions options;
    options.threads = threads;
    Array<float> out(shape, 7);
    ArrayView view = out;
    ASSERT_EQ(getMessage(sliceScatter(data, updates, {starts, stops, steps, {}},
                                      view, options)),
              "");
    EXPECT_TRUE(out.values == expected);
  }
}

TEST(Update, LargeCopiesOfRows) {
  testLargeCopy({{2000003, 5, 3, 600000}});
  testLargeCopy({{100003, 99000, -40, 2000}});
  testLargeCopy({{700, 0, 1, 700}, {3001, 0, 2, 1501}});
  testLargeCopy({{700, 100, 1, 500}, {3001, 2900, -2, 950}});
  testLargeCopy({{700, 650, -1, 600}, {3001, 2990, -1, 2980}});
  testLargeCopy({{700, 1, 7, 100}, {3001, 0, 1, 2900}});
  testLargeCopy({{700, 5, 1, 1}, {3001, 5, 1, 1}});
  // Steps of 52 and 256 bytes, one of 260 bytes, and one in rows that are
  // shorter than a block.
  testLargeCopy({{700, 0, 1, 700}, {3001, 5, 13, 230}});
  testLargeCopy({{700, 3, 1, 690}, {3001, 2990, -64, 46}});
  testLargeCopy({{700, 0, 1, 700}, {3001, 0, 65, 47}});
  testLargeCopy({{20000, 0, 1, 20000}, {100, 0, 13, 7}});
}

TEST(Update, LargeCopiesOfBoxes) {
  // A dimension that is whole, behind one with a step.
  testLargeCopy({{40, 0, 2, 20}, {30, 0, 1, 30}, {50, 0, 1, 50}});
  testLargeCopy({{40, 3, 1, 20}, {30, 0, 1, 30}, {50, 0, 1, 50}}, /*gap=*/10);
  testLargeCopy({{8, 0, 1, 8},
                 {8, 5, -2, 2},
                 {85, 0, 1, 85},
                 {24, 0, 1, 24},
                 {8, 0, 1, 8}});
  testLargeCopy({{64, 5, 1, 55}, {1, 0, 1, 1}, {600, 10, 1, 490}});
}

TEST(Update, LargeCopiesOfSingleElementsOfRows) {
  testLargeCopy({{130, 0, 1, 130}, {350, 0, 1, 350}, {2, 1, 1, 1}});
  testLargeCopy({{130, 4, 1, 100}, {350, 348, -3, 100}, {2, 1, 1, 1}});
  testLargeCopy({{130, 0, 1, 130}, {350, 1, 4, 87}, {3, 2, 1, 1}});
  testLargeCopy({{130, 7, 1, 1}, {350, 3, 2, 90}, {3, 2, 1, 1}, {2, 0, 1, 1}});
}

TEST(Update, LargeCopiesOfRowsThatAreOne) {
  testLargeCopy({{700, 0, 1, 700}, {3000, 1, 2, 1500}});
  testLargeCopy({{700, 20, 1, 600}, {30, 5, 1, 20}, {64, 3, 4, 16}});
  testLargeCopy({{700, 20, 1, 600}, {30, 0, 1, 30}, {64, 3, 4, 16}});
  testLargeCopy({{700, 0, 1, 700}, {3000, 1, 2, 1500}}, /*gap=*/4);
  testLargeCopy({{700, 0, 1, 700}, {3000, 2998, -2, 1500}});
}

TEST(Update, LargeCopyWithoutUpdates) {
  Array<float> data({300, 300}, 1), updates({0, 300}), out({300, 300}, 7);
  ArrayView view = out;
  int64_t nine[] = {9};
  ASSERT_EQ(getMessage(sliceScatter(data, updates, {nine, nine, {}, {}}, view)),
            "");
  EXPECT_TRUE(out.values == data.values);
}
