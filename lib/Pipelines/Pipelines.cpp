//===- Pipelines.cpp - the pipeline scatter-to-llvm -----------------------===//

#include "scatter/Pipelines/Pipelines.h"

#include "scatter/Conversion/Passes.h"
#include "scatter/Dialect/Scatter/Transforms/Passes.h"

#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/BufferizationToMemRef/BufferizationToMemRef.h"
#include "mlir/Conversion/ConvertToLLVM/ToLLVMPass.h"
#include "mlir/Conversion/MathToFuncs/MathToFuncs.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVMPass.h"
#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace scatter;

ScatterToLLVMOptions::~ScatterToLLVMOptions() = default;

/// Creates a canonicalizer that folds the ops of a lowering. These need one
/// visit each, and each of their regions has one block.
static std::unique_ptr<Pass> createCleanupPass() {
  GreedyRewriteConfig config;
  config.setMaxIterations(1).setRegionSimplificationLevel(
      GreedySimplifyRegionLevel::Disabled);
  return createCanonicalizerPass(config);
}

void scatter::addScatterMachineStage(OpPassManager &pm,
                                     const ScatterToLLVMOptions &options) {
  pm.addPass(createScatterSetMachinePass(options.plan.get()));
}

void scatter::addScatterSimplificationStage(OpPassManager &pm,
                                            const ScatterToLLVMOptions &) {
  pm.addPass(createScatterCheckCastsPass());
  pm.addPass(createScatterRefineShapesPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createScatterSimplifyUpdatesPass());
  pm.addPass(createConvertElementwiseToLinalgPass());
}

void scatter::addScatterChecksStage(OpPassManager &pm,
                                    const ScatterToLLVMOptions &) {
  ScatterSplitChecksPassOptions split;
  split.sharedOnly = true;
  pm.addPass(createScatterSplitChecksPass(split));
}

void scatter::addScatterFusionStage(OpPassManager &pm,
                                    const ScatterToLLVMOptions &) {
  ScatterFuseProducersPassOptions fuse;
  fuse.rowsOnly = true;
  pm.addPass(createScatterFuseProducersPass(fuse));
  pm.addPass(createScatterTileAndFusePass());
  pm.addPass(
      createScatterRunIfPresentPass({"tensor.empty"}, [](OpPassManager &pm) {
        pm.addPass(bufferization::createEmptyTensorEliminationPass());
      }));
}

void scatter::addScatterBufferizationStage(OpPassManager &pm,
                                           const ScatterToLLVMOptions &) {
  pm.addPass(
      createScatterRunIfPresentPass({"memref.dealloc"}, [](OpPassManager &pm) {
        pm.addPass(createScatterKeepDeallocationsPass());
      }));
  pm.addNestedPass<func::FuncOp>(createScatterReuseDonatedPass());
  pm.addPass(createScatterSeparateResultsPass());
  pm.addPass(createScatterFillSplatsPass());
  pm.addPass(createScatterBufferizeChainsPass());
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  // A loop may carry a value that its body computes in other memory.
  bufferize.allowReturnAllocsFromLoops = true;
  // Strided function arguments would add index arithmetic to every caller.
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  pm.addPass(bufferization::createOneShotBufferizePass(bufferize));
  // The deallocation copies results that are not newly allocated.
  pm.addPass(createScatterAliasResultsPass());
  bufferization::buildBufferDeallocationPipeline(
      pm, bufferization::BufferDeallocationPipelineOptions());
  pm.addPass(createConvertBufferizationToMemRefPass());
}

void scatter::addScatterPlanStage(OpPassManager &pm,
                                  const ScatterToLLVMOptions &options) {
  pm.addNestedPass<func::FuncOp>(createScatterElideCopiesPass());
  pm.addNestedPass<func::FuncOp>(createScatterExpandCopiesPass());
  pm.addPass(createScatterPlanPass({{}, options.plan.get().partition}));
  pm.addPass(createScatterOutlineUpdatesPass());
}

static LinalgLowering linalgLowering;

void scatter::setLinalgLowering(LinalgLowering lowering) {
  linalgLowering = lowering;
}

/// Computes bf16 in f32, rounding after each op, as LLVM does by calls on CPUs
/// that cannot round to bf16. Upstream's passes mark the conversions
/// `contract`, with which a cleanup would fold a rounding, so that they are
/// expanded at once.
static void addBFloat16Emulation(OpPassManager &pm) {
  arith::ArithEmulateUnsupportedFloatsOptions arithmetic;
  arithmetic.sourceTypeStrs = {"bf16"};
  pm.addPass(arith::createArithEmulateUnsupportedFloats(arithmetic));
  math::MathExtendToSupportedTypesOptions functions;
  functions.extraTypeStrs = {"f16"};
  pm.addPass(math::createMathExtendToSupportedTypes(functions));
  pm.addPass(createScatterExpandMathPass({/*conversionsOnly=*/true}));
}

