//===- Arguments.h - checks of arguments and memref descriptors -*- C++ -*-===//
//
// The descriptor of a memref of rank r has 3 + 2r words: the allocation, the
// base, the offset of the first element, r sizes and r strides. The last three
// are in elements.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_ARGUMENTS_H
#define SCATTER_LIB_EXECUTIONENGINE_ARGUMENTS_H

#include "scatter/ExecutionEngine/Buffer.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace scatter {

/// The number of words in the descriptor of a value. Large enough for a scalar.
size_t countDescriptorWords(const ValueType &type);

/// The number of bytes from the lowest element of `view` to the end of the
/// highest one, or std::nullopt if that is 2^63 or more. Sizes must not be
/// negative.
std::optional<int64_t> countBytes(const BufferView &view);

/// Fails with ArgumentError unless `view` may be passed as `parameter`, which
/// is argument `position` of `function`.
llvm::Error checkArgument(llvm::StringRef function, unsigned position,
                          const Parameter &parameter, const BufferView &view);

/// Returns the bytes from the base of an argument to its first element.
uint64_t countOffsetBytes(const ValueType &type);

/// Writes the descriptor of a memref or tensor argument that has been checked.
void writeDescriptor(const ValueType &type, const BufferView &view,
                     int64_t *words);

/// Fails with ArgumentError if the memory of a donated argument overlaps that
/// of another argument. `pointers` are those of the arguments' descriptors.
llvm::Error checkDonated(const EntryPoint &entry,
                         llvm::ArrayRef<void *> pointers);

/// Takes the result whose descriptor or scalar generated code has written to
/// `words`. The address of a scalar is null if memory is exhausted.
OwnedBuffer takeResult(const ValueType &type, const int64_t *words);

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_ARGUMENTS_H
