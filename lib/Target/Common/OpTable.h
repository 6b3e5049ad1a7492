//===- OpTable.h - tables of ops that are imported --------------*- C++ -*-===//

#ifndef SCATTER_LIB_TARGET_COMMON_OPTABLE_H
#define SCATTER_LIB_TARGET_COMMON_OPTABLE_H

#include "llvm/ADT/StringMap.h"
#include <string>

namespace scatter {

/// In place of the most inputs of an op that takes any number.
inline constexpr unsigned kUnboundedInputs = ~0u;

/// "2", "1 to 3" or "1 or more".
inline std::string describeInputs(unsigned min, unsigned max) {
  std::string text = std::to_string(min);
  if (max == kUnboundedInputs)
    return text + " or more";
  return min == max ? text : text + " to " + std::to_string(max);
}

/// Finds entries, which outlive the table, by `name` and a version in [`since`,
/// `until`].
template <typename Entry>
class OpTable {
public:
  explicit OpTable(llvm::ArrayRef<Entry> entries) {
    for (const Entry &entry : entries)
      table[entry.name].push_back(&entry);
  }

  /// Null if there is none.
  const Entry *find(llvm::StringRef name, int64_t version) const {
    auto it = table.find(name);
    if (it == table.end())
      return nullptr;
    for (const Entry *entry : it->second)
      if (version >= entry->since && version <= entry->until)
        return entry;
    return nullptr;
  }

private:
  llvm::StringMap<llvm::SmallVector<const Entry *, 1>> table;
};

} // namespace scatter

#endif // SCATTER_LIB_TARGET_COMMON_OPTABLE_H
