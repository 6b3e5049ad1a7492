//===- Passes.h - transformations of scatter ops ----------------*- C++ -*-===//

#ifndef SCATTER_DIALECT_SCATTER_TRANSFORMS_PASSES_H
#define SCATTER_DIALECT_SCATTER_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"

namespace scatter {

#define GEN_PASS_DECL
#include "scatter/Dialect/Scatter/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "scatter/Dialect/Scatter/Transforms/Passes.h.inc"

} // namespace scatter

#endif // SCATTER_DIALECT_SCATTER_TRANSFORMS_PASSES_H
