//===- ChooseBounds.cpp - random bounds of slices -------------------------===//

#include "Generator.h"

#include "llvm/ADT/STLExtras.h"

namespace scatter::fuzz {

/// Numbers at which arithmetic on bounds overflows or changes its meaning.
static int64_t chooseExtreme(Random &random, int64_t size) {
  return random.pick<int64_t>(
      {INT64_MIN, INT64_MIN + 1, INT64_MAX, INT64_MAX - 1, INT32_MIN, INT32_MAX,
       int64_t(1) << 32, -(int64_t(1) << 32), size, size - 1, size + 1, -size,
       -size - 1, -size + 1, 0, -1, 1,
       static_cast<int64_t>(random.next() >> 1)});
}

/// A slice that lies within the axis and has at least `length` positions.
static void chooseInside(Random &random, int64_t size,
                         std::optional<int64_t> wanted, AxisBounds &bounds) {
  int64_t length = wanted ? *wanted : random.range(0, size);
  if (length > size)
    return;
  int64_t limit = length > 1 ? (size - 1) / (length - 1) : size + 3;
  int64_t step = bounds.step.value_or(
      random.percent(50) ? 1 : random.range(1, std::min<int64_t>(limit, 5)));
  if (!bounds.step && random.percent(35))
    step = -step;
  // The magnitude may overflow for a step that is given; then one position.
  bool fits = step != 0 && step > -size - 8 && step < size + 8;
  int64_t reach = length > 1 && fits ? (length - 1) * std::abs(step) : 0;
  if (reach >= size && size > 0)
    reach = size - 1;
  int64_t low = size > 0 ? random.range(0, size - 1 - reach) : 0;
  int64_t first = step > 0 ? low : low + reach;
  int64_t past = first + (fits ? length * step : step > 0 ? 1 : -1);
  // Every stop in the last step means the same.
  if (fits && length > 0 && random.percent(30))
    past -= (step > 0 ? 1 : -1) * random.below(std::abs(step));
  if (!bounds.start)
    bounds.start = random.percent(30) ? first - size : first;
  if (!bounds.stop) {
    if (past < 0)
      bounds.stop = random.percent(50) ? -size - 1 : INT64_MIN;
    else if (past >= size)
      bounds.stop = random.percent(70) ? past : INT64_MAX;
    else
      bounds.stop = random.percent(30) ? past - size : past;
  }
  bounds.step = step;
}

static void chooseWhole(Random &random, int64_t size, AxisBounds &bounds) {
  if (!bounds.step)
    bounds.step = random.percent(50) ? 1 : -1;
  bool isAscending = *bounds.step > 0;
  if (!bounds.start)
    bounds.start = isAscending
                       ? random.pick<int64_t>({0, -size, INT64_MIN})
                       : random.pick<int64_t>({-1, size - 1, INT64_MAX});
  if (!bounds.stop)
    bounds.stop = isAscending
                      ? random.pick<int64_t>({size, size + 3, INT64_MAX})
                      : random.pick<int64_t>({-size - 1, INT64_MIN});
}

static void chooseAny(Random &random, int64_t size, AxisBounds &bounds,
                      bool isExtreme) {
  auto choose = [&] {
    return isExtreme && random.percent(60) ? chooseExtreme(random, size)
                                           : random.range(-size - 2, size + 2);
  };
  if (!bounds.start)
    bounds.start = choose();
  if (!bounds.stop)
    bounds.stop = choose();
  if (!bounds.step)
    bounds.step = choose();
  if (*bounds.step == 0)
    bounds.step = random.percent(50) ? 1 : -1;
}

bool chooseBounds(Random &random, int64_t size, std::optional<int64_t> length,
                  AxisBounds &bounds) {
  for (unsigned attempt = 0; attempt < 12; ++attempt) {
    AxisBounds candidate = bounds;
    switch (random.weighted({50, 15, 20, 15})) {
    case 0:
      chooseInside(random, size, length, candidate);
      break;
    case 1:
      chooseWhole(random, size, candidate);
      break;
    case 2:
      chooseAny(random, size, candidate, /*isExtreme=*/false);
      break;
    default:
      chooseAny(random, size, candidate, /*isExtreme=*/true);
      break;
    }
    if (!candidate.start || !candidate.stop || !candidate.step)
      continue;
    int64_t found =
        reference::computeSliceIndices(*candidate.start, *candidate.stop,
                                       *candidate.step, size)
            .length;
    if (length && found != *length)
      continue;
    bounds = candidate;
    return true;
  }
  // What is left open means nothing special.
  if (!bounds.step)
    bounds.step = 1;
  if (!bounds.start)
    bounds.start = 0;
  if (!bounds.stop)
    bounds.stop = *bounds.start;
  return false;
}

} // namespace scatter::fuzz
