//===- SizeLimits.h - how large elements and operands may be ----*- C++ -*-===//
//
// The one place that says which sizes the dialect admits. The verifier rejects
// everything else, so that passes and the execution engine need no limits of
// their own. Nothing here overflows, whatever the type.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_DIALECT_SCATTER_IR_SIZELIMITS_H
#define SCATTER_DIALECT_SCATTER_IR_SIZELIMITS_H

#include "mlir/Support/LLVM.h"

#include <cstdint>
#include <optional>

namespace mlir {
class ShapedType;
class Type;
} // namespace mlir

namespace scatter {

/// The most bits that an element may have. Code that moves an element grows
/// with its bits, and LLVM has no integers of 2^23 bits and more.
constexpr int64_t kMaxElementBits = 8192;

/// The number of elements of `shape`; none if it exceeds INT64_MAX. All sizes
/// are static.
std::optional<int64_t> countElements(mlir::ArrayRef<int64_t> shape);

/// The bytes that `count` elements of `bytes` each take, at most INT64_MAX; a
/// count that is missing exceeds that. Neither is negative.
int64_t countBytes(std::optional<int64_t> count, int64_t bytes);

/// The bits of a value of `type`, at most INT64_MAX; none for a type whose
/// size only the target knows, such as a pointer.
std::optional<int64_t> getElementBits(mlir::Type type);

/// Whether an element of `type` has 1 to kMaxElementBits bits, or a size that
/// only the target knows.
bool isElementSizeSupported(mlir::Type type);

/// What memory cannot hold of a tensor or memref, as far as its type tells: the
/// words after "expected" of a diagnostic. All elements lie between the start
/// of the memory and 2^63 - 1 bytes after it. A type that has no elements, or
/// none if its dynamic sizes are 0, holds, whatever its other sizes and its
/// strides. The size of an element is supported.
std::optional<mlir::StringRef> findSizeViolation(mlir::ShapedType type);

} // namespace scatter

#endif // SCATTER_DIALECT_SCATTER_IR_SIZELIMITS_H
