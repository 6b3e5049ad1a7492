//===- Optimize.h - LLVM's optimization of a module -------------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_OPTIMIZE_H
#define SCATTER_LIB_EXECUTIONENGINE_OPTIMIZE_H

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace scatter {

/// Sets the attributes that all generated code has and runs LLVM's optimization
/// pipeline for `level` (0 to 3), or a short one for modules that need no more.
/// Returns whether that was the short one, which is for modules with no loops
/// but those of the lowering. The module has the target's triple and data
/// layout.
bool optimize(llvm::Module &module, llvm::TargetMachine &machine,
              unsigned level);

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_OPTIMIZE_H
