//===- ScatterEnums.cpp - enums of the scatter dialect --------------------===//
//
// The enums are separate from the dialect, so that libraries without MLIR can
// use them.
//
//===----------------------------------------------------------------------===//

#include "scatter/Dialect/Scatter/IR/ScatterEnums.h"

#include "llvm/ADT/StringSwitch.h"

#include "scatter/Dialect/Scatter/IR/ScatterEnums.cpp.inc"
