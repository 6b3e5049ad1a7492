//===- GuardedBuffer.cpp - memory between inaccessible pages --------------===//

#include "GuardedBuffer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorHandling.h"

#include <cstring>
#include <sys/mman.h>

namespace scatter::fuzz {

/// As large as the pages of all targets.
static constexpr int64_t guardBytes = int64_t(1) << 16;
static constexpr int64_t patternBytes = 256;
static constexpr char patternByte = 0x5A;
static constexpr int64_t usableBytes =
    GuardedBuffer::capacity + (int64_t(1) << 16);
static constexpr int64_t mappedBytes = usableBytes + 2 * guardBytes;

GuardedBuffer::GuardedBuffer() {
  void *memory = mmap(nullptr, mappedBytes, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    llvm::report_fatal_error("scatter-fuzz: out of address space");
  mapping = static_cast<char *>(memory);
  if (mprotect(mapping + guardBytes, usableBytes, PROT_READ | PROT_WRITE) != 0)
    llvm::report_fatal_error("scatter-fuzz: cannot map memory");
}

GuardedBuffer::~GuardedBuffer() { munmap(mapping, mappedBytes); }

char *GuardedBuffer::place(int64_t bytes, bool guardBefore) {
  if (bytes > capacity)
    llvm::report_fatal_error("scatter-fuzz: a buffer is too large");
  char *begin = mapping + guardBytes;
  char *buffer = guardBefore ? begin : begin + usableBytes - bytes;
  pattern = guardBefore ? buffer + bytes : buffer - patternBytes;
  std::memset(pattern, patternByte, patternBytes);
  return buffer;
}

bool GuardedBuffer::isPatternIntact() const {
  return llvm::all_of(llvm::StringRef(pattern, patternBytes),
                      [](char byte) { return byte == patternByte; });
}

} // namespace scatter::fuzz
