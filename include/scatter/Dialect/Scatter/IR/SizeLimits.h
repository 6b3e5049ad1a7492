//===- SizeLimits.h - how large elements and operands may be ----*- C++ -*-===//
//
// The only definition of the sizes that the dialect allows. The verifier
// rejects all others, so that passes and the execution engine need no limits of
// their own. These functions do not overflow for any type.
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

/// The maximum number of bits of an element. The code that moves an element
/// grows with its bits, and LLVM has no integers of 2^23 bits and more.
constexpr int64_t kMaxElementBits = 8192;

/// Returns the number of elements of `shape`, or none if it exceeds INT64_MAX.
/// All sizes must be static.
std::optional<int64_t> countElements(mlir::ArrayRef<int64_t> shape);

/// Returns the bytes of `count` elements of `bytes` each, or INT64_MAX if there
/// are more or `count` is none. Neither may be negative.
int64_t countBytes(std::optional<int64_t> count, int64_t bytes);

/// Returns the bits of a value of `type`, at most INT64_MAX. Returns none for a
/// type whose size only the target knows, such as a pointer.
std::optional<int64_t> getElementBits(mlir::Type type);

/// Whether an element of `type` has 1 to kMaxElementBits bits, or a size that
/// only the target knows.
bool isElementSizeSupported(mlir::Type type);

/// Finds out whether memory can hold a tensor or memref of `type`, as far as
/// the type tells: all elements must lie between the start of the memory and
/// 2^63 - 1 bytes after it. If it cannot, returns the words that follow
/// "expected" in a diagnostic. Types without elements are always accepted, and
/// so are types that have none if their dynamic sizes are 0, whatever their
/// other sizes and strides. Requires a supported element size.
std::optional<mlir::StringRef> findSizeViolation(mlir::ShapedType type);

/// Whether the ops of the dialect accept memrefs of `type`: it is strided, and
/// its elements and sizes are within the limits.
bool isSupportedMemRef(mlir::Type type);

} // namespace scatter

#endif // SCATTER_DIALECT_SCATTER_IR_SIZELIMITS_H
