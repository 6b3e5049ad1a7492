//===- ScatterDimensions.cpp - dimension numbers of scatter ---------------===//

#include "ScatterDimensions.h"

#include "StableHLOAttributes.h"

using namespace mlir;
using namespace scatter;

static std::optional<unsigned> findPosition(ArrayRef<int64_t> list,
                                            int64_t value) {
  const auto *it = llvm::find(list, value);
  return it == list.end() ? std::nullopt
                          : std::optional<unsigned>(it - list.begin());
}

std::optional<unsigned> ScatterDimensions::getComponent(int64_t dim) const {
  return findPosition(toOperand, dim);
}

std::optional<unsigned> ScatterDimensions::getWindow(int64_t dim) const {
  return findPosition(window, dim);
}

std::optional<unsigned> ScatterDimensions::getBatch(int64_t dim) const {
  std::optional<unsigned> position = findPosition(inputBatching, dim);
  if (!position)
    return std::nullopt;
  int64_t batching = indicesBatching[*position];
  return batching - (batching > indexVector);
}

int64_t ScatterDimensions::countWindows() const {
  int64_t count = 1;
  for (int64_t dim : updateScatter)
    count *= updates.getDimSize(dim);
  return count;
}

namespace {

/// Checks the constraints of the StableHLO specification, which comments name
/// by its labels.
class DimensionChecker {
public:
  DimensionChecker(const OpConversion &c, ScatterDimensions &dims)
      : c(c), dims(dims) {}

  LogicalResult check() {
    int64_t rank = dims.input.getRank();
    int64_t indicesRank = dims.indices.getRank();
    SmallVector<int64_t> dropped(dims.inserted);
    llvm::append_range(dropped, dims.inputBatching);
    SmallVector<int64_t> mapped(dims.toOperand);
    llvm::append_range(mapped, dims.inputBatching);
    // (C7), (C8)
    if (failed(checkDims("update_window_dims", dims.updateWindow,
                         dims.updates.getRank(), /*isSorted=*/true)) ||
        // (C9) to (C13)
        failed(checkDims("inserted_window_dims", dims.inserted, rank,
                         /*isSorted=*/true)) ||
        failed(checkDims("input_batching_dims", dims.inputBatching, rank,
                         /*isSorted=*/true)) ||
        failed(checkDims("inserted_window_dims and input_batching_dims",
                         dropped, rank, /*isSorted=*/false)) ||
        // (C14), (C15)
        failed(checkDims("scatter_indices_batching_dims", dims.indicesBatching,
                         indicesRank, /*isSorted=*/false)) ||
        // (C20), (C21)
        failed(checkDims("scatter_dims_to_operand_dims and input_batching_dims",
                         mapped, rank, /*isSorted=*/false)))
      return failure();
    // (C22)
    if (dims.indexVector < 0 || dims.indexVector > indicesRank)
      return c.error() << "index_vector_dim: expected 0 to " << indicesRank
                       << ", found " << dims.indexVector;
    // (C16), (C17)
    if (llvm::is_contained(dims.indicesBatching, dims.indexVector) ||
        dims.indicesBatching.size() != dims.inputBatching.size())
      return c.error() << "scatter_indices_batching_dims: expected "
                       << dims.inputBatching.size()
                       << " dimensions without index_vector_dim, found "
                       << dims.indicesBatching.size();
    // (C19)
    int64_t depth = dims.indexVector < indicesRank
                        ? dims.indices.getDimSize(dims.indexVector)
                        : 1;
    if (int64_t(dims.toOperand.size()) != depth)
      return c.error() << "scatter_dims_to_operand_dims: expected " << depth
                       << " dimensions, as the index vectors of "
                       << dims.indices << " have components, found "
                       << dims.toOperand.size();
    // (C2)
    if (int64_t(dims.updateWindow.size() + dropped.size()) != rank)
      return c.error() << "update_window_dims: expected "
                       << rank - int64_t(dropped.size())
                       << " dimensions, found " << dims.updateWindow.size();
    return checkSizes();
  }

private:
  LogicalResult checkDims(StringRef name, ArrayRef<int64_t> list, int64_t rank,
                          bool isSorted) {
    for (int64_t dim : list)
      if (dim < 0 || dim >= rank || llvm::count(list, dim) != 1)
        return c.error() << name << ": expected distinct dimensions of 0 to "
                         << rank - 1 << ", found " << dim;
    if (isSorted && !llvm::is_sorted(list))
      return c.error() << name << ": expected sorted dimensions";
    return success();
  }

