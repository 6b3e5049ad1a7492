//===- ScatterEnums.cpp - enums of the scatter dialect --------------------===//
//
// Apart from the dialect, so that libraries without MLIR have them.
//
//===----------------------------------------------------------------------===//

#include "scatter/Dialect/Scatter/IR/ScatterEnums.h"

#include "llvm/ADT/StringSwitch.h"

#include "scatter/Dialect/Scatter/IR/ScatterEnums.cpp.inc"
