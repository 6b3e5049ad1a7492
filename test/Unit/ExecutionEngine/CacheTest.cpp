//===- CacheTest.cpp - the object cache -----------------------------------===//

#include "Utils.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "scatter/InitAllDialects.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Host.h"
#include <fcntl.h>
#include <fstream>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace scatter;
using namespace scatter::test;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

/// Tests with a cache folder of their own, which does not exist at first.
class Cache : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("scatter-cache", parent));
    llvm::SmallString<128> directory = parent;
    llvm::sys::path::append(directory, "objects");
    options.cacheDirectory = directory.str().str();
    options.onDiagnostic = [this](const Diagnostic &diagnostic) {
      diagnostics.push_back(diagnostic.str());
    };
  }

  void TearDown() override { llvm::sys::fs::remove_directories(parent); }

  /// The files with objects.
  std::vector<std::string> getEntries() {
    std::vector<std::string> entries;
    std::error_code code;
    for (llvm::sys::fs::directory_iterator it(options.cacheDirectory, code),
         end;
         it != end && !code; it.increment(code))
      if (!llvm::StringRef(it->path()).ends_with(".timestamp"))
        entries.push_back(it->path());
    return entries;
  }

  bool isHit(llvm::StringRef text = scatterModule) {
    return compileOrDie(text, options).isFromCache();
  }

  llvm::SmallString<128> parent;
  EngineOptions options;
  std::vector<std::string> diagnostics;
};

void expectUpdates(const Program &program) {
  std::vector<float> data(8, 0), updates = {1, 2};
  std::vector<int64_t> indices = {3, -1};
  llvm::cantFail(program.call(*llvm::cantFail(program.lookup("update")),
                              {makeView(data, "f32", {8}),
                               makeView(indices, "i64", {2, 1}),
                               makeView(updates, "f32", {2})}));
  EXPECT_THAT(data, ElementsAre(0, 0, 0, 1, 0, 0, 0, 2));
}

std::string read(const std::string &path) {
  return (*llvm::MemoryBuffer::getFile(path))->getBuffer().str();
}

void write(const std::string &path, llvm::StringRef bytes) {
  std::error_code code;
  llvm::raw_fd_ostream(path, code) << bytes;
  ASSERT_FALSE(code);
}

} // namespace

TEST_F(Cache, IsOffByDefault) {
  options.cacheDirectory.clear();
  EXPECT_FALSE(isHit());
  EXPECT_FALSE(isHit());
}

TEST_F(Cache, TheSecondProgramIsTheFirst) {
  Program first = compileOrDie(scatterModule, options);
  EXPECT_FALSE(first.isFromCache());
  Program second = compileOrDie(scatterModule, options);
  EXPECT_TRUE(second.isFromCache());
  expectUpdates(first);
  expectUpdates(second);

  ASSERT_EQ(second.getEntryPoints().size(), first.getEntryPoints().size());
  for (auto [a, b] :
       llvm::zip_equal(first.getEntryPoints(), second.getEntryPoints())) {
    EXPECT_EQ(a.name, b.name);
    for (auto [x, y] : llvm::zip_equal(
             llvm::concat<const Parameter>(a.arguments, a.results),
             llvm::concat<const Parameter>(b.arguments, b.results))) {
      EXPECT_EQ(x.name, y.name);
      EXPECT_EQ(x.type.kind, y.type.kind);
      EXPECT_EQ(x.type.element, y.type.element);
      EXPECT_EQ(x.type.shape, y.type.shape);
      EXPECT_EQ(x.type.strides, y.type.strides);
      EXPECT_EQ(x.type.offset, y.type.offset);
      EXPECT_EQ(x.type.text, y.type.text);
    }
  }
  EXPECT_THAT(diagnostics, IsEmpty());
}

TEST_F(Cache, EntriesThatCannotBeCalledStayInStep) {
  llvm::StringLiteral text = R"(
    func.func @a(%x: vector<4xf32>) { return }
    func.func @b(%x: memref<f32, strided<[], offset: 2>>) -> f32 {
      %0 = memref.load %x[] : memref<f32, strided<[], offset: 2>>
      return %0 : f32
    })";
  isHit(text);
  Program program = compileOrDie(text, options);
  ASSERT_TRUE(program.isFromCache());
  EXPECT_THAT(getMessage(program.bind(program.getEntryPoints()[0], {})),
              HasSubstr("cannot be passed"));
  std::vector<float> x = {7};
  auto results = llvm::cantFail(
      program.call(program.getEntryPoints()[1], {makeView(x, "f32", {})}));
  EXPECT_THAT(getValues<float>(results[0].getView()), ElementsAre(7));
}

