//===- ElementKinds.h - element types that ops are defined for --*- C++ -*-===//

#ifndef SCATTER_LIB_TARGET_COMMON_ELEMENTKINDS_H
#define SCATTER_LIB_TARGET_COMMON_ELEMENTKINDS_H

#include "NodeConversionBase.h"

namespace scatter {

/// Sets of element types that an op is defined for.
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

/// The set that `type` alone makes; 0 for other types.
unsigned getElementKind(mlir::Type type);

/// "numbers and booleans".
std::string describeKinds(unsigned kinds);

/// Fails unless operand `i` has elements of one of `kinds`.
mlir::LogicalResult checkKind(NodeConversionBase &c, unsigned i,
                              unsigned kinds);

} // namespace scatter

#endif // SCATTER_LIB_TARGET_COMMON_ELEMENTKINDS_H
