//===- LargeTest.cpp - data of more than 2^31 elements --------------------===//
//
// The data is virtual memory: pages that nobody touches take no memory. Where
// pages came into being, every element is compared, so that an offset cut to 32
// bits is seen at the place to which it leads.
//
//===----------------------------------------------------------------------===//

#include "Utils.h"

#include <array>
#include <map>
#include <sys/mman.h>
#include <unistd.h>

using namespace scatter;
using namespace scatter::test;

/// Zeros that take memory where they are touched.
template <typename T>
class VirtualArray {
public:
  explicit VirtualArray(int64_t size) : bytes(size * sizeof(T)) {
    void *memory =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, /*fd=*/-1, 0);
    if (memory == MAP_FAILED)
      return;
    data = static_cast<T *>(memory);
    // A large page would hide that only a little was touched.
    madvise(memory, bytes, MADV_NOHUGEPAGE);
  }
  VirtualArray(const VirtualArray &) = delete;
  ~VirtualArray() {
    if (data)
      munmap(data, bytes);
  }

  BufferView getView(llvm::StringRef type, llvm::ArrayRef<int64_t> shape,
                     llvm::ArrayRef<int64_t> strides = {}) const {
    BufferView view;
    view.data = data;
    view.type = *ElementType::parse(type);
    view.shape.assign(shape.begin(), shape.end());
    view.strides.assign(strides.begin(), strides.end());
    return view;
  }

  /// The elements other than zero.
  std::map<int64_t, T> getElements() const {
    int64_t page = sysconf(_SC_PAGESIZE);
    std::vector<unsigned char> isResident((bytes + page - 1) / page);
    if (mincore(data, bytes, isResident.data()) != 0)
      ADD_FAILURE() << "mincore failed";
    std::map<int64_t, T> elements;
    int64_t perPage = page / sizeof(T), pages = 0;
    for (size_t i = 0; i < isResident.size(); ++i) {
      if (!(isResident[i] & 1))
        continue;
      ++pages;
      for (int64_t j = i * perPage; j < int64_t(i + 1) * perPage; ++j)
        if (data[j] != 0)
          elements[j] = data[j];
    }
    EXPECT_LT(pages * page, 32 << 20) << "more was touched than written";
    return elements;
  }

private:
  int64_t bytes;
  T *data = nullptr;
};

template <typename Index, typename Element>
struct Types {
  using IndexType = Index;
  using ElementType = Element;
};

/// `data` of 3 * 2^21 rows of 2^10: 6 GiB of i8, 24 GiB of f32.
template <typename T>
class Large : public testing::Test {
protected:
  using Index = typename T::IndexType;
  using Element = typename T::ElementType;
  static constexpr int64_t kRows = int64_t(3) << 21, kColumns = 1 << 10;
  static constexpr const char *kIndex = sizeof(Index) == 4 ? "i32" : "i64";
  static constexpr const char *kElement = sizeof(Element) == 4 ? "f32" : "i8";

  /// Compiles `text` with $I and $E for the types and $D for the sizes of the
  /// data.
  Program compileFor(std::string text, const char *sizes,
                     unsigned threads = 1) {
    std::pair<llvm::StringRef, const char *> names[] = {
        {"$I", kIndex}, {"$E", kElement}, {"$D", sizes}};
    for (auto [name, value] : names)
      for (size_t at; (at = text.find(name)) != std::string::npos;)
        text.replace(at, name.size(), value);
    EngineOptions options;
    options.threads = threads;
    return compileOrDie(text, options);
  }

  /// Calls the only function of `program`.
  llvm::Error call(const Program &program, llvm::ArrayRef<BufferView> args) {
    return program.call(*llvm::cantFail(program.lookup()), args).takeError();
  }

  static int64_t at(int64_t row, int64_t column = 0) {
    return row * kColumns + column;
  }
};

using AllTypes = testing::Types<Types<int32_t, int8_t>, Types<int64_t, int8_t>,
                                Types<int32_t, float>, Types<int64_t, float>>;
TYPED_TEST_SUITE(Large, AllTypes);

static const char *const allSizes[] = {"?x?", "6291456x1024"};