TEST_F(Cache, LocationsOfErrorsAreThoseOfTheSource) {
  isHit();
  EngineOptions same = options;
  Program other = llvm::cantFail(ExecutionEngine(same).compile(
      llvm::MemoryBufferRef(scatterModule, "other.mlir")));
  EXPECT_FALSE(other.isFromCache());
}

TEST_F(Cache, NamesAndSourcesAreToldApart) {
  // Both have the same characters together.
  auto isHitUnder = [&](llvm::StringRef name, llvm::StringRef text) {
    return llvm::cantFail(ExecutionEngine(options).compile(
                              llvm::MemoryBufferRef(text, name)))
        .isFromCache();
  };
  EXPECT_FALSE(isHitUnder("a", (" " + scatterModule).str()));
  EXPECT_FALSE(isHitUnder("a ", scatterModule));
  EXPECT_TRUE(isHitUnder("a ", scatterModule));
}

TEST_F(Cache, EveryOptionCounts) {
  isHit();
  auto change = [&](auto member, auto value) {
    EngineOptions changed = options;
    changed.*member = value;
    EXPECT_FALSE(compileOrDie(scatterModule, changed).isFromCache());
    EXPECT_TRUE(compileOrDie(scatterModule, changed).isFromCache());
  };
  change(&EngineOptions::optLevel, 1u);
  change(&EngineOptions::threads, 2u);
  change(&EngineOptions::cpu, "x86-64");
  change(&EngineOptions::features, "-avx2");
  change(&EngineOptions::triple, llvm::sys::getProcessTriple());
  PlanOptions plan;
  plan.partition = Partition::serial;
  change(&EngineOptions::plan, plan);
  change(&EngineOptions::plan, PlanOptions().set(&Machine::prefetch, 0));
  EXPECT_TRUE(isHit());
  EXPECT_FALSE(isHit((scatterModule + " ").str()));
}

TEST_F(Cache, HostsThatWatchStagesSeeThem) {
  isHit();
  unsigned stages = 0;
  options.onStage = [&](llvm::StringRef, llvm::StringRef) { ++stages; };
  EXPECT_FALSE(isHit());
  EXPECT_GT(stages, 0u);
}

