//===- UntrustedTest.cpp - sources that a worker compiles -----------------===//

#include "Utils.h"

#include "mlir/Pass/PassManager.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <cstdlib>
#include <sys/resource.h>
#include <thread>

using namespace scatter;
using namespace scatter::test;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;

static EngineOptions makeUntrusted() {
  EngineOptions options;
  options.untrusted = true;
  options.workerPath = SCATTER_TEST_WORKER;
  return options;
}

static std::string compileUntrusted(llvm::StringRef text,
                                    EngineOptions options = makeUntrusted()) {
  return getMessage(compile(text, std::move(options)));
}

/// `count` definitions, each of which names the one before `copies` times.
static std::string makeTypeChain(unsigned count, unsigned copies) {
  std::string text = "!t0 = tuple<i1>\n";
  for (unsigned i = 1; i < count; ++i) {
    std::string name = "!t" + std::to_string(i - 1);
    text += "!t" + std::to_string(i) + " = tuple<" + name;
    for (unsigned j = 1; j < copies; ++j)
      text += ", " + name;
    text += ">\n";
  }
  std::string last = "!t" + std::to_string(count - 1);
  return text + "func.func @f(%a: " + last + ") { return }\n";
}

TEST(Untrusted, ProgramsAreThoseOfThisProcess) {
  Program program = compileOrDie(scatterModule, makeUntrusted());
  Program other = compileOrDie(scatterModule);
  ASSERT_EQ(program.getEntryPoints().size(), other.getEntryPoints().size());
  for (auto [entry, expected] :
       llvm::zip_equal(program.getEntryPoints(), other.getEntryPoints())) {
    EXPECT_EQ(entry.name, expected.name);
    EXPECT_EQ(entry.arguments[0].name, expected.arguments[0].name);
    EXPECT_EQ(entry.arguments[0].type.text, expected.arguments[0].type.text);
  }
  std::vector<float> data(8, 0), updates = {1, 2};
  std::vector<int64_t> indices = {3, -1};
  std::vector<BufferView> arguments = {makeView(data, "f32", {8}),
                                       makeView(indices, "i64", {2, 1}),
                                       makeView(updates, "f32", {2})};
  llvm::cantFail(
      program.call(*llvm::cantFail(program.lookup("update")), arguments));
  EXPECT_THAT(data, ElementsAre(0, 0, 0, 1, 0, 0, 0, 2));
  indices[0] = 8;
  auto failed =
      program.call(*llvm::cantFail(program.lookup("updated")), arguments);
  EXPECT_THAT(getMessage(std::move(failed)),
              testing::StartsWith("test.mlir:11:13: error: 'indices' tuple 0"));
}

TEST(Untrusted, OptionsReachTheWorker) {
  EngineOptions options = makeUntrusted();
  options.threads = 2;
  options.optLevel = 1;
  options.cpu = "x86-64";
  options.features = "+avx2";
  for (EmitKind kind : {EmitKind::MLIR, EmitKind::LLVMIR, EmitKind::Assembly,
                        EmitKind::Object, EmitKind::Header}) {
    llvm::SmallString<0> expected, found;
    llvm::raw_svector_ostream expectedOS(expected), foundOS(found);
    EngineOptions trusted = options;
    trusted.untrusted = false;
    llvm::MemoryBufferRef source(scatterModule, "test.mlir");
    llvm::cantFail(ExecutionEngine(trusted).emit(source, kind, expectedOS));
    llvm::cantFail(ExecutionEngine(options).emit(source, kind, foundOS));
    EXPECT_FALSE(expected.empty());
    EXPECT_EQ(found, expected);
  }
}

TEST(Untrusted, DiagnosticsComeBack) {
  EXPECT_EQ(compileUntrusted("\n  func.func @f("),
            "test.mlir:2:15: error: expected non-function type");
  std::vector<std::string> seen;
  EngineOptions options = makeUntrusted();
  options.onDiagnostic = [&](const Diagnostic &diagnostic) {
    seen.push_back(diagnostic.str());
  };
  auto program =
      compile("func.func @f() { return }\nfunc.func @f() { return }", options);
  ASSERT_FALSE(bool(program));
  handleAllErrors(program.takeError(), [&](const CompileError &error) {
    ASSERT_EQ(error.getDiagnostics().size(), 2u);
    EXPECT_EQ(error.getDiagnostics()[0].str(), error.message());
    EXPECT_EQ(error.getDiagnostics()[1].severity, Diagnostic::Severity::Note);
    EXPECT_THAT(seen, ElementsAre(error.getDiagnostics()[0].str(),
                                  error.getDiagnostics()[1].str()));
  });
}

TEST(Untrusted, StagesAndTimesComeBack) {
  std::vector<std::string> stages, steps;
  std::string input;
  EngineOptions options = makeUntrusted();
  options.onStage = [&](llvm::StringRef stage, llvm::StringRef ir) {
    stages.push_back(stage.str());
    if (stage == "input")
      input = ir.str();
  };
  options.onTime = [&](llvm::StringRef step, double seconds) {
    steps.push_back(step.str());
    EXPECT_GE(seconds, 0);
    EXPECT_LT(seconds, 100);
  };
  compileOrDie(scatterModule, options);
  EXPECT_THAT(stages, ElementsAre("input", "machine", "simplify", "checks",
                                  "fuse", "bufferize", "plan", "loops", "llvm",
                                  "llvm-ir", "optimized-llvm-ir"));
  EXPECT_THAT(steps, ElementsAre("parse", "machine", "simplify", "checks",
                                 "fuse", "bufferize", "plan", "loops", "llvm",
                                 "translate", "optimize", "generate", "link"));
  EXPECT_THAT(input, HasSubstr("scatter.scatter_nd_update"));
}

