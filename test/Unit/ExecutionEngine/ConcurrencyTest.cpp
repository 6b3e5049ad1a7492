//===- ConcurrencyTest.cpp - many threads, one program --------------------===//

#include "Utils.h"

#include "llvm/Support/Compiler.h"
#include <atomic>
#include <fstream>
#include <thread>
#include <unistd.h>

using namespace scatter;
using namespace scatter::test;

/// One call of @updated with an index that tells thread and round apart; checks
/// the result or the error.
static bool callOnce(const Program &program, const EntryPoint &entry,
                     int64_t thread, int64_t round) {
  bool isBad = (thread + round) % 3 == 0;
  std::vector<float> data(8, 0), updates = {1, float(round)};
  std::vector<int64_t> indices = {0, thread};
  if (isBad)
    indices[1] = 1000 * (thread + 1) + round;
  auto results = program.call(entry, {makeView(data, "f32", {8}),
                                      makeView(indices, "i64", {2, 1}),
                                      makeView(updates, "f32", {2})});
  if (results)
    return !isBad && getValues<float>((*results)[0].getView())[thread] == round;
  bool isRight = false;
  handleAllErrors(results.takeError(), [&](const RuntimeError &error) {
    isRight = isBad && error.getRecord().value == indices[1] &&
              error.getRecord().tuple == 1;
  });
  return isRight;
}

/// Makes `rounds` calls on each of 8 threads and returns how many were wrong.
static int64_t callFromThreads(const Program &program, int64_t rounds) {
  const EntryPoint &entry = *llvm::cantFail(program.lookup("updated"));
  std::atomic<int64_t> wrong = 0;
  std::vector<std::thread> workers;
  for (int64_t thread = 0; thread < 8; ++thread)
    workers.emplace_back([&, thread, copy = program] {
      for (int64_t round = 0; round < rounds; ++round)
        wrong += !callOnce(copy, entry, thread, round);
    });
  for (std::thread &worker : workers)
    worker.join();
  return wrong;
}

/// The memory of this process that is in use, in bytes.
static int64_t getResidentBytes() {
  int64_t size, resident = 0;
  std::ifstream("/proc/self/statm") >> size >> resident;
  return resident * getpagesize();
}

TEST(Concurrency, EveryCallHasItsOwnResultOrError) {
  Program program = compileOrDie(scatterModule);
  // The first threads bring arenas of malloc that later ones use again.
  EXPECT_EQ(callFromThreads(program, 1000), 0);
  int64_t before = getResidentBytes();
  EXPECT_EQ(callFromThreads(program, 10000), 0);
#if !LLVM_ADDRESS_SANITIZER_BUILD && !LLVM_THREAD_SANITIZER_BUILD
  // Half of what it would be if no result was freed.
  EXPECT_LT(getResidentBytes() - before, 8 * 10000 * 32 * 2 / 3 / 2);
#else
  (void)before;
#endif
}

TEST(Concurrency, OneEngineCompilesOnManyThreads) {
  ExecutionEngine engine;
  std::atomic<int> wrong = 0;
  std::vector<std::thread> workers;
  for (int thread = 0; thread < 4; ++thread)
    workers.emplace_back([&, thread] {
      bool isBad = thread == 2;
      auto program = engine.compile(llvm::MemoryBufferRef(
          isBad ? "func.func @f(" : scatterModule.data(), "test.mlir"));
      wrong += bool(program) == isBad;
      if (!program)
        return llvm::consumeError(program.takeError());
      const EntryPoint &entry = *llvm::cantFail(program->lookup("updated"));
      wrong += !callOnce(*program, entry, thread, 1);
    });
  for (std::thread &worker : workers)
    worker.join();
  EXPECT_EQ(wrong, 0);
}

TEST(Concurrency, ThreadsOfACallReportToItsCaller) {
  EngineOptions options;
  options.threads = 2;
  Program program = compileOrDie(R"(
    func.func @f(%data: memref<?x256xf32>, %indices: memref<?x1xi64>,
                 %updates: memref<?x256xf32>) {
      scatter.scatter_nd_update
        ins(%indices, %updates : memref<?x1xi64>, memref<?x256xf32>)
        outs(%data : memref<?x256xf32>) reduction(sum)
      return
    })",
                                 options);
  // Enough work for the code to use both threads.
  constexpr int64_t rows = 4096;
  std::vector<float> data(rows * 256, 0), updates(rows * 256, 1);
  std::vector<int64_t> indices(rows);
  for (int64_t i = 0; i < rows; ++i)
    indices[i] = i % 100;
  std::vector<BufferView> arguments = {makeView(data, "f32", {rows, 256}),
                                       makeView(indices, "i64", {rows, 1}),
                                       makeView(updates, "f32", {rows, 256})};
  const EntryPoint &entry = program.getEntryPoints()[0];
  llvm::cantFail(program.call(entry, arguments));
  EXPECT_EQ(data[0], 41);
  EXPECT_EQ(data[99 * 256 + 255], 40);
  EXPECT_EQ(data[100 * 256], 0);

  indices[4000] = -5000;
  auto results = program.call(entry, arguments);
  ASSERT_FALSE(bool(results));
  handleAllErrors(results.takeError(), [](const RuntimeError &error) {
    EXPECT_EQ(error.getRecord().tuple, 4000);
    EXPECT_EQ(error.getRecord().value, -5000);
  });
  EXPECT_EQ(data[0], 41);
}

TEST(Concurrency, APreparedCallKeepsTheCodeAlive) {
  std::vector<float> data(8, 0), updates = {1, 2};
  std::vector<int64_t> indices = {3, -1};
  std::optional<Call> call;
  {
    Program program = compileOrDie(scatterModule);
    call = llvm::cantFail(program.bind(
        *llvm::cantFail(program.lookup("update")),
        {makeView(data, "f32", {8}), makeView(indices, "i64", {2, 1}),
         makeView(updates, "f32", {2})}));
  }
  llvm::SmallVector<OwnedBuffer> results;
  llvm::cantFail(call->run(results));
  EXPECT_EQ(data[3], 1);
}
