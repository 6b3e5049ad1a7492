//===- Phases.cpp - check phase and write phase ---------------------------===//
//
// Times row updates in place with a policy that checks every index (`error`:
// check phase, then write phase), and with a policy that checks none
// (`undefined`: write phase only). The difference is the time of the check
// phase.
//
//===----------------------------------------------------------------------===//

#include "scatter/ExecutionEngine/ExecutionEngine.h"
#include "llvm/Support/FormatVariadic.h"
#include <benchmark/benchmark.h>
#include <random>

using namespace scatter;

namespace {
/// The number of tuples, the row size in floats, the components of a tuple, and
/// the bits of an index.
struct Shape {
  int64_t tuples, rowSize, components, indexBits;
};

/// A compiled update and its arguments. The data has 2^19 rows, in as many
/// dimensions as a tuple has components. Indices are uniformly distributed.
class Update {
public:
  Update(const Shape &shape, llvm::StringRef reduction, llvm::StringRef policy,
         unsigned threads);

  void run() {
    if (auto result = program->call(program->getEntryPoints().front(), views);
        !result)
      abort();
  }

private:
  static constexpr int64_t numRows = 1 << 19;

  std::vector<float> data, updates;
  std::vector<int32_t> indices32;
  std::vector<int64_t> indices64;
  std::optional<Program> program;
  std::vector<BufferView> views;
};
} // namespace

Update::Update(const Shape &shape, llvm::StringRef reduction,
               llvm::StringRef policy, unsigned threads)
    : data(numRows * shape.rowSize, 1),
      updates(shape.tuples * shape.rowSize, 2) {
  // 2^19 rows as one dimension, or as 2^10 x 2^9.
  std::vector<int64_t> dims = {numRows};
  if (shape.components == 2)
    dims = {1 << 10, 1 << 9};
  std::mt19937 random;
  for (int64_t i = 0; i < shape.tuples; ++i)
    for (int64_t dim : dims) {
      int64_t index =
          std::uniform_int_distribution<int64_t>(0, dim - 1)(random);
      indices32.push_back(index);
      indices64.push_back(index);
    }
  std::string dataType = "memref<";
  for (int64_t dim : dims)
    dataType += std::to_string(dim) + "x";
  dataType += std::to_string(shape.rowSize) + "xf32>";
  std::string source = llvm::formatv(
      R"(func.func @update(%data: {0}, %indices: memref<{1}x{2}xi{3}>,
                           %updates: memref<{1}x{4}xf32>) {{
           scatter.scatter_nd_update
             ins(%indices, %updates : memref<{1}x{2}xi{3}>, memref<{1}x{4}xf32>)
             outs(%data : {0}) reduction({5}) out_of_bounds({6})
           return
         })",
      dataType, shape.tuples, shape.components, shape.indexBits, shape.rowSize,
      reduction, policy);
  EngineOptions options;
  options.threads = threads;
  program = llvm::cantFail(ExecutionEngine(options).compile(
      llvm::MemoryBufferRef(source, "phases.mlir")));
  void *indices = shape.indexBits == 32 ? static_cast<void *>(indices32.data())
                                        : indices64.data();
  auto f32 = *ElementType::parse("f32");
  auto integer = *ElementType::parse(shape.indexBits == 32 ? "i32" : "i64");
  llvm::SmallVector<int64_t, 4> dataShape(dims.begin(), dims.end());
  dataShape.push_back(shape.rowSize);
  views = {BufferView{data.data(), f32, dataShape, {}},
           BufferView{indices, integer, {shape.tuples, shape.components}, {}},
           BufferView{updates.data(), f32, {shape.tuples, shape.rowSize}, {}}};
}

static void updateRows(benchmark::State &state, Shape shape,
                       llvm::StringRef reduction, llvm::StringRef policy,
                       unsigned threads) {
  Update update(shape, reduction, policy, threads);
  for (auto _ : state)
    update.run();
  state.SetItemsProcessed(state.iterations() * shape.tuples);
  state.SetBytesProcessed(state.iterations() * shape.tuples * shape.rowSize *
                          sizeof(float));
}

static const bool areRegistered = [] {
  const Shape shapes[] = {{1 << 18, 1, 1, 64},  {1 << 18, 1, 1, 32},
                          {1 << 18, 1, 2, 64},  {1 << 16, 16, 1, 64},
                          {1 << 16, 64, 1, 64}, {1 << 16, 64, 2, 32}};
  for (const Shape &shape : shapes)
    for (llvm::StringRef reduction : {"none", "sum"})
      for (auto [phase, policy] :
           {std::pair("check+write", "error"), std::pair("write", "undefined")})
        for (unsigned threads : {1u, 2u}) {
          std::string name =
              llvm::formatv("{0}/{1}/tuples:{2}/row:{3}/k:{4}/i{5}/threads:{6}",
                            phase, reduction, shape.tuples, shape.rowSize * 4,
                            shape.components, shape.indexBits, threads);
          benchmark::RegisterBenchmark(name.c_str(), updateRows, shape,
                                       reduction, policy, threads)
              ->UseRealTime()
              ->MinTime(0.05)
              ->Unit(benchmark::kMicrosecond);
        }
  return true;
}();
