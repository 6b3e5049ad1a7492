//===- FloatExtremes.h - minima and maxima of floats ------------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_FLOATEXTREMES_H
#define SCATTER_LIB_EXECUTIONENGINE_FLOATEXTREMES_H

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace scatter {

/// Replaces llvm.minimum and llvm.maximum of scalars of f16, f32 and f64 by
/// instructions of AVX-512 that order -0 before +0, on targets that have them.
void selectRangeInstructions(llvm::Module &module,
                             const llvm::TargetMachine &machine);

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_FLOATEXTREMES_H