TEST_F(Cache, SourcesWithWarningsAreNotStored) {
  llvm::StringLiteral text = R"(
    func.func @f() { return }
    {-# external_resources: { other: { key: "0x0400000001" } } #-})";
  for (int i = 0; i < 2; ++i) {
    diagnostics.clear();
    EXPECT_FALSE(isHit(text));
    EXPECT_THAT(diagnostics, ElementsAre(HasSubstr("warning: ignoring unknown "
                                                   "external resources")));
  }
}

TEST_F(Cache, ModulesInMemoryAreCached) {
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  ExecutionEngine engine(options);
  for (bool expected : {false, true}) {
    mlir::MLIRContext context(registry);
    auto module =
        mlir::parseSourceString<mlir::ModuleOp>(scatterModule, &context);
    Program program = llvm::cantFail(engine.compile(*module));
    EXPECT_EQ(program.isFromCache(), expected);
    expectUpdates(program);
  }
}

TEST_F(Cache, DamagedEntriesAreCompiledAgain) {
  isHit();
  ASSERT_EQ(getEntries().size(), 1u);
  std::string path = getEntries()[0], bytes = read(path);
  // One flipped bit in each part, and every kind of missing end.
  for (size_t position = 0; position < bytes.size();
       position += 1 + bytes.size() / 50) {
    std::string damaged = bytes;
    damaged[position] ^= 4;
    write(path, damaged);
    EXPECT_FALSE(isHit()) << "bit at " << position;
    EXPECT_EQ(read(path), bytes);
  }
  for (size_t size : {size_t(0), size_t(7), size_t(24), bytes.size() - 1}) {
    write(path, bytes.substr(0, size));
    Program program = compileOrDie(scatterModule, options);
    EXPECT_FALSE(program.isFromCache()) << "cut to " << size;
    expectUpdates(program);
  }
  write(path, bytes + "x");
  EXPECT_FALSE(isHit());
  EXPECT_TRUE(isHit());
  EXPECT_THAT(diagnostics, IsEmpty());
}

TEST_F(Cache, AnEntryUnderAnotherNameIsNotUsed) {
  isHit();
  std::string first = getEntries()[0];
  std::string bytes = read(first);
  options.optLevel = 0;
  isHit();
  for (const std::string &path : getEntries())
    if (path != first)
      write(path, bytes);
  EXPECT_FALSE(isHit());
}

TEST_F(Cache, FoldersOfOthersAreNotUsed) {
  isHit();
  for (mode_t mode : {0777, 0770, 0704, 0710}) {
    diagnostics.clear();
    ASSERT_EQ(chmod(options.cacheDirectory.c_str(), mode), 0);
    EXPECT_FALSE(isHit());
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_THAT(diagnostics[0],
                HasSubstr("expected a folder with mode 0700, found 0"));
    EXPECT_THAT(diagnostics[0], HasSubstr("warning: object cache not used: '"));
  }
  chmod(options.cacheDirectory.c_str(), 0700);
  EXPECT_TRUE(isHit());
}

// Also where its mode keeps everybody else out.
TEST_F(Cache, FoldersOfAnotherUserAreNotUsed) {
  isHit();
  std::string entry = getEntries()[0];
  uid_t user = 0;
  if (geteuid() == 0) {
    user = 12345;
    ASSERT_EQ(chown(options.cacheDirectory.c_str(), user, gid_t(-1)), 0);
  } else {
    options.cacheDirectory = "/";
  }
  EXPECT_FALSE(isHit());
  std::string expected =
      llvm::formatv("'{0}': expected a folder of user {1}, found one of user "
                    "{2}",
                    options.cacheDirectory, geteuid(), user);
  EXPECT_THAT(diagnostics, ElementsAre(HasSubstr(expected)));
  EXPECT_TRUE(llvm::sys::fs::exists(entry));
}

/// The number of open files of this process.
static size_t countOpenFiles() {
  std::error_code code;
  size_t count = 0;
  for (llvm::sys::fs::directory_iterator it("/proc/self/fd", code), end;
       it != end && !code; it.increment(code))
    ++count;
  return count;
}

TEST_F(Cache, WhatIsOpenedIsClosed) {
  isHit();
  EXPECT_TRUE(isHit());
  size_t before = countOpenFiles();
  for (int repetition = 0; repetition < 5; ++repetition)
    EXPECT_TRUE(isHit());
  write(getEntries()[0], "damaged");
  EXPECT_FALSE(isHit());
  chmod(options.cacheDirectory.c_str(), 0777);
  EXPECT_FALSE(isHit());
  EXPECT_EQ(countOpenFiles(), before);
}

// Another kind of file under the name of an entry is neither waited for nor
// read without end; the compilation replaces it.
TEST_F(Cache, EntriesThatAreNoFilesAreCompiledAgain) {
  isHit();
  std::string path = getEntries()[0], bytes = read(path);
  auto replace = [&](auto make) {
    ASSERT_EQ(unlink(path.c_str()), 0);
    ASSERT_EQ(make(), 0) << strerror(errno);
    EXPECT_FALSE(isHit());
    EXPECT_EQ(read(path), bytes);
    EXPECT_TRUE(isHit());
  };
  replace([&] { return mkfifo(path.c_str(), 0600); });
  for (const char *target :
       {"/dev/zero", "/dev/full", "/dev/null", "/", "/nonexistent"})
    replace([&] { return symlink(target, path.c_str()); });
  EXPECT_THAT(diagnostics, IsEmpty());

  // Nor is the file by which old entries are found.
  std::string timestamp = options.cacheDirectory + "/llvmcache.timestamp";
  std::string other = options.cacheDirectory + ".other";
  std::ofstream(other) << "kept";
  for (bool isPipe : {true, false}) {
    ASSERT_EQ(unlink(timestamp.c_str()), 0);
    ASSERT_EQ(isPipe ? mkfifo(timestamp.c_str(), 0600)
                     : symlink(other.c_str(), timestamp.c_str()),
              0);
    ASSERT_EQ(unlink(path.c_str()), 0);
    EXPECT_FALSE(isHit());
    EXPECT_EQ(read(other), "kept");
  }

  // A folder cannot be replaced by a file.
  ASSERT_EQ(unlink(path.c_str()), 0);
  ASSERT_EQ(mkdir(path.c_str(), 0700), 0);
  EXPECT_FALSE(isHit());
  EXPECT_THAT(diagnostics, ElementsAre(HasSubstr("cannot write an entry")));
}

TEST_F(Cache, EntriesBeyondTheLimitAreNotRead) {
  isHit();
  std::string path = getEntries()[0], bytes = read(path);
  // 1 TiB of which a few bytes are stored.
  auto grow = [&] { return truncate(path.c_str(), off_t(1) << 40); };
  if (grow() == 0) {
    EXPECT_FALSE(isHit());
    EXPECT_EQ(read(path), bytes);
    ASSERT_EQ(grow(), 0);
    options.maxCacheBytes = 0;
    EXPECT_FALSE(isHit());
  }
  options.maxCacheBytes = bytes.size() - 1;
  EXPECT_FALSE(isHit());
}

TEST_F(Cache, AFileIsNoFolder) {
  write(options.cacheDirectory, "");
  EXPECT_FALSE(isHit());
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_THAT(diagnostics[0], HasSubstr("object cache not used"));
}

TEST_F(Cache, TheLeastRecentlyUsedEntriesGo) {
  isHit();
  llvm::sys::fs::file_status status;
  llvm::sys::fs::status(getEntries()[0], status);
  // Room for three of this size, not for four.
  options.maxCacheBytes = status.getSize() * 7 / 2;
  auto text = [&](int n) {
    return (scatterModule + std::string(n, '\n')).str();
  };
  for (int n : {1, 2}) {
    usleep(20000);
    EXPECT_FALSE(isHit(text(n)));
  }
  usleep(20000);
  EXPECT_TRUE(isHit(text(0)));
  usleep(20000);
  EXPECT_FALSE(isHit(text(3)));
  EXPECT_EQ(getEntries().size(), 3u);
  EXPECT_TRUE(isHit(text(0)));
  EXPECT_TRUE(isHit(text(2)));
  EXPECT_FALSE(isHit(text(1)));
}

TEST_F(Cache, ProcessesShareIt) {
  std::vector<pid_t> children;
  for (int i = 0; i < 4; ++i) {
    pid_t child = fork();
    if (child != 0) {
      children.push_back(child);
      continue;
    }
    // Two sources, so that processes store and load at the same time.
    bool isRight = true;
    for (int n = 0; n < 6; ++n) {
      Program program = compileOrDie(
          (scatterModule + std::string((n + i) % 2, '\n')).str(), options);
      isRight &= program.getEntryPoints().size() == 2;
      if (n % 3 == 2)
        for (const std::string &path : getEntries())
          if (!llvm::StringRef(path).ends_with(".tmp"))
            llvm::sys::fs::remove(path);
    }
    _exit(isRight && diagnostics.empty() ? 0 : 1);
  }
  for (pid_t child : children) {
    int status = -1;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  expectUpdates(compileOrDie(scatterModule, options));
  EXPECT_TRUE(isHit());
  EXPECT_THAT(diagnostics, IsEmpty());
}

/// A key stands for the module, which is built for the first program only.
TEST_F(Cache, ModulesThatAreBuilt) {
  unsigned calls = 0;
  auto build = [&](mlir::MLIRContext *context) {
    ++calls;
    return mlir::parseSourceString<mlir::ModuleOp>(scatterModule,
                                                   mlir::ParserConfig(context));
  };
  ExecutionEngine engine(options);
  Program first = llvm::cantFail(engine.compile("key", build));
  EXPECT_FALSE(first.isFromCache());
  Program second = llvm::cantFail(engine.compile("key", build));
  EXPECT_TRUE(second.isFromCache());
  EXPECT_EQ(calls, 1u);
  expectUpdates(second);
  Program other = llvm::cantFail(engine.compile("other key", build));
  EXPECT_FALSE(other.isFromCache());
  EXPECT_EQ(calls, 2u);
  // A source with the bytes of a key is another module.
  EXPECT_THAT(getMessage(compile("key", options)), HasSubstr("error"));
}

TEST_F(Cache, ModulesThatCannotBeBuilt) {
  ExecutionEngine engine(options);
  auto program = engine.compile("key", [](mlir::MLIRContext *) {
    return mlir::OwningOpRef<mlir::ModuleOp>();
  });
  EXPECT_TRUE(program.errorIsA<CompileError>());
  consumeError(program.takeError());
  EXPECT_THAT(getEntries(), IsEmpty());
}
