//===- Escape.h - text that stays on one line -------------------*- C++ -*-===//

#ifndef SCATTER_SUPPORT_ESCAPE_H
#define SCATTER_SUPPORT_ESCAPE_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace scatter {

/// Returns `text` with line breaks and other control characters escaped, as in
/// "\n" or "\x1B". File names may contain any of them.
inline std::string escapeControlCharacters(llvm::StringRef text) {
  std::string result;
  for (unsigned char c : text) {
    if (c == '\n')
      result += "\\n";
    else if (c < 0x20 || c == 0x7F)
      (result += "\\x") +=
          llvm::toHex(llvm::StringRef(reinterpret_cast<const char *>(&c), 1));
    else
      result += static_cast<char>(c);
  }
  return result;
}

} // namespace scatter

#endif // SCATTER_SUPPORT_ESCAPE_H
