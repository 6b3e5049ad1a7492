//===- Optimize.h - LLVM's optimization of a module -------------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_OPTIMIZE_H
#define SCATTER_LIB_EXECUTIONENGINE_OPTIMIZE_H

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace scatter {

/// Sets the attributes of generated code and runs LLVM's optimization pipeline
/// for `level` (0 to 3). Runs a short pipeline instead if all loops of the
/// module come from the lowering. Returns whether the short pipeline was run.
/// The module must have the triple and the data layout of the target.
bool optimize(llvm::Module &module, llvm::TargetMachine &machine,
              unsigned level);

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_OPTIMIZE_H
