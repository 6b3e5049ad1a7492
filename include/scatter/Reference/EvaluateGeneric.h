//===- EvaluateGeneric.h - reference of scatter.generic ---------*- C++ -*-===//
//
// The semantics of scatter.generic as a naive loop over memory. Shares no code
// with the lowering. The region is evaluated by the folders of its ops.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_REFERENCE_EVALUATEGENERIC_H
#define SCATTER_REFERENCE_EVALUATEGENERIC_H

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Reference/ReferenceBuffer.h"
#include "scatter/Runtime/Runtime.h"

#include "llvm/Support/Error.h"

#include <optional>

namespace scatter::reference {

/// Whether elements of `type` can be in the region that is evaluated: integers
/// up to 64 bits, index, and floats.
bool supportsRegionElement(mlir::Type type);

/// Applies `op` to memory: reads `indices` and `inputs`, and updates `outs` in
/// place, on tensors the copies that become the results. If the op reports a
/// violation at run time, writes nothing and returns it, with `location` as its
/// location. Violations are looked for in this order: the sizes of `outs`,
/// `inputs` and `indices`, where those that the types of `op` give take
/// precedence; then, for each index operand under the policy `error`, the first
/// component out of bounds of its first invalid tuple. If it is not the first
/// index operand, the location names it.
///
/// Fails, and may have written, if the region cannot be evaluated: an element
/// type that supportsRegionElement does not know, a value from outside that is
/// no constant, or an op that does not fold although its operands are constant.
///
/// `op` must be valid. No view may overlap one of `outs`, whose elements must
/// have distinct addresses. Under the policy `undefined` all indices must be in
/// bounds. Constants are made in the context of `op`, which keeps them.
/// Thread-safe if the context is.
llvm::Expected<std::optional<ScatterError>>
evaluateGeneric(GenericOp op, llvm::ArrayRef<ConstBufferView> indices,
                llvm::ArrayRef<ConstBufferView> inputs,
                llvm::ArrayRef<BufferView> outs,
                llvm::StringRef location = "unknown");

} // namespace scatter::reference

#endif // SCATTER_REFERENCE_EVALUATEGENERIC_H
