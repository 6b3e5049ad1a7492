//===- NpyWriteTest.cpp - what is written to .npy files -------------------===//
//
// The expected bytes come from numpy.save of NumPy 1.24 and 2.4, which agree.
//
//===----------------------------------------------------------------------===//

#include "NpyTestUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"
#include <csignal>
#include <sys/resource.h>

using namespace llvm;
using namespace mlir;
using namespace scatter;
using namespace scatter::test;

namespace {

/// Gives each test a folder of its own and a context.
class NpyWrite : public ::testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("scatter-npy", folder));
    path = folder;
    sys::path::append(path, "a.npy");
  }
  void TearDown() override { sys::fs::remove_directories(folder); }

  std::string write(Type type, ArrayRef<int64_t> shape, StringRef data) {
    return toString(
        writeNpy(path, type, shape, ArrayRef(data.data(), data.size())));
  }
  static std::string content(StringRef file) {
    auto buffer = MemoryBuffer::getFile(file);
    return buffer ? (*buffer)->getBuffer().str() : "";
  }
  /// The names of all files in the folder.
  std::string listing() {
    std::string names;
    std::error_code code;
    for (sys::fs::directory_iterator it(folder, code), end; it != end && !code;
         it.increment(code))
      names += sys::path::filename(it->path()).str() + "\n";
    return names;
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
  Builder builder{&context};
  SmallString<128> folder, path;
};

} // namespace

/// A file of version 1.0 whose header has `headerSize` bytes, as NumPy pads it.
static std::string numpyFile(StringRef text, size_t headerSize,
                             StringRef data = "") {
  std::string padded = text.str();
  padded.resize(headerSize - 1, ' ');
  return npyFile(padded + "\n", data);
}

TEST(NpyWriteHeader, IsWhatNumPyWrites) {
  EXPECT_EQ(
      npyHeader("<f4", {2, 3}),
      numpyFile("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }",
                118));
  EXPECT_EQ(npyHeader("<i8", {}),
            numpyFile("{'descr': '<i8', 'fortran_order': False, 'shape': (), }",
                      118));
  EXPECT_EQ(
      npyHeader("|b1", {3}),
      numpyFile("{'descr': '|b1', 'fortran_order': False, 'shape': (3,), }",
                118));
  EXPECT_EQ(npyHeader("|u1", {12345, 0}),
            numpyFile("{'descr': '|u1', 'fortran_order': False, 'shape': "
                      "(12345, 0), }",
                      118));
}

TEST(NpyWriteHeader, IsPaddedByOneToSixtyFourBytes) {
  SmallVector<int64_t> shape(12, 1);
  shape.front() = 0;
  shape.back() = 12345678;
  EXPECT_EQ(npyHeader("|i1", shape),
            numpyFile("{'descr': '|i1', 'fortran_order': False, 'shape': (0, "
                      "1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 12345678), }",
                      118));
  shape.back() = 123456789;
  EXPECT_EQ(npyHeader("|i1", shape),
            numpyFile("{'descr': '|i1', 'fortran_order': False, 'shape': (0, "
                      "1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 123456789), }",
                      182));
  EXPECT_EQ(npyHeader("|i1", SmallVector<int64_t>(64, 1)).size(), 320u);
}

TEST_F(NpyWrite, FileIsWhatNumPyWrites) {
  std::string data = bytes<float>({0, 1, 2, 3, 4, 5});
  EXPECT_EQ(write(builder.getF32Type(), {2, 3}, data), "");
  EXPECT_EQ(
      content(path),
      numpyFile("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }",
                118, data));
  EXPECT_EQ(listing(), "a.npy\n");
}

TEST_F(NpyWrite, SmallTypesAreWrittenAsMlDtypesWritesThem) {
  auto file = [](StringRef descr, StringRef data) {
    return numpyFile(
        ("{'descr': '" + descr + "', 'fortran_order': False, 'shape': (2,), }")
            .str(),
        118, data);
  };
  // numpy.array([1, -1]) of bfloat16, float8_e4m3fn and int4, [7, 15] of uint4.
  EXPECT_EQ(write(builder.getBF16Type(), {2}, "\x80\x3f\x80\xbf"), "");
  EXPECT_EQ(content(path), file("<V2", "\x80\x3f\x80\xbf"));
  EXPECT_EQ(write(Float8E4M3FNType::get(&context), {2}, "\x38\xb8"), "");
  EXPECT_EQ(content(path), file("<V1", "\x38\xb8"));
  EXPECT_EQ(write(builder.getIntegerType(4), {2}, "\x01\xff"), "");
  EXPECT_EQ(content(path), file("<V1", "\x01\x0f"));
  EXPECT_EQ(write(builder.getIntegerType(4, false), {2}, "\x07\x0f"), "");
  EXPECT_EQ(content(path), file("<V1", "\x07\x0f"));
  EXPECT_EQ(write(builder.getI1Type(), {2}, StringRef("\xff\0", 2)), "");
  EXPECT_EQ(content(path), file("|b1", StringRef("\1\0", 2)));
}

