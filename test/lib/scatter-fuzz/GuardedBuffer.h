//===- GuardedBuffer.h - memory between inaccessible pages ------*- C++ -*-===//

#ifndef SCATTER_TEST_LIB_SCATTER_FUZZ_GUARDEDBUFFER_H
#define SCATTER_TEST_LIB_SCATTER_FUZZ_GUARDEDBUFFER_H

#include <cstdint>

namespace scatter::fuzz {

/// Memory that is mapped once and used for one buffer after the other. A buffer
/// touches the inaccessible page on one side; on the other side a pattern shows
/// whether something was written there.
class GuardedBuffer {
public:
  /// Bytes that a buffer may have.
  static constexpr int64_t capacity = int64_t(16) << 20;

  GuardedBuffer();
  ~GuardedBuffer();
  GuardedBuffer(const GuardedBuffer &) = delete;
  GuardedBuffer &operator=(const GuardedBuffer &) = delete;

  /// Returns a buffer of `bytes` bytes, aligned as far as `bytes` is, that
  /// starts after the inaccessible page or ends at one. The buffer before is
  /// gone.
  char *place(int64_t bytes, bool guardBefore);

  /// Whether the pattern beside the buffer is as it was.
  bool isPatternIntact() const;

private:
  char *mapping;
  /// Where the pattern is.
  char *pattern = nullptr;
};

} // namespace scatter::fuzz

#endif // SCATTER_TEST_LIB_SCATTER_FUZZ_GUARDEDBUFFER_H