TEST(Untrusted, WhatCannotBeSentIsRefused) {
  EngineOptions options = makeUntrusted();
  options.buildPipeline = [](mlir::OpPassManager &) {};
  EXPECT_THAT(compileUntrusted(scatterModule, options),
              EndsWith("found 'buildPipeline'"));
}

TEST(Untrusted, MissingWorkersAreErrors) {
  EngineOptions options = makeUntrusted();
  options.workerPath = "/nosuch/worker";
  EXPECT_EQ(compileUntrusted(scatterModule, options),
            "untrusted source: cannot start '/nosuch/worker': No such file or "
            "directory");
  // A program that is no worker.
  options.workerPath = "/bin/true";
  EXPECT_EQ(compileUntrusted(scatterModule, options),
            "test.mlir: error: the compiler ended without a result");
}

TEST(Untrusted, TheEnvironmentNamesTheWorker) {
  EngineOptions options = makeUntrusted();
  options.workerPath.clear();
  setenv("SCATTER_WORKER", "/nosuch/worker", /*overwrite=*/1);
  EXPECT_THAT(compileUntrusted(scatterModule, options),
              HasSubstr("cannot start '/nosuch/worker'"));
  setenv("SCATTER_WORKER", SCATTER_TEST_WORKER, /*overwrite=*/1);
  EXPECT_EQ(compileUntrusted(scatterModule, options), "no error");
  unsetenv("SCATTER_WORKER");
}

TEST(Untrusted, AProgramFromTheCacheNeedsNoWorker) {
  llvm::SmallString<128> folder;
  ASSERT_FALSE(
      llvm::sys::fs::createUniqueDirectory("scatter-untrusted", folder));
  EngineOptions options = makeUntrusted();
  options.cacheDirectory = (folder + "/cache").str();
  EXPECT_FALSE(compileOrDie(scatterModule, options).isFromCache());
  options.workerPath = "/nosuch/worker";
  EXPECT_TRUE(compileOrDie(scatterModule, options).isFromCache());
  llvm::sys::fs::remove_directories(folder);
}

TEST(Untrusted, ThreadsCompileAtOnce) {
  std::vector<std::thread> threads;
  std::vector<std::string> messages(4);
  for (std::string &message : messages)
    threads.emplace_back(
        [&message] { message = compileUntrusted(scatterModule); });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_THAT(messages, testing::Each("no error"));
}

// The parsers and walks of MLIR are recursive.
TEST(Untrusted, NestingEndsNoHost) {
  EngineOptions options = makeUntrusted();
  options.limits.cpuSeconds = 4;
  // Any end will do but that of this process.
  for (llvm::StringRef opening : {"tuple<", "[", "(", "{"}) {
    std::string text = "func.func @f(%a: ";
    for (int i = 0; i < 100000; ++i)
      text += opening;
    EXPECT_THAT(compileUntrusted(text, options), HasSubstr("error: "));
  }
  compileUntrusted(makeTypeChain(20000, 1), options);
  compileUntrusted(makeTypeChain(300000, 1), options);
}

TEST(Untrusted, TypesThatDoubleEndNoHost) {
  rusage before, after;
  getrusage(RUSAGE_SELF, &before);
  EngineOptions options = makeUntrusted();
  options.limits.cpuSeconds = 2;
  EXPECT_THAT(compileUntrusted(makeTypeChain(60, 2), options),
              testing::AnyOf(EndsWith("no end within 2 s of CPU time"),
                             EndsWith("no end in time"),
                             HasSubstr("out of memory")));
  getrusage(RUSAGE_SELF, &after);
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 100 << 10);
}

TEST(Untrusted, DamagedBytecodeEndsNoHost) {
  for (llvm::StringRef text :
       {llvm::StringRef("ML\xefR"), llvm::StringRef("ML\xefR\x0d\x01\0\0", 8),
        llvm::StringRef("ML\xefR\xff\xff\xff\xff\xff\xff\xff\xff")})
    EXPECT_NE(compileUntrusted(text), "no error");
}

#if !LLVM_ADDRESS_SANITIZER_BUILD && !LLVM_THREAD_SANITIZER_BUILD
TEST(Untrusted, LimitsAreThoseOfTheOptions) {
  EngineOptions options = makeUntrusted();
  options.limits.memoryBytes = uint64_t(600) << 20;
  options.limits.cpuSeconds = 0;
  EXPECT_EQ(compileUntrusted(makeTypeChain(60, 2), options),
            "test.mlir: error: out of memory (limit 600 MiB)");
}
#endif

TEST(Untrusted, NamesStayOnOneLine) {
  EngineOptions options = makeUntrusted();
  auto program = ExecutionEngine(options).compile(
      llvm::MemoryBufferRef("func.func", "two\nlines.mlir"));
  EXPECT_THAT(getMessage(std::move(program)),
              testing::StartsWith("two\\nlines.mlir:1:10: error: "));
}
