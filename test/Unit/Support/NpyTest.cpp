//===- NpyTest.cpp - what is read from .npy files -------------------------===//

#include "NpyTestUtils.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <complex>
#include <numeric>

using namespace llvm;
using namespace scatter;
using namespace scatter::test;

/// The array in `file`; the test fails if there is none.
static NpyArray read(StringRef file) {
  Expected<NpyArray> array = parse(file);
  if (array)
    return std::move(*array);
  ADD_FAILURE() << toString(array.takeError());
  return cantFail(NpyArray::create("", "|u1", {0}));
}

TEST(Npy, FortranFileOfNumPyIsRead) {
  // numpy.save of numpy.asfortranarray([[0, 1, 2], [3, 4, 5]], dtype='>i2').
  std::string file =
      std::string("\x93NUMPY\x01\x00\x76\x00", 10) +
      "{'descr': '>i2', 'fortran_order': True, 'shape': (2, 3), }" +
      std::string(59, ' ') + "\n" + std::string("\0\0\0\3\0\1\0\4\0\2\0\5", 12);
  NpyArray array = read(file);
  EXPECT_EQ(array.getName(), "mem");
  EXPECT_EQ(array.getDescr(), ">i2");
  EXPECT_EQ(array.getKind(), 'i');
  EXPECT_EQ(array.getItemSize(), 2);
  EXPECT_EQ(array.getShape(), ArrayRef<int64_t>({2, 3}));
  EXPECT_EQ(array.getNumElements(), 6);
  EXPECT_EQ(elements<int16_t>(array), (std::vector<int16_t>{0, 1, 2, 3, 4, 5}));
}

TEST(Npy, RankZeroHoldsOneElement) {
  NpyArray array = read(npyFile(dictionary("<i4", "()"), bytes<int32_t>({-7})));
  EXPECT_TRUE(array.getShape().empty());
  EXPECT_EQ(array.getNumElements(), 1);
  EXPECT_EQ(elements<int32_t>(array), std::vector<int32_t>{-7});
}

TEST(Npy, EmptyArraysHaveNoElementsButAnAddress) {
  for (bool fortranOrder : {false, true}) {
    NpyArray array =
        read(npyFile(dictionary("<f4", "(3, 0, 2)", fortranOrder), ""));
    EXPECT_EQ(array.getShape(), ArrayRef<int64_t>({3, 0, 2}));
    EXPECT_EQ(array.getNumElements(), 0);
    EXPECT_NE(array.getData().data(), nullptr);
    EXPECT_TRUE(array.getData().empty());
  }
}

TEST(Npy, ElementsAreAlignedAndStayInPlaceWhenMoved) {
  NpyArray array = read(npyFile(dictionary("|u1", "(3,)"), "abc"));
  char *address = array.getData().data();
  EXPECT_EQ(reinterpret_cast<uintptr_t>(address) % NpyArray::alignment, 0u);
  NpyArray moved = std::move(array);
  EXPECT_EQ(moved.getData().data(), address);
}

TEST(Npy, BigEndianElementsAreConverted) {
  EXPECT_EQ(elements<int16_t>(read(npyFile(dictionary(">i2", "(2,)"),
                                           StringRef("\x01\x02\xff\xfe", 4)))),
            (std::vector<int16_t>{0x0102, -2}));
  EXPECT_EQ(elements<float>(read(npyFile(dictionary(">f4", "(1,)"),
                                         StringRef("\x3f\x80\0\0", 4)))),
            std::vector<float>{1.0f});
  EXPECT_EQ(elements<double>(read(npyFile(dictionary(">f8", "(1,)"),
                                          StringRef("\xc0\0\0\0\0\0\0\0", 8)))),
            std::vector<double>{-2.0});
  EXPECT_EQ(elements<uint16_t>(read(
                npyFile(dictionary(">V2", "(1,)"), StringRef("\x3f\x80", 2)))),
            std::vector<uint16_t>{0x3f80});
  EXPECT_EQ(elements(read(npyFile(dictionary(">u1", "(2,)"), "ab"))),
            (std::vector<char>{'a', 'b'}));
}

TEST(Npy, PartsOfBigEndianComplexElementsAreConverted) {
  EXPECT_EQ(
      elements<std::complex<float>>(read(npyFile(
          dictionary(">c8", "(1,)"), StringRef("\x3f\x80\0\0\xc0\0\0\0", 8)))),
      (std::vector<std::complex<float>>{{1.0f, -2.0f}}));
  EXPECT_EQ(elements<std::complex<double>>(read(npyFile(
                dictionary(">c16", "(1,)"),
                StringRef("\x3f\xf0\0\0\0\0\0\0\xc0\0\0\0\0\0\0\0", 16)))),
            (std::vector<std::complex<double>>{{1.0, -2.0}}));
}

TEST(Npy, NativeOrderIsThatOfTheHost) {
  for (StringRef descr : {"=u2", "|u2", "u2"})
    EXPECT_EQ(elements<uint16_t>(read(npyFile(dictionary(descr, "(1,)"),
                                              bytes<uint16_t>({0x1234})))),
              std::vector<uint16_t>{0x1234});
}

