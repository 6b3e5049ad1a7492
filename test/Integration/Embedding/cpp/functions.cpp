//===- functions.cpp - the two ops as functions ---------------------------===//

#include "scatter/Kernels/Kernels.h"

#include "llvm/Support/raw_ostream.h"
#include <vector>

static llvm::Error run() {
  std::vector<float> data = {1, 2, 3, 4, 5, 6, 7, 8}, updates = {10, 20, 30};
  std::vector<int64_t> indices = {0, 0, -1};
  auto f32 = *scatter::ElementType::parse("f32");
  auto i64 = *scatter::ElementType::parse("i64");
  scatter::BufferView d{data.data(), f32, {8}, {}};
  scatter::BufferView i{indices.data(), i64, {3, 1}, {}};
  scatter::BufferView u{updates.data(), f32, {3}, {}};
  scatter::NDUpdateOptions options;
  options.reduction = scatter::Reduction::sum;
  if (llvm::Error error = scatter::scatterNDUpdate(d, i, u, d, options))
    return error;
  // data[1:7:2] = updates
  if (llvm::Error error = scatter::sliceScatter(d, u, {{1}, {7}, {2}, {}}, d))
    return error;
  llvm::outs() << data[0] << ' ' << data[1] << " ... " << data[7] << '\n';
  return llvm::Error::success();
}

int main() {
  if (llvm::Error error = run()) {
    llvm::errs() << "functions: " << llvm::toString(std::move(error)) << '\n';
    return 1;
  }
  return 0;
}
