//===- LayoutTest.cpp - strided operands ----------------------------------===//
//
// Any layout of the operands gives the result of the row-major one, and memory
// between the elements stays as it was.
//
//===----------------------------------------------------------------------===//

#include "ReferenceTest.h"

#include "mlir/IR/BuiltinTypes.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

namespace scatter::reference {
namespace {

constexpr char pattern = 0x5a;

/// A copy of a buffer in a random layout (permuted, with gaps, with negative
/// strides and an offset) in memory that is filled with a pattern.
struct RandomLayout {
  RandomLayout(const ConstBufferView &source, std::mt19937 &random)
      : layout(source) {
    int64_t rank = source.getRank();
    llvm::SmallVector<int64_t, 8> order(rank);
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random);
    int64_t extent = 1;
    origin = random() % 4;
    for (int64_t dim : order) {
      int64_t size = std::max<int64_t>(source.shape[dim], 1);
      int64_t stride = extent * (1 + random() % 3);
      bool isNegative = random() % 2;
      layout.strides[dim] = isNegative ? -stride : stride;
      origin += isNegative ? (size - 1) * stride : 0;
      extent = stride * size;
    }
    memory.assign((extent + origin + 4) * source.elementSize, pattern);
    copyElements(source, view());
  }

  BufferView view() {
    return BufferView(layout.elementType,
                      memory.data() + origin * layout.elementSize, layout.shape,
                      layout.strides, layout.elementSize);
  }

  /// Whether a byte that belongs to no element has changed.
  bool isPolluted() const {
    RandomLayout copy = *this;
    OwnedBuffer filler(layout.elementType, layout.shape, layout.elementSize);
    BufferView fillerView = filler.view();
    std::fill_n(static_cast<char *>(fillerView.data),
                fillerView.getNumElements() * layout.elementSize, pattern);
    copyElements(fillerView, copy.view());
    return llvm::any_of(copy.memory, [](char byte) { return byte != pattern; });
  }

  ConstBufferView layout;
  int64_t origin = 0;
  std::vector<char> memory;
};

class LayoutTest : public ReferenceTest {
protected:
  OwnedBuffer randomBuffer(llvm::StringRef typeText, Shape shape, int64_t low,
                           int64_t high) {
    OwnedBuffer result(type(typeText), shape);
    BufferView view = result.view();
    for (int64_t i = 0; i < view.getNumElements(); ++i) {
      char *address = static_cast<char *>(view.data) + i * view.elementSize;
      int64_t value = std::uniform_int_distribution(low, high)(random);
      if (llvm::isa<mlir::FloatType>(view.elementType))
        writeFloat(view.elementType, address,
                   llvm::APFloat(static_cast<double>(value)));
      else
        writeInteger(view.elementType, address, value);
    }
    return result;
  }

