//===- HalfLoads.h - loads of f16 without false dependencies ----*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_HALFLOADS_H
#define SCATTER_LIB_EXECUTIONENGINE_HALFLOADS_H

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace scatter {

/// Loads scalars of type half as integers where LLVM would otherwise select an
/// instruction with a false dependency.
void loadHalvesAsIntegers(llvm::Module &module,
                          const llvm::TargetMachine &machine);

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_HALFLOADS_H
