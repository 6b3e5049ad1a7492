//===- ScatterToLLVM.cpp - the pipeline scatter-to-llvm -------------------===//

#include "scatter/Pipelines/Pipelines.h"

#include "scatter/Conversion/Passes.h"
#include "scatter/Dialect/Scatter/Transforms/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace scatter;

ScatterToLLVMOptions::~ScatterToLLVMOptions() = default;

void scatter::addScatterSimplificationStage(OpPassManager &pm,
                                            const ScatterToLLVMOptions &) {
  pm.addPass(createScatterRefineShapesPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

void scatter::addScatterBufferizationStage(OpPassManager &pm,
                                           const ScatterToLLVMOptions &) {
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  // Strided function arguments would cost index arithmetic in every caller.
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  pm.addPass(bufferization::createOneShotBufferizePass(bufferize));
  bufferization::buildBufferDeallocationPipeline(
      pm, bufferization::BufferDeallocationPipelineOptions());
  pm.addPass(createConvertBufferizationToMemRefPass());
}

void scatter::addScatterLoopsStage(OpPassManager &pm,
                                   const ScatterToLLVMOptions &options) {
  pm.addNestedPass<func::FuncOp>(createScatterElideCopiesPass());
  pm.addNestedPass<func::FuncOp>(
      createScatterExpandCopiesPass({options.streamBytes}));
  ConvertScatterToLoopsPassOptions loops;
  loops.vectorBytes = options.vectorBytes;
  loops.threads = options.threads;
  loops.parallelBytes = options.parallelBytes;
  loops.cacheBytes = options.cacheBytes;
  loops.scratchBytes = options.scratchBytes;
  loops.streamBytes = options.streamBytes;
  loops.copyRunBytes = options.copyRunBytes;
  loops.prefetch = options.prefetch;
  loops.strategy = options.strategy;
  pm.addPass(createConvertScatterToLoopsPass(loops));
  pm.addPass(createConvertLinalgToLoopsPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

void scatter::addScatterLLVMStage(OpPassManager &pm,
                                  const ScatterToLLVMOptions &options) {
  pm.addPass(createScatterBoundAllocationsPass());
  if (options.threads > 1) {
    ConvertSCFToOpenMPPassOptions openMP;
    openMP.numThreads = options.threads;
    pm.addPass(createConvertSCFToOpenMPPass(openMP));
    // Loops in the body of a parallel loop leave casts that only fold now.
    pm.addPass(createCanonicalizerPass());
  }
  pm.addPass(createScatterInlineAllocaScopesPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(createConvertVectorToLLVMPass());
  pm.addPass(createConvertToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(createScatterCheckAllocationsPass());
  pm.addPass(createScatterShareRecordPass());
}

ArrayRef<ScatterToLLVMStage> scatter::getScatterToLLVMStages() {
  static const ScatterToLLVMStage stages[] = {
      {"simplify", addScatterSimplificationStage},
      {"bufferize", addScatterBufferizationStage},
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
}
