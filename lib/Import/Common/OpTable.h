//===- OpTable.h - tables of supported ops ----------------------*- C++ -*-===//

#ifndef SCATTER_LIB_IMPORT_COMMON_OPTABLE_H
#define SCATTER_LIB_IMPORT_COMMON_OPTABLE_H

#include "llvm/ADT/StringMap.h"
#include <string>

namespace scatter {

/// Stands for an unlimited number of inputs.
inline constexpr unsigned kUnboundedInputs = ~0u;

/// Returns "2", "1 to 3" or "1 or more".
inline std::string describeInputs(unsigned min, unsigned max) {
  std::string text = std::to_string(min);
  if (max == kUnboundedInputs)
    return text + " or more";
  return min == max ? text : text + " to " + std::to_string(max);
}

/// Finds entries by `name` and a version in [`since`, `until`]. The entries
/// must outlive the table.
template <typename Entry>
class OpTable {
public:
  explicit OpTable(llvm::ArrayRef<Entry> entries) {
    for (const Entry &entry : entries)
      table[entry.name].push_back(&entry);
  }

  /// Returns null if there is no entry.
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

#endif // SCATTER_LIB_IMPORT_COMMON_OPTABLE_H