  std::mt19937 random{5};
};

TEST_F(LayoutTest, column_major_and_reversed_rows_by_hand) {
  // Element [i, j] of `data` is at 5 - 3 * i + j: rows in reverse order.
  int32_t memory[] = {-7, -7, 3, 4, -7, 1, 2, -7};
  BufferView data(type("i32"), memory + 5, {2, 2}, {-3, 1});
  // Element [i, j] of `updates` is at i + 2 * j: columns one after the other.
  int32_t columns[] = {10, 30, 20, 40};
  ConstBufferView updates(type("i32"), columns, {2, 2}, {1, 2});
  ASSERT_FALSE(evaluateScatterNDUpdate(
      {Reduction::sum}, integers("i32", {2, 1}, {1, 0}).view(), updates, data));
  EXPECT_THAT(memory, ::testing::ElementsAre(-7, -7, 13, 24, -7, 31, 42, -7));
  ASSERT_FALSE(evaluateSliceScatter({{1}, {-3}, {-1}, {0}}, updates, data));
  EXPECT_THAT(memory, ::testing::ElementsAre(-7, -7, 10, 20, -7, 30, 40, -7));
}

TEST_F(LayoutTest, updates_with_stride_0_are_read_again) {
  float value = 2;
  ConstBufferView updates(type("f32"), &value, {3}, {0});
  OwnedBuffer data = buffer("f32", {2}, {1, 1});
  ASSERT_FALSE(evaluateScatterNDUpdate(
      {Reduction::sum}, integers("i32", {3, 1}, {0, 1, 0}).view(), updates,
      data.view()));
  EXPECT_EQ(toString(data.view()), "[5, 3]");
}

TEST_F(LayoutTest, misaligned_elements) {
  char memory[9 + 8] = {};
  BufferView data = BufferView::contiguous(type("f64"), memory + 1, {2});
  ASSERT_FALSE(evaluateScatterNDUpdate({Reduction::sum},
                                       integers("i32", {1, 1}, {1}).view(),
                                       buffer("f64", {1}, {2.5}).view(), data));
  EXPECT_EQ(toString(data), "[0, 2.5]");
}

TEST_F(LayoutTest, scatter_nd_update_in_random_layouts) {
  const char *typeTexts[] = {"i8", "f32", "f16", "ui64", "i1"};
  for (int round = 0; round < 400; ++round) {
    const char *typeText = typeTexts[round % 5];
    llvm::SmallVector<int64_t> dataShape;
    for (int64_t dim = 0, rank = 1 + random() % 4; dim < rank; ++dim)
      dataShape.push_back(random() % 4);
    int64_t depth = random() % (dataShape.size() + 1);
    llvm::SmallVector<int64_t> updatesShape;
    for (int64_t dim = 0, rank = random() % 3; dim < rank; ++dim)
      updatesShape.push_back(random() % 4);
    llvm::SmallVector<int64_t> indicesShape = updatesShape;
    indicesShape.push_back(depth);
    llvm::append_range(updatesShape, llvm::drop_begin(dataShape, depth));

    OwnedBuffer indices = randomBuffer("i64", indicesShape, -4, 4);
    OwnedBuffer updates = randomBuffer(typeText, updatesShape, 0, 9);
    OwnedBuffer data = randomBuffer(typeText, dataShape, 0, 9);
    OwnedBuffer expected = data;
    ScatterNDUpdateConfig config{static_cast<Reduction>(random() % 6),
                                 static_cast<OutOfBounds>(random() % 3)};
    auto expectedError = evaluateScatterNDUpdate(
        config, indices.view(), updates.view(), expected.view());

    RandomLayout indicesLayout(indices.view(), random);
    RandomLayout updatesLayout(updates.view(), random);
    RandomLayout dataLayout(data.view(), random);
    auto error = evaluateScatterNDUpdate(
        config, indicesLayout.view(), updatesLayout.view(), dataLayout.view());
    ASSERT_EQ(error.has_value(), expectedError.has_value());
    if (error) {
      EXPECT_EQ(formatError(*error), formatError(*expectedError));
    }
    EXPECT_EQ(toString(dataLayout.view()), toString(expected.view()));
    EXPECT_FALSE(dataLayout.isPolluted());
  }
}

TEST_F(LayoutTest, slice_scatter_in_random_layouts) {
  for (int round = 0; round < 400; ++round) {
    llvm::SmallVector<int64_t> dataShape, updatesShape;
    SliceScatterConfig config;
    for (int64_t dim = 0, rank = 1 + random() % 4; dim < rank; ++dim) {
      dataShape.push_back(random() % 5);
      config.start.push_back(static_cast<int64_t>(random() % 13) - 6);
      config.stop.push_back(static_cast<int64_t>(random() % 13) - 6);
      config.step.push_back(random() % 2 ? 1 + random() % 3
                                         : -1 - int64_t(random() % 3));
      updatesShape.push_back(
          computeSliceIndices(config.start[dim], config.stop[dim],
                              config.step[dim], dataShape[dim])
              .length);
    }
    OwnedBuffer updates = randomBuffer("i16", updatesShape, 10, 99);
    OwnedBuffer data = randomBuffer("i16", dataShape, 0, 9);
    OwnedBuffer expected = data;
    ASSERT_FALSE(evaluateSliceScatter(config, updates.view(), expected.view()));
    RandomLayout updatesLayout(updates.view(), random);
    RandomLayout dataLayout(data.view(), random);
    ASSERT_FALSE(
        evaluateSliceScatter(config, updatesLayout.view(), dataLayout.view()));
    EXPECT_EQ(findDifference(dataLayout.view(), expected.view()), std::nullopt);
    EXPECT_FALSE(dataLayout.isPolluted());
  }
}

} // namespace
} // namespace scatter::reference
