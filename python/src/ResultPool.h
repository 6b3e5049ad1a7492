//===- ResultPool.h - memory of large results -------------------*- C++ -*-===//
//
// A result that is freed leaves its memory to a later one, whose pages then
// need not be mapped and cleared. Blocks begin at huge pages. All functions may
// be called from any thread, with the GIL or without it.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_PYTHON_RESULTPOOL_H
#define SCATTER_PYTHON_RESULTPOOL_H

#include <cstddef>

namespace scatter::python {

/// Smaller results are left to the allocators of NumPy and PyTorch.
inline constexpr size_t kMinPooledBytes = size_t(4) << 20;

/// Bytes of idle blocks that are kept, unless setResultPoolBytes says another.
inline constexpr size_t kDefaultPoolBytes = size_t(256) << 20;

/// Memory of a result, owned by whoever took it until it is given back.
struct ResultBlock {
  void *memory = nullptr;
  /// Its size in bytes, which may be more than was asked for.
  size_t size = 0;
};

/// A block of `size` bytes or more with any contents. Its memory is null if
/// `size` is less than kMinPooledBytes, if the pool is off, or if there is no
/// memory.
ResultBlock takeResultBlock(size_t size);

/// Keeps a block for later results or frees it.
void giveBackResultBlock(ResultBlock block);

/// Sets how many bytes of idle blocks are kept and frees the oldest of those
/// beyond; 0 turns the pool off. Returns the former number.
size_t setResultPoolBytes(size_t bytes);

/// The number of bytes of idle blocks.
size_t countIdleResultBytes();

} // namespace scatter::python

#endif // SCATTER_PYTHON_RESULTPOOL_H
