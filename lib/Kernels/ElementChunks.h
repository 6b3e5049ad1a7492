//===- ElementChunks.h - copies that are updated in chunks ------*- C++ -*-===//
//
// The outermost loop of scatter_elements, if it is not that of the axis,
// divides all arrays into chunks: each element is updated by indices of its own
// chunk. A chunk of `data` is copied and then updated while it is in the
// caches. Threads divide the chunks.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_KERNELS_ELEMENTCHUNKS_H
#define SCATTER_LIB_KERNELS_ELEMENTCHUNKS_H

#include "ElementsKernel.h"

#include <vector>

namespace scatter::kernels {

class ElementChunks {
public:
  ElementChunks() = default;
  /// The chunks of arrays with these `loops`, see getElementLoops. There are
  /// none if one thread would have one chunk, or if indices have to be checked
  /// before the first write. `target` is contiguous and has the strides of
  /// `data`; its sizes except that of the axis are those of `updates`.
  ElementChunks(llvm::ArrayRef<ElementLoop> loops, const Operand &target,
                const Operand &indices, int64_t axisSize,
                const ElementsOptions &options, unsigned threads);

  /// Whether there are chunks.
  bool isSet() const { return !parts.empty(); }

  /// Compiles or loads the kernels unless they are in memory.
  llvm::Error compile();

  /// Writes an updated copy of `data` to `target`. Returns false if it has
  /// found an index out of bounds; elements may have been written then.
  llvm::Expected<bool> copyAndUpdate(const char *data, char *target,
                                     char *indices, char *updates);

private:
  /// The positions [begin, end) of the loop, which one thread takes.
  struct Part {
    int64_t begin, end;
    /// The kernels of all chunks but the last one, and of the last one.
    ElementsKernel kernel, lastKernel;
  };
  llvm::Expected<bool> run(Part &part, const char *data, char *target,
                           char *indices, char *updates) const;

  std::vector<Part> parts;
  /// The positions of a chunk.
  int64_t chunkSize = 1;
  /// The bytes of one position.
  int64_t dataBytes = 0, indicesBytes = 0, updatesBytes = 0;
};

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_ELEMENTCHUNKS_H
