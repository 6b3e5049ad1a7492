//===- EnumKeywords.h - parsing of enums ------------------------*- C++ -*-===//

#ifndef SCATTER_LIB_DIALECT_SCATTER_IR_ENUMKEYWORDS_H
#define SCATTER_LIB_DIALECT_SCATTER_IR_ENUMKEYWORDS_H

#include "scatter/Dialect/Scatter/IR/ScatterEnums.h"

#include "mlir/IR/OpImplementation.h"
#include "llvm/ADT/StringExtras.h"

#include <string>

namespace scatter {

constexpr uint32_t getMaxNumber(NegativeIndices) {
  return getMaxEnumValForNegativeIndices();
}
constexpr uint32_t getMaxNumber(OutOfBounds) {
  return getMaxEnumValForOutOfBounds();
}
constexpr uint32_t getMaxNumber(Partition) {
  return getMaxEnumValForPartition();
}
constexpr uint32_t getMaxNumber(Reduction) {
  return getMaxEnumValForReduction();
}
constexpr uint32_t getMaxNumber(SlotOffsets) {
  return getMaxEnumValForSlotOffsets();
}
constexpr uint32_t getMaxNumber(ViolationKind) {
  return getMaxEnumValForViolationKind();
}

/// Returns the keywords of an enum for a message: `a, b or c`. The numbers of
/// its cases may have gaps, as those of the C runtime's violations have.
template <typename EnumT>
std::string listKeywords() {
  llvm::SmallVector<llvm::StringRef> keywords;
  for (uint32_t number = 0; number <= getMaxNumber(EnumT()); ++number)
    if (llvm::StringRef keyword = stringifyEnum(EnumT(number));
        !keyword.empty())
      keywords.push_back(keyword);
  llvm::StringRef last = keywords.pop_back_val();
  return (llvm::join(keywords, ", ") + " or " + last).str();
}

/// Parses a keyword into an enum. The error begins with the name of `option`,
/// if it has one, and lists the keywords.
template <typename EnumT>
mlir::ParseResult parseEnumKeyword(mlir::AsmParser &parser,
                                   llvm::StringRef option, EnumT &value) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  llvm::StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return mlir::failure();
  if (std::optional<EnumT> found = symbolizeEnum<EnumT>(keyword)) {
    value = *found;
    return mlir::success();
  }
  mlir::InFlightDiagnostic error = parser.emitError(loc);
  if (!option.empty())
    error << "'" << option << "': ";
  return error << "expected " << listKeywords<EnumT>() << ", found " << keyword;
}

} // namespace scatter

#endif // SCATTER_LIB_DIALECT_SCATTER_IR_ENUMKEYWORDS_H
