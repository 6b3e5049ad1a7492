//===- ShapeChecks.cpp - run-time checks of sizes -------------------------===//

#include "ShapeChecks.h"

using namespace mlir;
using namespace scatter;

MemrefSizes::MemrefSizes(IndexBuilder &b, ValueRange memrefs,
                         ArrayRef<FlatBuffer *> buffers)
    : b(b) {
  for (auto [memref, buffer] : llvm::zip(memrefs, buffers))
    for (auto [dim, size] : llvm::enumerate(buffer->sizes))
      sizes[{memref, dim}] = size;
}

Value MemrefSizes::operator()(Value memref, int64_t dim) {
  Value &size = sizes[{memref, dim}];
  if (!size)
    size = getSize(b, memref, dim);
  return size;
}

void scatter::shareSizes(ArrayRef<SizeMatch> matches,
                         ArrayRef<FlatBuffer *> buffers) {
  for (const SizeMatch &match : matches) {
    Value &size = buffers[match.operand]->sizes[match.dim];
    Value &other = buffers[match.other]->sizes[match.otherDim];
    size = other = getConstantIntValue(size) ? size : other;
  }
}

void scatter::emitGuarded(IndexBuilder &b, ArrayRef<SizeCondition> conditions,
                          function_ref<void()> emitBody) {
  Value allHold = b.allOf(
      llvm::map_to_vector(conditions, [](const SizeCondition &condition) {
        return condition.holds;
      }));
  emitIf(b, allHold, emitBody, [&] { emitReports(b, conditions); });
}
