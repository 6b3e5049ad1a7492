//===- Optimize.cpp - LLVM's optimization of a module ---------------------===//
//
// Loops that the lowering of scatter ops makes are already vectorized, are
// unrolled where that is faster, and contain no calls. For modules without
// other loops a short pipeline results in the same code as LLVM's -O3 in less
// time (docs/Performance.md, "Compilation and code").
//
//===----------------------------------------------------------------------===//

#include "Optimize.h"

#include "FloatExtremes.h"
#include "HalfLoads.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace scatter;

/// The metadata that disables non-forced loop transformations, such as
/// unrolling and vectorization. The lowering attaches it to its loops.
static constexpr StringLiteral kDisableNonforced =
    "llvm.loop.disable_nonforced";

static bool hasDisabledTransformations(const Loop &loop) {
  return getBooleanLoopAttribute(&loop, kDisableNonforced);
}

static void disableTransformations(Loop &loop) {
  if (!hasDisabledTransformations(loop))
    addStringMetadataToLoop(&loop, kDisableNonforced.data(), 1);
}

/// Whether the loop iterates over the chunks of an OpenMP thread. Usually there
/// is one chunk.
static bool isOpenMPChunkLoop(const Loop &loop) {
  BasicBlock *before = loop.getLoopPredecessor();
  return before && any_of(*before, [](const Instruction &instruction) {
           auto *call = dyn_cast<CallInst>(&instruction);
           Function *callee = call ? call->getCalledFunction() : nullptr;
           return callee &&
                  callee->getName().starts_with("__kmpc_for_static_init");
         });
}

/// Whether all loops come from the lowering, and the module has no calls to its
/// own functions that could be inlined, except in the C interface functions.
static bool hasOnlyLoweredLoops(Module &module,
                                FunctionAnalysisManager &analyses) {
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    for (Loop *loop :
         analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder()) {
      if (isOpenMPChunkLoop(*loop))
        disableTransformations(*loop);
      if (!hasDisabledTransformations(*loop))
        return false;
    }
    if (function.getName().starts_with("_mlir_ciface_"))
      continue;
    for (Instruction &instruction : instructions(function)) {
      auto *call = dyn_cast<CallInst>(&instruction);
      Function *callee = call ? call->getCalledFunction() : nullptr;
      if (callee && !callee->isDeclaration() &&
          !callee->hasFnAttribute(Attribute::NoInline))
        return false;
    }
  }
  return true;
}

/// The passes after unrolling clean up after rotation, LICM and unrolling.
static ModulePassManager buildShortPipeline() {
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass());
  passes.addPass(SimplifyCFGPass());
  passes.addPass(InstCombinePass());
  LoopPassManager loopPasses;
  loopPasses.addPass(LoopRotatePass());
  loopPasses.addPass(LICMPass(LICMOptions()));
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(loopPasses),
                                                 /*UseMemorySSA=*/true));
  // Unrolls loops with forced-unroll metadata.
  passes.addPass(LoopUnrollPass(
      LoopUnrollOptions(/*OptLevel=*/2, /*OnlyWhenForced=*/true)));
  passes.addPass(EarlyCSEPass());
  passes.addPass(InstCombinePass());
  passes.addPass(SimplifyCFGPass());
  ModulePassManager result;
  result.addPass(createModuleToFunctionPassAdaptor(std::move(passes)));
  return result;
}

/// Replaces integer arithmetic by ptrmask where `memref.alloc` aligns pointers.
/// Alias analysis can then trace a pointer to its allocation and knows that
/// allocations do not overlap.
static void roundAsPointers(Function &function) {
  for (Instruction &instruction :
       make_early_inc_range(instructions(function))) {
    auto *cast = dyn_cast<IntToPtrInst>(&instruction);
    Value *sum, *pointer;
    ConstantInt *alignment;
    if (!cast ||
        !match(cast->getOperand(0),
               m_Sub(m_Value(sum),
                     m_URem(m_Deferred(sum), m_ConstantInt(alignment)))) ||
        !alignment->getValue().isPowerOf2() ||
        !match(sum, m_Add(m_PtrToInt(m_Value(pointer)),
                          m_SpecificInt(alignment->getValue() - 1))))
      continue;
    IRBuilder<> builder(cast);
    Value *end = builder.CreatePtrAdd(
        pointer, builder.getInt(alignment->getValue() - 1));
    Value *aligned = builder.CreateIntrinsic(
        Intrinsic::ptrmask, {end->getType(), alignment->getType()},
        {end, builder.getInt(-alignment->getValue())});
    cast->replaceAllUsesWith(aligned);
    cast->eraseFromParent();
  }
}

/// Whether the instruction lets threads run a function of the module.
static bool startsThreads(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  return call && any_of(call->args(), [](const Use &argument) {
           return isa<Function>(argument);
         });
}

/// Whether the work of `function` is in functions that it calls or that threads
/// run for it: a function for threads has no loops, and the loops of a function
/// that starts threads start them or write nothing, as checks of indices do.
static bool leavesWorkToOthers(const Function &function,
                               const LoopInfo &loops) {
  // A function of the program or of scatter-outline-updates is not inlined.
  if (function.hasLocalLinkage() &&
      !function.hasFnAttribute(Attribute::NoInline))
    return loops.empty();
  auto isControl = [](const Loop *loop) {
    bool starts = false, writes = false;
    for (const BasicBlock *block : loop->blocks())
      for (const Instruction &instruction : *block) {
        starts |= startsThreads(instruction);
        writes |= instruction.mayWriteToMemory();
      }
    return !loop->isInnermost() || starts || !writes;
  };
  return any_of(instructions(function), startsThreads) &&
         all_of(loops.getLoopsInPreorder(), isControl);
}

/// Lets functions that leave the work to others be compiled by LLVM's fast
/// instruction selector, which takes half the time.
static void selectFast(Module &module, FunctionAnalysisManager &analyses) {
  for (Function &function : module) {
    if (function.isDeclaration() ||
        !leavesWorkToOthers(function,
                            analyses.getResult<LoopAnalysis>(function)))
      continue;
    function.addFnAttr(Attribute::NoInline);
    function.addFnAttr(Attribute::OptimizeNone);
  }
}

bool scatter::optimize(Module &module, TargetMachine &machine, unsigned level) {
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    roundAsPointers(function);
    // Functions that generated code calls do not unwind, so that no unwind
    // tables are needed.
    function.setDoesNotThrow();
    // Reserves rbp as the frame pointer: copies are slower if rbp is the base
    // register of an array (docs/Performance.md, "Compilation and code").
    function.addFnAttr("frame-pointer", "all");
  }

  OptimizationLevel levels[] = {OptimizationLevel::O0, OptimizationLevel::O1,
                                OptimizationLevel::O2, OptimizationLevel::O3};
  PipelineTuningOptions tuning;
  tuning.LoopInterleaving = tuning.LoopVectorization = tuning.SLPVectorization =
      level > 1;
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager graphs;
  ModuleAnalysisManager modules;
  PassBuilder builder(&machine, tuning);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(graphs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, graphs, modules);
  ModulePassManager passes;
  bool isShort = level > 1 && hasOnlyLoweredLoops(module, functions);
  if (level == 0)
    passes = builder.buildO0DefaultPipeline(OptimizationLevel::O0);
  else if (isShort)
    passes = buildShortPipeline();
  else
    passes = builder.buildPerModuleDefaultPipeline(levels[level]);
  passes.run(module, modules);
  if (isShort)
    selectFast(module, functions);
  if (level > 0) {
    loadHalvesAsIntegers(module, machine);
    selectRangeInstructions(module, machine);
  }
  return isShort;
}
