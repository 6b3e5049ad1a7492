//===- ElementTypes.h - the element types that are fuzzed -------*- C++ -*-===//

#ifndef SCATTER_TEST_LIB_SCATTER_FUZZ_ELEMENTTYPES_H
#define SCATTER_TEST_LIB_SCATTER_FUZZ_ELEMENTTYPES_H

#include "Random.h"

#include "scatter/Dialect/Scatter/IR/ScatterEnums.h"

#include "mlir/IR/Types.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace scatter::fuzz {

/// One element type of payloads.
struct PayloadType {
  mlir::Type type;
  int64_t size;
  /// Whether the engine takes buffers of it; others are cut from bytes.
  bool isPassable;
};

/// The payload types that belong in the table of the specification, by MLIR's
/// spelling.
llvm::ArrayRef<llvm::StringLiteral> getTabledPayloadNames();

/// All payload types: those of the table and unusual ones.
std::vector<PayloadType> getPayloadTypes(mlir::MLIRContext *context);

/// Whether the region of a random scatter.generic computes with elements of
/// this type.
bool hasRegionForm(const PayloadType &payload);

/// Whether a region has ops that compute the complement of an element.
bool hasComplement(mlir::Type type);

/// Replaces `count` elements of `type` by their complements: all bits change.
void complement(mlir::Type type, int64_t size, char *bytes, int64_t count);

/// The types of `indices`.
std::vector<mlir::Type> getIndexTypes(mlir::MLIRContext *context);

/// Fills arrays with values on which arithmetic goes wrong easily.
class ValueSource {
public:
  ValueSource(mlir::Type type, int64_t size);

  /// Writes `count` elements to `bytes`.
  void fill(Random &random, char *bytes, int64_t count) const;

private:
  mlir::Type type;
  int64_t size;
  /// Numbers of one digit, then special ones.
  std::vector<char> small, special;
};

} // namespace scatter::fuzz

#endif // SCATTER_TEST_LIB_SCATTER_FUZZ_ELEMENTTYPES_H
