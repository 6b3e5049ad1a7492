//===- Passes.h - conversion passes -----------------------------*- C++ -*-===//

#ifndef SCATTER_CONVERSION_PASSES_H
#define SCATTER_CONVERSION_PASSES_H

#include "scatter/Conversion/Patterns.h"

#include "mlir/Pass/Pass.h"

namespace scatter {

#define GEN_PASS_DECL
#include "scatter/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "scatter/Conversion/Passes.h.inc"

} // namespace scatter

#endif // SCATTER_CONVERSION_PASSES_H
