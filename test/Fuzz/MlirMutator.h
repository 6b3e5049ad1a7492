//===- MlirMutator.h - changes of MLIR text that often parse ----*- C++ -*-===//
//
// MlirMutator.cpp defines libFuzzer's mutator for the targets that read MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_TEST_FUZZ_MLIRMUTATOR_H
#define SCATTER_TEST_FUZZ_MLIRMUTATOR_H

#include "llvm/ADT/StringRef.h"

namespace scatter::fuzz {

/// Whether `text` is nested deeper than the parser, which is recursive, takes
/// on the stack of a fuzz target. scatter-run has a larger stack and a bound.
bool isDeep(llvm::StringRef text);

} // namespace scatter::fuzz

#endif // SCATTER_TEST_FUZZ_MLIRMUTATOR_H
