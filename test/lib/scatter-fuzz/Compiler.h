//===- Compiler.h - programs to machine code --------------------*- C++ -*-===//

#ifndef SCATTER_TEST_LIB_SCATTER_FUZZ_COMPILER_H
#define SCATTER_TEST_LIB_SCATTER_FUZZ_COMPILER_H

#include "Model.h"
#include "TileOps.h"

#include "scatter/ExecutionEngine/Program.h"
#include "llvm/Support/Error.h"

namespace scatter::fuzz {

/// Compiles `program` as its options say. Adds what was tiled to `tilings`.
llvm::Expected<scatter::Program> compileProgram(const Program &program,
                                                TilingCounts &tilings);

} // namespace scatter::fuzz

#endif // SCATTER_TEST_LIB_SCATTER_FUZZ_COMPILER_H