void scatter::addScatterLoopsStage(OpPassManager &pm,
                                   const ScatterToLLVMOptions &) {
  pm.addPass(createConvertScatterToLoopsPass());
  pm.addPass(
      createScatterRunIfPresentPass({"scf.forall"}, [](OpPassManager &pm) {
        pm.addPass(createForallToParallelLoopPass());
      }));
  pm.addPass(createScatterRunIfPresentPass({"linalg"}, [](OpPassManager &pm) {
    if (linalgLowering)
      linalgLowering(pm);
    pm.addPass(createScatterConvertLinalgToLoopsPass());
    addBFloat16Emulation(pm);
  }));
  // convert-vector-to-llvm takes transfers of rows only.
  pm.addPass(createScatterRunIfPresentPass(
      {"vector.transfer_read", "vector.transfer_write"}, [](OpPassManager &pm) {
        pm.addPass(createConvertVectorToSCFPass(
            VectorTransferToSCFOptions().enableFullUnroll()));
      }));
  pm.addPass(createCleanupPass());
  pm.addPass(createCSEPass());
}

void scatter::addScatterLLVMStage(OpPassManager &pm,
                                  const ScatterToLLVMOptions &) {
  pm.addPass(createScatterBoundAllocationsPass());
  pm.addPass(createScatterDivideParallelLoopsPass());
  pm.addPass(createScatterHoistAllocationsPass());
  pm.addPass(createScatterInlineAllocaScopesPass());
  // Loops in the body of a parallel loop leave casts that can be folded only
  // now. Folding earlier would also fold scopes in an scf.for, whose stack
  // memory would then be freed only at the end.
  pm.addPass(createScatterRunIfPresentPass(
      {"omp"}, [](OpPassManager &pm) { pm.addPass(createCleanupPass()); }));
  pm.addPass(
      createScatterRunIfPresentPass({"memref.reshape"}, [](OpPassManager &pm) {
        pm.addPass(memref::createExpandOpsPass());
      }));
  pm.addPass(createScatterRunIfPresentPass(
      {"affine", "memref.subview", "memref.expand_shape",
       "memref.collapse_shape", "memref.extract_strided_metadata"},
      [](OpPassManager &pm) {
        pm.addPass(createScatterExpandDynamicShapesPass());
        pm.addPass(memref::createExpandStridedMetadataPass());
        pm.addPass(createLowerAffinePass());
      }));
  pm.addPass(createScatterRunIfPresentPass({"complex"}, [](OpPassManager &pm) {
    pm.addPass(createScatterExpandComplexPass());
  }));
  pm.addPass(createScatterRunIfPresentPass(
      {"arith.extf", "arith.truncf", "math"}, [](OpPassManager &pm) {
        pm.addPass(createScatterExpandMathPass());
        pm.addPass(createConvertMathToFuncs());
      }));
  pm.addPass(createSCFToControlFlowPass());
  // For the vector ops that loops are lowered to, convert-to-llvm is enough.
  pm.addPass(createScatterRunIfPresentPass(
      {"vector"},
      [](OpPassManager &pm) { pm.addPass(createConvertVectorToLLVMPass()); },
      {"vector.broadcast", "vector.deinterleave", "vector.from_elements",
       "vector.interleave", "vector.load", "vector.reduction", "vector.shuffle",
       "vector.store"}));
  pm.addPass(createConvertToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(createScatterCheckAllocationsPass());
  pm.addPass(createScatterOutlineParallelLoopsPass());
  pm.addPass(createScatterShareRecordPass());
  pm.addPass(createScatterEraseMachinePass());
}

ArrayRef<ScatterToLLVMStage> scatter::getScatterToLLVMStages() {
  static const ScatterToLLVMStage stages[] = {
      {"machine", addScatterMachineStage},
      {"simplify", addScatterSimplificationStage},
      {"checks", addScatterChecksStage},
      {"fuse", addScatterFusionStage},
      {"bufferize", addScatterBufferizationStage},
      {"plan", addScatterPlanStage},
      {"loops", addScatterLoopsStage},
      {"llvm", addScatterLLVMStage},
  };
  return stages;
}

void scatter::buildScatterToLLVMPipeline(OpPassManager &pm,
                                         const ScatterToLLVMOptions &options) {
  for (const ScatterToLLVMStage &stage : getScatterToLLVMStages())
    stage.add(pm, options);
}

void scatter::registerScatterPipelines() {
  PassPipelineRegistration<ScatterToLLVMOptions>(
      "scatter-to-llvm",
      "lower scatter ops and what surrounds them from tensors or memrefs to "
      "the LLVM dialect",
      buildScatterToLLVMPipeline);
  for (const ScatterToLLVMStage &stage : getScatterToLLVMStages())
    PassPipelineRegistration<ScatterToLLVMOptions>(
        ("scatter-to-llvm-" + stage.name).str(),
        ("the stage '" + stage.name + "' of scatter-to-llvm").str(),
        [&stage](OpPassManager &pm, const ScatterToLLVMOptions &options) {
          if (stage.add != addScatterMachineStage)
            addScatterMachineStage(pm, options);
          stage.add(pm, options);
        });
}
