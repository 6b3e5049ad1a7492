//===- Arguments.h - checks of arguments and memref descriptors -*- C++ -*-===//
//
// A memref descriptor of rank r is 3 + 2r words: the allocation, the base, the
// offset of the first element, r sizes and r strides (both in elements).
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_ARGUMENTS_H
#define SCATTER_LIB_EXECUTIONENGINE_ARGUMENTS_H

#include "scatter/ExecutionEngine/Buffer.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace scatter {

/// The words of a value's descriptor, at least those of a scalar result.
size_t countDescriptorWords(const ValueType &type);

/// The bytes from the lowest element of `view` to the end of the highest, or
/// nothing if that is 2^63 or more. Sizes are not negative.
std::optional<int64_t> countBytes(const BufferView &view);

/// Fails with ArgumentError unless `view` may be passed as `parameter`, that is
/// argument `position` of function `function`.
llvm::Error checkArgument(llvm::StringRef function, unsigned position,
                          const Parameter &parameter, const BufferView &view);

/// Writes the descriptor of a checked memref or tensor argument.
void writeDescriptor(const ValueType &type, const BufferView &view,
                     int64_t *words);

/// The result whose descriptor or scalar generated code left in `words`. The
/// address of a scalar is null if there is no memory for it.
OwnedBuffer takeResult(const ValueType &type, const int64_t *words);

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_ARGUMENTS_H
