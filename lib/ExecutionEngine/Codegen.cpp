//===- Codegen.cpp - LLVM IR to machine code ------------------------------===//

#include "Codegen.h"

#include "scatter/ExecutionEngine/Errors.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace scatter;

/// Registers the back ends: the host's, or all of them for a given triple.
static void initializeTargets(bool all) {
  if (all) {
    static bool allDone = [] {
      InitializeAllTargetInfos();
      InitializeAllTargets();
      InitializeAllTargetMCs();
      InitializeAllAsmPrinters();
      return true;
    }();
    (void)allDone;
    return;
  }
  static bool hostDone = [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)hostDone;
}

const HostCPU &scatter::getHostCPU() {
  static const HostCPU host = [] {
    // In an order that is the same in every process.
    SmallVector<std::string> list;
    for (const auto &feature : sys::getHostCPUFeatures())
      list.push_back(
          ((feature.getValue() ? "+" : "-") + feature.getKey()).str());
    sort(list);
    return HostCPU{sys::getHostCPUName().str(), join(list, ",")};
  }();
  return host;
}

/// LLVM prints a warning for an unknown name and goes on, so names are checked
/// against the target's tables first.
static Error checkSubtarget(const Target &target, const Triple &triple,
                            StringRef cpu, StringRef features) {
  std::unique_ptr<MCSubtargetInfo> info(
      target.createMCSubtargetInfo(triple, "", ""));
  if (!info->isCPUStringValid(cpu))
    return make_error<CompileError>("target CPU: expected a CPU of '" +
                                    triple.getArchName() + "', found '" + cpu +
                                    "'");
  for (StringRef feature : split(features, ',')) {
    bool known = feature.empty();
    for (const SubtargetFeatureKV &entry : info->getAllProcessorFeatures())
      known |= SubtargetFeatures::hasFlag(feature) &&
               feature.drop_front() == entry.Key;
    if (!known)
      return make_error<CompileError>("target features: expected '+' or '-' "
                                      "and a feature of '" +
                                      triple.getArchName() + "', found '" +
                                      feature + "'");
  }
  return Error::success();
}

static CodeGenOptLevel getCodegenLevel(unsigned level) {
  return CodeGenOpt::getLevel(std::min(level, 3u))
      .value_or(CodeGenOptLevel::Default);
}

Expected<std::unique_ptr<TargetMachine>>
scatter::createTargetMachine(const EngineOptions &options) {
  Triple host(sys::getProcessTriple());
  Triple triple(options.triple.empty() ? host.str()
                                       : Triple::normalize(options.triple));
  bool isHost = triple.getArch() == host.getArch();
  initializeTargets(!isHost);

  std::string reason;
  const Target *target = TargetRegistry::lookupTarget(triple, reason);
  if (!target || !target->hasTargetMachine() ||
      triple.getArch() == Triple::UnknownArch)
    return make_error<CompileError>(
        "target triple: expected one that LLVM can generate code for, found '" +
        options.triple + "'");
  if (!triple.isArch64Bit())
    return make_error<CompileError>(
        "target triple: expected a target with 64-bit pointers, found '" +
        options.triple + "'");

  std::string cpu = options.cpu;
  SubtargetFeatures features;
  if (cpu.empty() && options.triple.empty()) {
    cpu = getHostCPU().name;
    features = SubtargetFeatures(getHostCPU().features);
  } else if (cpu.empty()) {
    cpu = triple.isX86() ? "x86-64" : "generic";
  }
  if (Error error = checkSubtarget(*target, triple, cpu, options.features))
    return error;
  for (StringRef feature : split(options.features, ','))
    if (!feature.empty())
      features.AddFeature(feature);

  // No contraction: results are those of the order of operations in the
  // source. Position-independent code serves shared libraries and, with the
  // small code model, a JIT far away from the host's functions.
  TargetOptions targetOptions;
  targetOptions.AllowFPOpFusion = FPOpFusion::Strict;
  return std::unique_ptr<TargetMachine>(target->createTargetMachine(
      triple, cpu, features.getString(), targetOptions, Reloc::PIC_,
      std::nullopt, getCodegenLevel(options.optLevel)));
}

/// Code that ends in a report runs once, if ever. Its loops search for the
/// first violation; unrolled and vectorized they would take most of the time of
/// a compilation.
static void keepReportsSmall(Module &module,
                             FunctionAnalysisManager &analyses) {
  Function *report = module.getFunction("scatter_runtime_report");
  if (!report)
    return;
  report->addFnAttr(Attribute::Cold);
  for (User *user : report->users()) {
    auto *call = dyn_cast<CallInst>(user);
    if (!call)
      continue;
    BasicBlock *block = call->getParent();
    auto &loops = analyses.getResult<LoopAnalysis>(*block->getParent());
    for (BasicBlock *predecessor : predecessors(block)) {
      Loop *loop = loops.getLoopFor(predecessor);
      if (!loop || loop->contains(block))
        continue;
      for (Loop *nested : loop->getLoopsInPreorder())
        addStringMetadataToLoop(nested, "llvm.loop.disable_nonforced", 1);
    }
  }
}

void scatter::optimize(Module &module, TargetMachine &machine, unsigned level) {
  // Nothing that generated code calls unwinds, so no unwind tables are needed.
  for (Function &function : module)
    if (!function.isDeclaration())
      function.setDoesNotThrow();

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
  keepReportsSmall(module, functions);
  ModulePassManager passes =
      level == 0
          ? builder.buildO0DefaultPipeline(OptimizationLevel::O0)
          : builder.buildPerModuleDefaultPipeline(levels[std::min(level, 3u)]);
  passes.run(module, modules);
}

Error scatter::emitMachineCode(Module &module, TargetMachine &machine,
                               CodeGenFileType fileType,
                               raw_pwrite_stream &os) {
  legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, os, nullptr, fileType,
                                  /*DisableVerify=*/true))
    return make_error<CompileError>(
        "target triple: LLVM cannot write files for '" +
        machine.getTargetTriple().str() + "'");
  passes.run(module);
  return Error::success();
}
