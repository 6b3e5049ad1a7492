//===- copy_limit.cpp - copies for comparison -------------------*- C++ -*-===//
//
// The harness compiles this file with clang, so that it uses the same OpenMP
// runtime as generated code.
//
//===----------------------------------------------------------------------===//

#include <cstddef>
#include <cstring>

typedef float Line __attribute__((vector_size(64)));

/// Copies by non-temporal stores, and prefetches the source. `size` and both
/// addresses must be multiples of a cache line. Returns without a fence.
static void copyNontemporal(Line *target, const Line *source, size_t size) {
  constexpr size_t ahead = 8192 / sizeof(Line);
  for (size_t i = 0; i < size / sizeof(Line); ++i) {
    __builtin_prefetch(source + i + ahead);
    __builtin_nontemporal_store(source[i], &target[i]);
  }
}

/// Copies `size` bytes between buffers that are cache-line aligned.
extern "C" void copy_limit(char *target, const char *source, size_t size,
                           int threads, int nontemporal) {
#pragma omp parallel for num_threads(threads) if (threads > 1)
  for (int part = 0; part < threads; ++part) {
    const size_t block = 4096;
    size_t begin = size / block * part / threads * block;
    size_t end = size / block * (part + 1) / threads * block;
    if (nontemporal)
      copyNontemporal((Line *)(target + begin), (const Line *)(source + begin),
                      end - begin);
    else
      memcpy(target + begin, source + begin, end - begin);
    if (part == threads - 1)
      memcpy(target + end, source + end, size - end);
  }
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
