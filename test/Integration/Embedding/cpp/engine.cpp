//===- engine.cpp - compile and run from C++ ------------------------------===//
//
// usage: engine [CACHE]
//
// Compiles a function, runs it on memory of this program and shows what an
// index out of bounds becomes.
//
//===----------------------------------------------------------------------===//

#include "scatter/ExecutionEngine/ExecutionEngine.h"

#include "llvm/Support/raw_ostream.h"
#include <vector>

static constexpr llvm::StringLiteral source = R"(
func.func @update(%data: tensor<?xf32>, %indices: tensor<?x1xi64>,
                  %updates: tensor<?xf32>) -> tensor<?xf32> {
  %result = scatter.scatter_nd_update
    ins(%indices, %updates : tensor<?x1xi64>, tensor<?xf32>)
    outs(%data : tensor<?xf32>) -> tensor<?xf32>
  return %result : tensor<?xf32>
}
)";

/// Describes `values`, which stay where they are.
template <typename T>
static scatter::BufferView view(std::vector<T> &values, llvm::StringRef type,
                                llvm::ArrayRef<int64_t> shape) {
  scatter::BufferView result;
  result.data = values.data();
  result.type = *scatter::ElementType::parse(type);
  result.shape.assign(shape.begin(), shape.end());
  return result;
}

static llvm::Error run(const char *cache) {
  // Compile.
  scatter::EngineOptions options;
  if (cache)
    options.cacheDirectory = cache;
  scatter::ExecutionEngine engine(options);
  llvm::Expected<scatter::Program> program =
      engine.compile(llvm::MemoryBufferRef(source, "update.mlir"));
  if (!program)
    return program.takeError();
  llvm::outs() << (program->isFromCache() ? "from the cache" : "compiled")
               << '\n';

  // Call.
  llvm::Expected<const scatter::EntryPoint *> update =
      program->lookup("update");
  if (!update)
    return update.takeError();
  std::vector<float> data = {1, 2, 3, 4, 5, 6, 7, 8};
  std::vector<int64_t> indices = {4, 3, 1, -1};
  std::vector<float> updates = {9, 10, 11, 12};
  std::vector<scatter::BufferView> arguments = {view(data, "f32", {8}),
                                                view(indices, "i64", {4, 1}),
                                                view(updates, "f32", {4})};
  auto results = program->call(**update, arguments);
  if (!results)
    return results.takeError();
  const scatter::BufferView &result = results->front().getView();
  for (int64_t i = 0; i < result.shape[0]; ++i)
    llvm::outs() << static_cast<const float *>(result.data)[i] << ' ';
  llvm::outs() << '\n';

  // Prepare a call and repeat it; errors are values.
  llvm::Expected<scatter::Call> call = program->bind(**update, arguments);
  if (!call)
    return call.takeError();
  llvm::SmallVector<scatter::OwnedBuffer> buffers;
  indices[2] = 8;
  return llvm::handleErrors(
      call->run(buffers), [](const scatter::RuntimeError &error) {
        const ScatterError &record = error.getRecord();
        llvm::outs() << "tuple " << record.tuple << " has index "
                     << record.value << ": " << error.message() << '\n';
      });
}

int main(int argc, char **argv) {
  if (llvm::Error error = run(argc > 1 ? argv[1] : nullptr)) {
    llvm::errs() << "engine: " << llvm::toString(std::move(error)) << '\n';
    return 1;
  }
  return 0;
}
