//===- ScatterEnums.h - enums of the scatter dialect ------------*- C++ -*-===//

#ifndef SCATTER_DIALECT_SCATTER_IR_SCATTERENUMS_H
#define SCATTER_DIALECT_SCATTER_IR_SCATTERENUMS_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/DenseMapInfo.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <optional>

#include "scatter/Dialect/Scatter/IR/ScatterEnums.h.inc"

#endif // SCATTER_DIALECT_SCATTER_IR_SCATTERENUMS_H
