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

Sizes ScatterDimensions::getScatterSizes() const {
  return llvm::map_to_vector(updateScatter,
                             [&](int64_t dim) { return updateSizes[dim]; });
}

bool ScatterDimensions::isOneWindow() const {
  return input.hasStaticShape() && updates.hasStaticShape() &&
         llvm::all_of(getScatterSizes(),
                      [](OpFoldResult size) { return isKnown(size, 1); });
}

namespace {

/// Checks the constraints of the StableHLO specification, which comments name
/// by its labels.
class DimensionChecker {
public:
  DimensionChecker(OpConversion &c, unsigned count, ScatterDimensions &dims)
      : c(c), count(count), dims(dims) {}

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
    int64_t depth = 1;
    if (dims.indexVector < indicesRank)
      depth = dims.indices.isDynamicDim(dims.indexVector)
                  ? int64_t(dims.toOperand.size())
                  : dims.indices.getDimSize(dims.indexVector);
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
    Sizes indicesSizes = c.sizes(count);
    for (auto [dim, indicesDim] :
         llvm::zip_equal(dims.inputBatching, dims.indicesBatching)) {
      OpFoldResult found = dims.inputSizes[dim];
      OpFoldResult expected = indicesSizes[indicesDim];
      if (getKnown(found) && getKnown(expected) && !isSameSize(found, expected))
        return c.error() << "input_batching_dims: expected size "
                         << *getKnown(expected) << " in dimension " << dim
                         << ", found " << dims.input;
      if (failed(c.requireSize(0, dim, found, expected)))
        return failure();
    }
    // (C19)
    Sizes scatterSizes;
    for (auto [i, size] : llvm::enumerate(indicesSizes)) {
      if (int64_t(i) != dims.indexVector)
        scatterSizes.push_back(size);
      else if (failed(c.requireSize(count, i, size,
                                    c.b.getIndexAttr(dims.toOperand.size()))))
        return failure();
    }
    // (C4)
    for (int64_t i = 0; i < dims.updates.getRank(); ++i)
      if (!llvm::is_contained(dims.updateWindow, i))
        dims.updateScatter.push_back(i);
    SmallVector<int64_t> expected = getShape(scatterSizes);
    if (failed(verifyCompatibleShape(getShape(dims.getScatterSizes()),
                                     expected))) {
      InFlightDiagnostic diagnostic = c.error() << "updates: expected sizes [";
      llvm::interleaveComma(expected, diagnostic);
      return diagnostic << "] beside the windows, found " << dims.updates;
    }
    for (auto [dim, size] : llvm::zip_equal(dims.updateScatter, scatterSizes))
      if (failed(c.requireSize(count + 1, dim, dims.updateSizes[dim], size)))
        return failure();
    return checkWindows();
  }

  LogicalResult checkWindows() {
    dims.windowSizes.assign(dims.input.getRank(), c.b.getIndexAttr(1));
    for (auto [dim, limit] : llvm::enumerate(dims.inputSizes)) {
      if (llvm::is_contained(dims.inserted, dim) ||
          llvm::is_contained(dims.inputBatching, dim))
        continue;
      int64_t updateDim = dims.updateWindow[dims.window.size()];
      OpFoldResult size = dims.updateSizes[updateDim];
      std::optional<int64_t> known = getKnown(size), most = getKnown(limit);
      if (known && most && *known > *most)
        return c.error() << "updates: expected windows of at most size "
                         << *most << " along dimension " << dim << " of "
                         << dims.input << ", found " << *known;
      if (failed(c.requireAtMost(count + 1, updateDim, size, limit)))
        return failure();
      dims.window.push_back(dim);
      dims.windowSizes[dim] = size;
    }
    for (auto [size, window] :
         llvm::zip_equal(dims.inputSizes, dims.windowSizes))
      dims.last.push_back(subtractSizes(c.b, size, window));
    return success();
  }

  OpConversion &c;
  unsigned count;
  ScatterDimensions &dims;
};

} // namespace

FailureOr<ScatterDimensions> ScatterDimensions::get(OpConversion &c,
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
  dims.inputSizes = c.sizes(0);
  dims.updateSizes = c.sizes(count + 1);
  if (failed(DimensionChecker(c, count, dims).check()))
    return failure();
  return dims;
}
