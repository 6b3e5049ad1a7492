//===- MlirFuzzer.h - what the fuzz target counts ---------------*- C++ -*-===//

#ifndef SCATTER_TEST_FUZZ_MLIRFUZZER_H
#define SCATTER_TEST_FUZZ_MLIRFUZZER_H

namespace scatter::fuzz {

/// The inputs so far that were modules worth looking at.
extern unsigned numAccepted;

} // namespace scatter::fuzz

#endif // SCATTER_TEST_FUZZ_MLIRFUZZER_H
