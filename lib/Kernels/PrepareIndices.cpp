//===- PrepareIndices.cpp - indices sorted by their rows ------------------===//

#include "PrepareIndices.h"

#include "RowReduction.h"
#include "scatter/ExecutionEngine/Environment.h"
#include "scatter/Plan/KernelThresholds.h"
#include "scatter/Runtime/ParallelFor.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <utility>

using namespace llvm;
using namespace scatter;
using namespace scatter::kernels;

char IndexError::ID;

void IndexError::log(raw_ostream &os) const {
  const ScatterError &record = getRecord();
  bool isUnsigned = record.kind == SCATTER_ERROR_INDEX_UNSIGNED;
  os << record.location << ": error: '" << operand << "' element "
     << record.tuple << ": expected ";
  if (record.size == 0)
    os << "no index into a dimension of size 0";
  else
    os << "an index in [" << (isUnsigned ? 0 : -record.size) << ", "
       << record.size - 1 << "] for a dimension of size " << record.size;
  os << ", found ";
  if (isUnsigned)
    os << uint64_t(record.value);
  else
    os << record.value;
}

template <typename Index>
static bool isValid(Index index, int64_t size) {
  if constexpr (std::numeric_limits<Index>::is_signed)
    return index >= -size && index < size;
  else
    return index < uint64_t(size);
}

template <typename Index>
static Error checkElements(StringRef function, StringRef name,
                           ArrayRef<Index> indices, int64_t size) {
  // Without a branch, so that it is vectorized.
  bool areValid = true;
  for (Index index : indices)
    areValid &= isValid(index, size);
  if (LLVM_LIKELY(areValid))
    return Error::success();
  const auto *bad = llvm::find_if(
      indices, [&](Index index) { return !isValid(index, size); });
  ScatterError record = {};
  record.kind = std::numeric_limits<Index>::is_signed
                    ? SCATTER_ERROR_INDEX
                    : SCATTER_ERROR_INDEX_UNSIGNED;
  record.tuple = bad - indices.begin();
  record.value = int64_t(*bad);
  record.size = size;
  std::snprintf(record.location, sizeof(record.location), "%.*s",
                int(function.size()), function.data());
  return make_error<IndexError>(name, record);
}

/// Calls `function` with the elements of `indices` in their type.
template <typename Function>
static auto visitIndices(const Operand &indices, Function function) {
  auto get = [&](auto element) {
    using Index = decltype(element);
    return ArrayRef(reinterpret_cast<const Index *>(indices.data),
                    size_t(indices.numElements));
  };
  bool isUnsigned = indices.type.kind == ElementKind::Unsigned;
  if (indices.itemSize == 4)
    return isUnsigned ? function(get(uint32_t())) : function(get(int32_t()));
  return isUnsigned ? function(get(uint64_t())) : function(get(int64_t()));
}

Error kernels::checkRowIndices(StringRef function, StringRef name,
                               const Operand &indices, int64_t size) {
  return visitIndices(indices, [&](auto elements) {
    return checkElements(function, name, elements, size);
  });
}

Error kernels::checkRowIndexType(StringRef name, const Operand &indices,
                                 bool isColumn) {
  ElementType type = indices.type;
  bool isInteger =
      type.kind == ElementKind::Signless || type.kind == ElementKind::Unsigned;
  if (!isInteger || (type.bitWidth != 32 && type.bitWidth != 64))
    return makeTypeError("'" + name +
                         "': expected integers of 32 or 64 bits, found " +
                         type.str());
  ArrayRef<int64_t> shape = indices.shape;
  if (shape.size() == 1 || (isColumn && shape.size() == 2 && shape[1] == 1))
    return Error::success();
  return makeShapeError("'" + name + "': expected a rank of 1, found " +
                        Twine(shape.size()));
}

/// Calls `body` with the number of each chunk, by as many threads.
template <typename Body>
static void runChunks(int64_t numChunks, Body body) {
  auto run = [](void *context, int64_t chunk) {
    (*static_cast<Body *>(context))(chunk);
  };
  scatter_parallel_for(run, &body, numChunks);
}

