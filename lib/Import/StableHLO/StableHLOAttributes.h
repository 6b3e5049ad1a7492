//===- StableHLOAttributes.h - attributes of ops that are not registered -*- C++
//-*-===//
//
// StableHLO is not a dependency. Its attributes are read as text,
// `#stablehlo.scatter<update_window_dims = [1], index_vector_dim = 1>`: that of
// the source, or what a host prints that has registered the dialect.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_IMPORT_STABLEHLO_STABLEHLOATTRIBUTES_H
#define SCATTER_LIB_IMPORT_STABLEHLO_STABLEHLOATTRIBUTES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringMap.h"
#include <optional>

namespace scatter {

/// The fields of a structured attribute. A single integer is a list of one.
using IntegerFields = llvm::StringMap<llvm::SmallVector<int64_t>>;

/// Reads `#stablehlo.NAME<key = 1, other = [2, 3]>`. Fails if `attr` is
/// anything else.
mlir::FailureOr<IntegerFields> parseFields(mlir::Attribute attr,
                                           llvm::StringRef name);

/// Reads `#stablehlo<NAME CASE>`, the form in which enums are printed. Returns
/// an empty string if `attr` is anything else.
llvm::StringRef parseEnum(mlir::Attribute attr, llvm::StringRef name);

/// Reads `array<i64: 1, 2>` or `dense<[1, 2]> : tensor<2xi64>`.
std::optional<llvm::SmallVector<int64_t>> parseIntegers(mlir::Attribute attr);

/// Reads `dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>`, a list of pairs, into one
/// list.
std::optional<llvm::SmallVector<int64_t>> parsePairs(mlir::Attribute attr);

/// Reads an integer attribute of at most 64 bits.
std::optional<int64_t> parseInteger(mlir::Attribute attr);

/// Whether `attr` is `true` or a unit attribute.
bool isTrue(mlir::Attribute attr);

} // namespace scatter

#endif // SCATTER_LIB_IMPORT_STABLEHLO_STABLEHLOATTRIBUTES_H
