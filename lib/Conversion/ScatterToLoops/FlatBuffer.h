//===- FlatBuffer.h - a memref as one run of storage elements ---*- C++ -*-===//
//
// The generated loops address every operand as base + offset, whatever its
// layout; the offset is in storage elements.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_FLATBUFFER_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_FLATBUFFER_H

#include "Combine.h"
#include "LoopNest.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace scatter {

/// A strided memref seen as a flat memref of storage elements.
struct FlatBuffer {
  /// memref<?xStorage> from the first to the last element in memory.
  mlir::Value flat;
  /// The offset of the element [0, ..., 0] in `flat`; 0 unless a stride is
  /// negative.
  mlir::Value origin;
  /// The sizes of the memref, constants where they are static.
  llvm::SmallVector<mlir::Value> sizes;
  /// The same as far as they are known without trusting a cast: where a
  /// memref.cast asserts a static size, the size of what is cast.
  llvm::SmallVector<mlir::Value> uncheckedSizes;
  /// The strides in storage elements, constants where they are static.
  llvm::SmallVector<mlir::Value> strides;
  /// packed[i]: stride i is size i+1 times stride i+1; false for the last.
  llvm::SmallVector<bool> packed;

  static FlatBuffer create(mlir::ImplicitLocOpBuilder &b, mlir::Value memref,
                           const ElementStorage &storage);
};

/// Allocates a flat memref of `length` elements of `type` that begins at a
/// line: scratch memory.
mlir::Value emitAllocScratch(mlir::ImplicitLocOpBuilder &b, mlir::Value length,
                             mlir::Type type);

/// Appends the dimension of the real and imaginary parts to `dims`, whose
/// strides are those of flat buffers, if elements have parts.
void appendParts(mlir::ImplicitLocOpBuilder &b, const ElementStorage &storage,
                 llvm::SmallVectorImpl<LoopDim> &dims);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_FLATBUFFER_H
