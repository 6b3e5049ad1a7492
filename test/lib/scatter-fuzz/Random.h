//===- Random.h - reproducible random numbers -------------------*- C++ -*-===//
//
// The numbers depend on the seed alone, on every machine: the distributions of
// the standard library do not promise that.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_TEST_LIB_SCATTER_FUZZ_RANDOM_H
#define SCATTER_TEST_LIB_SCATTER_FUZZ_RANDOM_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <utility>

namespace scatter::fuzz {

/// A stream of random numbers (SplitMix64).
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}

  /// A stream of its own for each triple of numbers.
  Random(uint64_t seed, uint64_t stream, uint64_t position) : state(seed) {
    state = next() ^ stream;
    state = next() ^ position;
    next();
  }

  uint64_t next() {
    state += 0x9E3779B97F4A7C15;
    uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }

  /// A number in [0, count); count > 0.
  uint64_t below(uint64_t count) {
    return static_cast<uint64_t>(
        (static_cast<unsigned __int128>(next()) * count) >> 64);
  }

  /// A number in [low, high], which holds less than 2^64 numbers.
  int64_t range(int64_t low, int64_t high) {
    return static_cast<int64_t>(
        static_cast<uint64_t>(low) +
        below(static_cast<uint64_t>(high) - static_cast<uint64_t>(low) + 1));
  }

  bool percent(unsigned chance) { return below(100) < chance; }

  template <typename T>
  T pick(llvm::ArrayRef<T> values) {
    return values[below(values.size())];
  }
  template <typename T>
  T pick(std::initializer_list<T> values) {
    return pick(llvm::ArrayRef<T>(values.begin(), values.size()));
  }

  /// The position of one of `weights`, each as likely as its number says.
  size_t weighted(llvm::ArrayRef<unsigned> weights) {
    uint64_t total = 0;
    for (unsigned weight : weights)
      total += weight;
    uint64_t at = below(total);
    size_t position = 0;
    for (unsigned weight : weights) {
      if (at < weight)
        break;
      at -= weight;
      ++position;
    }
    return position;
  }

  template <typename Range>
  void shuffle(Range &values) {
    for (size_t i = values.size(); i > 1; --i)
      std::swap(values[i - 1], values[below(i)]);
  }

private:
  uint64_t state;
};

} // namespace scatter::fuzz

#endif // SCATTER_TEST_LIB_SCATTER_FUZZ_RANDOM_H
