//===- ColdStart.cpp - time of a cold start -------------------------------===//
//
// Times everything from the text of a module to its first result: parsing (or
// the lookup in the object cache), compilation, linking, binding and the call.
// `firstInProcess` runs each repetition in a new process, in which LLVM has
// been loaded but not used.
//
//===----------------------------------------------------------------------===//

#include "CompileTime.h"
#include "Programs.h"
#include "scatter/ExecutionEngine/ExecutionEngine.h"
#include "scatter/Kernels/Kernels.h"
#include "llvm/Support/FileSystem.h"
#include <benchmark/benchmark.h>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <unistd.h>

using namespace scatter;

namespace {
/// A cache folder that exists during the lifetime of the object.
class CacheFolder {
public:
  CacheFolder() {
    // The cache rejects folders that others may enter.
    if (llvm::sys::fs::createUniqueDirectory("scatter-bench", path) ||
        llvm::sys::fs::setPermissions(path, llvm::sys::fs::owner_all))
      abort();
  }
  ~CacheFolder() { llvm::sys::fs::remove_directories(path); }

  llvm::SmallString<128> path;
};
} // namespace

/// Returns the time from the text to a result, in seconds.
static double getFirstResult(const EngineOptions &options) {
  std::vector<float> data(64 * 32, 1), updates(16 * 32, 2);
  std::vector<int64_t> indices(16);
  for (int i = 0; i < 16; ++i)
    indices[i] = 3 * i;
  auto f32 = ElementType::parse("f32"), i64 = ElementType::parse("i64");
  auto start = std::chrono::steady_clock::now();
  Program program = llvm::cantFail(ExecutionEngine(options).compile(
      llvm::MemoryBufferRef(bench::rows, "rows.mlir")));
  auto results = llvm::cantFail(
      program.call(program.getEntryPoints().front(),
                   {BufferView{data.data(), *f32, {64, 32}, {}},
                    BufferView{indices.data(), *i64, {16, 1}, {}},
                    BufferView{updates.data(), *f32, {16, 32}, {}}}));
  std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  if (static_cast<const float *>(results[0].getView().data)[3 * 32] != 2)
    abort();
  return time.count();
}

/// With this option, the program compiles once, with or without a cache folder,
/// and prints the time.
static constexpr llvm::StringLiteral onceOption = "--first-result";

/// Returns the time of the first call of the function, in seconds.
static double getFirstCall() {
  std::vector<float> data(64 * 32, 1), updates(16 * 32, 2);
  std::vector<int64_t> indices(16);
  for (int i = 0; i < 16; ++i)
    indices[i] = 3 * i;
  BufferView d{data.data(), {ElementKind::Float, 32}, {64, 32}, {}};
  BufferView i{indices.data(), {ElementKind::Signed, 64}, {16, 1}, {}};
  BufferView u{updates.data(), {ElementKind::Float, 32}, {16, 32}, {}};
  auto start = std::chrono::steady_clock::now();
  llvm::cantFail(scatterNDUpdate(d, i, u, d));
  std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  if (data[3 * 32] != 2)
    abort();
  return time.count();
}

/// With this option, the program calls the function once and prints the time.
static constexpr llvm::StringLiteral functionOption = "--first-call";

static int printFirstCall(const char *cacheDirectory) {
  setenv("SCATTER_CACHE_DIR", cacheDirectory, /*overwrite=*/1);
  std::clock_t start = std::clock();
  double time = getFirstCall();
  std::printf("%.9f s, %.9f s of computing\n", time,
              double(std::clock() - start) / CLOCKS_PER_SEC);
  return 0;
}

static int printFirstResult(const char *cacheDirectory) {
  EngineOptions options;
  options.cacheDirectory = cacheDirectory;
  std::clock_t start = std::clock();
  double time = getFirstResult(options);
  std::printf("%.9f s, %.9f s of computing\n", time,
              double(std::clock() - start) / CLOCKS_PER_SEC);
  return 0;
}

static void firstInProcess(benchmark::State &state, llvm::StringRef option,
                           bool isCached) {
  CacheFolder folder;
  llvm::StringRef directory = isCached ? folder.path.str() : "";
  std::string command = ("/proc/" + llvm::Twine(getpid()) + "/exe " + option +
                         " '" + directory + "'")
                            .str();
  auto run = [&] {
    FILE *output = popen(command.c_str(), "r");
    double time = 0;
    if (!output || std::fscanf(output, "%lf", &time) != 1)
      abort();
    pclose(output);
    return time;
  };
  run();
  for (auto _ : state)
    state.SetIterationTime(run());
}
BENCHMARK_CAPTURE(firstInProcess, compiled, onceOption, false)
    ->UseManualTime()
    ->Iterations(20)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(firstInProcess, cached, onceOption, true)
    ->UseManualTime()
    ->Iterations(20)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(firstInProcess, functionCompiled, functionOption, false)
    ->UseManualTime()
    ->Iterations(20)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(firstInProcess, functionCached, functionOption, true)
    ->UseManualTime()
    ->Iterations(20)
    ->Unit(benchmark::kMillisecond);

static void laterInProcess(benchmark::State &state, bool isCached) {
  CacheFolder folder;
  EngineOptions options;
  if (isCached)
    options.cacheDirectory = folder.path.str().str();
  getFirstResult(options);
  for (auto _ : state)
    getFirstResult(options);
}
BENCHMARK_CAPTURE(laterInProcess, compiled, false)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(laterInProcess, cached, true)->Unit(benchmark::kMillisecond);

int main(int argc, char **argv) {
  if (argc == 3 && argv[1] == onceOption)
    return printFirstResult(argv[2]);
  if (argc == 3 && argv[1] == functionOption)
    return printFirstCall(argv[2]);
  benchmark::Initialize(&argc, argv);
  llvm::StringRef modules;
  if (argc == 2 && (modules = argv[1]).consume_front("--modules="))
    --argc;
  else
    modules = "";
  if (!bench::addCompileTimes(modules)) {
    std::fprintf(stderr, "--modules: expected a folder with readable files "
                         "NAME.mlir\n");
    return 1;
  }
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
