//===- RegularFileTest.cpp - files that are safe to read ------------------===//

#include "scatter/Support/RegularFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;
using namespace scatter;

namespace {
class RegularFiles : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("scatter-file", folder));
  }
  void TearDown() override { sys::fs::remove_directories(folder); }

  std::string getPath(StringRef name) const {
    SmallString<128> path = folder;
    sys::path::append(path, name);
    return path.str().str();
  }

  std::string write(StringRef name, StringRef bytes) const {
    std::error_code code;
    raw_fd_ostream(getPath(name), code) << bytes;
    EXPECT_FALSE(code);
    return getPath(name);
  }

  SmallString<128> folder;
};
} // namespace

static std::string getMessage(Expected<std::unique_ptr<MemoryBuffer>> buffer) {
  return buffer ? "no error" : toString(buffer.takeError());
}

TEST_F(RegularFiles, AreReadWhole) {
  std::string path = write("a", StringRef("a\0b", 3));
  auto buffer = cantFail(readRegularFile(path));
  EXPECT_EQ(buffer->getBuffer(), StringRef("a\0b", 3));
  EXPECT_EQ(buffer->getBufferIdentifier(), path);
  EXPECT_EQ(*buffer->getBufferEnd(), '\0');
  EXPECT_EQ(cantFail(readRegularFile(write("b", "")))->getBufferSize(), 0u);
  ASSERT_EQ(symlink("a", getPath("link").c_str()), 0);
  EXPECT_EQ(cantFail(readRegularFile(getPath("link")))->getBufferSize(), 3u);
}

TEST_F(RegularFiles, OtherFilesAreRefused) {
  auto refuse = [&](std::string path, StringRef expected) {
    EXPECT_EQ(getMessage(readRegularFile(path)),
              ("'" + path + "': " + expected).str());
  };
  StringRef isOther = "expected a regular file, found another kind";
  ASSERT_EQ(mkfifo(getPath("pipe").c_str(), 0600), 0);
  refuse(getPath("pipe"), isOther);
  for (const char *device : {"/dev/zero", "/dev/full", "/dev/null"}) {
    refuse(device, isOther);
    unlink(getPath("link").c_str());
    ASSERT_EQ(symlink(device, getPath("link").c_str()), 0);
    refuse(getPath("link"), isOther);
  }
  refuse(folder.str().str(), "expected a regular file, found a directory");
  refuse(getPath("nosuch"), "No such file or directory");
  refuse("", "No such file or directory");
}

TEST_F(RegularFiles, TheSizeIsBounded) {
  std::string path = write("a", "12345");
  EXPECT_EQ(cantFail(readRegularFile(path, 5))->getBuffer(), "12345");
  EXPECT_EQ(getMessage(readRegularFile(path, 4)),
            "'" + path + "': expected at most 4 bytes, found 5");
  // A file of 1 TiB of which nothing is stored, where there are such files.
  if (truncate(path.c_str(), off_t(1) << 40) != 0)
    return;
  EXPECT_EQ(getMessage(readRegularFile(path)),
            "'" + path +
                "': expected at most 2147483648 bytes, found 1099511627776");
}

TEST_F(RegularFiles, MayShrinkWhileTheyAreRead) {
  std::string path = write("a", "12345");
  RegularFile file = cantFail(RegularFile::open(path));
  EXPECT_EQ(file.getSize(), 5u);
  ASSERT_EQ(truncate(path.c_str(), 2), 0);
  EXPECT_EQ(getMessage(file.readAll(5, "a")),
            "expected 5 bytes, found a file cut to 2 while it was read");
}
