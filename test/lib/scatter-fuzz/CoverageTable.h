//===- CoverageTable.h - what works for which type --------------*- C++ -*-===//

#ifndef SCATTER_TEST_LIB_SCATTER_FUZZ_COVERAGETABLE_H
#define SCATTER_TEST_LIB_SCATTER_FUZZ_COVERAGETABLE_H

#include "Session.h"

namespace scatter::fuzz {

/// Prints, as Markdown, which reductions work on elements of which types: runs
/// cases for each pair, options.cases of them, and lets the verifier see those
/// that it must reject. Returns whether everything is as it should be; what is
/// not is marked in the table and explained on stderr.
bool printCoverageTable(llvm::raw_ostream &os, const SessionOptions &options);

} // namespace scatter::fuzz

#endif // SCATTER_TEST_LIB_SCATTER_FUZZ_COVERAGETABLE_H
