//===- ShapeChecks.cpp - run-time checks of sizes -------------------------===//

#include "ShapeChecks.h"
#include "Addressing/LoopNest.h"

#include "scatter/Runtime/Runtime.h"

using namespace mlir;
using namespace scatter;

void RuntimeChecks::require(Value holds, ViolationKind kind, int64_t position,
                            int64_t component, Value found, Value expected) {
  if (!areKnownToHold && !isTrue(holds))
    checks.push_back({holds, kind, position, component, found, expected});
}

void RuntimeChecks::requireSize(int64_t operand, int64_t dim, Value found,
                                Value expected) {
  require(b.eq(found, expected), ViolationKind::shape, operand, dim, found,
          expected);
}

void RuntimeChecks::requireSameSize(int64_t operand, FlatBuffer &buffer,
                                    int64_t dim, FlatBuffer &other,
                                    int64_t otherDim) {
  requireSize(operand, dim, buffer.uncheckedSizes[dim],
              other.uncheckedSizes[otherDim]);
  Value &size = buffer.sizes[dim];
  Value &otherSize = other.sizes[otherDim];
  size = otherSize = getConstantIntValue(size) ? size : otherSize;
}

void RuntimeChecks::requireShapes(FlatBuffer &indices, FlatBuffer &updates,
                                  FlatBuffer &data, int64_t depth) {
  int64_t batchRank = indices.sizes.size() - 1;
  requireSize(SCATTER_OPERAND_INDICES, batchRank, indices.uncheckedSizes.back(),
              b.index(depth));
  for (int64_t dim = 0, rank = updates.sizes.size(); dim < rank; ++dim) {
    bool isBatch = dim < batchRank;
    FlatBuffer &other = isBatch ? indices : data;
    int64_t otherDim = isBatch ? dim : depth + dim - batchRank;
    requireSameSize(SCATTER_OPERAND_UPDATES, updates, dim, other, otherDim);
  }
}

void RuntimeChecks::requireGatherShapes(FlatBuffer &indices, FlatBuffer &data,
                                        FlatBuffer &out, int64_t batchDims,
                                        int64_t depth) {
  int64_t tupleRank = indices.sizes.size() - 1;
  requireSize(SCATTER_OPERAND_INDICES, tupleRank, indices.uncheckedSizes.back(),
              b.index(depth));
  for (int64_t dim = 0; dim < batchDims; ++dim)
    requireSameSize(SCATTER_OPERAND_INDICES, indices, dim, data, dim);
  for (int64_t dim = 0, rank = out.sizes.size(); dim < rank; ++dim) {
    bool isTuple = dim < tupleRank;
    requireSameSize(SCATTER_OPERAND_OUT, out, dim, isTuple ? indices : data,
                    isTuple ? dim : batchDims + depth + dim - tupleRank);
  }
}

void RuntimeChecks::requireStep(int64_t entry, int64_t axis, Value step) {
  require(b.ne(step, 0), ViolationKind::zero_step, entry, axis, step,
          b.index(0));
}

void RuntimeChecks::emitGuarded(function_ref<void()> emitBody) {
  Value allHold = b.allOf(llvm::map_to_vector(
      checks, [](const Check &check) { return check.holds; }));
  emitIf(b, allHold, emitBody, [&] {
    // The runtime keeps only the first report, so every violated condition may
    // report.
    for (const Check &check : checks)
      emitIf(
          b, check.holds, [] {},
          [&] {
            ReportOp::create(b, check.kind, b.toI64(check.position),
                             b.toI64(check.component), b.toI64(check.found),
                             b.toI64(check.expected));
          });
  });
}