TYPED_TEST(Large, ElementsAreUpdated) {
  using Index = typename TestFixture::Index;
  using Element = typename TestFixture::Element;
  for (const char *sizes : allSizes)
    for (bool isSum : {false, true}) {
      std::string text = R"(
        func.func @f(%d: memref<$Dx$E>, %i: memref<?x2x$I>, %u: memref<?x$E>) {
          scatter.scatter_nd_update
            ins(%i, %u : memref<?x2x$I>, memref<?x$E>)
            outs(%d : memref<$Dx$E>) reduction($R)
          return
        })";
      text.replace(text.find("$R"), 2, isSum ? "sum" : "none");
      Program program = this->compileFor(text, sizes);
      VirtualArray<Element> data(this->at(this->kRows));
      // 2^31, 2^32 and their neighbours, the last element twice.
      std::vector<Index> indices = {1 << 21,
                                    0,
                                    (1 << 21) - 1,
                                    1023,
                                    1 << 22,
                                    0,
                                    (1 << 22) - 1,
                                    1023,
                                    -1,
                                    -1,
                                    6291455,
                                    1023,
                                    0,
                                    1023,
                                    -2,
                                    -1024};
      std::vector<Element> updates = {1, 2, 3, 4, 5, 6, 7, 8};
      llvm::cantFail(this->call(
          program, {data.getView(this->kElement, {this->kRows, this->kColumns}),
                    makeView(indices, this->kIndex, {8, 2}),
                    makeView(updates, this->kElement, {8})}));
      EXPECT_EQ(data.getElements(),
                (std::map<int64_t, Element>{
                    {int64_t(1) << 31, 1},
                    {(int64_t(1) << 31) - 1, 2},
                    {int64_t(1) << 32, 3},
                    {(int64_t(1) << 32) - 1, 4},
                    {this->at(this->kRows) - 1, Element(isSum ? 11 : 6)},
                    {1023, 7},
                    {this->at(this->kRows - 2), 8}}));
    }
}

TYPED_TEST(Large, RowsAreUpdatedByOneAndTwoThreads) {
  using Index = typename TestFixture::Index;
  using Element = typename TestFixture::Element;
  for (const char *sizes : allSizes)
    for (unsigned threads : {1, 2}) {
      Program program = this->compileFor(R"(
        func.func @f(%d: memref<$Dx$E>, %i: memref<?x1x$I>,
                     %u: memref<?x?x$E>) {
          scatter.scatter_nd_update
            ins(%i, %u : memref<?x1x$I>, memref<?x?x$E>)
            outs(%d : memref<$Dx$E>) reduction(sum)
          return
        })",
                                         sizes, threads);
      VirtualArray<Element> data(this->at(this->kRows));
      // Two MiB of bytes, so that two threads do share the work; each row
      // twice, in descending order from the end.
      constexpr int64_t kTuples = 2048;
      std::vector<Index> indices(kTuples);
      for (int64_t i = 0; i < kTuples; ++i)
        indices[i] = -1 - i / 2;
      std::vector<Element> updates(kTuples * this->kColumns, 0);
      std::map<int64_t, Element> expected;
      for (int64_t i = 0; i < kTuples; ++i) {
        updates[this->at(i, i % 7)] = 1 + i % 3;
        expected[this->at(this->kRows - 1 - i / 2, i % 7)] = 1 + i % 3;
      }
      llvm::cantFail(this->call(
          program,
          {data.getView(this->kElement, {this->kRows, this->kColumns}),
           makeView(indices, this->kIndex, {kTuples, 1}),
           makeView(updates, this->kElement, {kTuples, this->kColumns})}));
      EXPECT_TRUE(data.getElements() == expected);
    }
}

