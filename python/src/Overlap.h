//===- Overlap.h - elements that share memory -------------------*- C++ -*-===//

#ifndef SCATTER_PYTHON_OVERLAP_H
#define SCATTER_PYTHON_OVERLAP_H

#include <cstdint>

namespace scatter::python {

/// Whether two elements of an array share memory, as those of a broadcast array
/// or of overlapping windows do. `strides` has the unit of `elementSize`: 1 for
/// strides that count elements, or both in bytes.
///
/// The answer is exact, except that layouts that would take too long to decide
/// count as overlapping. None is known that is not made for that purpose.
bool elementsOverlap(int rank, const int64_t *shape, const int64_t *strides,
                     int64_t elementSize = 1);

} // namespace scatter::python

#endif // SCATTER_PYTHON_OVERLAP_H