TEST_F(NpyWrite, ManyNormalizedElementsAreWrittenInOrder) {
  std::string data(200001, '\0'), expected = data;
  for (size_t i = 0; i < data.size(); ++i) {
    data[i] = static_cast<char>(i % 251);
    expected[i] = data[i] & 15;
  }
  EXPECT_EQ(write(builder.getIntegerType(4), {200001}, data), "");
  Expected<NpyArray> array = readNpy(path);
  ASSERT_TRUE(static_cast<bool>(array)) << toString(array.takeError());
  EXPECT_TRUE(bytes(elements(*array)) == expected);
}

TEST_F(NpyWrite, EmptyAndRankZeroArraysComeBack) {
  EXPECT_EQ(write(builder.getF64Type(), {0, 5}, ""), "");
  Expected<NpyArray> empty = readNpy(path);
  ASSERT_TRUE(static_cast<bool>(empty)) << toString(empty.takeError());
  EXPECT_EQ(empty->getShape(), ArrayRef<int64_t>({0, 5}));
  EXPECT_EQ(write(builder.getIndexType(), {}, bytes<int64_t>({-5})), "");
  Expected<NpyArray> scalar = readNpy(path);
  ASSERT_TRUE(static_cast<bool>(scalar)) << toString(scalar.takeError());
  EXPECT_TRUE(scalar->getShape().empty());
  EXPECT_EQ(elements<int64_t>(*scalar), std::vector<int64_t>{-5});
}

TEST_F(NpyWrite, WrongArgumentsWriteNothing) {
  std::string prefix = ("'" + path + "': ").str();
  EXPECT_EQ(write(builder.getF32Type(), {2}, "abcd"),
            prefix + "expected 8 bytes of data for shape (2,) and dtype '<f4', "
                     "found 4");
  EXPECT_EQ(write(builder.getF32Type(), {2, -1}, ""),
            prefix + "expected dimension 1 of the shape to be at least 0, "
                     "found -1");
  EXPECT_EQ(write(builder.getNoneType(), {0}, ""),
            prefix + "expected an element type that has a NumPy dtype, found "
                     "none");
  EXPECT_EQ(write(builder.getI8Type(), SmallVector<int64_t>(65, 1), "a"),
            prefix + "expected at most 64 dimensions, found 65");
  EXPECT_EQ(listing(), "");
}

TEST_F(NpyWrite, FormerFileIsReplaced) {
  EXPECT_EQ(write(builder.getI8Type(), {3}, "abc"), "");
  EXPECT_EQ(write(builder.getI8Type(), {1}, "z"), "");
  Expected<NpyArray> array = readNpy(path);
  ASSERT_TRUE(static_cast<bool>(array)) << toString(array.takeError());
  EXPECT_EQ(elements(*array), std::vector<char>{'z'});
  EXPECT_EQ(listing(), "a.npy\n");
}

TEST_F(NpyWrite, FailedWriteLeavesTheFormerFile) {
  EXPECT_EQ(write(builder.getI8Type(), {3}, "abc"), "");
  std::string former = content(path);

  // A limit on the size of files acts like a full disk.
  rlimit old;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &old), 0);
  rlimit limited = {4096, old.rlim_max};
  auto *handler = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limited), 0);
  std::string error =
      write(builder.getI8Type(), {100000}, std::string(100000, 'x'));
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &old), 0);
  std::signal(SIGXFSZ, handler);

  EXPECT_EQ(error, ("'" + path + "': File too large").str());
  EXPECT_EQ(content(path), former);
  EXPECT_EQ(listing(), "a.npy\n");
}

TEST_F(NpyWrite, FolderIsNoTarget) {
  path = folder;
  EXPECT_EQ(
      write(builder.getI8Type(), {1}, "a"),
      ("'" + path + "': expected a file to write, found a directory").str());
  sys::path::append(path, "missing", "a.npy");
  EXPECT_EQ(write(builder.getI8Type(), {1}, "a"),
            ("'" + path + "': No such file or directory").str());
  EXPECT_EQ(listing(), "");
}

TEST_F(NpyWrite, TargetOfALinkIsReplaced) {
  EXPECT_EQ(write(builder.getI8Type(), {1}, "a"), "");
  SmallString<128> target = path;
  path = folder;
  sys::path::append(path, "link.npy");
  ASSERT_FALSE(sys::fs::create_link(target, path));
  EXPECT_EQ(write(builder.getI8Type(), {1}, "b"), "");
  EXPECT_TRUE(sys::fs::is_symlink_file(path));
  EXPECT_EQ(content(target).back(), 'b');
}

TEST_F(NpyWrite, DevicesStayDevices) {
  path = "/dev/null";
  EXPECT_EQ(write(builder.getI8Type(), {1}, "a"), "");
  path = "/dev/full";
  EXPECT_EQ(write(builder.getI8Type(), {1}, "a"),
            "'/dev/full': No space left on device");
  for (StringRef device : {"/dev/null", "/dev/full"}) {
    sys::fs::file_status status;
    ASSERT_FALSE(sys::fs::status(device, status));
    EXPECT_EQ(status.type(), sys::fs::file_type::character_file);
  }
}
