//===- ElementKinds.h - sets of element types -------------------*- C++ -*-===//

#ifndef SCATTER_LIB_IMPORT_COMMON_ELEMENTKINDS_H
#define SCATTER_LIB_IMPORT_COMMON_ELEMENTKINDS_H

#include "NodeConversionBase.h"

namespace scatter {

/// Sets of element types that ops support.
enum ElementKinds : unsigned {
  Booleans = 1,
  Signed = 2,
  Unsigned = 4,
  Floats = 8,
  Complex = 16,
  Integers = Signed | Unsigned,
  Numbers = Integers | Floats,
  All = Booleans | Numbers,
  Any = All | Complex
};

/// Returns the set that contains only the kind of `type`, or 0 for other types.
unsigned getElementKind(mlir::Type type);

/// Returns a text such as "numbers and booleans".
std::string describeKinds(unsigned kinds);

/// Fails unless the element type of operand `i` is in `kinds`.
mlir::LogicalResult checkKind(NodeConversionBase &c, unsigned i,
                              unsigned kinds);

} // namespace scatter

#endif // SCATTER_LIB_IMPORT_COMMON_ELEMENTKINDS_H
