//===- LoopsTest.cpp - merged dimensions ----------------------------------===//

#include "Loops.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace scatter;
using namespace scatter::kernels;
using testing::ElementsAre;

namespace {

/// The loops over arrays of one shape.
Loops make(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> first,
           llvm::ArrayRef<int64_t> second) {
  Loops loops;
  for (size_t i = 0; i < shape.size(); ++i)
    loops.push_back({shape[i], {first[i], second[i]}});
  return loops;
}

} // namespace

TEST(Loops, ContiguousDimensionsAreMerged) {
  Loops loops = make({2, 3, 4}, {12, 4, 1}, {12, 4, 1});
  mergeLoops(loops);
  EXPECT_THAT(getSizes(loops), ElementsAre(24));
  EXPECT_THAT(getStrides(loops, 0), ElementsAre(1));
}

TEST(Loops, DimensionsThatOneArraySeparatesAreNot) {
  Loops loops = make({2, 3, 4}, {12, 4, 1}, {100, 4, 1});
  mergeLoops(loops);
  EXPECT_THAT(getSizes(loops), ElementsAre(2, 12));
  EXPECT_THAT(getStrides(loops, 1), ElementsAre(100, 1));
}

TEST(Loops, NegativeStridesAreMerged) {
  Loops loops = make({2, 3}, {-3, -1}, {3, 1});
  mergeLoops(loops);
  EXPECT_THAT(getSizes(loops), ElementsAre(6));
  EXPECT_THAT(getStrides(loops, 0), ElementsAre(-1));
  loops = make({2, 3}, {-3, 1}, {3, 1});
  mergeLoops(loops);
  EXPECT_THAT(getSizes(loops), ElementsAre(2, 3));
}

TEST(Loops, OneIterationIsNoLoop) {
  Loops loops = make({2, 1, 4}, {4, 77, 1}, {4, 99, 1});
  mergeLoops(loops);
  EXPECT_THAT(getSizes(loops), ElementsAre(8));
  loops = make({1, 1}, {5, 6}, {7, 8});
  mergeLoops(loops);
  EXPECT_TRUE(loops.empty());
}

TEST(Loops, NoIterationIsOneLoop) {
  Loops loops = make({2, 0, 4}, {0, 4, 1}, {0, 4, 1});
  mergeLoops(loops);
  EXPECT_THAT(getSizes(loops), ElementsAre(0));
}

TEST(Loops, LargeStridesAreOutside) {
  Loops loops = make({2, 3, 4}, {1, -8, 2}, {12, 4, 1});
  sortLoops(loops);
  EXPECT_THAT(getSizes(loops), ElementsAre(3, 4, 2));
}

TEST(Loops, Layouts) {
  auto getLayout = [](llvm::ArrayRef<int64_t> shape,
                      llvm::ArrayRef<int64_t> strides) {
    Layout layout;
    KernelArray array =
        makeKernelArray({ElementKind::Float, 32}, shape, strides, layout);
    EXPECT_EQ(array.strides.empty(), layout == Layout::Contiguous);
    return layout;
  };
  EXPECT_EQ(getLayout({2, 3}, {3, 1}), Layout::Contiguous);
  EXPECT_EQ(getLayout({1, 3}, {99, 1}), Layout::Contiguous);
  EXPECT_EQ(getLayout({2, 0}, {99, 7}), Layout::Contiguous);
  EXPECT_EQ(getLayout({2, 3}, {4, 1}), Layout::ContiguousRows);
  EXPECT_EQ(getLayout({2, 1}, {4, 7}), Layout::ContiguousRows);
  EXPECT_EQ(getLayout({2, 3}, {1, 2}), Layout::Strided);
  EXPECT_EQ(getLayout({2, 3}, {3, -1}), Layout::Strided);
}