/// A counting sort, which keeps the order of equal indices. Each chunk of
/// tuples has counts of its own, `counts`, which become its positions.
template <typename Index, typename Number>
void PreparedIndices::sort(const Index *indices, int64_t numChunks,
                           Number *counts) {
  auto *rows = static_cast<int64_t *>(offsets.get());
  auto *numbers = static_cast<Number *>(order.get());
  auto getRow = [numRows = numRows](Index index) {
    // False for unsigned indices.
    return index < Index(0) ? int64_t(index) + numRows : int64_t(index);
  };
  auto getBegin = [&](int64_t chunk) {
    return numTuples / numChunks * chunk +
           std::min(chunk, numTuples % numChunks);
  };
  runChunks(numChunks, [&](int64_t chunk) {
    Number *own = counts + chunk * numRows;
    std::memset(own, 0, size_t(numRows) * sizeof(Number));
    for (int64_t i = getBegin(chunk), end = getBegin(chunk + 1); i < end; ++i)
      ++own[getRow(indices[i])];
  });
  Number position = 0;
  for (int64_t row = 0; row < numRows; ++row) {
    rows[row] = position;
    for (int64_t chunk = 0; chunk < numChunks; ++chunk)
      position += std::exchange(counts[chunk * numRows + row], position);
  }
  rows[numRows] = numTuples;
  runChunks(numChunks, [&](int64_t chunk) {
    Number *own = counts + chunk * numRows;
    for (int64_t i = getBegin(chunk), end = getBegin(chunk + 1); i < end; ++i)
      numbers[own[getRow(indices[i])]++] = Number(i);
  });
  std::fill_n(numbers + numTuples, kMessagePrefetch, Number(0));
}

Error PreparedIndices::set(StringRef function, StringRef name,
                           const Operand &indices, int64_t newNumRows,
                           unsigned threads) {
  if (Error error = checkRowIndices(function, name, indices, newNumRows))
    return error;
  numTuples = indices.numElements;
  numRows = newNumRows;
  wide = numTuples > std::numeric_limits<int32_t>::max() - kMessagePrefetch;
  auto allocate = [](ScratchMemory &memory, int64_t count, int64_t itemSize) {
    int64_t bytes;
    if (MulOverflow(count, itemSize, bytes))
      return makeMemoryError(std::numeric_limits<size_t>::max());
    return ScratchMemory::allocate(size_t(bytes)).moveInto(memory);
  };
  if (Error error = allocate(order, numTuples + kMessagePrefetch, wide ? 8 : 4))
    return error;
  if (Error error = allocate(offsets, numRows + 1, sizeof(int64_t)))
    return error;
  int64_t numChunks = getSortChunks(numTuples, numRows, threads);
  ScratchMemory counts;
  if (Error error = allocate(counts, numRows * numChunks, wide ? 8 : 4))
    return error;
  visitIndices(indices, [&](auto elements) {
    if (wide)
      sort(elements.data(), numChunks, static_cast<int64_t *>(counts.get()));
    else
      sort(elements.data(), numChunks, static_cast<int32_t *>(counts.get()));
  });
  return Error::success();
}

void DestroyPreparedIndices::operator()(const PreparedIndices *prepared) const {
  delete prepared;
}

int64_t scatter::getNumTuples(const PreparedIndices &prepared) {
  return prepared.getNumTuples();
}

int64_t scatter::getNumRows(const PreparedIndices &prepared) {
  return prepared.getNumRows();
}

Expected<PreparedIndicesRef> scatter::prepareIndices(const ArrayView &indices,
                                                     int64_t size) {
  if (size < 0 || size == std::numeric_limits<int64_t>::max())
    return makeShapeError("'size': expected a number of rows, found " +
                          Twine(size));
  Operand operand;
  if (Error error = operand.set("dst", indices))
    return error;
  if (Error error = checkRowIndexType("dst", operand, /*isColumn=*/true))
    return error;
  ScratchMemory memory;
  if (Error error = makeContiguous(operand, memory))
    return error;
  std::unique_ptr<PreparedIndices> prepared(new (std::nothrow) PreparedIndices);
  if (!prepared)
    return makeMemoryError(sizeof(PreparedIndices));
  Expected<unsigned> threads = getDefaultThreads();
  if (!threads)
    return threads.takeError();
  if (Error error = prepared->set("prepare", "dst", operand, size, *threads))
    return error;
  return PreparedIndicesRef(prepared.release());
}