TYPED_TEST(Large, SlicesAreUpdated) {
  using Index = typename TestFixture::Index;
  using Element = typename TestFixture::Element;
  for (const char *sizes : allSizes) {
    Program program = this->compileFor(R"(
      func.func @f(%d: memref<$Dx$E>, %u: memref<?x?x$E>, %start: $I,
                   %stop: $I, %step: $I) {
        %from = arith.index_cast %start : $I to index
        %to = arith.index_cast %stop : $I to index
        %by = arith.index_cast %step : $I to index
        scatter.slice_scatter ins(%u : memref<?x?x$E>)
          outs(%d : memref<$Dx$E>)
          from [%from, 1] to [%to, 1024] step [%by, 511] axes [0, 1]
        return
      })",
                                       sizes);
    struct {
      std::array<Index, 3> bounds;
      std::array<int64_t, 3> rows;
    } cases[] = {{{-1, 1 << 22, -1048575}, {6291455, 5242880, 4194305}},
                 {{1 << 21, -1, 2097152}, {1 << 21, 1 << 22, -1}},
                 {{0, 6291456, 3145728}, {0, 3145728, -1}}};
    for (auto &[bounds, rows] : cases) {
      VirtualArray<Element> data(this->at(this->kRows));
      std::vector<Element> updates;
      std::map<int64_t, Element> expected;
      std::vector<Index> start = {bounds[0]}, stop = {bounds[1]},
                         step = {bounds[2]};
      for (int64_t row : rows)
        for (int64_t column : {1, 512, 1023})
          if (row >= 0) {
            updates.push_back(updates.size() + 1);
            expected[this->at(row, column)] = updates.back();
          }
      llvm::cantFail(this->call(
          program,
          {data.getView(this->kElement, {this->kRows, this->kColumns}),
           makeView(updates, this->kElement, {int64_t(updates.size()) / 3, 3}),
           makeView(start, this->kIndex, {}), makeView(stop, this->kIndex, {}),
           makeView(step, this->kIndex, {})}));
      EXPECT_EQ(data.getElements(), expected);
    }
  }
}

TYPED_TEST(Large, StridesBeyond32BitsAreHonoured) {
  using Index = typename TestFixture::Index;
  using Element = typename TestFixture::Element;
  // Rows at 2^32 and at 0, in this order: the first stride is negative.
  Program program = this->compileFor(R"(
    func.func @f(%d: memref<2x8x$E, strided<[?, ?], offset: ?>>,
                 %i: memref<2x1x$I>, %u: memref<2x8x$E>, %v: memref<2x2x$E>) {
      scatter.scatter_nd_update ins(%i, %u : memref<2x1x$I>, memref<2x8x$E>)
        outs(%d : memref<2x8x$E, strided<[?, ?], offset: ?>>)
      scatter.slice_scatter ins(%v : memref<2x2x$E>)
        outs(%d : memref<2x8x$E, strided<[?, ?], offset: ?>>)
        from [7] to [0] step [-4] axes [1]
      return
    })",
                                     "");
  constexpr int64_t kStride = int64_t(1) << 32;
  VirtualArray<Element> data(kStride + 8);
  std::vector<Index> indices = {0, -1};
  std::vector<Element> updates(16), slices = {21, 22, 23, 24};
  for (int i = 0; i < 16; ++i)
    updates[i] = i + 1;
  BufferView view = data.getView(this->kElement, {2, 8}, {-kStride, 1});
  view.data = static_cast<Element *>(view.data) + kStride;
  llvm::cantFail(
      this->call(program, {view, makeView(indices, this->kIndex, {2, 1}),
                           makeView(updates, this->kElement, {2, 8}),
                           makeView(slices, this->kElement, {2, 2})}));
  std::map<int64_t, Element> expected;
  for (int64_t i = 0; i < 8; ++i) {
    expected[kStride + i] = i == 7 ? 21 : i == 3 ? 22 : i + 1;
    expected[i] = i == 7 ? 23 : i == 3 ? 24 : i + 9;
  }
  EXPECT_EQ(data.getElements(), expected);
}

/// One dimension of 6442450944 bytes, whose indices do not fit in 32 bits.
TEST(LargeVector, IndicesBeyond32Bits) {
  Program program = compileOrDie(R"(
    func.func @f(%d: memref<?xi8>, %i: memref<?x1xi64>, %u: memref<?xi8>) {
      scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?xi8>)
        outs(%d : memref<?xi8>)
      return
    })");
  constexpr int64_t kSize = int64_t(3) << 31;
  VirtualArray<int8_t> data(kSize);
  std::vector<int64_t> indices = {kSize - 1, int64_t(1) << 32, -kSize};
  std::vector<int8_t> updates = {1, 2, 3};
  auto run = [&] {
    return program
        .call(*llvm::cantFail(program.lookup()),
              {data.getView("i8", {kSize}), makeView(indices, "i64", {3, 1}),
               makeView(updates, "i8", {3})})
        .takeError();
  };
  std::map<int64_t, int8_t> expected = {
      {kSize - 1, 1}, {int64_t(1) << 32, 2}, {0, 3}};
  llvm::cantFail(run());
  EXPECT_EQ(data.getElements(), expected);
  // All indices are checked before the first write.
  updates = {4, 5, 6};
  for (int64_t index : {kSize, -kSize - 1, kSize + (int64_t(1) << 32)}) {
    indices[2] = index;
    EXPECT_THAT(toString(run()),
                testing::HasSubstr("'indices' tuple 2, component 0: expected "
                                   "an index in [-6442450944, 6442450943] for "
                                   "a dimension of size 6442450944, found " +
                                   std::to_string(index)));
  }
  EXPECT_EQ(data.getElements(), expected);
}

