//===- messages_by_hand.cpp - hand-written message passing ------*- C++ -*-===//
//
// out[dst[e]] += weight[e] * x[src[e]] for rows of f32, as an expert would
// write it without sorting the edges. Every index is checked before the first
// write. Each thread scans all edges and applies those of its rows in order, so
// that the result is that of the sequential loop, bit for bit. Both rows are
// prefetched some edges ahead. messages.py compiles this file.
//
//===----------------------------------------------------------------------===//

#include <cstdint>
#include <cstring>

namespace {

constexpr int64_t kAhead = 16, kLine = 16;

bool areValid(const int64_t *indices, int64_t count, int64_t size) {
  bool valid = true;
  for (int64_t e = 0; e < count; ++e)
    valid &= uint64_t(indices[e]) < uint64_t(size);
  return valid;
}

template <int64_t staticWidth>
void addRows(float *out, const float *x, const int64_t *src, const int64_t *dst,
             const float *weight, int64_t edges, int64_t begin, int64_t end,
             int64_t width) {
  if (staticWidth)
    width = staticWidth;
  std::memset(out + begin * width, 0, (end - begin) * width * sizeof(float));
  for (int64_t e = 0; e < edges; ++e) {
    if (int64_t next = e + kAhead;
        next < edges && dst[next] >= begin && dst[next] < end)
      for (int64_t f = 0; f < width; f += kLine) {
        __builtin_prefetch(x + src[next] * width + f);
        __builtin_prefetch(out + dst[next] * width + f, 1);
      }
    if (dst[e] < begin || dst[e] >= end)
      continue;
    const float *from = x + src[e] * width;
    float *to = out + dst[e] * width;
    for (int64_t f = 0; f < width; ++f)
      to[f] += weight[e] * from[f];
  }
}

} // namespace

/// Returns 0 if an index is invalid. The products are rounded by themselves
/// where this file is compiled with -ffp-contract=off.
extern "C" int add_messages(float *out, const float *x, const int64_t *src,
                            const int64_t *dst, const float *weight,
                            int64_t edges, int64_t nodes, int64_t rows,
                            int64_t width, int threads) {
  if (!areValid(src, edges, nodes) || !areValid(dst, edges, rows))
    return 0;
#pragma omp parallel for num_threads(threads) schedule(static)
  for (int thread = 0; thread < threads; ++thread) {
    int64_t begin = rows * thread / threads;
    int64_t end = rows * (thread + 1) / threads;
    if (width == 64)
      addRows<64>(out, x, src, dst, weight, edges, begin, end, width);
    else if (width == 128)
      addRows<128>(out, x, src, dst, weight, edges, begin, end, width);
    else
      addRows<0>(out, x, src, dst, weight, edges, begin, end, width);
  }
  return 1;
}
