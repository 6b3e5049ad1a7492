//===- copy_limit.c - copies to compare with --------------------*- C -*-===//
//
// Compiled by the harness with clang, whose OpenMP runtime is the one that
// generated code uses.
//
//===----------------------------------------------------------------------===//

#include <stddef.h>
#include <string.h>

typedef float Line __attribute__((vector_size(64)));

/// Four pages in lockstep, by stores that bypass the cache; `size` is a
/// multiple of the bytes of four pages, both addresses of those of a line.
static void streamPages(Line *target, const Line *source, size_t size) {
  enum { linesPerPage = 4096 / sizeof(Line) };
  for (size_t i = 0; i < size / sizeof(Line); i += 4 * linesPerPage)
    for (size_t line = i; line < i + linesPerPage; ++line)
      for (size_t page = 0; page < 4; ++page)
        __builtin_nontemporal_store(source[line + page * linesPerPage],
                                    &target[line + page * linesPerPage]);
}

/// Copies `size` bytes between buffers that start at a cache line.
void copy_limit(char *target, const char *source, size_t size, int threads,
                int bypass) {
#pragma omp parallel for num_threads(threads) if (threads > 1)
  for (int part = 0; part < threads; ++part) {
    const size_t block = 4 * 4096;
    size_t begin = size / block * part / threads * block;
    size_t end = size / block * (part + 1) / threads * block;
    if (bypass)
      streamPages((Line *)(target + begin), (const Line *)(source + begin),
                  end - begin);
    else
      memcpy(target + begin, source + begin, end - begin);
    if (part == threads - 1)
      memcpy(target + end, source + end, size - end);
  }
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