  LogicalResult checkSizes() {
    // (C18)
    for (auto [dim, indicesDim] :
         llvm::zip_equal(dims.inputBatching, dims.indicesBatching))
      if (dims.input.getDimSize(dim) != dims.indices.getDimSize(indicesDim))
        return c.error() << "input_batching_dims: expected size "
                         << dims.indices.getDimSize(indicesDim)
                         << " in dimension " << dim << ", found " << dims.input;
    // (C4)
    SmallVector<int64_t> scatterSizes;
    for (auto [i, size] : llvm::enumerate(dims.indices.getShape()))
      if (int64_t(i) != dims.indexVector)
        scatterSizes.push_back(size);
    for (int64_t i = 0; i < dims.updates.getRank(); ++i)
      if (!llvm::is_contained(dims.updateWindow, i))
        dims.updateScatter.push_back(i);
    bool fits = dims.updateScatter.size() == scatterSizes.size();
    for (unsigned i = 0; fits && i < scatterSizes.size(); ++i)
      fits = dims.updates.getDimSize(dims.updateScatter[i]) == scatterSizes[i];
    if (!fits) {
      InFlightDiagnostic diagnostic = c.error() << "updates: expected sizes [";
      llvm::interleaveComma(scatterSizes, diagnostic);
      return diagnostic << "] beside the windows, found " << dims.updates;
    }
    dims.windowSizes.assign(dims.input.getRank(), 1);
    for (int64_t dim = 0; dim < dims.input.getRank(); ++dim) {
      if (llvm::is_contained(dims.inserted, dim) ||
          llvm::is_contained(dims.inputBatching, dim))
        continue;
      int64_t size =
          dims.updates.getDimSize(dims.updateWindow[dims.window.size()]);
      if (size > dims.input.getDimSize(dim))
        return c.error() << "updates: expected windows of at most size "
                         << dims.input.getDimSize(dim) << " along dimension "
                         << dim << " of " << dims.input << ", found " << size;
      dims.window.push_back(dim);
      dims.windowSizes[dim] = size;
    }
    return success();
  }

  const OpConversion &c;
  ScatterDimensions &dims;
};

} // namespace

FailureOr<ScatterDimensions> ScatterDimensions::get(const OpConversion &c,
                                                    unsigned count) {
  constexpr llvm::StringLiteral name = "scatter_dimension_numbers";
  FailureOr<IntegerFields> fields = parseFields(c.attribute(name), "scatter");
  if (failed(fields))
    return c.error() << "attribute '" << name
                     << "': expected #stablehlo.scatter<...>, found "
                     << c.attribute(name);
  ScatterDimensions dims;
  dims.updateWindow = fields->lookup("update_window_dims");
  dims.inserted = fields->lookup("inserted_window_dims");
  dims.inputBatching = fields->lookup("input_batching_dims");
  dims.indicesBatching = fields->lookup("scatter_indices_batching_dims");
  dims.toOperand = fields->lookup("scatter_dims_to_operand_dims");
  if (SmallVector<int64_t> vector = fields->lookup("index_vector_dim");
      vector.size() == 1)
    dims.indexVector = vector.front();
  dims.input = c.operandType(0);
  dims.indices = c.operandType(count);
  dims.updates = c.operandType(count + 1);
  if (failed(DimensionChecker(c, dims).check()))
    return failure();
  return dims;
}