TEST(Npy, BooleansBecomeZeroOrOne) {
  EXPECT_EQ(elements(read(npyFile(dictionary("|b1", "(4,)"),
                                  StringRef("\0\1\2\xff", 4)))),
            (std::vector<char>{0, 1, 1, 1}));
}

/// Reads an array of `shape` in Fortran order whose elements are their own
/// row-major positions, of type T in every byte pattern the type has room for.
template <typename T>
static void checkFortranOrder(StringRef descr, ArrayRef<int64_t> shape) {
  int64_t count = std::accumulate(shape.begin(), shape.end(), int64_t(1),
                                  std::multiplies<>());
  std::vector<T> expected(count), stored(count);
  SmallVector<int64_t> position(shape.size(), 0);
  for (int64_t i = 0; i < count; ++i) {
    expected[i] = static_cast<T>(i);
    int64_t rest = i, offset = 0, stride = 1;
    for (size_t d = shape.size(); d-- > 0; rest /= shape[d])
      position[d] = rest % shape[d];
    for (size_t d = 0; d < shape.size(); stride *= shape[d++])
      offset += position[d] * stride;
    stored[offset] = expected[i];
  }
  std::string text = "(";
  for (int64_t size : shape)
    text += std::to_string(size) + ",";
  NpyArray array =
      read(npyFile(dictionary(descr, text + ")", true), bytes(stored)));
  EXPECT_EQ(array.getShape(), shape);
  EXPECT_TRUE(elements<T>(array) == expected) << descr.str() << " " << text;
}

TEST(Npy, FortranOrderIsResolved) {
  const std::vector<int64_t> shapes[] = {
      {5},          {2, 3},       {1, 7},    {7, 1},
      {70, 45},     {33, 3, 65},  {1, 1, 5}, {2, 1, 3, 1, 4},
      {3, 4, 5, 6}, {1, 9, 2, 1}, {3, 0, 2}, {2, 2, 2, 2, 2, 2}};
  for (const std::vector<int64_t> &shape : shapes) {
    checkFortranOrder<uint8_t>("|u1", shape);
    checkFortranOrder<uint16_t>("<u2", shape);
    checkFortranOrder<float>("<f4", shape);
    checkFortranOrder<int64_t>("<i8", shape);
    checkFortranOrder<std::complex<float>>("<c8", shape);
    checkFortranOrder<std::complex<double>>("<c16", shape);
  }
}

TEST(Npy, CreateChecksItsArguments) {
  auto error = [](StringRef descr, ArrayRef<int64_t> shape) {
    Expected<NpyArray> array = NpyArray::create("new", descr, shape);
    return array ? "" : toString(array.takeError());
  };
  EXPECT_EQ(error("<f4", {2, 3}), "");
  EXPECT_EQ(error("<f4", {2, -3}), "'new': expected dimension 1 of the shape "
                                   "to be at least 0, found -3");
  EXPECT_EQ(error("<f3", {2}),
            "'new': expected a dtype among b1, i1-i8, u1-u8, f1-f8, c8, c16, "
            "V1 and V2, found '<f3'");
  EXPECT_EQ(error("|u1", SmallVector<int64_t>(65, 1)),
            "'new': expected at most 64 dimensions, found 65");
}

// An address sanitizer ends the process where the allocator returns null.
#if !LLVM_ADDRESS_SANITIZER_BUILD
TEST(Npy, LackOfMemoryIsAnError) {
  Expected<NpyArray> array = NpyArray::create("new", "|u1", {int64_t(1) << 62});
  ASSERT_FALSE(static_cast<bool>(array));
  EXPECT_EQ(toString(array.takeError()),
            "'new': expected memory for 4611686018427387904 bytes, found too "
            "little");
}
#endif

TEST(NpyFile, MissingFileIsNamed) {
  Expected<NpyArray> array = readNpy("/nonexistent/a.npy");
  ASSERT_FALSE(static_cast<bool>(array));
  EXPECT_EQ(toString(array.takeError()),
            "'/nonexistent/a.npy': No such file or directory");
}

TEST(NpyFile, OnlyRegularFilesAreRead) {
  Expected<NpyArray> array = readNpy("/");
  ASSERT_FALSE(static_cast<bool>(array));
  EXPECT_EQ(toString(array.takeError()),
            "'/': expected a regular file, found a directory");
  array = readNpy("/dev/zero");
  ASSERT_FALSE(static_cast<bool>(array));
  EXPECT_EQ(toString(array.takeError()),
            "'/dev/zero': expected a regular file, found another kind");
}

TEST(NpyFile, ErrorsInTheContentNameTheFile) {
  SmallString<128> path;
  ASSERT_FALSE(sys::fs::createTemporaryFile("scatter", "npy", path));
  FileRemover remover(path);
  std::error_code code;
  raw_fd_ostream(path, code) << "text";
  ASSERT_FALSE(code);
  Expected<NpyArray> array = readNpy(path);
  ASSERT_FALSE(static_cast<bool>(array));
  EXPECT_EQ(toString(array.takeError()),
            ("'" + path +
             "': expected a .npy file, which starts with "
             "'\\93NUMPY', found 'text'")
                .str());
}
