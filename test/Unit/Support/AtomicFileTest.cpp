//===- AtomicFileTest.cpp - files that appear when complete ---------------===//

#include "scatter/Support/AtomicFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"
#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>

using namespace llvm;
using namespace scatter;

namespace {
class AtomicFileTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("scatter-file", folder));
    path = folder;
    sys::path::append(path, "out");
  }
  void TearDown() override { sys::fs::remove_directories(folder); }

  /// The number of files in the folder.
  size_t count() {
    std::error_code code;
    size_t result = 0;
    for (sys::fs::directory_iterator it(folder, code), end; it != end && !code;
         it.increment(code))
      ++result;
    return result;
  }

  unsigned getMode() {
    struct stat status;
    return stat(path.c_str(), &status) == 0 ? status.st_mode & 07777 : 0;
  }

  std::string read() {
    auto buffer = MemoryBuffer::getFile(path);
    return buffer ? (*buffer)->getBuffer().str() : "none";
  }

  /// Writes `text` and commits. Returns the error, if any.
  std::string write(StringRef text) {
    auto file = AtomicFile::create(path);
    if (!file)
      return toString(file.takeError());
    file->os() << text;
    if (Error error = file->close())
      return toString(std::move(error));
    return toString(file->commit());
  }

  SmallString<128> folder;
  SmallString<128> path;
};
} // namespace

TEST_F(AtomicFileTest, AppearsAtCommit) {
  {
    AtomicFile file = cantFail(AtomicFile::create(path));
    file.os() << "text";
    cantFail(file.close());
    EXPECT_EQ(read(), "none");
    EXPECT_EQ(count(), 1u);
    cantFail(file.commit());
  }
  EXPECT_EQ(read(), "text");
  EXPECT_EQ(count(), 1u);
}

TEST_F(AtomicFileTest, WithoutCommitNothingStays) {
  EXPECT_EQ(write("former"), "");
  {
    AtomicFile file = cantFail(AtomicFile::create(path));
    file.os() << "text";
    cantFail(file.close());
  }
  {
    AtomicFile file = cantFail(AtomicFile::create(path));
    file.os() << "never closed";
  }
  EXPECT_EQ(read(), "former");
  EXPECT_EQ(count(), 1u);
}

TEST_F(AtomicFileTest, ModeStays) {
  mode_t before = umask(022);
  EXPECT_EQ(write("first"), "");
  EXPECT_EQ(getMode(), 0644u);
  for (unsigned mode : {0600u, 0640u, 0666u, 0400u, 0755u}) {
    ASSERT_EQ(chmod(path.c_str(), mode), 0);
    EXPECT_EQ(write("next"), "");
    EXPECT_EQ(getMode(), mode);
  }
  umask(before);
}

TEST_F(AtomicFileTest, ErrorsNameTheFileNotATemporaryOne) {
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit limit = {1000, before.rlim_max};
  auto handler = std::signal(SIGXFSZ, SIG_IGN);
  EXPECT_EQ(write("former"), "");
  setrlimit(RLIMIT_FSIZE, &limit);
  std::string error = write(std::string(100000, 'x'));
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(error, ("'" + path + "': File too large").str());
  EXPECT_EQ(read(), "former");
  EXPECT_EQ(count(), 1u);
}

TEST_F(AtomicFileTest, FoldersAndMissingFoldersAreErrors) {
  path = folder;
  EXPECT_EQ(
      write("text"),
      ("'" + path + "': expected a file to write, found a directory").str());
  sys::path::append(path, "missing", "file");
  EXPECT_EQ(write("text"), ("'" + path + "': No such file or directory").str());
  path = "";
  EXPECT_EQ(write("text"), "'': No such file or directory");
}

TEST_F(AtomicFileTest, FullDevicesAreErrors) {
  path = "/dev/full";
  EXPECT_EQ(write("text"), "'/dev/full': No space left on device");
}