/// Indices of 32 bits that count from an end which they could not name.
TEST(LargeVector, ShortIndicesCountFromTheEnd) {
  // A tensor that may be written is updated in place.
  const char *texts[] = {R"(
    func.func @f(%d: memref<?xi8>, %u: memref<3xi8>, %i: memref<3x1xi32>) {
      scatter.scatter_nd_update ins(%i, %u : memref<3x1xi32>, memref<3xi8>)
        outs(%d : memref<?xi8>)
      return
    })",
                         R"(
    func.func @f(%d: tensor<6442450944xi8> {bufferization.writable = true},
                 %u: tensor<3xi8>, %unused: tensor<3x1xi32>) -> i8 {
      %zero = arith.constant 0 : index
      %i = arith.constant dense<[[-1], [-2147483648], [2147483647]]>
        : tensor<3x1xi32>
      %r = scatter.scatter_nd_update ins(%i, %u : tensor<3x1xi32>, tensor<3xi8>)
        outs(%d : tensor<6442450944xi8>) -> tensor<6442450944xi8>
      %first = tensor.extract %r[%zero] : tensor<6442450944xi8>
      return %first : i8
    })"};
  constexpr int64_t kSize = int64_t(3) << 31;
  for (const char *text : texts) {
    Program program = compileOrDie(text);
    VirtualArray<int8_t> data(kSize);
    std::vector<int32_t> indices = {-1, INT32_MIN, INT32_MAX};
    std::vector<int8_t> updates = {1, 2, 3};
    llvm::cantFail(
        program
            .call(*llvm::cantFail(program.lookup()),
                  {data.getView("i8", {kSize}), makeView(updates, "i8", {3}),
                   makeView(indices, "i32", {3, 1})})
            .takeError());
    EXPECT_EQ(data.getElements(),
              (std::map<int64_t, int8_t>{
                  {kSize - 1, 1}, {kSize + INT32_MIN, 2}, {INT32_MAX, 3}}));
  }
}

TEST(LargeVector, SlicesAndStepsBeyond32Bits) {
  Program program = compileOrDie(R"(
    func.func @f(%d: memref<?xi8>, %u: memref<?xi8>, %from: index, %to: index,
                 %by: index) {
      scatter.slice_scatter ins(%u : memref<?xi8>) outs(%d : memref<?xi8>)
        from [%from] to [%to] step [%by]
      return
    })");
  constexpr int64_t kSize = int64_t(3) << 31, kHalf = kSize / 2;
  struct {
    std::array<int64_t, 3> bounds;
    std::map<int64_t, int8_t> expected;
  } cases[] = {{{1, kSize, kHalf}, {{1, 1}, {kHalf + 1, 2}}},
               {{-2, INT64_MIN, -kHalf}, {{kSize - 2, 1}, {kHalf - 2, 2}}},
               {{kSize - 3, INT64_MAX, 1},
                {{kSize - 3, 1}, {kSize - 2, 2}, {kSize - 1, 3}}},
               {{(int64_t(1) << 32) + 1, (int64_t(1) << 32) - 2, -2},
                {{(int64_t(1) << 32) + 1, 1}, {(int64_t(1) << 32) - 1, 2}}}};
  for (auto &[bounds, expected] : cases) {
    VirtualArray<int8_t> data(kSize);
    std::vector<int8_t> updates = {1, 2, 3};
    std::vector<int64_t> from = {bounds[0]}, to = {bounds[1]}, by = {bounds[2]};
    llvm::cantFail(
        program
            .call(*llvm::cantFail(program.lookup()),
                  {data.getView("i8", {kSize}),
                   makeView(updates, "i8", {int64_t(expected.size())}),
                   makeView(from, "index", {}), makeView(to, "index", {}),
                   makeView(by, "index", {})})
            .takeError());
    EXPECT_EQ(data.getElements(), expected);
  }
}
