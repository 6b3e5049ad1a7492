//===- MlirMutator.h - changes of MLIR text that often parse ----*- C++ -*-===//

#ifndef SCATTER_TEST_FUZZ_MLIRMUTATOR_H
#define SCATTER_TEST_FUZZ_MLIRMUTATOR_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace scatter::fuzz {

/// Returns `text` with a few tokens changed: numbers, keywords, types, their
/// order and their presence. What occurs several times is often changed
/// everywhere, so that types keep fitting each other. `seed` decides.
std::string mutateMlir(llvm::StringRef text, unsigned seed);

/// Whether `text` is nested deeper than the parser, which is recursive, takes
/// on the stack of a fuzz target. scatter-run has a larger stack and a bound.
bool isDeep(llvm::StringRef text);

} // namespace scatter::fuzz

#endif // SCATTER_TEST_FUZZ_MLIRMUTATOR_H
