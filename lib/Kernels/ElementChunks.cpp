//===- ElementChunks.cpp - copies that are updated in chunks --------------===//

#include "ElementChunks.h"

#include "scatter/Plan/KernelThresholds.h"
#include "scatter/Runtime/ParallelFor.h"

#include "llvm/Support/MathExtras.h"
#include <cstring>
#include <optional>

using namespace llvm;
using namespace scatter;
using namespace scatter::kernels;

ElementChunks::ElementChunks(ArrayRef<ElementLoop> loops, const Operand &target,
                             const Operand &indices, int64_t axisSize,
                             const ElementsOptions &options, unsigned threads) {
  const ElementLoop &outer = loops.front();
  if (outer.isAxis || outer.dataStride <= 0 ||
      outer.dataStride * outer.size != target.numElements)
    return;
  int64_t numParts = std::min(int64_t(threads), outer.size);
  int64_t partSize = int64_t(divideCeil(outer.size, numParts));
  dataBytes = outer.dataStride * target.itemSize;
  indicesBytes = outer.indicesStride * indices.itemSize;
  updatesBytes = outer.updatesStride * target.itemSize;
  chunkSize = std::clamp(kElementsChunkBytes / dataBytes, int64_t(1), partSize);
  if (numParts == 1 && chunkSize == outer.size)
    return;
  auto makeKernel = [&](int64_t size) {
    SmallVector<ElementLoop, 4> ofChunk(loops);
    ofChunk.front().size = size;
    return ElementsKernel(ofChunk, target, indices, axisSize, options,
                          /*threads=*/1);
  };
  for (int64_t begin = 0; begin < outer.size; begin += partSize) {
    Part part;
    part.begin = begin;
    part.end = std::min(begin + partSize, outer.size);
    part.kernel = makeKernel(chunkSize);
    if (options.outOfBounds == OutOfBounds::error &&
        !part.kernel.checksWhileWriting())
      return;
    if (int64_t last = (part.end - begin) % chunkSize)
      part.lastKernel = makeKernel(last);
    parts.push_back(std::move(part));
  }
}

Error ElementChunks::compile() {
  for (Part &part : parts) {
    if (Error error = part.kernel.compile())
      return error;
    if (part.lastKernel.isSet())
      if (Error error = part.lastKernel.compile())
        return error;
  }
  return Error::success();
}

Expected<bool> ElementChunks::run(Part &part, const char *data, char *target,
                                  char *indices, char *updates) const {
  for (int64_t begin = part.begin; begin < part.end; begin += chunkSize) {
    int64_t size = std::min(chunkSize, part.end - begin);
    std::memcpy(target + begin * dataBytes, data + begin * dataBytes,
                size_t(size * dataBytes));
    ElementsKernel &kernel = size == chunkSize ? part.kernel : part.lastKernel;
    Expected<bool> isValid = kernel.update(target + begin * dataBytes,
                                           indices + begin * indicesBytes,
                                           updates + begin * updatesBytes);
    if (!isValid || !*isValid)
      return isValid;
  }
  return true;
}

Expected<bool> ElementChunks::copyAndUpdate(const char *data, char *target,
                                            char *indices, char *updates) {
  if (parts.size() == 1)
    return run(parts.front(), data, target, indices, updates);
  std::vector<std::optional<Expected<bool>>> results(parts.size());
  auto runPart = [&](int64_t part) {
    results[size_t(part)].emplace(
        run(parts[size_t(part)], data, target, indices, updates));
  };
  scatter_parallel_for(
      [](void *context, int64_t part) {
        (*static_cast<decltype(runPart) *>(context))(part);
      },
      &runPart, int64_t(parts.size()));
  bool isValid = true;
  Error failure = Error::success();
  for (std::optional<Expected<bool>> &result : results)
    if (Error error = result->takeError())
      failure = joinErrors(std::move(failure), std::move(error));
    else
      isValid &= **result;
  if (failure)
    return failure;
  return isValid;
}
